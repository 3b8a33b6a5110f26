;;; eglot.el --- After the page about editors was followed -*- lexical-binding: t; -*-

;;; Commentary:

;; A text opens in adv-mode, Eglot starts the language server, and what it says is heard.

;;; Code:

(require 'flymake)
(require 'eglot)

(find-file (getenv "ADLI_TEXT"))
(unless (eq major-mode 'adv-mode)
  (error "The mode is %s" major-mode))
;; Without a screen there is no command after which the hook would start it.
(apply #'eglot (eglot--guess-contact))
(unless (eglot-current-server)
  (error "Eglot started no server"))
(with-timeout (10 (error "The server was not heard: %S" (flymake-diagnostics)))
  (while (null (flymake-diagnostics))
    (flymake-start)
    (accept-process-output nil 0.1)))
(let ((told (flymake-diagnostic-text (car (flymake-diagnostics)))))
  (unless (string-match-p "started with lsp for adv" told)
    (error "The server said %s" told)))
(message "mode and server as they should be")
(kill-emacs 0)

;;; eglot.el ends here
