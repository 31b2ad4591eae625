;;; movierpc-title.el --- Titles as words for a person  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Names of titles come from strangers.  What is shown of them goes through
;; `movierpc-clean' first.  A title is a plist, as the protocol has it, with
;; nil for null and false.

;;; Code:

(require 'subr-x)

(defconst movierpc--breaks "[\t-\r\u0085\u2028\u2029]"
  "Characters between two words, which are to stay two words.")

(defconst movierpc--hostile
  (concat "[\x00-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
          "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
  "Controls, and characters which turn the direction of text or are not seen.")

(defun movierpc-clean (text)
  "Return TEXT on one line, without characters that steer something.
Anything but a string is an empty text."
  (cond ((not (stringp text)) "")
        ((string-match-p movierpc--hostile text)
         (replace-regexp-in-string
          movierpc--hostile ""
          (replace-regexp-in-string movierpc--breaks " " text t t) t t))
        (t (substring-no-properties text))))

(defun movierpc-get (object &rest keys)
  "Return what OBJECT, a plist, has under the first of KEYS, and so on down."
  (dolist (key keys object)
    (setq object (plist-get object key))))

(defun movierpc-cut (text columns)
  "Return the beginning of TEXT, cleaned, at most COLUMNS wide."
  (truncate-string-to-width (movierpc-clean text) columns nil nil "…"))

(defun movierpc-title-words (title)
  "Return what TITLE is called."
  (let ((words (string-trim (movierpc-clean (plist-get title :title)))))
    (if (string-empty-p words) (movierpc-clean (plist-get title :key)) words)))

(defun movierpc-title-year (title)
  "Return the year of TITLE as text, empty where it is not known."
  (let ((year (plist-get title :year)))
    (if (integerp year) (number-to-string year) "")))

(defun movierpc-title-name (title)
  "Return TITLE as in \"Dune (2021)\"."
  (let ((year (movierpc-title-year title)))
    (concat (movierpc-title-words title)
            (unless (string-empty-p year) (format " (%s)" year)))))

(defconst movierpc--right-to-left
  "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
  "Letters that run from right to left.")

(defun movierpc-isolated (text)
  "Return TEXT, between isolates if letters of it run from right to left.
They are not seen, and leave the order of what is beside them alone."
  (if (string-match-p movierpc--right-to-left text)
      (concat "\u2068" text "\u2069")
    text))

(defun movierpc-title-shown (title)
  "Return TITLE as in \"Dune (2021)\", for the screen."
  (let ((words (movierpc-title-words title)))
    (concat (movierpc-isolated words) (substring (movierpc-title-name title) (length words)))))

(defun movierpc-title-rating (title)
  "Return the rating of TITLE as in \"7.8\", empty where nobody voted."
  (let ((average (plist-get title :vote_average)))
    (if (and (numberp average) (> average 0) (not (eql (plist-get title :vote_count) 0)))
        (format "%.1f" average)
      "")))

(defun movierpc-title-type (title)
  "Return the type of TITLE: film, series, or what else it may be."
  (pcase (plist-get title :media_type)
    ("movie" "film")
    ("tv" "series")
    (other (movierpc-clean other))))

(provide 'movierpc-title)
;;; movierpc-title.el ends here
