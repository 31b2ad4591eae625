;;; movierpc-mode-line.el --- movierpcd in the mode line  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `movierpc-mode-line-mode' shows what plays, what is downloaded, or how much
;; there is to watch: the first of these that has something to tell.

;;; Code:

(require 'movierpc-follow)

(defcustom movierpc-mode-line-topics '("player" "downloads" "library")
  "What the mode line shows: the first of these that has something to tell.
A change counts when `movierpc-mode-line-mode' is turned on."
  :type '(repeat (choice (const "player") (const "downloads") (const "library")))
  :group 'movierpc)

(defcustom movierpc-mode-line-columns 30
  "How wide the text in the mode line is at most."
  :type 'natnum
  :group 'movierpc)

(defvar movierpc--mode-line-states nil "The state of each topic; nil: no daemon.")
(defvar movierpc--mode-line-follower nil "Who tells of changes.")
(defvar movierpc--mode-line-text "" "What `movierpc-mode-line' returns.")

(defconst movierpc--mode-line-construct '(:eval (movierpc-mode-line)))

(defun movierpc-mode-line ()
  "Return the text for the mode line, in which each percent sign is doubled.
To be used as in (:eval (movierpc-mode-line))."
  movierpc--mode-line-text)

;;;###autoload
(define-minor-mode movierpc-mode-line-mode
  "Show in the mode line what movierpcd does."
  :global t
  :group 'movierpc
  (unless global-mode-string (setq global-mode-string '("")))
  (setq global-mode-string (delete movierpc--mode-line-construct
                                   (ensure-list global-mode-string)))
  (when movierpc--mode-line-follower
    (movierpc-unfollow movierpc--mode-line-follower)
    (setq movierpc--mode-line-follower nil))
  (when movierpc-mode-line-mode
    (setq global-mode-string (append global-mode-string (list movierpc--mode-line-construct))
          movierpc--mode-line-states nil
          movierpc--mode-line-follower (movierpc-follow movierpc-mode-line-topics
                                                        #'movierpc--mode-line-told)))
  (movierpc--mode-line-update))

(defun movierpc--mode-line-told (topic data)
  "Show that the state of TOPIC is DATA; nil: there is no daemon."
  (if topic
      (setf (alist-get topic movierpc--mode-line-states nil nil #'equal) data)
    (setq movierpc--mode-line-states nil))
  (movierpc--mode-line-update))

(defun movierpc--mode-line-update ()
  "Make the text anew."
  (let ((text (if movierpc--mode-line-states
                  (cl-some #'movierpc--mode-line-words movierpc-mode-line-topics)
                "movierpc offline")))
    (setq movierpc--mode-line-text
          (if (and text movierpc-mode-line-mode)
              (concat (string-replace "%" "%%" text) " ")
            "")))
  (force-mode-line-update t))

(defun movierpc--mode-line-words (topic)
  "Return what the state of TOPIC is in words, nil where there is nothing to tell."
  (let ((data (alist-get topic movierpc--mode-line-states nil nil #'equal)))
    (pcase topic
      ("player" (movierpc--player-words data))
      ("downloads" (movierpc--downloads-words data))
      ("library" (let ((unwatched (or (plist-get data :unwatched) 0)))
                   (when (< 0 unwatched) (format "%d to watch" unwatched)))))))

(defun movierpc--player-words (player)
  "Return what PLAYER does."
  (let ((state (movierpc-clean (plist-get player :state))))
    (unless (member state '("stopped" ""))
      (movierpc--mode-line-line (plist-get player :title)
                                (if (equal state "playing") "" (concat " " state))))))

(defun movierpc--downloads-words (downloads)
  "Return how DOWNLOADS get on."
  (let* ((states '("active" "queued" "failed" "paused"))
         (items (cl-remove-if-not (lambda (item) (member (plist-get item :state) states))
                                  (plist-get downloads :items)))
         (state (cl-find-if (lambda (state) (cl-find state items :test #'equal
                                                     :key (lambda (item) (plist-get item :state))))
                            states))
         (bytes (plist-get downloads :bytes))
         (total (plist-get downloads :total_bytes)))
    (when state
      (movierpc--mode-line-line
       (if (cdr items) (format "%d downloads" (length items)) (plist-get (car items) :title))
       (if (and (equal state "active") (numberp total) (< 0 total))
           (format " %d%%" (min 100 (/ (* 100 bytes) total)))
         (concat " " state))))))

(defun movierpc--mode-line-line (title words)
  "Return TITLE, cut where it is long, with WORDS behind it."
  (concat (movierpc-cut title (max 5 (- movierpc-mode-line-columns (string-width words)))) words))

(provide 'movierpc-mode-line)
;;; movierpc-mode-line.el ends here
