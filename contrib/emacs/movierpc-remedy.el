;;; movierpc-remedy.el --- What helps against an error  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; An error of the daemon may say what to do about it.  Where a command has
;; failed, `movierpc-offer' asks whether to do that.

;;; Code:

(require 'map)
(require 'movierpc-client)

(defconst movierpc--reading
  '("search" "watchlist" "favorites" "downloads" "profiles" "settings" "genres" "providers" "status"
    "trailer" "account.status" "account.journal" "rpc.discover" "image" "detail" "people")
  "Methods that change nothing: their hint is enough.")

(defun movierpc--remedy-question (err)
  "Return what to ask about the remedy of ERR.
Nil: nothing, as about what only reads, and settings that only the file has."
  (pcase-let* (((map :setting :method) (movierpc-get err :data :remedy))
               (hint (replace-regexp-in-string
                      "\\`." #'upcase (movierpc-clean (movierpc-get err :data :hint)) t t)))
    (cond
     (setting
      (unless (or (equal (movierpc-get err :data :kind) "forbidden")
                  (string-match-p "\\`\\(?:limits\\|folders\\|http\\)\\.\\|base_url\\'" setting))
        (format "%s. Set %s?" hint (movierpc-clean setting))))
     ((and method (not (member method movierpc--reading)))
      ;; A hint that begins with the method's verb says which one it is.
      (if (string-prefix-p (concat (car (last (split-string method "\\."))) " ") hint t)
          (concat hint "?")
        (format "%s. Call %s?" hint (movierpc-clean method)))))))

(defun movierpc--remedy-answer (name is-setting)
  "Read the parameter NAME; nil gives up.
If IS-SETTING, it may be a number, true or an array."
  (let* ((is-secret (string-match-p "pin\\|\\.key\\'" (downcase name)))
         (typed (funcall (if is-secret #'read-passwd #'read-string)
                         (concat (movierpc-clean name) ": "))))
    (cond ((string-empty-p typed) nil)
          ((or is-secret (not is-setting)) typed)
          (t (condition-case nil (json-parse-string typed) (error typed))))))

(defun movierpc--remedy-ask (err)
  "Ask whether to do what helps against ERR; do it and say so."
  (pcase-let (((map :setting :method :params :ask) (movierpc-get err :data :remedy))
              (values nil))
    (when (and (not (active-minibuffer-window))
               (y-or-n-p (concat (movierpc-clean (plist-get err :message)) "\n"
                                 (movierpc--remedy-question err) " "))
               (cl-loop for name in (if setting (list setting) ask)
                        for value = (movierpc--remedy-answer name setting)
                        always value
                        do (setq values `(,(intern (concat ":" name)) ,value ,@values))))
      (cl-loop for (name value) on params by #'cddr
               do (setq values `(,name ,(if (consp value) (vconcat value) (or value :false)) ,@values)))
      ;; Its own error is only shown.
      (movierpc-request (or method "settings.update") (if setting (list :set values) values)
                        (lambda (_) (message "Done"))))))

(defun movierpc-offer (err)
  "Offer what helps against ERR, the error of a command, once that has ended."
  (unless (or (active-minibuffer-window) (null (movierpc--remedy-question err)))
    (run-at-time 0 nil #'movierpc--remedy-ask err)))

(defun movierpc--complain (err)
  "Show ERR, the error of a command, and offer what helps."
  (movierpc-show-error err)
  (movierpc-offer err))

(provide 'movierpc-remedy)
;;; movierpc-remedy.el ends here
