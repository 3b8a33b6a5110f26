;;; adv-mode.el --- Chess-endgame strategies in the language of Adli -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Highlighting, comments, indentation and a list of declarations for `.adv' files.  Everything that needs to understand
;; a text (mistakes, completion, going to definitions, layout, proofs) comes from the language server, `adli lsp', by way
;; of Eglot: open a file and type M-x eglot.

;;; Code:

(defgroup adv nil
  "Chess-endgame strategies in the language of Adli."
  :group 'languages)

(defcustom adv-adli-program "adli"
  "The program `adli', which is also the language server."
  :type 'string)

(defconst adv-reserved-words
  '("advice" "after" "always" "and" "at" "case" "change" "count" "def" "div" "else" "endgame" "every" "expect" "false"
    "for" "from" "given" "if" "iff" "implies" "impossible" "in" "is" "least" "lemma" "let" "mod" "most" "move" "moves"
    "not" "of" "option" "or" "otherwise" "query" "recogniser" "show" "some" "step" "strategy" "subset" "sum" "then"
    "theorem" "throughout" "to" "true" "try" "under" "up" "use" "when" "where" "with" "within")
  "Words that cannot be names.")

(defconst adv-known-values
  '("board" "check" "corner" "edge" "home" "left" "legal" "mate" "men" "moves_to_mate" "no_move" "nowhere" "passing"
    "ply" "size" "stalemate" "to_move" "xcorner")
  "Words that every text knows.")

(defconst adv-declaration
  (regexp-opt '("advice" "change" "def" "endgame" "lemma" "moves" "option" "query" "recogniser" "strategy" "theorem"
                "use")
              'symbols)
  "What begins a declaration.")

(defconst adv-name "\\_<[[:alpha:]_][[:alnum:]_]*")

(defvar adv-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?- ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\" "\"" table)
    ;; A prime stands after a word and belongs to none.
    (modify-syntax-entry ?' "." table)
    (dolist (sign '(?+ ?* ?/ ?& ?| ?< ?> ?=))
      (modify-syntax-entry sign "." table))
    table))

(defvar adv-font-lock-keywords
  `((,(concat "\\_<\\(?:def\\|change\\|strategy\\|advice\\|recogniser\\)\\s-+\\(" adv-name "\\)")
     1 font-lock-function-name-face)
    (,(concat "\\_<\\(?:lemma\\|theorem\\|query\\|step\\)\\s-+\\(" adv-name "\\)\\s-*:") 1 font-lock-function-name-face)
    (,(concat "\\_<option\\s-+\\(" adv-name "\\)") 1 font-lock-variable-name-face)
    (,(regexp-opt '("true" "false") 'symbols) . font-lock-constant-face)
    (,(regexp-opt adv-reserved-words 'symbols) . font-lock-keyword-face)
    ;; Words that mean something only in their place.
    ("\\_<\\(reach\\|hold\\)\\_>\\s-*\\(?:after\\_>\\|:\\)" 1 font-lock-keyword-face)
    ("\\_<to\\s-+\\(win\\|draw\\)\\_>" 1 font-lock-keyword-face)
    ("\\_<after\\s-+\\(us\\|them\\|pass\\)\\_>" 1 font-lock-keyword-face)
    ("\\_<\\(each\\|one\\)\\s-+move\\_>" 1 font-lock-keyword-face)
    ("\\_<\\(reaches\\s-+mate\\|keeps\\s-+\\(?:draw\\|value\\)\\)\\_>" 1 font-lock-keyword-face)
    ("\\_<\\(\\(?:plies\\|ply\\|quickest\\|replies\\|by\\)\\)\\_>\\(?:[^'.(]\\|$\\)" 1 font-lock-keyword-face)
    ("\\_<[a-h][1-8]\\_>" . font-lock-constant-face)
    (,(regexp-opt adv-known-values 'symbols) . font-lock-builtin-face)
    ("\\_<\\(?:Int\\|Bool\\|Square\\|Set\\|Man\\|Side\\|Kind\\)\\_>" . font-lock-type-face)))

(defun adv-indent-line ()
  "Indent a line: declarations stand at the margin, the rest within them.
Layout has no meaning, and the language server lays out whole texts;
this is for typing."
  (interactive)
  (let ((column
         (save-excursion
           (back-to-indentation)
           (cond ((looking-at (concat adv-declaration "\\|--\\|$")) 0)
                 ((zerop (forward-line -1))
                  (while (and (looking-at-p "[ \t]*\\(?:--.*\\)?$") (zerop (forward-line -1))))
                  (back-to-indentation)
                  (if (looking-at adv-declaration) 2 (current-indentation)))
                 (t 0)))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode adv-mode prog-mode "Adv"
  "Chess-endgame strategies in the language of Adli."
  (setq-local comment-start "-- ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "--+\\s-*")
  (setq-local font-lock-defaults '(adv-font-lock-keywords))
  (setq-local indent-line-function #'adv-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local imenu-generic-expression
              `(("Claims" ,(concat "^\\s-*\\(?:lemma\\|theorem\\|query\\)\\s-+\\(" adv-name "\\)") 1)
                (nil ,(concat "^\\s-*\\(?:def\\|change\\|strategy\\|advice\\|recogniser\\)\\s-+\\(" adv-name "\\)") 1))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.adv\\'" . adv-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'adv-mode (lambda (&rest _) (list adv-adli-program "lsp")))))

(provide 'adv-mode)
;;; adv-mode.el ends here
