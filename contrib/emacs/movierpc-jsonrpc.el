;;; movierpc-jsonrpc.el --- The daemon through jsonrpc.el  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; For programs that use jsonrpc.el, Emacs's own library, which frames its
;; messages by Content-Length.  The daemon takes these at the same socket.
;; Nothing else of this package needs this file.
;;
;;   (setq daemon (movierpc-jsonrpc-connect
;;                 (lambda (event) (message "%S" (plist-get event :data)))))
;;   (jsonrpc-request daemon 'subscribe '(:topics ["library"]))
;;   (plist-get (jsonrpc-request daemon 'search '(:q "dune")) :results)
;;   (jsonrpc-shutdown daemon)
;;
;; Arrays are vectors here, null is nil and false is :json-false.

;;; Code:

(require 'jsonrpc)
(require 'movierpc-client)

(declare-function jsonrpc--json-read "jsonrpc" ())

(defun movierpc-jsonrpc-connect (&optional on-event)
  "Return a `jsonrpc-process-connection' to the daemon.
A daemon that does not run is started.  ON-EVENT is called with the
parameters of each event, a plist."
  ;; The other connection knows how to start it, and where it is.
  (movierpc--connection)
  (let* ((socket (process-contact movierpc--process :service))
         (connection
          (jsonrpc-process-connection
           :name "movierpc jsonrpc"
           :events-buffer-scrollback-size 0
           :notification-dispatcher
           (lambda (_connection method event)
             (when (and on-event (eq method 'event)) (funcall on-event event)))
           :process (lambda ()
                      (make-network-process :name "movierpc jsonrpc" :family 'local
                                            :service socket :coding 'utf-8-emacs-unix
                                            :noquery t)))))
    (add-function :around (process-filter (jsonrpc--process connection))
                  #'movierpc-jsonrpc--filter)
    connection))

(defun movierpc-jsonrpc--filter (filter process output)
  "Have FILTER, of jsonrpc.el, take OUTPUT of PROCESS.
A NUL in a text is no error then, as it is for the parser of Emacs 28:
jsonrpc.el would throw that answer away and wait for it."
  (let ((read (symbol-function 'jsonrpc--json-read))
        (complete nil))
    (unwind-protect
        (cl-letf (((symbol-function 'jsonrpc--json-read)
                   (lambda ()
                     ;; In Emacs 30 the buffer is read-only here.
                     (let ((inhibit-read-only t)) (movierpc--without-nul))
                     (goto-char (point-min))
                     (funcall read))))
          (funcall filter process output)
          (setq complete t))
      ;; An answer that `jsonrpc-request' waits for is thrown out of the filter.  What came with
      ;; it would lie in the buffer until more comes.
      (unless complete (run-at-time 0 nil #'movierpc-jsonrpc--filter filter process "")))))

(provide 'movierpc-jsonrpc)
;;; movierpc-jsonrpc.el ends here
