;;; movierpc-watchlist.el --- The watchlist as a table  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `movierpc-watchlist' shows the watchlist, and follows it: what any program
;; changes there shows at once.

;;; Code:

(require 'tabulated-list)
(require 'movierpc-detail)
(require 'movierpc-follow)

(defconst movierpc--watchlist-buffer "*movierpc watchlist*")

(defconst movierpc--watchlist-most 2000
  "How many titles are shown at most.")

(defvar-local movierpc--watchlist-titles nil "The title for each key.")
(defvar-local movierpc--watchlist-unwatched nil "Non-nil to hide what was watched.")
(defvar-local movierpc--watchlist-follower nil "Who tells of changes.")

(defvar movierpc-watchlist-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (define-key map (kbd "RET") #'movierpc-detail)
    (define-key map "a" #'movierpc-watchlist-add)
    (define-key map "d" #'movierpc-watchlist-remove)
    (define-key map "x" #'movierpc-toggle-watched)
    (define-key map "e" #'movierpc-watchlist-note)
    (define-key map "f" #'movierpc-toggle-favorite)
    (define-key map "t" #'movierpc-play-trailer)
    (define-key map "b" #'movierpc-browse-page)
    (define-key map "u" #'movierpc-watchlist-toggle-unwatched)
    (define-key map "s" #'movierpc-search)
    map)
  "Keys of `movierpc-watchlist-mode'.")

(define-derived-mode movierpc-watchlist-mode tabulated-list-mode "Watchlist"
  "The watchlist, a title a line.

\\{movierpc-watchlist-mode-map}"
  (setq tabulated-list-format [("✓" 1 t) ("Title" 40 t) ("Year" 4 t) ("Type" 6 t)
                               ("Rating" 6 t :right-align t) ("Added" 10 t) ("Note" 0 nil)]
        tabulated-list-padding 1
        movierpc-title-at-point-function #'movierpc--watchlist-title)
  (setq-local revert-buffer-function #'movierpc--watchlist-revert)
  (tabulated-list-init-header)
  (add-hook 'kill-buffer-hook #'movierpc--watchlist-leave nil t)
  (add-hook 'change-major-mode-hook #'movierpc--watchlist-leave nil t))

;;;###autoload
(defun movierpc-watchlist ()
  "Show the watchlist."
  (interactive)
  (let ((buffer (get-buffer-create movierpc--watchlist-buffer)))
    (with-current-buffer buffer
      (unless (derived-mode-p 'movierpc-watchlist-mode) (movierpc-watchlist-mode))
      (movierpc--watchlist-revert)
      (unless movierpc--watchlist-follower
        (setq movierpc--watchlist-follower
              (movierpc-follow '("library")
                               (lambda (_topic data) (movierpc--watchlist-told buffer data))))))
    (pop-to-buffer buffer)))

(defun movierpc--watchlist-title ()
  "Return the title of this line, or nil."
  (let ((key (tabulated-list-get-id)))
    (and key (gethash key movierpc--watchlist-titles))))

(defun movierpc--watchlist-leave ()
  "Follow the watchlist no longer."
  (when movierpc--watchlist-follower
    (movierpc-unfollow movierpc--watchlist-follower)
    (setq movierpc--watchlist-follower nil)))

;;; Reading the list

(defun movierpc--watchlist-params (page)
  "Return what to ask for PAGE of the watchlist."
  `(:page ,page :page_size 100 ,@(when movierpc--watchlist-unwatched '(:watched :false))))

(defun movierpc--watchlist-revert (&rest _)
  "Ask for the watchlist and show it."
  (let ((page 1) titles)
    (while page
      (let ((list (movierpc-call "watchlist" (movierpc--watchlist-params page) #'movierpc-offer)))
        (setq titles (nconc titles (plist-get list :results))
              page (and (< (length titles) movierpc--watchlist-most)
                        (plist-get list :next_page)))))
    (movierpc--watchlist-show titles)))

(defun movierpc--watchlist-told (buffer data)
  "Show in BUFFER the library of DATA; nil: that there is no daemon."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq mode-line-process (if data nil " [movierpcd is not running]"))
      (force-mode-line-update)
      (when data (movierpc--watchlist-ask buffer 1 nil)))))

(defun movierpc--watchlist-ask (buffer page earlier)
  "Ask for PAGE of the watchlist, and show it in BUFFER behind the titles EARLIER."
  (movierpc-request
   "watchlist" (with-current-buffer buffer (movierpc--watchlist-params page))
   (lambda (list)
     (let ((titles (append earlier (plist-get list :results)))
           (next (plist-get list :next_page)))
       (cond ((not (buffer-live-p buffer)))
             ((and next (< (length titles) movierpc--watchlist-most))
              (movierpc--watchlist-ask buffer next titles))
             (t (with-current-buffer buffer (movierpc--watchlist-show titles))))))))

(defun movierpc--watchlist-show (titles)
  "Show TITLES in this buffer."
  (setq movierpc--watchlist-titles (make-hash-table :test #'equal)
        tabulated-list-entries
        (mapcar (lambda (title)
                  (puthash (plist-get title :key) title movierpc--watchlist-titles)
                  (list (plist-get title :key) (movierpc--watchlist-line title)))
                titles)
        mode-name (if movierpc--watchlist-unwatched "Watchlist to watch" "Watchlist"))
  (tabulated-list-print t t))

(defun movierpc--watchlist-line (title)
  "Return the cells for TITLE."
  (apply #'vector
         (mapcar (lambda (text)
                   ;; Else the cell's own text would be taken for the help of a mouse,
                   ;; in which a backslash means something.
                   (propertize text 'help-echo "RET: all about this title"))
                 (list (if (movierpc-get title :entry :watched) "✓" " ")
                       (movierpc-isolated (movierpc-title-words title))
                       (movierpc-title-year title)
                       (movierpc-title-type title)
                       (movierpc-title-rating title)
                       (car (split-string (movierpc-clean (movierpc-get title :entry :added_at))
                                          "T"))
                       (movierpc-cut (movierpc-get title :entry :note) 200)))))

;;; Changing it

(defun movierpc--watchlist-here ()
  "Return the title of this line, else an error."
  (or (movierpc--watchlist-title) (user-error "No title here")))

(defun movierpc-watchlist-add ()
  "Put a title on the watchlist that is asked for."
  (interactive)
  (movierpc-add-to-watchlist (movierpc-read-title "Put on the watchlist: ")))

(defun movierpc-watchlist-remove ()
  "Take the title of this line off the watchlist, with its note."
  (interactive)
  (let ((title (movierpc--watchlist-here)))
    (when (y-or-n-p (format "Take %s off the watchlist? "
                            (movierpc-cut (movierpc-title-name title) 60)))
      (movierpc-remove-from-watchlist title))))

(defun movierpc-watchlist-note ()
  "Change the note of the title of this line."
  (interactive)
  (let ((title (movierpc--watchlist-here)))
    (movierpc--change "watchlist.update" (plist-get title :key)
                      :note (read-string (format "Note for %s: "
                                                 (movierpc-cut (movierpc-title-name title) 60))
                                         (movierpc-clean (movierpc-get title :entry :note))))))

(defun movierpc-watchlist-toggle-unwatched ()
  "Show only what is to watch, or all."
  (interactive)
  (setq movierpc--watchlist-unwatched (not movierpc--watchlist-unwatched))
  (movierpc--watchlist-revert))

(provide 'movierpc-watchlist)
;;; movierpc-watchlist.el ends here
