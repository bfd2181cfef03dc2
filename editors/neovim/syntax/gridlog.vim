" Rules and puzzles of gridlog. The lines below a mark are made from src/language/facts.rs by its test.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,192-255

" Names first: of several patterns that fit at one place Vim takes the last.
syntax match gridlogSymbol /\<[[:lower:]]\k*\>/
syntax match gridlogFunction /\<[[:lower:]]\k*\ze(/
syntax match gridlogPlaceholder /\<[[:upper:]_]\k*/
syntax match gridlogCell /\<r\d\+c\d\+\>/
syntax match gridlogNumber /\<\d\+\>/
syntax match gridlogLaw /^\s*\zs[[:lower:]]\k*\ze\s*:\%([^-:=]\|$\)/
syntax match gridlogLayer /^\s*\zs[[:lower:]]\k*\ze\s*"/

" language::facts: sign
syntax match gridlogSign /\V-->\|\V<=>\|\V::\|\V:-\|\V\\=\|\V=<\|\V>=\|\V=>\|\V..\|\V:\|\V=\|\V<\|\V>\|\V,\|\V;\|\V*\|\V|\|\V+\|\V-\|\V\/\|\V'\|\V^/
" language::facts: statement
syntax keyword gridlogStatement language param grid hidden input offer sketch move goal bound use with drop minimise maximise expect draw
" language::facts: operator
syntax keyword gridlogOperator in matches not mod
" language::facts: truth
syntax keyword gridlogTruth true false
" language::facts: constant
syntax keyword gridlogConstant rows cols
" language::facts: call
syntax match gridlogCall /\<\%(sum\|product\|len\|min\|max\|reverse\|nth\|abs\|distinct\|connected\|reach\|loop\|loops\|path\|tree\|acyclic\|end\|inside\|outside\|same\|square\|area\)\ze(/
" language::facts: prelude
syntax match gridlogPrelude /\<\%(given\|wall\|top\|bottom\|left\|right\|cell\|cells\|row\|col\|line\|diag\|block\|box\|lane\|clue\|way\|slope\|heading\|leap\|opposite\|crosswise\|shift\|step\|go\|ray\|beam\|adjacent\|touching\|knight\|pair\|around\|side\|other\|alike\|count\|laid\|lay\|pose\|rectangles\|symmetric\|same_shape\|amid\)\ze(/
" language::facts: figure
syntax match gridlogFigure /\<\%(region\|border\|shade\|line\|circle\|square\|triangle\|star\|cross\|tree\|tent\|text\|outside\|value\|board\)\>/ contained
" language::facts: expectation
syntax match gridlogExpectation /\<\%(unique\|none\|several\|count\|moves\|best\|implied\|slack\)\>/ contained

" What is drawn, expected or used has words of its own.
syntax keyword gridlogStatement draw nextgroup=gridlogFigure skipwhite
syntax keyword gridlogStatement expect nextgroup=gridlogExpectation skipwhite
syntax keyword gridlogStatement use sketch nextgroup=gridlogUsed skipwhite
syntax match gridlogUsed /\<[[:lower:]]\k*/ contained

" Operators of other languages, which gridlog refuses.
syntax match gridlogForeign /<->\|==>\|===\|!==\|=:=\|=\\=\|\\==\|<=>\@!\|==\|:=\|!=\|<>\|\\+\|&&\|||\|!/

syntax region gridlogText start=/"/ end=/"/ oneline
syntax region gridlogDrawing start=/"""/ end=/"""/ contains=gridlogEmpty fold
syntax match gridlogEmpty /\%(^\|\s\)\zs\.\ze\%(\s\|$\)/ contained
syntax match gridlogComment /%.*/ contains=@Spell,gridlogTodo
syntax region gridlogComment start=+/\*+ end=+\*/+ contains=@Spell,gridlogTodo fold
syntax match gridlogDoc /%!.*/ contains=@Spell,gridlogFilled
syntax match gridlogFilled /{[^{}]*}/ contained
syntax keyword gridlogTodo TODO FIXME XXX contained

" A drawing or a comment may have begun far above.
syntax sync fromstart

highlight default link gridlogSymbol Identifier
highlight default link gridlogFunction Function
highlight default link gridlogPlaceholder Special
highlight default link gridlogCell Constant
highlight default link gridlogNumber Number
highlight default link gridlogLaw Label
highlight default link gridlogLayer Label
highlight default link gridlogSign Operator
highlight default link gridlogStatement Statement
highlight default link gridlogOperator Operator
highlight default link gridlogTruth Boolean
highlight default link gridlogConstant Constant
highlight default link gridlogCall Function
highlight default link gridlogPrelude Function
highlight default link gridlogFigure Function
highlight default link gridlogExpectation Constant
highlight default link gridlogUsed Include
highlight default link gridlogForeign Error
highlight default link gridlogText String
highlight default link gridlogDrawing String
highlight default link gridlogEmpty Comment
highlight default link gridlogComment Comment
highlight default link gridlogDoc SpecialComment
highlight default link gridlogFilled Special
highlight default link gridlogTodo Todo

let b:current_syntax = 'gridlog'
