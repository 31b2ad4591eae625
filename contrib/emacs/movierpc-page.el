;;; movierpc-page.el --- Parts of a page  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What pages are made of: paragraphs, facts, lists, and buttons that open
;; other pages.

;;; Code:

(require 'button)
(require 'cl-lib)
(require 'movierpc-key)

(declare-function movierpc-open "movierpc-detail" (key &optional words))

(defun movierpc--in-button-p ()
  "Return non-nil if point is within a button, where no line is broken."
  (let ((action (get-text-property (point) 'action)))
    (and action (eq action (get-text-property (1- (point)) 'action)))))

(defun movierpc--insert-filled (text &optional indent)
  "Insert TEXT as a paragraph, its further lines INDENT columns from the left."
  ;; Else a title that begins with > or # would be a prefix.
  (let ((adaptive-fill-mode nil)
        (fill-nobreak-predicate '(movierpc--in-button-p))
        (fill-column (max 40 (min 80 (- (window-width (get-buffer-window)) 2))))
        (fill-prefix (make-string (or indent 0) ?\s))
        (start (point)))
    (insert (bidi-string-mark-left-to-right text) "\n")
    (fill-region start (point) nil t)))

(defun movierpc--insert-head (name other &rest figures)
  "Insert NAME, OTHER, another name, and the line of FIGURES.
Those that are nil or empty are left out."
  (let ((start (point)))
    (movierpc--insert-filled name)
    (add-face-text-property start (point) 'bold)
    (unless (member other (list "" name)) (movierpc--insert-filled other))
    (movierpc--insert-filled (movierpc--figures figures))))

(defun movierpc--insert-prose (&rest texts)
  "Insert TEXTS, each with an empty line before it."
  (dolist (text texts)
    (unless (string-empty-p (movierpc-clean text))
      (insert "\n")
      (movierpc--insert-filled (movierpc-clean text)))))

(defun movierpc--insert-fact (name value)
  "Insert VALUE, a text, as the fact NAME, unless it is empty."
  (unless (string-empty-p value)
    (movierpc--insert-filled (format "%-12s %s" name value) 13)))

(defun movierpc--insert-titles (heading titles &optional end)
  "Insert HEADING and a button for each of TITLES.
END is called with each, for what stands behind it; else that is its rating."
  (when titles
    (insert "\n")
    (when heading (insert (propertize heading 'face 'bold) "\n"))
    (dolist (title titles)
      (insert "  " (movierpc--link (movierpc-title-name title) (plist-get title :key) nil title)
              "  " (if end (funcall end title) (movierpc-title-rating title)) "\n"))))

;;; Words

(defun movierpc--link (words key &optional told title)
  "Return WORDS as a button that opens KEY, at most 60 columns wide.
TOLD is what its page is called where the daemon does not say; TITLE is what
commands are about that are given there."
  (let ((text (bidi-string-mark-left-to-right (movierpc-cut words 60))))
    (if (and key (not (string-empty-p text)))
        (apply #'make-text-button (copy-sequence text) nil
               'action (lambda (_button) (movierpc-open key told))
               'follow-link t
               'help-echo "Show all about this"
               (when title (list 'movierpc-title title)))
      text)))

(defun movierpc--figures (words)
  "Return WORDS as a line, without those that are nil or empty."
  (string-join (delete "" (delq nil words)) " · "))

(defun movierpc--count (number noun)
  "Return NUMBER of NOUN in words; empty if NUMBER is none."
  (if (integerp number) (format "%d %s%s" number noun (if (= number 1) "" "s")) ""))

(defun movierpc--names (list)
  "Return the names of LIST, between commas."
  (mapconcat (lambda (each) (movierpc-clean (plist-get each :name))) list ", "))

(defun movierpc--minutes (what)
  "Return how long WHAT lasts, as in \"2 h 35 min\"."
  (let ((minutes (plist-get what :runtime)))
    (cond ((not (and (integerp minutes) (> minutes 0))) "")
          ((< minutes 60) (format "%d min" minutes))
          (t (format "%d h %d min" (/ minutes 60) (% minutes 60))))))

(defun movierpc--with (words more)
  "Return WORDS, with MORE in parentheses unless it is empty."
  (if (string-empty-p more) words (format "%s (%s)" words more)))

(defun movierpc--person-words (person role)
  "Return PERSON as a button, with ROLE."
  (movierpc--with (movierpc--link (plist-get person :name) (movierpc-key-person person))
                  (movierpc-clean role)))

(defun movierpc--episode-words (episode)
  "Return EPISODE as in \"S02E09 Name\"."
  (string-trim (format "S%02dE%02d %s" (plist-get episode :season_number)
                       (plist-get episode :episode_number)
                       (movierpc-clean (plist-get episode :name)))))

(provide 'movierpc-page)
;;; movierpc-page.el ends here
