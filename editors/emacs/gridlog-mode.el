;;; gridlog-mode.el --- Rules and puzzles of gridlog -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Colours for `.rules' and `.puzzle' files, comments, and `gridlog lsp' for Eglot.
;; The lines below a mark are made from src/language/facts.rs by its test.

;;; Code:

;; language::facts: statement
(defconst gridlog--statement-words '("language" "param" "grid" "hidden" "input" "offer" "sketch" "move" "goal" "bound" "use" "with" "drop" "minimise" "maximise" "expect" "draw"))
;; language::facts: operator
(defconst gridlog--operator-words '("in" "matches" "not" "mod"))
;; language::facts: truth
(defconst gridlog--truth-words '("true" "false"))
;; language::facts: call
(defconst gridlog--call-words '("sum" "product" "len" "min" "max" "reverse" "nth" "abs" "distinct" "connected" "reach" "loop" "loops" "path" "tree" "acyclic" "end" "inside" "outside" "same" "square" "area"))
;; language::facts: constant
(defconst gridlog--constant-words '("rows" "cols"))
;; language::facts: prelude
(defconst gridlog--prelude-words '("given" "wall" "top" "bottom" "left" "right" "cell" "cells" "row" "col" "line" "diag" "block" "box" "lane" "clue" "way" "slope" "heading" "leap" "opposite" "crosswise" "shift" "step" "go" "ray" "beam" "adjacent" "touching" "knight" "pair" "around" "side" "other" "alike" "count" "laid" "lay" "pose" "rectangles" "symmetric" "same_shape" "amid"))
;; language::facts: figure
(defconst gridlog--figure-words '("region" "border" "shade" "line" "circle" "square" "triangle" "star" "cross" "tree" "tent" "text" "outside" "value" "board"))
;; language::facts: expectation
(defconst gridlog--expectation-words '("unique" "none" "several" "count" "moves" "best" "implied" "slack"))
;; language::facts: sign
(defconst gridlog--sign-words '("-->" "<=>" "::" ":-" "\\=" "=<" ">=" "=>" ".." ":" "=" "<" ">" "," ";" "*" "|" "+" "-" "/" "'" "^"))

(defgroup gridlog nil "Rules and puzzles of gridlog." :group 'languages)

(defcustom gridlog-program "gridlog" "The gridlog program." :type 'string)

(defun gridlog--before-paren (words)
  "A pattern for any of WORDS before an opening bracket."
  (concat (regexp-opt words 'symbols) "("))

(defconst gridlog-font-lock-keywords
  `(("\\(%!\\)\\(.*\\)" (0 'font-lock-doc-face t))
    ("%!.*?\\({[^{}\n]*}\\)" (1 'font-lock-variable-name-face t))
    ("^[ \t]*\\([[:lower:]][[:alnum:]_]*\\)[ \t]*:\\(?:[^-:=]\\|$\\)" (1 'font-lock-function-name-face))
    (,(concat "\\_<draw[ \t]+" (regexp-opt gridlog--figure-words 'symbols)) (1 'font-lock-builtin-face))
    (,(concat "\\_<expect[ \t]+" (regexp-opt gridlog--expectation-words 'symbols)) (1 'font-lock-constant-face))
    ("\\_<\\(?:use\\|sketch\\)[ \t]+\\([[:lower:]][[:alnum:]_]*\\)" (1 'font-lock-type-face))
    (,(regexp-opt gridlog--statement-words 'symbols) . 'font-lock-keyword-face)
    (,(regexp-opt gridlog--operator-words 'symbols) . 'font-lock-keyword-face)
    (,(regexp-opt gridlog--truth-words 'symbols) . 'font-lock-constant-face)
    (,(regexp-opt gridlog--constant-words 'symbols) . 'font-lock-builtin-face)
    (,(gridlog--before-paren gridlog--call-words) (1 'font-lock-builtin-face))
    (,(gridlog--before-paren gridlog--prelude-words) (1 'font-lock-builtin-face))
    ("\\_<\\([[:lower:]][[:alnum:]_]*\\)(" (1 'font-lock-function-name-face))
    ("\\_<[[:upper:]_][[:alnum:]_]*" . 'font-lock-variable-name-face)
    ("\\_<r[0-9]+c[0-9]+\\_>" . 'font-lock-constant-face))
  "What `gridlog-mode' colours.")

(defvar gridlog-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?% "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?/ ". 14b" table)
    (modify-syntax-entry ?* ". 23b" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "." table)
    (modify-syntax-entry ?' "." table)
    table)
  "Comments, texts and brackets of rules.")

(defun gridlog--indent-line ()
  "Keep what stands at the margin there, and indent what goes on."
  (let* ((goes-on
          (save-excursion
            (beginning-of-line)
            (and (zerop (forward-line -1))
                 (looking-at-p ".*\\(?::-\\|=>\\|-->\\|[,;]\\)[ \t]*\\(?:%.*\\)?$"))))
         (in-text (nth 3 (save-excursion (syntax-ppss (line-beginning-position))))))
    (unless in-text
      (save-excursion (indent-line-to (if goes-on 4 0)))
      (when (< (current-column) (current-indentation)) (back-to-indentation)))))

;;;###autoload
(define-derived-mode gridlog-mode prog-mode "gridlog"
  "Major mode for rules and puzzles of gridlog."
  (setq-local comment-start "% ")
  (setq-local comment-start-skip "\\(?:%+!?\\|/\\*+\\)[ \t]*")
  (setq-local indent-line-function #'gridlog--indent-line)
  (setq-local font-lock-defaults '(gridlog-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:rules\\|puzzle\\)\\'" . gridlog-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(gridlog-mode . (,gridlog-program "lsp"))))

(provide 'gridlog-mode)
;;; gridlog-mode.el ends here
