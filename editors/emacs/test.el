;;; test.el --- Tests of gridlog-mode -*- lexical-binding: t -*-

;; emacs -Q --batch -L editors/emacs -l editors/emacs/test.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'json)
(require 'gridlog-mode)

(defconst gridlog-test-project
  (expand-file-name "../.." (file-name-directory (or load-file-name buffer-file-name))))

(defun gridlog-test-face (line word)
  "The face of WORD in LINE."
  (with-temp-buffer
    (gridlog-mode)
    (insert line)
    (font-lock-ensure)
    (goto-char (point-min))
    (let ((case-fold-search nil)) (search-forward word))
    (get-text-property (match-beginning 0) 'face)))

(ert-deftest gridlog-words-of-the-table ()
  "Every group of words has its face."
  (let ((words (json-read-file (expand-file-name "editors/words.json" gridlog-test-project))))
    (dolist (case '((statement "%s something." font-lock-keyword-face)
                    (operator "p(A) :- A %s B." font-lock-keyword-face)
                    (truth "goal: %s." font-lock-constant-face)
                    (constant "p :- A < %s." font-lock-builtin-face)
                    (call "p :- %s(A)." font-lock-builtin-face)
                    (prelude "p :- %s(A)." font-lock-builtin-face)
                    (figure "draw %s(A)." font-lock-builtin-face)
                    (expectation "expect %s = 1." font-lock-constant-face)))
      (dolist (word (append (alist-get (car case) words) nil))
        (let* ((line (format (nth 1 case) word))
               (start (substring line (string-match-p (concat "\\_<" word "\\_>") line))))
          (should (equal (list word (gridlog-test-face line start)) (list word (nth 2 case)))))))))

(ert-deftest gridlog-faces ()
  "Comments, docs, drawings and names."
  (should (eq (gridlog-test-face "% use it" "use") 'font-lock-comment-face))
  (should (eq (gridlog-test-face "%! {L} holds." "holds") 'font-lock-doc-face))
  (should (eq (gridlog-test-face "%! {L} holds." "{L}") 'font-lock-variable-name-face))
  (should (eq (gridlog-test-face "given \"\"\"\n. use .\n\"\"\"." "use") 'font-lock-string-face))
  (should (eq (gridlog-test-face "/* use\nuse */ use latin." "latin") 'font-lock-type-face))
  (should (eq (gridlog-test-face "lines: line(L)." "lines") 'font-lock-function-name-face))
  (should (eq (gridlog-test-face "lines: line(L)." "L") 'font-lock-variable-name-face)))

(ert-deftest gridlog-built-in-files ()
  "At the end of a built-in file no text or comment is left open."
  (let ((files (directory-files-recursively (expand-file-name "rules" gridlog-test-project) "\\.\\(rules\\|puzzle\\)\\'")))
    (should (> (length files) 200))
    (dolist (file files)
      (with-temp-buffer
        (insert-file-contents file)
        (delay-mode-hooks (gridlog-mode))
        (should (equal (list file (nth 3 (syntax-ppss (point-max)))) (list file nil)))
        (should (equal (list file (car (syntax-ppss (point-max)))) (list file 0)))))))

(provide 'test)
;;; test.el ends here
