;;; movierpc-link.el --- Titles as links  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `movierpc-insert-link' writes a title and the address of its page as Org,
;; Markdown or plain text.  Whatever the title is called, it is shown as text.

;;; Code:

(require 'movierpc-act)

(declare-function org-link-make-string "ol" (link &optional description))
(declare-function org-element-parse-secondary-string "org-element"
                  (string restriction &optional parent))
(declare-function org-element-restriction "org-element" (element))

(defcustom movierpc-link-format nil
  "How `movierpc-insert-link' writes links."
  :type '(choice (const :tag "As the mode of the buffer has them" nil)
                 (const org) (const markdown) (const plain))
  :group 'movierpc)

;;;###autoload
(defun movierpc-insert-link (title)
  "Insert TITLE at point as a link to its page.
TITLE is a plist, and is asked for unless it is at point."
  (interactive (progn (barf-if-buffer-read-only)
                      (list (movierpc--linkable (movierpc-read-title "Insert a link to: ")))))
  (insert (movierpc-link title (or movierpc-link-format (movierpc--link-format)))))

(defun movierpc--linkable (title)
  "Return TITLE with its name; of a mere key the daemon is asked for it."
  (if (plist-get title :title)
      title
    (movierpc-call "detail" (list :key (plist-get title :key)) #'movierpc-offer)))

(defun movierpc--link-format ()
  "Return the format of links in this buffer."
  (cond ((derived-mode-p 'org-mode) 'org)
        ((or (derived-mode-p 'markdown-mode)
             (string-match-p "\\.\\(?:md\\|markdown\\)\\'" (or buffer-file-name "")))
         'markdown)
        (t 'plain)))

(defun movierpc-link (title format)
  "Return TITLE, a plist, as a link in FORMAT: org, markdown or plain."
  (let ((name (movierpc-title-name title))
        (page (movierpc-key-page (plist-get title :key))))
    (pcase format
      ('org (if page (movierpc--org-link page name) (movierpc--org-text name)))
      ('markdown (let ((text (movierpc--markdown-text name)))
                   (if page (format "[%s](%s)" text page) text)))
      (_ (if page (format "%s <%s>" name page) name)))))

(defun movierpc--org-link (page name)
  "Return NAME as a link to PAGE for Org."
  (require 'ol)
  (org-link-make-string page (movierpc--org-text name)))

(defun movierpc--org-text (name)
  "Return NAME as text for Org.
Org has no escape.  Where NAME means something to it, a word joiner, which is
not seen, on both sides of each character that may takes the meaning away."
  (require 'org-element)
  (if (cl-every #'stringp (org-element-parse-secondary-string
                           name (org-element-restriction 'paragraph)))
      name
    (replace-regexp-in-string "[][*/_=~+^\\{}<>$@:]" "\u2060\\&\u2060" name)))

(defun movierpc--markdown-text (name)
  "Return NAME as text for Markdown."
  (replace-regexp-in-string
   "[][\\`*_<>~|$]\\|&\\(?:[[:alpha:]]\\|#\\)" "\\\\\\&" name))

(provide 'movierpc-link)
;;; movierpc-link.el ends here
