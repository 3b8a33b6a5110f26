;;; adv-mode-tests.el --- Tests of adv-mode -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'imenu)
(require 'adv-mode)

(defmacro adv-tests-with (text &rest body)
  "Run BODY in a highlighted buffer that holds TEXT."
  (declare (indent 1))
  `(with-temp-buffer
     (insert ,text)
     (adv-mode)
     (font-lock-ensure)
     (goto-char (point-min))
     ,@body))

(defun adv-tests-face (word)
  "The face of the next WORD."
  (search-forward word)
  (get-text-property (match-beginning 0) 'face))

(ert-deftest adv-words-have-faces ()
  (adv-tests-with "def near = K = e4 and check' -- a comment, \"with quotes\"\ndef reach = hold\n"
    (should (eq (adv-tests-face "def") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "near") 'font-lock-function-name-face))
    (should (eq (adv-tests-face "e4") 'font-lock-constant-face))
    (should (eq (adv-tests-face "and") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "check") 'font-lock-builtin-face))
    (should (memq (adv-tests-face "comment") '(font-lock-comment-face font-lock-comment-delimiter-face)))
    (should (eq (adv-tests-face "reach") 'font-lock-function-name-face))
    (should (eq (adv-tests-face "hold") nil))))

(ert-deftest adv-words-in-their-place ()
  (adv-tests-with "advice a for White to win\n  reach after us: mate'\n  within 3 plies, quickest\n"
    (should (eq (adv-tests-face "win") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "reach") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "us") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "plies") 'font-lock-keyword-face))
    (should (eq (adv-tests-face "quickest") 'font-lock-keyword-face))))

(ert-deftest adv-a-prime-opens-nothing ()
  (adv-tests-with "change c = k' = e4\ndef d = 1\n"
    (search-forward "def")
    (should-not (nth 3 (syntax-ppss)))))

(ert-deftest adv-lines-are-indented ()
  (adv-tests-with "strategy s for White to win\nstep a: move\nstep b: move\ndef c = 1\n"
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "strategy s for White to win\n  step a: move\n  step b: move\ndef c = 1\n"))))

(ert-deftest adv-declarations-are-listed ()
  (adv-tests-with "def near = 1\ntheorem wins: s reaches mate\n"
    (should (equal (sort (mapcar #'car (cdr (assoc "Claims" (imenu--make-index-alist t)))) #'string<) '("wins")))))

(ert-deftest adv-files-open-in-this-mode ()
  (should (eq (cdr (assoc "\\.adv\\'" auto-mode-alist)) 'adv-mode)))

;;; adv-mode-tests.el ends here
