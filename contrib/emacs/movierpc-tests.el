;;; movierpc-tests.el --- Tests against a real movierpcd  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Run by the script `test', in a home of its own and with invented films.

;;; Code:

(require 'ert)
(require 'seq)
(require 'org)
(require 'org-element)
(require 'text-property-search)
(require 'movierpc)
(require 'movierpc-jsonrpc)

(defconst movierpc-tests--names
  '("Fast & Furious" "#Alive" "#Horror" "[REC]" "%{F#f00}x" "What the #$*! Do We (K)now!?"
    "<b>Bold</b> <3 \"q\" 'a'" "Two Lines  and a tab" "[31mRed[2J]0;owned" "enud"
    "$(touch owned) `touch owned`" "'; touch owned; '\" & touch owned & \""
    "#(touch owned)#[fg=red]#S#{pane_id}#" "%{A1:touch owned:}click%{A}%{broken"
    "Nulicon/etc/passwd" "<C-c>:q!<CR>%{system('touch owned')}|quit"
    "100% Wolf %s %d %n \\n \\" "31mC1 next line" "--help" "Amélie 👨‍👩‍👧‍👦 東京物語")
  "What people are to see of the hostile titles, but for the long one.")

(defun movierpc-tests--hostile ()
  "Return the hostile titles."
  (plist-get (movierpc-call "search" '(:q "hostile" :page_size 100)) :results))

(defmacro movierpc-tests--until (condition)
  "Wait until CONDITION, for 15 s at most, and fail if it does not come."
  `(let ((deadline (+ (float-time) 15)))
     (while (not (or ,condition (< deadline (float-time))))
       (accept-process-output nil 0.05))
     (should ,condition)))

(defun movierpc-tests--pause (seconds)
  "Do for SECONDS what Emacs does while nobody types."
  (let ((until (+ (float-time) seconds)))
    (while (< (float-time) until) (accept-process-output nil 0.05))))

(defun movierpc-tests--other (&rest arguments)
  "Run movierpc, another client, with ARGUMENTS, and return what it prints."
  (with-temp-buffer
    (should (eql 0 (apply #'call-process "movierpc" nil t nil arguments)))
    (buffer-string)))

(defun movierpc-tests--pid ()
  "Return the process number of the daemon."
  (plist-get (movierpc-call "status") :pid))

(defun movierpc-tests--clean-p (text &rest allowed)
  "Return non-nil if TEXT is plain text; of properties it may have those ALLOWED."
  (and (not (string-match-p movierpc--hostile (string-replace "\n" "" text)))
       (cl-loop for place = 0 then (next-property-change place text)
                while place
                always (cl-loop for (name) on (text-properties-at place text) by #'cddr
                                always (memq name allowed)))))

;;; Requests

(ert-deftest movierpc-answers-come-as-plists ()
  (should (equal (movierpc-call "ping") '(:pong t)))
  (should (equal (plist-get (movierpc-call "search" '(:q "nothing like this")) :results) nil))
  (should (equal (mapcar #'movierpc-title-words (butlast (movierpc-tests--hostile)))
                 movierpc-tests--names)))

(ert-deftest movierpc-takes-long-answers ()
  (let ((methods (plist-get (movierpc-call "rpc.discover") :methods)))
    (should (< 40 (length methods)))))

(ert-deftest movierpc-names-itself ()
  (let ((clients (plist-get (movierpc-call "clients") :clients)))
    (should (equal (plist-get (seq-find (lambda (client) (plist-get client :self)) clients) :client)
                   "emacs"))))

(ert-deftest movierpc-tells-errors-in-words ()
  (let ((err (should-error (movierpc-call "search" '(:q "dune" :year "\e[31mx")) :type 'user-error)))
    (should (string-search "year must be an integer" (cadr err)))
    (should (movierpc-tests--clean-p (cadr err)))))

(ert-deftest movierpc-gives-kinds-of-errors-to-programs ()
  (let (kind)
    (movierpc-request "detail" '(:key "movie/1") #'ignore
                      (lambda (err) (setq kind (movierpc-get err :data :kind))))
    (movierpc-tests--until kind)
    (should (equal kind "not_found"))))

(ert-deftest movierpc-quitting-cancels ()
  (movierpc-call "ping")
  (let ((start (float-time)))
    (run-at-time 0.2 nil (lambda () (setq quit-flag t)))
    (should (eq 'quit (condition-case nil
                          (movierpc-call "search" '(:q "dune" :supersedes "t" :debounce_ms 2000))
                        (quit 'quit))))
    ;; It would be under way for two seconds.
    (should (zerop (plist-get (movierpc-call "status") :in_flight)))
    (should (< (- (float-time) start) 1.5))))

(ert-deftest movierpc-a-callback-may-fail-and-may-ask ()
  (let (inner debug-on-error)
    (movierpc-request "ping" nil (lambda (_) (error "On purpose")))
    (movierpc-request "ping" nil (lambda (_) (setq inner (movierpc-call "ping"))))
    (movierpc-tests--until inner)
    (should (equal inner '(:pong t)))))

(ert-deftest movierpc-lines-may-come-in-pieces ()
  (let ((process (make-pipe-process :name "pieces" :noquery t))
        answers)
    (unwind-protect
        (let ((text (concat "{\"id\":1,\"result\":{\"a\":\"é\\\\u0000\\u0000\"}}\n"
                            "{\"id\":2,\"result\":{}}\n{\"id\"")))
          (process-put process 'pending (make-hash-table))
          (dolist (id '(1 2 3))
            (puthash id (list (lambda (result) (push (cons id result) answers)))
                     (process-get process 'pending)))
          (mapc (lambda (character) (movierpc--filter process (string character))) text)
          (should (equal answers '((2) (1 :a "é\\u0000\u0001"))))
          (movierpc--filter process ":3,\"result\":{\"b\":[false,null,[]]}}\n")
          (should (equal (car answers) '(3 :b (nil nil nil))))
          ;; All at once, and a beginning.
          (puthash 4 (list (lambda (result) (push (cons 4 result) answers)))
                   (process-get process 'pending))
          (movierpc--filter process "\n\r\n{\"method\":\"new\"}\n{\"id\":4,\"result\"")
          (movierpc--filter process ":{\"c\":1.5}}\n")
          (should (equal (car answers) '(4 :c 1.5))))
      (delete-process process))))

(ert-deftest movierpc-looks-for-the-socket-as-the-client-does ()
  (let ((movierpc-socket nil)
        (process-environment (cons "XDG_RUNTIME_DIR=/tmp/x" process-environment)))
    (should (equal (movierpc--folder) "/tmp/x/movierpc"))
    (should-not (movierpc--named-socket))
    (setenv "XDG_RUNTIME_DIR" "relative")
    (should (string-match-p "\\`\\(/run/user/[0-9]+/movierpc\\|/tmp/movierpc-[0-9]+\\)\\'"
                            (movierpc--folder)))
    (setenv "MOVIERPC_SOCKET" "/tmp/y")
    (should (equal (movierpc--named-socket) "/tmp/y"))
    (setq movierpc-socket "/tmp/z")
    (should (equal (movierpc--named-socket) "/tmp/z"))))

(ert-deftest movierpc-does-not-enter-a-folder-of-others ()
  (let ((folder (make-temp-file "movierpc" t)))
    (unwind-protect
        (progn (should (movierpc--private-p folder))
               (set-file-modes folder #o770)
               (should-not (movierpc--private-p folder)))
      (delete-directory folder))))

;;; The daemon goes and comes

(ert-deftest movierpc-killed-daemon-fails-requests-and-is-started-again ()
  (let ((pid (movierpc-tests--pid))
        failed)
    (movierpc-request "search" '(:q "dune" :supersedes "t" :debounce_ms 2000)
                      #'ignore (lambda (err) (setq failed err)))
    (signal-process pid 'SIGKILL)
    (movierpc-tests--until failed)
    (should (string-search "has ended" (movierpc-error-text failed)))
    (should-not (equal pid (movierpc-tests--pid)))))

(ert-deftest movierpc-missing-program-is-named ()
  (movierpc-disconnect)
  (let ((movierpc-socket (expand-file-name "other/socket" (getenv "XDG_RUNTIME_DIR")))
        (movierpc-program "no-such-movierpc"))
    (should (string-search "no-such-movierpc"
                           (cadr (should-error (movierpc-call "ping") :type 'user-error))))
    (setq movierpc-program "movierpc")
    ;; The client's own words.
    (should (string-search "could not start"
                           (cadr (should-error (movierpc-call "ping") :type 'user-error))))))

(ert-deftest movierpc-followers-see-the-daemon-go-and-come ()
  (let* ((states nil)
         (follower (movierpc-follow '("library") (lambda (&rest state) (push state states)))))
    (unwind-protect
        (progn
          (movierpc-tests--until (equal (caar states) "library"))
          (movierpc-tests--other "watchlist" "add" "movie/980001")
          (movierpc-tests--until (eql 1 (plist-get (cadar states) :watchlist)))
          (movierpc-tests--other "watchlist" "remove" "movie/980001")
          (movierpc-tests--until (eql 0 (plist-get (cadar states) :watchlist)))
          (signal-process (movierpc-tests--pid) 'SIGKILL)
          (movierpc-tests--until (equal (car states) '(nil nil)))
          (movierpc-tests--until (equal (caar states) "library"))
          ;; One that was asked to stop stays away, and is found when it is back.
          (movierpc-tests--other "daemon" "stop")
          (movierpc-tests--until (equal (car states) '(nil nil)))
          (movierpc-tests--pause 2.5)
          (should (equal (car states) '(nil nil)))
          (movierpc-tests--other "daemon" "start")
          (movierpc-tests--until (equal (caar states) "library"))
          (should (cl-every (lambda (state) (member (car state) '(nil "library"))) states)))
      (movierpc-unfollow follower))))

;;; What helps

(defmacro movierpc-tests--asked (&rest body)
  "Return what is asked while BODY is run: y is the answer, and the PIN."
  `(let (asked)
     (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (push prompt asked) t))
               ((symbol-function 'read-passwd) (lambda (prompt &rest _) (push prompt asked) "1234")))
       ,@body)
     (nreverse asked)))

(ert-deftest movierpc-offers-what-helps ()
  (movierpc-call "ping")
  (movierpc-tests--other "call" "profiles.update" "{\"name\":\"default\",\"new_pin\":\"1234\"}")
  (unwind-protect
      (let ((question "default has a PIN\nUnlock default with its PIN? "))
        (should (equal (list (concat "watchlist: " question) "pin: ")
                       (movierpc-tests--asked
                        (should-error (movierpc-watchlist) :type 'user-error)
                        (movierpc-tests--until (ignore-errors (movierpc-call "watchlist"))))))
        (movierpc-tests--other "call" "profiles.lock")
        (should (equal (list (concat "player.play: " question) "pin: ")
                       (movierpc-tests--asked
                        (movierpc-play-trailer "movie/980012")
                        (movierpc-tests--until (ignore-errors (movierpc-call "watchlist")))))))
    (movierpc-tests--other "call" "profiles.update"
                           "{\"name\":\"default\",\"pin\":\"1234\",\"reset\":[\"pin\"]}")))

(ert-deftest movierpc-does-not-offer-what-only-reads ()
  (should-not (movierpc-tests--asked
               (should-error (movierpc-detail "movie/7") :type 'user-error)
               (movierpc-tests--pause 0.3)))
  (dolist (remedy '((:setting "limits.depth") (:method "settings") (:params (:year 2021))
                    (:install "mpv") (:wait_ms 9) nil))
    (should-not (movierpc--remedy-question `(:data (:hint "h" :remedy ,remedy))))))

(ert-deftest movierpc-sends-what-helps ()
  (let (sent)
    (cl-letf (((symbol-function 'movierpc-request)
               (lambda (method params &rest _) (push (list method params) sent))))
      (should (equal '("no\nWithout it nothing is found. Set tmdb.key? " "tmdb.key: "
                       "no\nX[2J. Call a.b ? ")
                     (movierpc-tests--asked
                      (movierpc--remedy-ask '(:message "no" :data (:hint "without it nothing is found"
                                                                   :remedy (:setting "tmdb.key"))))
                      (movierpc--remedy-ask '(:message "no" :data (:hint "x\e[2J" :remedy
                                                                   (:method "a.b\n" :params (:c ("d"))))))))))
    (should (equal '(("a.b\n" (:c ["d"])) ("settings.update" (:set (:tmdb.key "1234")))) sent))))

;;; Completion

(ert-deftest movierpc-completes-what-the-daemon-finds ()
  (let* ((titles (make-hash-table :test #'equal))
         (table (movierpc--table titles))
         (all (all-completions "hostile" table))
         (metadata (completion-metadata "hostile" table nil)))
    (should (equal (butlast all) movierpc-tests--names))
    (should (<= (string-width (car (last all))) 60))
    (should (cl-every #'movierpc-tests--clean-p all))
    (should (equal (plist-get (gethash "[REC]" titles) :key) "movie/980004"))
    (should (equal (movierpc--try "hostile" table nil 7) '("hostile" . 7)))
    (should (equal (movierpc--all "hostile" table nil 7) all))
    (should (test-completion "100% Wolf %s %d %n \\n \\" table))
    (should-not (test-completion "no title" table))
    (should (equal "  2013  8.3"
                   (substring-no-properties
                    (funcall (completion-metadata-get metadata 'annotation-function) "[REC]"))))
    (dolist (line (funcall (completion-metadata-get metadata 'affixation-function) all))
      (should (equal (cadr line) ""))
      (should (movierpc-tests--clean-p (nth 2 line) 'face))
      (should (string-match-p "\\` *  20[0-9]\\{2\\}  [0-9.]+\\'" (nth 2 line)))
      (should (= (string-width (concat (car line) (nth 2 line)))
                 (+ 11 (apply #'max (mapcar #'string-width all))))))))

(ert-deftest movierpc-namesakes-are-told-apart ()
  (let ((titles (make-hash-table :test #'equal)))
    (should (equal (mapcar (lambda (title) (movierpc--candidate title titles))
                           '((:key "movie/1" :title "Dune" :year 2021)
                             (:key "movie/2" :title "Dune" :year 1984)
                             (:key "movie/3" :title "Dune" :year 1984)
                             (:key "movie/2" :title "Dune" :year 1984)
                             (:key "movie/4" :title "\u202e\u200f")))
                   '("Dune" "Dune (1984)" "Dune [movie/3]" "Dune (1984)" "movie/4")))))

(ert-deftest movierpc-search-shows-what-was-chosen ()
  (dolist (keys '("velvet SPC lighth TAB RET" "the SPC velvet SPC lighthouse RET" "movie/900097 RET"
                  "The SPC Velvet SPC Lighthouse SPC (1996) RET"
                  "TAB TAB velvet TAB SPC lighth TAB RET"))
    (when (get-buffer movierpc--detail-buffer) (kill-buffer movierpc--detail-buffer))
    (execute-kbd-macro (vconcat (kbd "M-x movierpc-search RET") (kbd keys)))
    (with-current-buffer movierpc--detail-buffer
      (should (string-prefix-p "The Velvet Lighthouse (1996)\n" (buffer-string))))))

(ert-deftest movierpc-search-says-that-nothing-is-found ()
  (should (equal "Nothing is called zzzz"
                 (cadr (should-error (execute-kbd-macro (kbd "M-x movierpc-search RET zzzz RET"))
                                     :type 'user-error)))))

(ert-deftest movierpc-right-to-left-titles-are-isolated ()
  (let* ((title '(:key "movie/1" :media_type "movie" :title "ואלס עם באשיר"
                  :year 2008 :vote_average 7.8 :vote_count 9))
         (titles (make-hash-table :test #'equal))
         (text (movierpc--candidate title titles)))
    (should (equal text "ואלס עם באשיר"))
    (should (equal (movierpc-title-shown title) "\u2068ואלס עם באשיר\u2069 (2008)"))
    (should (equal (movierpc-title-shown '(:title "Dune" :year 2021)) "Dune (2021)"))
    (pcase-let ((`((,chosen ,before ,behind)) (movierpc--affixation (list text) titles)))
      (should (equal chosen text))
      (should (equal before "\u2068"))
      (should (equal (substring-no-properties behind) "\u2069  2008  7.8")))
    (should (equal (movierpc-isolated (movierpc-clean "\u2068\u202eDune\u2069")) "Dune"))))

;;; Buffers

(defconst movierpc-tests--button-properties
  '(face button category action movierpc-title follow-link help-echo fontified))

(ert-deftest movierpc-detail-shows-hostile-titles-as-text ()
  (let (earlier)
    (dolist (title (movierpc-tests--hostile))
      (movierpc-detail title)
      (with-current-buffer movierpc--detail-buffer
        (let ((name (movierpc-title-words title)))
          (unless (< 60 (length name))
            (should (equal (buffer-substring-no-properties (point-min) (line-end-position))
                           (movierpc-title-name title)))
            (should (string-search (format "A story about %s" name) (buffer-string))))
          (should (equal (get-text-property (point-min) 'face) 'bold))
          (should (string-search
                   "\n[Trailer]  [Add to watchlist]  [Mark watched]  [Add to favourites]  [Page]"
                   (buffer-string)))
          (when earlier (should-not (string-search earlier (buffer-string))))
          (should (apply #'movierpc-tests--clean-p (buffer-string) movierpc-tests--button-properties))
          (setq earlier name))))
    (with-current-buffer movierpc--detail-buffer
      (dotimes (_ 20) (movierpc-detail-back))
      (should (string-prefix-p "Fast & Furious (2010)\n" (buffer-string))))))

(ert-deftest movierpc-detail-has-the-poster ()
  (cl-letf* ((files nil)
             ((symbol-function 'display-images-p) #'always)
             ((symbol-function 'create-image)
              (lambda (file &rest _) (push file files) '(image :type jpeg))))
    (save-window-excursion
      (movierpc-detail "movie/900001")
      (movierpc-detail "movie/900002")
      (with-current-buffer "*movierpc*"
        ;; That of the first may have come before the second was shown.
        (movierpc-tests--until (save-excursion
                                 (goto-char (point-min))
                                 (text-property-search-forward 'display '(image :type jpeg) t)))
        (should (file-readable-p (car files)))
        (goto-char (point-min))
        (should (text-property-search-forward 'display '(image :type jpeg) t))
        (should (save-excursion (search-forward "[Trailer]")))
        (should-not (text-property-search-forward 'display '(image :type jpeg) t))))))

(ert-deftest movierpc-buttons-do-what-they-say ()
  (movierpc-detail "movie/980001")
  (with-current-buffer movierpc--detail-buffer
    (cl-flet ((push-it (label)
                (goto-char (point-min))
                (search-forward label)
                (push-button (match-beginning 0))))
      (push-it "[Add to watchlist]")
      (push-it "[Mark watched]")
      (push-it "[Add to favourites]")
      (should (string-search "on the watchlist, watched, a favourite" (buffer-string)))
      (should (equal "1" (string-trim (movierpc-tests--other "call" "favorites" "--format" "1"))))
      (push-it "[Take off favourites]")
      (push-it "[Mark unwatched]")
      (push-it "[Take off watchlist]")
      (should (string-search "[Add to watchlist]  [Mark watched]  [Add to favourites]" (buffer-string)))
      (goto-char (point-min))
      (search-forward "Similar\n  ")
      (let ((similar (buffer-substring-no-properties (point) (line-end-position))))
        (push-button)
        (goto-char (point-min))
        (should (string-prefix-p (buffer-substring-no-properties (point) (line-end-position))
                                 similar))))))

(defun movierpc-tests--cells (key)
  "Return the cells of the title with KEY in the watchlist."
  (with-current-buffer movierpc--watchlist-buffer
    (cadr (assoc key tabulated-list-entries))))

(ert-deftest movierpc-watchlist-shows-hostile-titles-as-text ()
  (let ((titles (movierpc-tests--hostile)))
    (unwind-protect
        (progn
          (dolist (title titles)
            (movierpc-call "watchlist.add" (list :key (plist-get title :key)
                                                 :note (plist-get title :title))))
          (movierpc-watchlist)
          (with-current-buffer movierpc--watchlist-buffer
            (should (= (length titles) (count-lines (point-min) (point-max))))
            (should (movierpc-tests--clean-p
                     (buffer-string) 'help-echo 'display 'tabulated-list-id 'tabulated-list-entry
                     'tabulated-list-column-name))
            (should-not (text-property-not-all (point-min) (point-max) 'face nil))
            (dolist (title titles)
              (goto-char (point-min))
              (should (search-forward (movierpc-title-words title)))
              (should (member (get-text-property (1- (point)) 'help-echo)
                              '("RET: all about this title")))
              (should (equal (plist-get (movierpc-title-at-point) :key) (plist-get title :key))))))
      (dolist (title titles)
        (movierpc-call "watchlist.remove" (list :key (plist-get title :key)))))))

(ert-deftest movierpc-watchlist-keys-and-events ()
  (movierpc-call "watchlist.add" '(:key "movie/980017"))
  (movierpc-watchlist)
  (switch-to-buffer movierpc--watchlist-buffer)
  (goto-char (point-min))
  (execute-kbd-macro (kbd "x"))
  (movierpc-tests--until (equal "✓" (aref (movierpc-tests--cells "movie/980017") 0)))
  (execute-kbd-macro (kbd "e with SPC Ana RET"))
  (movierpc-tests--until (equal "with Ana" (aref (movierpc-tests--cells "movie/980017") 6)))
  (execute-kbd-macro (kbd "u"))
  (should-not tabulated-list-entries)
  (execute-kbd-macro (kbd "u"))
  ;; What others do.
  (movierpc-tests--other "watchlist" "add" "movie/980002")
  (movierpc-tests--until (movierpc-tests--cells "movie/980002"))
  (movierpc-tests--other "watchlist" "remove" "movie/980002")
  (movierpc-tests--until (null (movierpc-tests--cells "movie/980002")))
  (goto-char (point-min))
  (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (movierpc-tests--clean-p prompt))))
    (execute-kbd-macro (kbd "d")))
  (movierpc-tests--until (null tabulated-list-entries))
  ;; The daemon goes and comes.
  (signal-process (movierpc-tests--pid) 'SIGKILL)
  (movierpc-tests--until (equal mode-line-process " [movierpcd is not running]"))
  (movierpc-tests--until (null mode-line-process))
  (kill-buffer movierpc--watchlist-buffer)
  (should-not movierpc--followers))

;;; Trailers

(ert-deftest movierpc-trailer-opens-a-page-where-nothing-can-be-played ()
  (let* (pages (browse-url-browser-function (lambda (page &rest _) (push page pages))))
    (movierpc-play-trailer "movie/980012")
    (movierpc-tests--until pages)
    (should (string-match-p "\\`https://www\\.youtube\\.com/[[:alnum:]?=_%.&;-]+\\'" (car pages)))))

(ert-deftest movierpc-opens-only-pages ()
  (let* (pages (browse-url-browser-function (lambda (page &rest _) (push page pages))))
    (cl-letf (((symbol-function 'movierpc-request)
               (lambda (_method _params callback &optional _errback)
                 (funcall callback '(:title "x" :best (:url "javascript:touch owned"))))))
      (movierpc--open-trailer "movie/1"))
    (should-not pages)))

;;; Links

(ert-deftest movierpc-org-links-show-the-title ()
  (let ((page "https://www.themoviedb.org/movie/980001"))
    (dolist (name (append movierpc-tests--names
                          '("/x/ *y* ~z~" "a_{b}^{c} \\alpha $x$" "src_sh{touch owned} call_x()" "]]"
                            "{{{m(x)}}} @@html:<b>@@ <<t>> [fn:1] <2021-01-01 Fri>"
                            "[[shell:touch owned]]"
                            "https://example.org/ shell:touch%20owned [1/2] \\\\")))
      (let* ((title (list :key "movie/980001" :title name :year 2013))
             (link (movierpc-link title 'org)))
        (with-temp-buffer
          (let ((org-inhibit-startup t)) (org-mode))
          (insert "- " link " end\n")
          (let* ((tree (org-element-parse-buffer))
                 (objects (org-element-map tree org-element-all-objects #'identity))
                 (contents (org-element-contents (car objects))))
            (should (equal '(link) (mapcar #'org-element-type objects)))
            (should (equal page (org-element-property :raw-link (car objects))))
            (should (cl-every #'stringp contents))
            (should (equal (concat name " (2013)")
                           (replace-regexp-in-string "[\u2060\u200b]" "" (apply #'concat contents))))))))))

(ert-deftest movierpc-markdown-links-escape-the-title ()
  (dolist (pair '(("[REC]" . "\\[REC\\]") ("Fast & Furious" . "Fast & Furious")
                  ("&lt; *x*" . "\\&lt; \\*x\\*") ("<b>`a`\\" . "\\<b\\>\\`a\\`\\\\")
                  ("](javascript:x)" . "\\](javascript:x)")))
    (should (equal (movierpc-link (list :key "tv/5" :title (car pair) :year 2013) 'markdown)
                   (format "[%s (2013)](https://www.themoviedb.org/tv/5)" (cdr pair))))))

(ert-deftest movierpc-inserts-links-as-the-buffer-has-them ()
  (dolist (pair '((org-mode . "[[https://www.themoviedb.org/movie/980004][[REC] (2013)]]")
                  (text-mode . "[REC] (2013) <https://www.themoviedb.org/movie/980004>")))
    (with-temp-buffer
      (switch-to-buffer (current-buffer))
      (funcall (car pair))
      (execute-kbd-macro (kbd "M-x movierpc-insert-link RET movie/980004 RET"))
      (should (equal (buffer-string) (cdr pair)))))
  (with-temp-buffer
    (setq buffer-file-name "/tmp/x.md")
    (movierpc-insert-link '(:key "itunes/7" :title "a*b"))
    (should (equal (buffer-string) "a\\*b"))
    (set-buffer-modified-p nil)
    (setq buffer-file-name nil)))

;;; The mode line

(ert-deftest movierpc-mode-line-doubles-percent-signs ()
  (movierpc-mode-line-mode 1)
  (unwind-protect
      (progn
        (movierpc-tests--until (equal (movierpc-mode-line) ""))
        (should (member '(:eval (movierpc-mode-line)) global-mode-string))
        (dolist (title (movierpc-tests--hostile))
          (movierpc--mode-line-told "player" (list :state "paused" :title (plist-get title :title)))
          (let ((text (movierpc-mode-line)))
            (should (movierpc-tests--clean-p text))
            (should (string-suffix-p " paused " text))
            (should (string-prefix-p (substring (movierpc-title-words title) 0 4)
                                     (string-replace "%%" "%" text)))
            (should-not (string-match-p "%" (string-replace "%%" "" text)))
            (should (<= (string-width (string-replace "%%" "%" text)) 31))))
        (movierpc--mode-line-told "player" '(:state "stopped"))
        (movierpc--mode-line-told
         "downloads" '(:bytes 42 :total_bytes 100
                       :items ((:state "done" :title "x") (:state "active" :title "100% Wolf"))))
        (should (equal (movierpc-mode-line) "100%% Wolf 42%% "))
        (signal-process (movierpc-tests--pid) 'SIGKILL)
        (movierpc-tests--until (equal (movierpc-mode-line) "movierpc offline "))
        (movierpc-tests--until (equal (movierpc-mode-line) ""))
        (movierpc-tests--other "watchlist" "add" "movie/980017")
        (movierpc-tests--until (equal (movierpc-mode-line) "1 to watch "))
        (movierpc-tests--other "watchlist" "remove" "movie/980017")
        (movierpc-tests--until (equal (movierpc-mode-line) "")))
    (movierpc-mode-line-mode -1))
  (should-not movierpc--followers)
  (should-not (member '(:eval (movierpc-mode-line)) global-mode-string))
  (should (equal (movierpc-mode-line) "")))

;;; jsonrpc.el

(ert-deftest movierpc-jsonrpc-asks-and-hears ()
  (let* ((events nil)
         (daemon (movierpc-jsonrpc-connect (lambda (event) (push event events)))))
    (unwind-protect
        (progn
          (should (jsonrpc-process-connection-p daemon))
          (should (equal (jsonrpc-request daemon 'ping nil) '(:pong t)))
          (should (= 21 (length (plist-get (jsonrpc-request daemon 'search
                                                            '(:q "hostile" :page_size 100))
                                           :results))))
          (let ((err (should-error (jsonrpc-request daemon 'detail '(:key "movie/1")))))
            (should (equal "not_found" (plist-get (alist-get 'jsonrpc-error-data (cddr err)) :kind))))
          (should (plist-get (jsonrpc-request daemon 'subscribe '(:topics ["library"])) :subscription))
          (movierpc-tests--other "watchlist" "add" "movie/980015")
          (movierpc-tests--until events)
          (should (equal "library" (plist-get (car events) :topic)))
          (should (eql 1 (movierpc-get (car events) :data :watchlist)))
          (movierpc-tests--other "watchlist" "remove" "movie/980015")
          ;; Giving up.
          (should (eq 'given-up
                      (with-timeout (0.1 'given-up)
                        (jsonrpc-request daemon 'search
                                         '(:q "dune" :supersedes "t" :debounce_ms 300)))))
          (movierpc-tests--pause 0.6)
          (should (equal (jsonrpc-request daemon 'ping nil) '(:pong t))))
      (jsonrpc-shutdown daemon))
    (should-not (jsonrpc-running-p daemon))))

;; As it is in Emacs 30.
(ert-deftest movierpc-jsonrpc-reads-a-nul-in-a-buffer-that-is-read-only ()
  (with-temp-buffer
    (insert "{\"title\":\"a\\u0000b\"}")
    (setq buffer-read-only t)
    (let (answer)
      (movierpc-jsonrpc--filter (lambda (_process _output) (setq answer (jsonrpc--json-read))) nil "")
      (should (equal "a\u0001b" (plist-get answer :title))))))

(ert-deftest movierpc-jsonrpc-hears-an-event-that-comes-with-an-answer ()
  (let* ((events nil)
         (daemon (movierpc-jsonrpc-connect (lambda (event) (push event events))))
         (process (jsonrpc--process daemon))
         (pid (movierpc-tests--pid)))
    (unwind-protect
        (progn
          ;; Nothing else comes from a daemon that is stopped.
          (signal-process pid 'SIGSTOP)
          ;; The answer and two events in one piece.
          (run-at-time
           0.1 nil
           (lambda ()
             (funcall (process-filter process) process
                      (mapconcat
                       (lambda (json) (format "Content-Length: %d\r\n\r\n%s" (string-bytes json) json))
                       (list (format "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"early\":true}}"
                                     (jsonrpc--next-request-id daemon))
                             "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"topic\":\"a\"}}"
                             "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"topic\":\"b\"}}")
                       ""))))
          (should (equal '(:early t) (jsonrpc-request daemon 'ping nil)))
          (movierpc-tests--until (cdr events))
          (should (equal '("b" "a") (mapcar (lambda (event) (plist-get event :topic)) events))))
      (signal-process pid 'SIGCONT)
      (jsonrpc-shutdown daemon))))

(provide 'movierpc-tests)
;;; movierpc-tests.el ends here
