;;; movierpc-card.el --- The page about a title  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What is known of a title, with buttons for what can be done with it and for
;; what can be opened from there.

;;; Code:

(require 'movierpc-act)
(require 'movierpc-page)

(defvar movierpc--page)
(declare-function movierpc--ask-poster "movierpc-detail" (result))

(defun movierpc--insert-title (detail)
  "Insert the page about DETAIL, a title."
  (let ((original (movierpc-clean (plist-get detail :original_title)))
        (rating (movierpc-title-rating detail)))
    (movierpc--insert-head
     (movierpc-title-shown detail)
     (if (equal original (movierpc-clean (plist-get detail :title))) "" original)
     (movierpc-title-type detail)
     (unless (string-empty-p rating)
       (movierpc--with (concat rating " of 10") (movierpc--count (plist-get detail :vote_count) "vote")))
     (movierpc--minutes detail)
     (movierpc-clean (movierpc-get detail :certification :value))
     (movierpc--names (plist-get detail :genres)))
    (movierpc--insert-prose (plist-get detail :tagline) (plist-get detail :overview))
    (movierpc--ask-poster detail)
    (movierpc--insert-buttons detail)
    (movierpc--insert-facts detail)
    (movierpc--insert-titles "Similar" (plist-get detail :similar))
    (movierpc--insert-titles "Recommended" (plist-get detail :recommendations))))

(defun movierpc--insert-button (label command)
  "Insert a button with LABEL for COMMAND, which gets the buffer's title."
  (insert-text-button label
                      'action (lambda (_button) (funcall command (plist-get movierpc--page :result)))
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
    (when (movierpc-key-page (plist-get detail :key))
      (movierpc--insert-button "[Page]" #'movierpc-browse-page))
    (insert "\n\n")))

(defun movierpc--insert-facts (detail)
  "Insert what else is known of DETAIL, a line for each that is."
  (cl-loop
   for (name value) in
   `(("Director" ,(movierpc--makers (plist-get detail :directors) detail))
     ("Created by" ,(movierpc--makers (plist-get detail :creators) detail))
     ("Cast" ,(mapconcat (lambda (who) (movierpc--person-words who (plist-get who :character)))
                         (seq-take (plist-get detail :cast) 10) ", "))
     ("Crew" ,(mapconcat (lambda (who) (movierpc--person-words who (plist-get who :job)))
                         (cl-remove "Director" (plist-get detail :crew)
                                    :key (lambda (who) (plist-get who :job)) :test #'equal)
                         ", "))
     ("Collection" ,(let ((collection (plist-get detail :collection)))
                      (if collection
                          (movierpc--link (plist-get collection :name)
                                          (movierpc-key-collection collection))
                        "")))
     ("Released" ,(movierpc-clean (plist-get detail :release_date)))
     ("Next" ,(movierpc--episode-link detail (plist-get detail :next_episode)))
     ("Latest" ,(movierpc--episode-link detail (plist-get detail :last_episode)))
     ("Seasons" ,(mapconcat (lambda (season)
                              (movierpc--with
                               (movierpc--link (plist-get season :name)
                                               (movierpc-key-season (plist-get detail :key)
                                                                    (plist-get season :season_number)))
                               (movierpc--count (plist-get season :episode_count) "episode")))
                            (plist-get detail :seasons) ", "))
     ("Network" ,(movierpc--names (seq-take (plist-get detail :networks) 4)))
     ("Lists" ,(if (cl-some (lambda (list) (movierpc-get detail :user_state list))
                            '(:watchlist :favorite))
                   (movierpc--on-words detail)
                 ""))
     ,@(movierpc--offers detail)
     ("IMDb" ,(let ((number (movierpc-clean (plist-get detail :imdb_id))))
                (if (string-empty-p number) "" (format "https://www.imdb.com/title/%s/" number))))
     ("Homepage" ,(movierpc-clean (plist-get detail :homepage))))
   do (movierpc--insert-fact name value)))

(defun movierpc--makers (names detail)
  "Return NAMES of makers of DETAIL, whose crew has their keys."
  (mapconcat (lambda (name)
               (let ((who (cl-find name (plist-get detail :crew)
                                   :key (lambda (who) (plist-get who :name)) :test #'equal)))
                 (if who (movierpc--person-words who nil) (movierpc-clean name))))
             names ", "))

(defun movierpc--episode-link (series episode)
  "Return EPISODE of SERIES, which may be nil, as a button for its season."
  (if episode
      (movierpc--with (movierpc--link (movierpc--episode-words episode)
                                      (movierpc-key-season (plist-get series :key)
                                                           (plist-get episode :season_number)))
                      (movierpc-clean (plist-get episode :air_date)))
    ""))

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

(provide 'movierpc-card)
;;; movierpc-card.el ends here
