;;; movierpc-detail.el --- All about a title  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer with what is known of a title, and buttons for what can be done
;; with it and for titles like it.

;;; Code:

(require 'button)
(require 'movierpc-act)

(defcustom movierpc-show-posters t
  "Whether details have the poster, where Emacs can show pictures."
  :type 'boolean
  :group 'movierpc)

(defconst movierpc--detail-buffer "*movierpc*")

(defvar-local movierpc--detail nil "The result of `detail' that is shown.")
(defvar-local movierpc--poster-place nil "Where the poster that was asked for belongs.")
(defvar-local movierpc--earlier nil "Keys of titles that were shown before.")

(defvar movierpc-detail-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (define-key map "t" #'movierpc-play-trailer)
    (define-key map "w" #'movierpc-toggle-watchlist)
    (define-key map "x" #'movierpc-toggle-watched)
    (define-key map "f" #'movierpc-toggle-favorite)
    (define-key map "b" #'movierpc-browse-page)
    (define-key map "l" #'movierpc-detail-back)
    (define-key map "s" #'movierpc-search)
    map)
  "Keys of `movierpc-detail-mode'.")

(define-derived-mode movierpc-detail-mode special-mode "Movie"
  "All about a title.

\\{movierpc-detail-mode-map}"
  (setq-local revert-buffer-function #'movierpc--detail-revert
              movierpc-title-at-point-function #'movierpc--detail-title))

(defun movierpc--detail-title ()
  "Return the title of the button at point, else that of the buffer."
  (or (get-text-property (point) 'movierpc-title) movierpc--detail))

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
  (let ((detail (movierpc-call "detail" (list :key (movierpc--key title)) #'movierpc-offer))
        (buffer (get-buffer-create movierpc--detail-buffer)))
    (with-current-buffer buffer
      (let ((earlier movierpc--earlier)
            (before (plist-get movierpc--detail :key)))
        (unless (derived-mode-p 'movierpc-detail-mode) (movierpc-detail-mode))
        (setq movierpc--earlier (if (member before (list nil (plist-get detail :key)))
                                    earlier
                                  (cons before (seq-take earlier 99))))
        (movierpc--detail-show detail (not (equal before (plist-get detail :key))))))
    (pop-to-buffer buffer)))

(defun movierpc-detail-back ()
  "Show the title that was shown before."
  (interactive)
  (unless movierpc--earlier (user-error "No title was shown before"))
  (let* ((key (car movierpc--earlier))
         (detail (movierpc-call "detail" (list :key key) #'movierpc-offer)))
    (pop movierpc--earlier)
    (movierpc--detail-show detail t)))

(defun movierpc--detail-revert (&rest _)
  "Ask the daemon again."
  (movierpc--detail-show (movierpc-call "detail" (list :key (plist-get movierpc--detail :key))
                                        #'movierpc-offer)))

(defun movierpc--detail-changed (title)
  "Show on which lists TITLE is now."
  (let ((buffer (get-buffer movierpc--detail-buffer)))
    (when buffer
      (with-current-buffer buffer
        (when movierpc--detail
          (dolist (shown (cons movierpc--detail
                               (append (plist-get movierpc--detail :similar)
                                       (plist-get movierpc--detail :recommendations))))
            (when (equal (plist-get shown :key) (plist-get title :key))
              (plist-put shown :user_state (plist-get title :user_state))))
          (movierpc--detail-show movierpc--detail))))))

;;; The poster

(defun movierpc--ask-poster (detail)
  "Ask for the poster of DETAIL, which comes to this place as soon as it is there."
  (setq movierpc--poster-place nil)
  (when (and movierpc-show-posters (display-images-p) (plist-get detail :poster_path))
    (let ((buffer (current-buffer))
          (place (point-marker)))
      (setq movierpc--poster-place place)
      (movierpc-request "image" (list :key (plist-get detail :key))
                        (lambda (picture) (movierpc--insert-poster buffer place (plist-get picture :file)))
                        #'ignore))))

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

(defun movierpc--detail-show (detail &optional from-start)
  "Show DETAIL in this buffer; FROM-START, with point at the beginning."
  (let ((inhibit-read-only t)
        (line (line-number-at-pos))
        (column (current-column)))
    (setq movierpc--detail detail)
    (erase-buffer)
    (movierpc--insert-head detail)
    (movierpc--ask-poster detail)
    (movierpc--insert-buttons detail)
    (movierpc--insert-facts detail)
    (movierpc--insert-titles "Similar" (plist-get detail :similar))
    (movierpc--insert-titles "Recommended" (plist-get detail :recommendations))
    (let ((sources (movierpc-get detail :meta :attribution)))
      (when sources
        (insert "\nData: " (mapconcat #'movierpc-clean sources ", ") "\n")))
    (goto-char (point-min))
    (unless from-start
      (forward-line (1- line))
      (move-to-column column))
    (dolist (window (get-buffer-window-list nil nil t))
      (set-window-point window (point))
      (when from-start (set-window-start window (point-min))))))

(defun movierpc--insert-filled (text &optional indent)
  "Insert TEXT as a paragraph, its further lines INDENT columns from the left."
  ;; Else a title that begins with > or # would be a prefix.
  (let ((adaptive-fill-mode nil)
        (fill-column (max 40 (min 80 (- (window-width (get-buffer-window)) 2))))
        (fill-prefix (make-string (or indent 0) ?\s))
        (start (point)))
    (insert (bidi-string-mark-left-to-right text) "\n")
    (fill-region start (point) nil t)))

(defun movierpc--runtime (detail)
  "Return how long DETAIL lasts, as in \"2 h 35 min\"."
  (let ((minutes (plist-get detail :runtime)))
    (cond ((not (and (integerp minutes) (> minutes 0))) "")
          ((< minutes 60) (format "%d min" minutes))
          (t (format "%d h %d min" (/ minutes 60) (% minutes 60))))))

(defun movierpc--insert-head (detail)
  "Insert what matters most of DETAIL."
  (let* ((start (point))
         (original (movierpc-clean (plist-get detail :original_title)))
         (rating (movierpc-title-rating detail))
         (votes (plist-get detail :vote_count)))
    (movierpc--insert-filled (movierpc-title-shown detail))
    (add-face-text-property start (point) 'bold)
    (unless (member original (list "" (movierpc-clean (plist-get detail :title))))
      (movierpc--insert-filled original))
    (movierpc--insert-filled
     (string-join
      (delete "" (list (movierpc-title-type detail)
                       (cond ((string-empty-p rating) "")
                             ((integerp votes) (format "%s of 10 (%d votes)" rating votes))
                             (t (format "%s of 10" rating)))
                       (movierpc--runtime detail)
                       (movierpc-clean (movierpc-get detail :certification :value))
                       (mapconcat (lambda (genre) (movierpc-clean (plist-get genre :name)))
                                  (plist-get detail :genres) ", ")))
      " · "))
    (dolist (text (list (plist-get detail :tagline) (plist-get detail :overview)))
      (when text
        (insert "\n")
        (movierpc--insert-filled (movierpc-clean text))))))

(defun movierpc--insert-button (label command)
  "Insert a button with LABEL for COMMAND, which gets the buffer's title."
  (insert-text-button label
                      'action (lambda (_button) (funcall command movierpc--detail))
                      'follow-link t
                      'help-echo (car (split-string (documentation command) "\n")))
  (insert "  "))

(defun movierpc--insert-buttons (detail)
  "Insert buttons for what can be done with DETAIL."
  (let ((on (plist-get detail :user_state)))
    (insert "\n")
    (movierpc--insert-button "[Trailer]" #'movierpc-play-trailer)
    (movierpc--insert-button (if (plist-get on :watchlist) "[Take off watchlist]" "[Add to watchlist]")
                             #'movierpc-toggle-watchlist)
    (movierpc--insert-button (if (plist-get on :watched) "[Mark unwatched]" "[Mark watched]")
                             #'movierpc-toggle-watched)
    (movierpc--insert-button (if (plist-get on :favorite) "[Take off favourites]" "[Add to favourites]")
                             #'movierpc-toggle-favorite)
    (when (movierpc-title-page detail)
      (movierpc--insert-button "[Page]" #'movierpc-browse-page))
    (insert "\n\n")))

(defun movierpc--insert-facts (detail)
  "Insert what else is known of DETAIL, a line for each that is."
  (cl-loop
   for (name value) in
   `(("Director" ,(mapconcat #'movierpc-clean (plist-get detail :directors) ", "))
     ("Created by" ,(mapconcat #'movierpc-clean (plist-get detail :creators) ", "))
     ("Cast" ,(mapconcat #'movierpc--member-words (plist-get detail :cast) ", "))
     ("Collection" ,(movierpc-clean (movierpc-get detail :collection :name)))
     ("Released" ,(movierpc-clean (plist-get detail :release_date)))
     ("Seasons" ,(mapconcat (lambda (season) (movierpc-clean (plist-get season :name)))
                            (plist-get detail :seasons) ", "))
     ("Lists" ,(if (cl-some (lambda (list) (movierpc-get detail :user_state list))
                            '(:watchlist :favorite))
                   (movierpc--on-words detail)
                 ""))
     ,@(movierpc--offers detail)
     ("IMDb" ,(let ((number (movierpc-clean (plist-get detail :imdb_id))))
                (if (string-empty-p number) "" (format "https://www.imdb.com/title/%s/" number))))
     ("Homepage" ,(movierpc-clean (plist-get detail :homepage))))
   unless (string-empty-p value)
   do (movierpc--insert-filled (format "%-12s %s" name value) 13)))

(defun movierpc--member-words (member)
  "Return MEMBER of the cast as words."
  (let ((name (movierpc-clean (plist-get member :name)))
        (character (movierpc-clean (plist-get member :character))))
    (if (string-empty-p character) name (format "%s (%s)" name character))))

(defun movierpc--offers (detail)
  "Return facts about where DETAIL can be watched, one for each country."
  (cl-loop for (country there) on (plist-get detail :where_to_watch) by #'cddr
           for offers = (plist-get there :offers)
           when offers
           collect (list (concat "Watch in " (movierpc-clean (substring (symbol-name country) 1)))
                         (concat (mapconcat #'movierpc--offer-words offers ", ")
                                 (when (plist-get there :link)
                                   (concat "; " (movierpc-clean (plist-get there :link))))))))

(defun movierpc--offer-words (offer)
  "Return OFFER, as a country has them, as words."
  (format "%s (%s)" (movierpc-clean (plist-get offer :provider))
          (movierpc-clean (plist-get offer :kind))))

(defun movierpc--insert-titles (heading titles)
  "Insert HEADING and a button for each of TITLES."
  (when titles
    (insert "\n" (propertize heading 'face 'bold) "\n")
    (dolist (title titles)
      (insert "  ")
      (insert-text-button (bidi-string-mark-left-to-right
                           (movierpc-cut (movierpc-title-name title) 60))
                          'action (lambda (_button) (movierpc-detail title))
                          'movierpc-title title
                          'follow-link t
                          'help-echo "Show all about this title")
      (insert "  " (movierpc-title-rating title) "\n"))))

(add-hook 'movierpc-changed-functions #'movierpc--detail-changed)

(provide 'movierpc-detail)
;;; movierpc-detail.el ends here
