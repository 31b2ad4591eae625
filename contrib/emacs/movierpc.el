;;; movierpc.el --- Films and series from movierpcd  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; Author: The movierpc authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: multimedia, convenience
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Find films and series, read about them, keep a watchlist, play trailers.
;; The daemon movierpcd knows them; it is started where it does not run.
;;
;;   M-x movierpc-search          find a title while typing, show all about it
;;   M-x movierpc-person          a person, and all titles of one
;;   M-x movierpc-season          the episodes of a season
;;   M-x movierpc-collection      films that belong together
;;   M-x movierpc-watchlist       the watchlist
;;   M-x movierpc-play-trailer    play a trailer, or open its page
;;   M-x movierpc-insert-link     a link to a title, for Org and Markdown
;;   M-x movierpc-mode-line-mode  what plays, downloads and is to watch
;;
;; For programs: `movierpc-call', `movierpc-request' and `movierpc-follow';
;; movierpc-jsonrpc.el has the same daemon for jsonrpc.el.

;;; Code:

(require 'movierpc-client)
(require 'movierpc-follow)
(require 'movierpc-search)
(require 'movierpc-act)
(require 'movierpc-detail)
(require 'movierpc-watchlist)
(require 'movierpc-link)
(require 'movierpc-mode-line)

(provide 'movierpc)
;;; movierpc.el ends here
