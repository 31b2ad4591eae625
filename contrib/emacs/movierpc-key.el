;;; movierpc-key.el --- Keys of what can be shown  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A key is the path of a page at TMDB: movie/1, tv/1, tv/1/season/2,
;; person/1, collection/1.  A person and a collection may have a name in place
;; of the number, and a person /credits behind it.

;;; Code:

(require 'movierpc-title)

(defun movierpc--named (text number)
  "Return TEXT as the parameter :name; if it is a number, call NUMBER with it."
  (if (string-match-p "\\`[0-9]+\\'" text) (funcall number text) (list :name text)))

(defun movierpc-key-request (key)
  "Return the method and the parameters that KEY stands for; nil: it is no key."
  (let ((person (lambda (text)
                  (movierpc--named text (lambda (id) (list :key (concat "person/" id)))))))
    (cond
     ((string-match "\\`\\(tv/[0-9]+\\)/season/\\([0-9]+\\)\\'" key)
      (list "season" :key (match-string 1 key)
            :season_number (string-to-number (match-string 2 key))))
     ((string-match "\\`person/\\(.+\\)/credits/?\\([0-9]*\\)\\'" key)
      (let ((page (string-to-number (match-string 2 key))))
        `("person.credits" :page ,(max 1 page) :page_size 100 ,@(funcall person (match-string 1 key)))))
     ((string-match "\\`person/\\(.+\\)\\'" key)
      (cons "person" (funcall person (match-string 1 key))))
     ((string-match "\\`collection/\\(.+\\)\\'" key)
      (cons "collection" (movierpc--named (match-string 1 key)
                                          (lambda (id) (list :id (string-to-number id))))))
     ((string-match-p "\\`\\(?:movie\\|tv\\|itunes\\|imdb\\)/[[:alnum:]]+\\'" key)
      (list "detail" :key key)))))

(defun movierpc-key-person (person)
  "Return the key of PERSON, whose own key may not be known."
  (or (plist-get person :key) (concat "person/" (movierpc-clean (plist-get person :name)))))

(defun movierpc-key-collection (collection)
  "Return the key of COLLECTION, of which only the name may be known."
  (format "collection/%s" (or (plist-get collection :id)
                              (movierpc-clean (plist-get collection :name)))))

(defun movierpc-key-season (series number)
  "Return the key of season NUMBER of SERIES, a key itself."
  (format "%s/season/%d" series number))

(defun movierpc-key-of (method result)
  "Return the key of RESULT, which METHOD has answered; nil where it does not say."
  (pcase method
    ("season" (movierpc-key-season (plist-get result :key) (plist-get result :season_number)))
    ("collection" (movierpc-key-collection result))
    ("person" (movierpc-key-person result))
    (_ (plist-get result :key))))

(defun movierpc-key-page (key)
  "Return the address of the page about KEY at TMDB, nil where there is none."
  (when (and (stringp key)
             (string-match-p
              "\\`\\(?:movie\\|tv\\|person\\|collection\\)/[0-9]+\\(?:/season/[0-9]+\\)?\\'" key))
    (concat "https://www.themoviedb.org/" key)))

(provide 'movierpc-key)
;;; movierpc-key.el ends here
