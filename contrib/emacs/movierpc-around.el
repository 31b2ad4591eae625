;;; movierpc-around.el --- Pages that a title leads to  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The pages of a person, of all titles of one, of a season and of a
;; collection.

;;; Code:

(require 'movierpc-page)

(declare-function movierpc--ask-poster "movierpc-detail" (result))

(defun movierpc--insert-person (person)
  "Insert the page about PERSON."
  (let ((name (movierpc-clean (plist-get person :name))))
    (movierpc--insert-head
     name (movierpc-clean (plist-get person :original_name))
     (movierpc-clean (plist-get person :known_for_department))
     (string-join (delete "" (list (movierpc-clean (plist-get person :birthday))
                                   (movierpc-clean (plist-get person :deathday))))
                  " – ")
     (movierpc-clean (plist-get person :place_of_birth)))
    (movierpc--insert-prose (plist-get person :biography))
    (movierpc--ask-poster person)
    (insert "\n")
    (movierpc--insert-fact "Also known" (mapconcat #'movierpc-clean
                                                   (seq-take (plist-get person :also_known_as) 8) ", "))
    (movierpc--insert-fact "Titles" (movierpc--link (concat "all of " name)
                                                    (concat (movierpc-key-person person) "/credits")
                                                    name))
    (movierpc--insert-titles "Known for" (plist-get person :known_for))))

(defun movierpc--insert-credits (credits key words)
  "Insert the page KEY about CREDITS, the titles of the person called WORDS."
  (movierpc--insert-head (or words key) "" (movierpc--count (plist-get credits :total_results) "title"))
  (movierpc--insert-titles
   nil (plist-get credits :results)
   (lambda (title)
     (pcase-let ((`(,character ,job ,department)
                  (mapcar (lambda (part) (movierpc-clean (movierpc-get title :credit part)))
                          '(:character :job :department))))
       (let ((parts (delete "" (list character job))))
         (movierpc-cut (if parts (string-join parts ", ") department) 40)))))
  (let ((next (plist-get credits :next_page)))
    (when next
      (insert "\n" (movierpc--link (format "Page %d" next)
                                   (format "%s/%d" (replace-regexp-in-string "/credits.*" "/credits" key)
                                           next)
                                   words)
              "\n"))))

(defun movierpc--insert-season (season)
  "Insert the page about SEASON, with its episodes."
  (let ((series (movierpc-title-words season)))
    (movierpc--insert-head
     (format "%s: %s" series (movierpc-clean (plist-get season :name))) ""
     (movierpc--count (length (plist-get season :episodes)) "episode")
     (movierpc-title-rating season) (movierpc-clean (plist-get season :air_date)))
    (movierpc--insert-prose (plist-get season :overview))
    (movierpc--ask-poster season)
    (insert "\n")
    (movierpc--insert-fact "Series" (movierpc--link series (plist-get season :key)))
    (dolist (episode (plist-get season :episodes))
      (let ((start (progn (insert "\n") (point)))
            (seen (movierpc-clean (plist-get episode :watched_at))))
        (movierpc--insert-filled (movierpc--episode-words episode))
        (add-face-text-property start (point) 'bold)
        (movierpc--insert-filled
         (movierpc--figures (list (movierpc-clean (plist-get episode :air_date))
                                  (movierpc--minutes episode) (movierpc-title-rating episode)
                                  (unless (string-empty-p seen)
                                    (concat "watched " (car (split-string seen "T")))))))
        (unless (string-empty-p (movierpc-clean (plist-get episode :overview)))
          (movierpc--insert-filled (movierpc-clean (plist-get episode :overview))))))))

(defun movierpc--insert-collection (collection)
  "Insert the page about COLLECTION, with its films in order."
  (movierpc--insert-head (movierpc-clean (plist-get collection :name)) ""
                         (movierpc--count (length (plist-get collection :parts)) "film"))
  (movierpc--insert-prose (plist-get collection :overview))
  (movierpc--ask-poster collection)
  (movierpc--insert-titles nil (plist-get collection :parts)))

(provide 'movierpc-around)
;;; movierpc-around.el ends here
