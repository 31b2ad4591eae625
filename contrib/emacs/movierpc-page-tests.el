;;; movierpc-page-tests.el --- Tests of what a title leads to  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; People, their titles, seasons and collections, against a real movierpcd.

;;; Code:

(require 'movierpc-tests)

(defmacro movierpc-tests--shown (&rest body)
  "Run BODY in the buffer of details."
  `(with-current-buffer movierpc--detail-buffer ,@body))

(defun movierpc-tests--page ()
  "Return what is shown, on one line."
  (movierpc-tests--shown
   (string-trim (replace-regexp-in-string
                 "[ \n]+" " " (buffer-substring-no-properties (point-min) (point-max))))))

(defun movierpc-tests--begins (words)
  "Fail unless WORDS are the beginning of what is shown."
  (should (equal words (substring (movierpc-tests--page)
                                  0 (min (length words) (length (movierpc-tests--page)))))))

(defun movierpc-tests--push (words)
  "Push the button WORDS."
  (movierpc-tests--shown
   (goto-char (point-min))
   (search-forward words)
   (push-button (match-beginning 0))))

(ert-deftest movierpc-keys-say-what-answers-them ()
  (dolist (pair '(("movie/1" "detail" :key "movie/1")
                  ("tv/1/season/2" "season" :key "tv/1" :season_number 2)
                  ("person/525" "person" :key "person/525")
                  ("person/Ana/x" "person" :name "Ana/x")
                  ("person/525/credits" "person.credits" :page 1 :page_size 100 :key "person/525")
                  ("person/Ana B/credits/3" "person.credits" :page 3 :page_size 100 :name "Ana B")
                  ("collection/7" "collection" :id 7)
                  ("collection/Dune" "collection" :name "Dune")
                  ("dune") ("season/3")))
    (should (equal (cdr pair) (movierpc-key-request (car pair)))))
  (should (equal '("tv/1/season/2" "person/5" "collection/5" "movie/5")
                 (seq-filter #'movierpc-key-page
                             '("tv/1/season/2" "person/5" "person/Ana" "collection/5" "itunes/5"
                               "imdb/tt5" "movie/5")))))

(ert-deftest movierpc-people-are-opened ()
  (movierpc-detail "movie/900001")
  (movierpc-tests--push "Nora Quill")
  (movierpc-tests--begins (concat "Nora Quill Directing · 1970-07-30 · Galway, Ireland "
                                  "Nora Quill has made many films. Also known N. N. Titles all of Nora Quill "
                                  "Known for The Amber Lighthouse (1990)"))
  (movierpc-tests--push "all of Nora Quill")
  (movierpc-tests--begins "Nora Quill 35 titles The Silent Quarry (2026) Director The Amber Carnival (2025)")
  (movierpc-tests--push "The Silent Quarry")
  (movierpc-tests--begins "The Silent Quarry (2026)")
  (dolist (words '("Nora Quill 35 titles" "Nora Quill Directing" "The Amber Lighthouse"))
    (movierpc-tests--shown (movierpc-detail-back))
    (movierpc-tests--begins words))
  (execute-kbd-macro (kbd "M-x movierpc-person RET nora TAB RET"))
  (movierpc-tests--begins "Nora Quill Directing")
  (movierpc-person "nora quill")
  (movierpc-tests--begins "Nora Quill Directing"))

(ert-deftest movierpc-titles-of-a-person-can-be-listed ()
  (movierpc-open "person/100/credits" "Nora Quill")
  (movierpc-tests--shown
   (goto-char (point-min))
   (should-not (movierpc-title-at-point))
   (search-forward "The Silent Q")
   (should (equal (plist-get (movierpc-title-at-point) :key) "movie/900022"))
   (movierpc-toggle-watchlist (movierpc-title-at-point))
   (should (movierpc-get (movierpc-title-at-point) :user_state :watchlist))
   (movierpc-toggle-watchlist (movierpc-title-at-point))
   (should-not (movierpc-get (movierpc-title-at-point) :user_state :watchlist))
   (let* (pages (browse-url-browser-function (lambda (page &rest _) (push page pages))))
     (movierpc-detail-browse)
     (should (equal pages '("https://www.themoviedb.org/movie/900022"))))))

(ert-deftest movierpc-seasons-are-opened ()
  (movierpc-detail "tv/950001")
  (should (string-match-p "Next S02E03 Episode ([-0-9]+) Latest S02E03 Episode ([-0-9]+)"
                          (movierpc-tests--page)))
  (movierpc-tests--push "Season 2")
  (movierpc-tests--begins "Amber Lighthouse Days: Season 2 8 episodes · 7.9 · 2012-01-01 It goes on.")
  (should (string-search "S02E08 Part 8 of 2 2012-01-08 · 45 min · 8.1 They meet."
                         (movierpc-tests--page)))
  (let* (pages (browse-url-browser-function (lambda (page &rest _) (push page pages))))
    (movierpc-tests--shown (goto-char (point-min)) (movierpc-detail-browse))
    (should (equal pages '("https://www.themoviedb.org/tv/950001/season/2"))))
  (movierpc-tests--shown (goto-char (point-min)) (search-forward "Series") (forward-button 1)
                         (push-button))
  (movierpc-tests--begins "Amber Lighthouse Days (1990)")
  (execute-kbd-macro (kbd "M-x movierpc-season RET tv/950001 RET 1 RET"))
  (movierpc-tests--begins "Amber Lighthouse Days: Season 1")
  (should-error (movierpc-season "tv/950001" 9) :type 'user-error))

(ert-deftest movierpc-collections-are-opened ()
  (movierpc-detail "movie/900004")
  (movierpc-tests--push "The Collection")
  (movierpc-tests--begins "The Collection 30 films They belong together. The Broken Clockmaker (1990)")
  (execute-kbd-macro (kbd "M-x movierpc-collection RET coll TAB RET"))
  (movierpc-tests--begins "The Collection 30 films")
  (movierpc-collection "the collection")
  (movierpc-tests--begins "The Collection 30 films"))

(ert-deftest movierpc-seasons-of-a-series-are-completed ()
  (let (offered)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt table &rest _) (setq offered table) "2")))
      (should (equal 2 (movierpc-read-season '(:key "tv/950001"))))
      (should (equal offered '("0" "1" "2"))))))

(ert-deftest movierpc-nobody-is-told ()
  (should (string-search "nobody is called"
                         (cadr (should-error (movierpc-person "no such person") :type 'user-error)))))

;; Names of people, roles, episodes and collections are a stranger's text too.
(ert-deftest movierpc-pages-show-hostile-names-as-text ()
  (let* ((odd (concat "\e[2J\n%s \u202e" (make-string 100 ?x)))
         (title (list :key "tv/1" :title odd :media_type "tv" :credit (list :character odd :job odd))))
    (movierpc-detail "movie/900001")
    (dolist (page
             `(("detail" ,@title :cast ((:name ,odd :character ,odd)) :crew ((:name ,odd :job ,odd))
                :directors (,odd) :creators (,odd) :collection (:name ,odd) :networks ((:name ,odd))
                :seasons ((:season_number 1 :name ,odd :episode_count 1))
                :next_episode (:season_number 1 :episode_number 2 :name ,odd :air_date ,odd))
               ("person" :name ,odd :original_name ,odd :biography ,odd :also_known_as (,odd)
                :place_of_birth ,odd :known_for (,title))
               ("person.credits" :results (,title) :next_page 2)
               ("season" :key "tv/1" :season_number 1 :title ,odd :name ,odd :overview ,odd
                :episodes ((:season_number 1 :episode_number 2 :name ,odd :overview ,odd)))
               ("collection" :name ,odd :overview ,odd :parts (,title))))
      (movierpc-tests--shown
       (movierpc--detail-show (list :method (car page) :key "person/1/credits" :result (cdr page)) 1)
       (should (< 3 (count-lines (point-min) (point-max))))
       (should (apply #'movierpc-tests--clean-p (buffer-string) movierpc-tests--button-properties))))))

(provide 'movierpc-page-tests)
;;; movierpc-page-tests.el ends here
