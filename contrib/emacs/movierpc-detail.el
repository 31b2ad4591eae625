;;; movierpc-detail.el --- All about a title  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer with what is known of a title, and buttons for what can be done
;; with it and for what can be opened from there: people, their titles,
;; seasons, collections, titles like it.

;;; Code:

(require 'movierpc-act)
(require 'movierpc-around)
(require 'movierpc-card)
(require 'movierpc-page)

(defcustom movierpc-show-posters t
  "Whether details have the poster, where Emacs can show pictures."
  :type 'boolean
  :group 'movierpc)

(defconst movierpc--detail-buffer "*movierpc*")

(defvar-local movierpc--page nil
  "What is shown: a plist with :method, :key, :result and :words.")
(defvar-local movierpc--poster-place nil "Where the poster that was asked for belongs.")
(defvar-local movierpc--earlier nil "Pages that were shown before, each with its line.")

(defvar movierpc-detail-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (define-key map "t" #'movierpc-play-trailer)
    (define-key map "w" #'movierpc-toggle-watchlist)
    (define-key map "x" #'movierpc-toggle-watched)
    (define-key map "f" #'movierpc-toggle-favorite)
    (define-key map "b" #'movierpc-detail-browse)
    (define-key map "l" #'movierpc-detail-back)
    (define-key map "s" #'movierpc-search)
    map)
  "Keys of `movierpc-detail-mode'.")

(define-derived-mode movierpc-detail-mode special-mode "Movie"
  "All about a title, a person, a season or a collection.

\\{movierpc-detail-mode-map}"
  (setq-local revert-buffer-function #'movierpc--detail-revert
              movierpc-title-at-point-function #'movierpc--detail-title))

(defun movierpc--detail-title ()
  "Return the title of the button at point, else that of the buffer."
  (or (get-text-property (point) 'movierpc-title)
      (when (equal (plist-get movierpc--page :method) "detail") (plist-get movierpc--page :result))))

;;;###autoload
(defun movierpc-search (title)
  "Read a title, with completion by the daemon, and show all about it.
TITLE is a plist, a key or words."
  (interactive (list (movierpc-read-title "Movie: ")))
  (movierpc-detail title))

;;;###autoload
(defun movierpc-detail (title)
  "Show all about TITLE, the one at point unless it is asked for.
TITLE is a plist, a key or words."
  (interactive (list (movierpc--title-for "All about: ")))
  (movierpc-open (movierpc--key title)))

;;;###autoload
(defun movierpc-person (person)
  "Show all about PERSON, a name or a plist with a key."
  (interactive (list (movierpc-read-person "Person: ")))
  (movierpc-open (if (stringp person) (concat "person/" person) (plist-get person :key))))

;;;###autoload
(defun movierpc-collection (collection)
  "Show the films of COLLECTION, a name or a plist with a key."
  (interactive (list (movierpc-read-collection "Collection: ")))
  (movierpc-open (if (stringp collection) (concat "collection/" collection)
                   (plist-get collection :key))))

;;;###autoload
(defun movierpc-season (title number)
  "Show the episodes of season NUMBER of TITLE, a plist, a key or words."
  (interactive (let ((series (movierpc-read-title "Series: " "tv")))
                 (list series (movierpc-read-season series))))
  (movierpc-open (movierpc-key-season (movierpc--key title) number)))

;;; Pages

(defun movierpc--ask-page (key words)
  "Return the page about KEY, which is called WORDS where the daemon does not say."
  (pcase-let* ((`(,method . ,params) (or (movierpc-key-request key) (user-error "%s is no key" key)))
               (result (movierpc-call method params #'movierpc-offer)))
    (list :method method :key (or (movierpc-key-of method result) key) :result result :words words)))

(defun movierpc-open (key &optional words)
  "Show all about KEY: of a title, a person, a season or a collection.
WORDS are what it is called where the daemon does not say."
  (let ((page (movierpc--ask-page key words))
        (buffer (get-buffer-create movierpc--detail-buffer)))
    (with-current-buffer buffer
      (unless (derived-mode-p 'movierpc-detail-mode) (movierpc-detail-mode))
      (let ((is-other (not (equal (plist-get movierpc--page :key) (plist-get page :key)))))
        (when (and is-other movierpc--page)
          (setq movierpc--earlier (cons (cons movierpc--page (line-number-at-pos))
                                        (seq-take movierpc--earlier 99))))
        (movierpc--detail-show page (when is-other 1))))
    (pop-to-buffer buffer)))

(defun movierpc-detail-back ()
  "Show what was shown before, as it was."
  (interactive)
  (pcase-let ((`(,page . ,line) (or (pop movierpc--earlier) (user-error "Nothing was shown before"))))
    (movierpc--detail-show page line)))

(defun movierpc-detail-browse ()
  "Open the page at TMDB about the title at point, else about what is shown."
  (interactive)
  (movierpc--browse
   (or (movierpc-key-page (or (plist-get (get-text-property (point) 'movierpc-title) :key)
                              (plist-get movierpc--page :key)))
       (user-error "There is no page about it at TMDB"))))

(defun movierpc--detail-revert (&rest _)
  "Ask the daemon again."
  (movierpc--detail-show (movierpc--ask-page (plist-get movierpc--page :key)
                                             (plist-get movierpc--page :words))))

(defun movierpc--detail-changed (title)
  "Show on which lists TITLE is now."
  (let ((buffer (get-buffer movierpc--detail-buffer)))
    (when buffer
      (with-current-buffer buffer
        (when movierpc--page
          (let ((result (plist-get movierpc--page :result)))
            (dolist (shown (cons result
                                 (cl-mapcan (lambda (list) (copy-sequence (plist-get result list)))
                                            '(:similar :recommendations :known_for :parts :results))))
              (when (equal (plist-get shown :key) (plist-get title :key))
                (plist-put shown :user_state (plist-get title :user_state)))))
          (movierpc--detail-show movierpc--page))))))

;;; The poster

(defun movierpc--ask-poster (result)
  "Ask for the picture of RESULT, which comes to this place as soon as it is there."
  (setq movierpc--poster-place nil)
  (let ((path (or (plist-get result :poster_path) (plist-get result :profile_path))))
    (when (and movierpc-show-posters (display-images-p) path)
      (let ((buffer (current-buffer))
            (place (point-marker)))
        (setq movierpc--poster-place place)
        (movierpc-request
         "image" (if (plist-get result :poster_path)
                     (list :path path :kind "poster")
                   (list :path path :kind "profile" :size "h632"))
         (lambda (picture) (movierpc--insert-poster buffer place (plist-get picture :file)))
         #'ignore)))))

(defun movierpc--insert-poster (buffer place file)
  "Insert the picture FILE in BUFFER at PLACE, if that is still shown."
  (when (and (buffer-live-p buffer)
             (eq place (buffer-local-value 'movierpc--poster-place buffer)))
    (with-current-buffer buffer
      (let ((inhibit-read-only t)
            ;; Of a kind that this Emacs does not know.
            (image (ignore-errors (create-image file nil nil :max-height 320))))
        (when image
          (save-excursion
            (goto-char place)
            (insert "\n" (propertize " " 'display image) "\n")))))))

;;; What is shown

(defun movierpc--detail-show (page &optional line)
  "Show PAGE in this buffer, with point at the beginning of LINE, or where it is."
  (let ((inhibit-read-only t)
        (old-line (line-number-at-pos))
        (column (current-column))
        (result (plist-get page :result)))
    (setq movierpc--page page)
    (erase-buffer)
    (pcase (plist-get page :method)
      ("detail" (movierpc--insert-title result))
      ("person" (movierpc--insert-person result))
      ("person.credits" (movierpc--insert-credits result (plist-get page :key) (plist-get page :words)))
      ("season" (movierpc--insert-season result))
      ("collection" (movierpc--insert-collection result)))
    (let ((sources (movierpc-get result :meta :attribution)))
      (when sources
        (insert "\nData: " (mapconcat #'movierpc-clean sources ", ") "\n")))
    (goto-char (point-min))
    (forward-line (1- (or line old-line)))
    (unless line (move-to-column column))
    (dolist (window (get-buffer-window-list nil nil t))
      (set-window-point window (point))
      (when (eql line 1) (set-window-start window (point-min))))))

(add-hook 'movierpc-changed-functions #'movierpc--detail-changed)

(provide 'movierpc-detail)
;;; movierpc-detail.el ends here
