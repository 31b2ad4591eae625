;;; movierpc-client.el --- Requests to movierpcd  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; One connection to the daemon's socket, a JSON text a line.  It is made by
;; the first request, which starts the daemon where there is none.
;; `movierpc-call' waits for the answer, `movierpc-request' does not.

;;; Code:

(require 'cl-lib)
(require 'movierpc-title)

(defgroup movierpc nil
  "Films and series, from movierpcd."
  :group 'applications
  :prefix "movierpc-")

(defcustom movierpc-socket nil
  "File name of the daemon's socket."
  :type '(choice (const :tag "Where the daemon puts it" nil) file))

(defcustom movierpc-program "movierpc"
  "The program that starts the daemon."
  :type '(choice (const :tag "Start none" nil) string))

(defcustom movierpc-timeout 20
  "Seconds that a command waits for its answer."
  :type 'number)

(defvar movierpc--process nil "The connection; nil or dead where there is none.")
(defvar movierpc--last-id 0 "Id of the last request.")

(defvar movierpc--opened-hook nil "Run when there is a new connection.")
(defvar movierpc--closed-hook nil "Run when the connection has ended.")
(defvar movierpc--event-functions nil "Called with the parameters of an event.")

;;; The socket

(defun movierpc--folder ()
  "Return the folder in which the daemon puts its socket."
  (let ((runtime (or (getenv "XDG_RUNTIME_DIR") ""))
        (usual (format "/run/user/%d" (user-uid))))
    (cond ((string-prefix-p "/" runtime) (expand-file-name "movierpc" runtime))
          ((eql (file-attribute-user-id (file-attributes usual)) (user-uid))
           (expand-file-name "movierpc" usual))
          (t (format "/tmp/movierpc-%d" (user-uid))))))

(defun movierpc--private-p (folder)
  "Return non-nil if nobody else can put a socket into FOLDER."
  (and (eql (file-attribute-user-id (file-attributes folder)) (user-uid))
       (zerop (logand #o077 (file-modes folder)))))

(defun movierpc--named-socket ()
  "Return the socket that the user has named, or nil."
  (let ((variable (getenv "MOVIERPC_SOCKET")))
    (cond (movierpc-socket (expand-file-name movierpc-socket))
          ((not (member variable '(nil ""))) (expand-file-name variable)))))

(defun movierpc--open ()
  "Connect to the daemon and return the connection; nil if nobody listens."
  (let* ((default-directory "/")
         (named (movierpc--named-socket))
         (folder (movierpc--folder))
         (process (when (or named (movierpc--private-p folder))
                    (ignore-error file-error
                      (make-network-process
                       :name "movierpc" :family 'local
                       :service (or named (expand-file-name "socket" folder))
                       :coding 'utf-8-unix :noquery t
                       :filter #'movierpc--filter :sentinel #'movierpc--sentinel)))))
    (when process
      (process-put process 'pending (make-hash-table))
      (setq movierpc--process process)
      (movierpc--send process '(:jsonrpc "2.0" :method "hello" :params (:client "emacs")))
      (run-hooks 'movierpc--opened-hook)
      process)))

;;; The daemon

(defun movierpc--start-command ()
  "Return the command for starting the daemon."
  (append (list movierpc-program "daemon" "start")
          (when movierpc-socket (list "--socket" (expand-file-name movierpc-socket)))))

(defun movierpc--start ()
  "Start the daemon, and wait until it listens."
  (unless movierpc-program (user-error "The daemon movierpcd is not running"))
  (let ((default-directory "/")
        (command (movierpc--start-command)))
    (unless (executable-find (car command))
      (user-error "There is no program %s; see `movierpc-program'" (car command)))
    (with-temp-buffer
      (unless (eql 0 (apply #'call-process (car command) nil t nil (cdr command)))
        (user-error "%s" (movierpc-clean (string-trim (buffer-string))))))))

(defun movierpc--connection ()
  "Return the connection; make it, and start the daemon, where there is none."
  ;; Notices that the daemon has gone since Emacs last looked.
  (when movierpc--process
    (let ((inhibit-quit t)) (accept-process-output movierpc--process 0)))
  (cond ((process-live-p movierpc--process) movierpc--process)
        ((movierpc--open))
        (t (movierpc--start)
           (or (movierpc--open) (user-error "The daemon movierpcd cannot be reached")))))

(defun movierpc-disconnect ()
  "End the connection to the daemon."
  (interactive)
  (when movierpc--process (delete-process movierpc--process)))

;;; Requests

(defun movierpc--send (process message)
  "Send MESSAGE, a plist, to PROCESS."
  (process-send-string process (concat (json-serialize message) "\n")))

(defun movierpc-request (method params callback &optional errback)
  "Ask the daemon for METHOD with PARAMS, a plist, and return at once.
CALLBACK is called with the result, ERRBACK with the error: plists, lists for
arrays, nil for null and false.  In PARAMS false is `:false', and arrays are
vectors.  Return an id for `movierpc-cancel'."
  (let ((process (movierpc--connection))
        (id (cl-incf movierpc--last-id)))
    (puthash id (cons callback (or errback #'movierpc-show-error))
             (process-get process 'pending))
    (movierpc--send process (list :jsonrpc "2.0" :id id :method method :params params))
    id))

(defun movierpc-cancel (id)
  "Give up the request ID; none of its functions will be called."
  (let ((pending (and (process-live-p movierpc--process)
                      (process-get movierpc--process 'pending))))
    (when (and pending (gethash id pending))
      (remhash id pending)
      (movierpc--send movierpc--process
                      (list :jsonrpc "2.0" :method "cancel" :params (list :id id))))))

(defun movierpc-call (method &optional params told)
  "Return the result of METHOD with PARAMS, as `movierpc-request' has them.
An error of the daemon's is a `user-error'; TOLD is called with it before that.
Who quits gives the request up."
  (let* ((answer nil)
         (deadline (+ (float-time) movierpc-timeout))
         (id (movierpc-request method params
                               (lambda (result) (setq answer (cons 'result result)))
                               (lambda (err) (setq answer (cons 'error err)))))
         (process movierpc--process))
    ;; Under `while-no-input' a key sets `quit-flag'.  Left to itself, Emacs may take that for
    ;; C-g while it waits, and a minibuffer that is quit throws away what was typed.
    (let ((inhibit-quit t))
      (while (not (or answer quit-flag (< deadline (float-time))))
        (accept-process-output process 0.02))
      (unless answer (movierpc-cancel id)))
    (pcase answer
      (`(result . ,result) result)
      (`(error . ,err)
       (when told (funcall told err))
       (user-error "%s" (movierpc-error-text err)))
      ((guard quit-flag) (movierpc--quit))
      (_ (user-error "No answer to %s for %s seconds" method movierpc-timeout)))))

(defun movierpc--quit ()
  "Leave for the key that has set `quit-flag'."
  (let ((flag quit-flag))
    (setq quit-flag nil)
    (if (and throw-on-input (eq flag throw-on-input))
        (throw throw-on-input t)
      (signal 'quit nil))))

(defun movierpc-error-text (err)
  "Return ERR, an error of the protocol, as words."
  (let ((message (movierpc-clean (plist-get err :message)))
        (hint (movierpc-get err :data :hint)))
    (if hint (format "%s (%s)" message (movierpc-clean hint)) message)))

(defun movierpc-show-error (err)
  "Show ERR, an error of the protocol, in the echo area."
  (message "%s" (movierpc-error-text err)))

;;; Answers

(defun movierpc--filter (process output)
  "Take OUTPUT of PROCESS, which may end within a line."
  (push output (process-get process 'rest))
  (when (string-search "\n" output)
    (let ((lines (split-string (apply #'concat (nreverse (process-get process 'rest))) "\n")))
      (setf (process-get process 'rest) (last lines)
            (process-get process 'lines) (nconc (process-get process 'lines)
                                                (butlast lines)))))
  ;; A callback that waits comes in here again, for the lines after its own.
  (let (line)
    (while (setq line (pop (process-get process 'lines)))
      (movierpc--receive process line))))

(defun movierpc--receive (process line)
  "Give LINE, a message from PROCESS, to who waits for it."
  (let* ((message (ignore-errors (movierpc--parse line)))
         (id (plist-get message :id))
         (waits (and id (gethash id (process-get process 'pending))))
         (err (plist-get message :error)))
    (cond ((null message)
           (process-put process 'reason '(:message "What answers at the socket is no movierpcd"))
           (delete-process process))
          ((plist-get message :method)
           (run-hook-wrapped 'movierpc--event-functions
                             #'movierpc--guarded (plist-get message :params)))
          (waits
           (remhash id (process-get process 'pending))
           (if err
               (movierpc--guarded (cdr waits) err)
             (movierpc--guarded (car waits) (plist-get message :result))))
          ;; About the connection, which then ends.
          (err (process-put process 'reason err)))))

(defun movierpc--guarded (function &rest arguments)
  "Call FUNCTION with ARGUMENTS; an error of it is a message.  Return nil."
  (with-demoted-errors "movierpc: %S"
    (apply function arguments))
  nil)

(defun movierpc--parse (text)
  "Return TEXT, which is JSON, as Lisp."
  (with-temp-buffer
    (insert text)
    (movierpc--without-nul)
    (goto-char (point-min))
    (json-parse-buffer :object-type 'plist :array-type 'list
                       :null-object nil :false-object nil)))

(defun movierpc--without-nul ()
  "Make each \\u0000 of the buffer \\u0001.
The parser of Emacs 29 and older takes no NUL.  Both are as long, and both are
taken out by `movierpc-clean'."
  (goto-char (point-min))
  (while (search-forward "\\u0000" nil t)
    (let ((start (match-beginning 0)))
      ;; Behind an odd number of them a backslash is a backslash.
      (when (cl-evenp (- start (save-excursion (goto-char start)
                                               (skip-chars-backward "\\\\")
                                               (point))))
        (replace-match "\\u0001" t t)))))

(defun movierpc--sentinel (process _change)
  "Tell all who wait for PROCESS that it has ended."
  (unless (process-live-p process)
    (let* ((pending (process-get process 'pending))
           (waits (and pending (hash-table-values pending)))
           (reason (or (process-get process 'reason)
                       '(:message "The connection to movierpcd has ended"))))
      (when pending (clrhash pending))
      (dolist (wait waits)
        (movierpc--guarded (cdr wait) reason))
      (when (eq process movierpc--process)
        (run-hooks 'movierpc--closed-hook)))))

(provide 'movierpc-client)
;;; movierpc-client.el ends here
