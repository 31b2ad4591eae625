;;; movierpc-search.el --- Choose a title while typing  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `movierpc-read-title' is `completing-read' over whatever the daemon finds
;; for the words in the minibuffer.  What is found is not filtered again:
;; accents, word order and original titles are the daemon's business.

;;; Code:

(require 'movierpc-client)
(require 'movierpc-key)
(require 'movierpc-remedy)

(defcustom movierpc-search-limit 30
  "How many titles are offered at most."
  :type '(integer :match (lambda (_widget value) (and (integerp value) (<= 1 value 100))))
  :group 'movierpc)

(defvar movierpc-history nil "Titles that were chosen.")

(defun movierpc--find (words &optional year kind)
  "Return the titles found for WORDS, perhaps of YEAR, or of a KIND: movie or tv."
  (let ((words (string-trim words)))
    (unless (string-empty-p words)
      (plist-get
       (movierpc-call "search"
                      `(:q ,(substring words 0 (min 200 (length words)))
                        :page_size ,movierpc-search-limit :supersedes "emacs"
                        ,@(when year (list :year year))
                        ,@(when kind (list :media_type kind)))
                      #'movierpc-offer)
       :results))))

(defun movierpc--find-people (words)
  "Return the people found for WORDS, as titles with a key."
  (unless (string-empty-p (string-trim words))
    (mapcar (lambda (person)
              (list :key (movierpc-key-person person) :title (plist-get person :name)
                    :about (movierpc-clean (plist-get person :known_for_department))))
            (plist-get (movierpc-call "people" (list :q words :page_size movierpc-search-limit
                                                     :supersedes "emacs")
                                      #'movierpc-offer)
                       :results))))

(defun movierpc--find-collections (words)
  "Return the collection that WORDS mean best, as a list of a title with a key."
  ;; Two letters are the beginning of any.
  (let ((found (and (< 2 (length (string-trim words)))
                    (ignore-error user-error
                      (movierpc-call "collection" (list :name words :supersedes "emacs"))))))
    (when found
      (list (list :key (movierpc-key-collection found) :title (plist-get found :name)
                  :about (format "%d films" (length (plist-get found :parts))))))))

;;; The table of completions

(defun movierpc--candidate (title titles)
  "Return a text for TITLE which nothing else in TITLES has, and put it there."
  (let ((words (movierpc-cut (movierpc-title-words title) 60)))
    (cl-loop for text in (list words
                               (format "%s (%s)" words (movierpc-title-year title))
                               (format "%s [%s]" words (plist-get title :key)))
             for there = (gethash text titles)
             when (or (null there) (equal (plist-get there :key) (plist-get title :key)))
             do (puthash text title titles)
             and return text)))

(defun movierpc--table (titles &optional find)
  "Return a table of completions that asks the daemon by FIND.
TITLES is a hash table, which gets the title for each text that is offered."
  (let (asked found)
    (lambda (string predicate action)
      (cond
       ((eq action 'metadata)
        `(metadata (category . movierpc)
                   (display-sort-function . identity)
                   (cycle-sort-function . identity)
                   (annotation-function . ,(lambda (text) (movierpc--annotation text titles)))
                   (affixation-function . ,(lambda (texts) (movierpc--affixation texts titles)))))
       ((eq (car-safe action) 'boundaries) nil)
       ((eq action 'lambda) (and (gethash string titles) t))
       (t
        (unless (equal string asked)
          (setq found (mapcar (lambda (title) (movierpc--candidate title titles))
                              (funcall (or find #'movierpc--find) string))
                asked string))
        (let ((texts (if (and (gethash string titles) (not (member string found)))
                         (cons string found)
                       found)))
          (cond (action (all-completions "" texts predicate))
                ((equal texts (list string)) t)
                (texts string))))))))

(defun movierpc--annotation (text titles)
  "Return what is shown behind TEXT, of a title in TITLES."
  (let ((title (gethash text titles)))
    (propertize
     (string-join
      (delq nil (if (plist-get title :about)
                    (list "" (plist-get title :about))
                  (list (format "  %4s  %3s" (movierpc-title-year title) (movierpc-title-rating title))
                        (unless (equal (plist-get title :media_type) "movie")
                          (movierpc-title-type title))
                        (cond ((movierpc-get title :user_state :watched) "watched")
                              ((movierpc-get title :user_state :watchlist) "watchlist"))
                        (when (movierpc-get title :user_state :favorite) "favourite"))))
      "  ")
     'face 'completions-annotations)))

(defun movierpc--affixation (texts titles)
  "Return TEXTS with what is shown behind them, in columns; see TITLES."
  ;; Icomplete makes columns itself.
  (let ((width (if (bound-and-true-p icomplete-mode)
                   0
                 (apply #'max 0 (mapcar #'string-width texts)))))
    (mapcar (lambda (text)
              ;; What is chosen has to stay as it is: isolates are before and behind it.
              (let ((is-isolated (not (equal text (movierpc-isolated text)))))
                (list text (if is-isolated "\u2068" "")
                      (concat (if is-isolated "\u2069" "")
                              (make-string (max 0 (- width (string-width text))) ?\s)
                              (movierpc--annotation text titles)))))
            texts)))

;;; The style of completion, which takes all that the table has

(defun movierpc--try (string table predicate point)
  "Complete STRING, with POINT in it, only to a single completion of TABLE.
PREDICATE is as in `try-completion'."
  (let ((all (all-completions string table predicate)))
    (cond ((null all) nil)
          ((equal all (list string)) t)
          ((cdr all) (cons string point))
          (t (cons (car all) (length (car all)))))))

(defun movierpc--all (string table predicate _point)
  "Return all that TABLE has for STRING and PREDICATE."
  (all-completions string table predicate))

(add-to-list 'completion-styles-alist
             '(movierpc movierpc--try movierpc--all "What movierpcd finds, as it is."))

(defconst movierpc--reading-map
  (let ((map (make-sparse-keymap)))
    (define-key map " " #'self-insert-command)
    (define-key map "?" #'self-insert-command)
    map)
  "Keys which are letters of a title, where completion has other uses for them.")

(defun movierpc--set-up-reading ()
  "Let this minibuffer show all that was found, as it is."
  (use-local-map (make-composed-keymap movierpc--reading-map (current-local-map)))
  (setq-local completion-styles '(movierpc)
              completion-category-defaults nil
              completion-category-overrides nil))

;;; Reading

(defun movierpc--best (text)
  "Return the title that TEXT, words or a key, means best."
  (let ((text (string-trim text)))
    (cond
     ((string-empty-p text) (user-error "No title"))
     ((string-match (concat "\\(?:\\`\\|\\[\\)"
                            "\\(\\(?:movie\\|tv\\|itunes\\)/[0-9]+\\|imdb/tt[0-9]+\\)\\]?\\'")
                    text)
      (list :key (match-string 1 text)))
     ((car (or (and (string-match "\\`\\(.+\\) (\\([12][0-9]\\{3\\}\\))\\'" text)
                    (movierpc--find (match-string 1 text)
                                    (string-to-number (match-string 2 text))))
               (movierpc--find text))))
     (t (user-error "Nothing is called %s" text)))))

(defun movierpc--read (prompt find best)
  "Read something with PROMPT, with completion by FIND, and return it as a plist.
BEST makes one of words that were not completed."
  (let* ((titles (make-hash-table :test #'equal))
         (text (minibuffer-with-setup-hook (:append #'movierpc--set-up-reading)
                 (completing-read prompt (movierpc--table titles find) nil nil nil
                                  'movierpc-history))))
    (or (gethash text titles) (funcall best text))))

(defun movierpc-read-title (prompt &optional kind)
  "Read a title with PROMPT, with completion, and return it as a plist.
Words that were not completed mean the best match; a key means its title, of
which the plist has nothing else then.  KIND is movie or tv: only these are
offered."
  (movierpc--read prompt (lambda (words) (movierpc--find words nil kind)) #'movierpc--best))

(defun movierpc-read-person (prompt)
  "Read the name of a person with PROMPT; return a plist with a key."
  (movierpc--read prompt #'movierpc--find-people (lambda (text) (list :key (concat "person/" text)))))

(defun movierpc-read-collection (prompt)
  "Read the name of a collection with PROMPT; return a plist with a key."
  (movierpc--read prompt #'movierpc--find-collections
                  (lambda (text) (list :key (concat "collection/" text)))))

(defun movierpc-read-season (series)
  "Read the number of a season of SERIES, with completion."
  (let ((detail (movierpc-call "detail" (list :key (plist-get series :key) :fields ["seasons"])
                               #'movierpc-offer)))
    (string-to-number
     (completing-read "Season: " (mapcar (lambda (season)
                                           (number-to-string (plist-get season :season_number)))
                                         (plist-get detail :seasons))))))

(provide 'movierpc-search)
;;; movierpc-search.el ends here
