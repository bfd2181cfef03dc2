; The lines below a mark are made from src/language/facts.rs by its test. Of several patterns that fit, the last one counts in
; Neovim and in Helix since 24.07.

(name) @constant
(placeholder) @variable
(cell) @constant
(number) @number
(text) @string
(drawing) @string
(comment) @comment
(doc) @comment.documentation

; language::facts: sign
["-->" "<=>" "::" ":-" "\\=" "=<" ">=" "=>" ".." ":" "=" "<" ">" "," ";" "*" "|" "+" "-" "/" "'" "^"] @operator
; language::facts: statement
["language" "param" "grid" "hidden" "input" "offer" "sketch" "move" "goal" "bound" "use" "with" "drop" "minimise" "maximise" "expect" "draw"] @keyword
; language::facts: operator
["in" "matches" "not" "mod"] @keyword.operator
; language::facts: truth
["true" "false"] @constant.builtin.boolean

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "."] @punctuation.delimiter

(call name: (name) @function)
((call name: (name) @function.builtin)
  ; language::facts: call
  (#any-of? @function.builtin "sum" "product" "len" "min" "max" "reverse" "nth" "abs" "distinct" "connected" "reach" "loop" "loops" "path" "tree" "acyclic" "end" "inside" "outside" "same" "square" "area"))
((call name: (name) @function.builtin)
  ; language::facts: prelude
  (#any-of? @function.builtin "given" "wall" "top" "bottom" "left" "right" "cell" "cells" "row" "col" "line" "diag" "block" "box" "lane" "clue" "way" "slope" "heading" "leap" "opposite" "crosswise" "shift" "step" "go" "ray" "beam" "adjacent" "touching" "knight" "pair" "around" "side" "other" "alike" "count" "laid" "lay" "pose" "rectangles" "symmetric" "same_shape" "amid"))
((name) @constant.builtin
  ; language::facts: constant
  (#any-of? @constant.builtin "rows" "cols"))

(param name: (name) @variable.parameter)
(setting name: (name) @variable.parameter)
(use set: (_) @module)
(sketch set: (_) @module)
(law name: (name) @function)
(layer name: (name) @label)
(strip name: (name) @label)
((draw head: (call name: (name) @function.builtin))
  ; language::facts: figure
  (#any-of? @function.builtin "region" "border" "shade" "line" "circle" "square" "triangle" "star" "cross" "tree" "tent" "text" "outside" "value" "board"))
((expect what: (name) @constant.builtin)
  ; language::facts: expectation
  (#any-of? @constant.builtin "unique" "none" "several" "count" "moves" "best" "implied" "slack"))
