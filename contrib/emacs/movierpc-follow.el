;;; movierpc-follow.el --- States of movierpcd as they change  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The movierpc authors

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A follower is told the state of its topics now, at each change, and when
;; the daemon is gone.  As long as there is a follower the connection is made
;; again by itself: every second it is looked for, and a daemon that has
;; vanished is started, at longer and longer intervals.  One that said that it
;; stops is not.

;;; Code:

(require 'movierpc-client)

(cl-defstruct (movierpc--follower (:constructor movierpc--make-follower))
  topics function subscription)

(defvar movierpc--followers nil "All followers.")
(defvar movierpc--timer nil "The next look for a daemon.")
(defvar movierpc--stopping nil "Non-nil if the daemon said that it stops.")
(defvar movierpc--opened-at 0 "When the connection was made.")
(defvar movierpc--start-after 0 "Before that no daemon is started.")
(defvar movierpc--start-delay 1 "Seconds from one start to the next.")
(defvar movierpc--start-trouble nil "Why the daemon could not be started, last time.")

(defun movierpc-follow (topics function)
  "Call FUNCTION with the name and the state of each of TOPICS, now and later.
TOPICS is a list of names.  Without a daemon FUNCTION is called once with nil
and nil.  Return what `movierpc-unfollow' needs."
  (let ((follower (movierpc--make-follower :topics topics :function function)))
    (push follower movierpc--followers)
    (if (process-live-p movierpc--process)
        (movierpc--subscribe follower)
      (movierpc--look)
      (unless (process-live-p movierpc--process)
        (movierpc--guarded function nil nil)))
    follower))

(defun movierpc-unfollow (follower)
  "Tell FOLLOWER nothing any more."
  (setq movierpc--followers (delq follower movierpc--followers))
  (let ((subscription (movierpc--follower-subscription follower)))
    (when (and subscription (process-live-p movierpc--process))
      (movierpc-request "unsubscribe" (list :subscription subscription) #'ignore #'ignore))))

(defun movierpc--subscribe (follower)
  "Ask for the topics of FOLLOWER."
  (setf (movierpc--follower-subscription follower) nil)
  (movierpc-request
   "subscribe"
   ;; Who stops says so under `server'.
   (list :topics (apply #'vector "server" (remove "server" (movierpc--follower-topics follower))))
   (lambda (result)
     (setf (movierpc--follower-subscription follower) (plist-get result :subscription))
     (cl-loop for (name state) on (plist-get result :topics) by #'cddr
              do (movierpc--tell follower (substring (symbol-name name) 1)
                                 (plist-get state :data)))
     (let ((refused (cl-loop for (_ err) on (plist-get result :errors) by #'cddr
                             when (member (movierpc-get err :data :kind)
                                          '("forbidden" "invalid_params" "not_found"))
                             return err)))
       (when refused
         (movierpc-show-error refused)
         (run-with-timer 30 nil #'movierpc--subscribe-anew follower
                         (plist-get result :subscription)))))
   (lambda (err)
     (when (process-live-p movierpc--process)
       (movierpc-show-error err)
       (run-with-timer 30 nil #'movierpc--subscribe-again follower)))))

(defun movierpc--subscribe-again (follower)
  "Ask once more for the topics of FOLLOWER, which were refused."
  (when (and (memq follower movierpc--followers)
             (process-live-p movierpc--process)
             (null (movierpc--follower-subscription follower)))
    (movierpc--subscribe follower)))

(defun movierpc--subscribe-anew (follower subscription)
  "Replace SUBSCRIPTION of FOLLOWER, which lacks a topic that was refused."
  (when (and (memq follower movierpc--followers)
             (process-live-p movierpc--process)
             (equal subscription (movierpc--follower-subscription follower)))
    (movierpc-request "unsubscribe" (list :subscription subscription) #'ignore #'ignore)
    (movierpc--subscribe follower)))

(defun movierpc--tell (follower topic data)
  "Tell FOLLOWER that the state of TOPIC is DATA."
  (when (equal topic "server")
    (setq movierpc--stopping (equal (plist-get data :state) "stopping")))
  (when (and (memq follower movierpc--followers)
             (member topic (movierpc--follower-topics follower)))
    (movierpc--guarded (movierpc--follower-function follower) topic data)))

(defun movierpc--take-event (event)
  "Give EVENT to the follower which has subscribed to it."
  (let ((follower (cl-find (plist-get event :subscription) movierpc--followers
                           :key #'movierpc--follower-subscription :test #'equal)))
    (when follower
      (movierpc--tell follower (plist-get event :topic) (plist-get event :data)))))

(defun movierpc--take-opened ()
  "Subscribe all followers to a new connection."
  (setq movierpc--stopping nil
        movierpc--opened-at (float-time))
  (mapc #'movierpc--subscribe movierpc--followers))

(defun movierpc--take-closed ()
  "Tell all followers that the daemon is gone, and look for another one."
  (when (< 30 (- (float-time) movierpc--opened-at))
    (setq movierpc--start-delay 1
          movierpc--start-after 0))
  (dolist (follower movierpc--followers)
    (setf (movierpc--follower-subscription follower) nil)
    (movierpc--guarded (movierpc--follower-function follower) nil nil))
  ;; Not from within the sentinel.
  (movierpc--look-in 0.1))

(defun movierpc--look-in (seconds)
  "Look for a daemon in SECONDS."
  (when (timerp movierpc--timer) (cancel-timer movierpc--timer))
  (setq movierpc--timer (run-with-timer seconds nil #'movierpc--look)))

(defun movierpc--look ()
  "Connect to a daemon, where one is missed; else try to start one."
  (when (and movierpc--followers (not (process-live-p movierpc--process)))
    (unless (movierpc--open)
      (movierpc--look-in 1)
      (movierpc--start-behind))))

(defun movierpc--start-behind ()
  "Start a daemon without waiting for it, unless it is too early for that."
  (when (and movierpc-program (not movierpc--stopping)
             (<= movierpc--start-after (float-time)))
    (setq movierpc--start-after (+ (float-time) movierpc--start-delay)
          movierpc--start-delay (min 30 (* 2 movierpc--start-delay)))
    (ignore-error file-error
      (let ((default-directory "/"))
        (make-process :name "movierpc-start" :command (movierpc--start-command)
                      :buffer nil :connection-type 'pipe :noquery t
                      :filter (lambda (process text)
                                (push text (process-get process 'words)))
                      :sentinel #'movierpc--take-start)))))

(defun movierpc--take-start (process _change)
  "Connect to the daemon that PROCESS has started, or tell once why it has not."
  (let ((words (movierpc-clean (string-trim (string-join (reverse (process-get process 'words)))))))
    (cond ((process-live-p process))
          ((eql 0 (process-exit-status process))
           (setq movierpc--start-trouble nil)
           (movierpc--look))
          ((not (equal words movierpc--start-trouble))
           (setq movierpc--start-trouble words)
           (message "%s" words)))))

(add-hook 'movierpc--event-functions #'movierpc--take-event)
(add-hook 'movierpc--opened-hook #'movierpc--take-opened)
(add-hook 'movierpc--closed-hook #'movierpc--take-closed)

(provide 'movierpc-follow)
;;; movierpc-follow.el ends here
