;;; eglot.el --- The language server in Emacs -*- lexical-binding: t; -*-

;;; Commentary:

;; After the page about editors was followed: a text opens in adv-mode, Eglot starts the language server, its mistake is told, and what Eglot
;; asks for is answered.

;;; Code:

(require 'flymake)
(require 'eglot)

(find-file (getenv "ADLI_RULES"))
(unless (eq major-mode 'adv-mode)
  (error "The mode is %s" major-mode))
;; Without a screen there is no command after which the hook would start it.
(apply #'eglot (eglot--guess-contact))
(unless (eglot-current-server)
  (error "Eglot started no server"))

(defun adv-wait (what holds)
  "Wait until HOLDS; otherwise say that WHAT did not come."
  (with-timeout (30 (error "%s did not come; told is %S" what
                           (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
    (while (not (funcall holds))
      (flymake-start)
      (accept-process-output nil 0.1))))

(adv-wait "A mistake" #'flymake-diagnostics)
(let ((told (flymake-diagnostic-text (car (flymake-diagnostics)))))
  (unless (string-match-p "`rom`" told)
    (error "The server said %s" told)))

(goto-char (point-min))
(search-forward "rom'")
(replace-match "room'")
;; Without a screen Emacs is never idle, which is when Eglot tells of changes.
(eglot--signal-textDocument/didChange)
(adv-wait "The end of the mistake" (lambda () (null (flymake-diagnostics))))

(goto-char (point-min))
(search-forward "def roo")
(let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                              (eglot--TextDocumentPositionParams))))
  (unless (string-match-p "a b c d e f g h" (plist-get (plist-get hover :contents) :value))
    (error "No board in %S" hover)))

(eglot-rename "space")
(goto-char (point-min))
(unless (search-forward "where space' < space" nil t)
  (error "A name is not changed in %s" (buffer-string)))

(goto-char (point-min))
(search-forward "def space")
(insert "   ")
(eglot-format-buffer)
(goto-char (point-min))
(unless (search-forward "def space = beyond(" nil t)
  (error "The text is not laid out: %s" (buffer-string)))

(goto-char (point-min))
(search-forward "beyo")
(let ((found (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))
  (unless (string-match-p "/geometry\\.adv\\'" (xref-location-group (xref-item-location found)))
    (error "The definition is in %S" found)))

(message "mode and server as they should be")
(set-buffer-modified-p nil)
(kill-emacs 0)

;;; eglot.el ends here
