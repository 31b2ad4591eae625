;;; movierpc-act.el --- What is done with a title  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The trailer, the lists and the page of a title.  These commands are about
;; the title at point, in buffers that show titles, else they ask for one.

;;; Code:

(require 'browse-url)
(require 'movierpc-client)
(require 'movierpc-key)
(require 'movierpc-remedy)
(require 'movierpc-search)

(defvar-local movierpc-title-at-point-function #'ignore
  "Returns the title at point, or nil.")

(defun movierpc-title-at-point ()
  "Return the title at point as a plist, or nil."
  (funcall movierpc-title-at-point-function))

(defun movierpc--title-for (prompt)
  "Return the title at point, else one that is read with PROMPT."
  (or (movierpc-title-at-point) (movierpc-read-title prompt)))

(defun movierpc--key (title)
  "Return the key of TITLE, which may be a key itself, or words."
  (or (plist-get (if (stringp title) (movierpc--best title) title) :key)
      (user-error "That title has no key")))

;;; Trailers

(defun movierpc--display ()
  "Return where the player's window should open, as parameters of `player.play'."
  (let ((wayland (getenv "WAYLAND_DISPLAY" (selected-frame)))
        (x11 (getenv "DISPLAY" (selected-frame))))
    (when (or wayland x11)
      (list :display (append (when wayland (list :wayland wayland))
                             (when x11 (list :x11 x11)))))))

;;;###autoload
(defun movierpc-play-trailer (title)
  "Play the trailer of TITLE, or open its page where that cannot be played.
TITLE is a plist, a key or words."
  (interactive (list (movierpc--title-for "Play the trailer of: ")))
  (let ((key (movierpc--key title)))
    (movierpc-request
     "player.play" `(:key ,key :video "trailer" ,@(movierpc--display))
     (lambda (player)
       (if (equal (plist-get player :state) "failed")
           (movierpc--open-trailer key)
         (message "Playing the trailer of %s" (movierpc-clean (plist-get player :title)))))
     (lambda (err)
       (pcase (list (movierpc-get err :data :kind) (movierpc-get err :data :resource))
         ((or `("not_available" ,_) `("not_found" "video")) (movierpc--open-trailer key))
         (_ (movierpc--complain err)))))
    (message "Looking for the trailer...")))

(defun movierpc--open-trailer (key)
  "Open the page of the best trailer of the title with KEY."
  (movierpc-request
   "trailer" (list :key key)
   (lambda (trailer)
     (let ((page (movierpc-get trailer :best :url)))
       (if (and (stringp page) (string-match-p "\\`https?://" page))
           (movierpc--browse page)
         (message "There is no page with a trailer of %s"
                  (movierpc-clean (plist-get trailer :title))))))
   #'movierpc--complain))

(defun movierpc--browse (page)
  "Open PAGE, an address."
  (message "Opening %s" (movierpc-clean page))
  (browse-url page))

(defun movierpc-browse-page (title)
  "Open the page about TITLE at TMDB."
  (interactive (list (movierpc--title-for "Open the page of: ")))
  (movierpc--browse (or (movierpc-key-page (plist-get title :key))
                        (user-error "%s has no page at TMDB" (movierpc-title-words title)))))

;;; Lists

(defvar movierpc-changed-functions nil
  "Called with a title whose `:user_state' has changed.")

(defun movierpc--change (method key &rest params)
  "Have METHOD change the list entry of KEY, with PARAMS; say what has become."
  (let ((title (plist-get (movierpc-call method (append (list :key key) params) #'movierpc-offer)
                          :item)))
    (when title
      (run-hook-with-args 'movierpc-changed-functions title)
      (message "%s is %s" (movierpc-title-shown title) (movierpc--on-words title)))
    title))

(defun movierpc--on (title list)
  "Return non-nil if TITLE is on LIST, a keyword.
The daemon is asked where TITLE has no word on that."
  (movierpc-get (if (plist-get title :user_state)
                    title
                  (movierpc-call "detail" (list :key (movierpc--key title)) #'movierpc-offer))
                :user_state list))

(defun movierpc--on-words (title)
  "Return in words on which lists TITLE is."
  (let ((on (plist-get title :user_state)))
    (string-join
     (delq nil (list (if (plist-get on :watchlist) "on the watchlist" "not on the watchlist")
                     (when (plist-get on :watched) "watched")
                     (when (plist-get on :favorite) "a favourite")))
     ", ")))

(defun movierpc-add-to-watchlist (title)
  "Put TITLE on the watchlist."
  (interactive (list (movierpc--title-for "Put on the watchlist: ")))
  (movierpc--change "watchlist.add" (movierpc--key title)))

(defun movierpc-remove-from-watchlist (title)
  "Take TITLE off the watchlist."
  (interactive (list (movierpc--title-for "Take off the watchlist: ")))
  (movierpc--change "watchlist.remove" (movierpc--key title)))

(defun movierpc-toggle-watchlist (title)
  "Put TITLE on the watchlist, or take it off."
  (interactive (list (movierpc--title-for "Put on the watchlist, or off: ")))
  (if (movierpc--on title :watchlist)
      (movierpc-remove-from-watchlist title)
    (movierpc-add-to-watchlist title)))

(defun movierpc-toggle-watched (title)
  "Mark TITLE on the watchlist as watched, or not any more.
A title that is not on the watchlist is put there."
  (interactive (list (movierpc--title-for "Mark as watched, or not: ")))
  (movierpc--change "watchlist.add" (movierpc--key title)
                    :watched (if (movierpc--on title :watched) :false t)))

(defun movierpc-toggle-favorite (title)
  "Make TITLE a favourite, or none any more."
  (interactive (list (movierpc--title-for "Make a favourite, or none: ")))
  (movierpc--change "favorites.toggle" (movierpc--key title)))

(provide 'movierpc-act)
;;; movierpc-act.el ends here
