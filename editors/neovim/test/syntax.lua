-- Run by test/run: the syntax file colours every word of the table, and calls nothing in the built-in files an error.
local project = vim.fn.fnamemodify(vim.fn.getcwd(), ':h:h')
local words = vim.fn.json_decode(vim.fn.readfile(project .. '/editors/words.json'))

local function group_at(line, column)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
end

-- The group of a word in a line of its own buffer.
local function group(line, word)
  vim.cmd('enew! | setfiletype gridlog')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { line })
  return group_at(1, line:find(word, 1, true))
end

local function check(line, word, wanted)
  local found = group(line, word)
  assert(found == wanted, ('`%s` in `%s` is %s, not %s'):format(word, line, found, wanted))
end

for _, word in ipairs(words.statement) do
  check(word .. ' something.', word, 'gridlogStatement')
end
for _, word in ipairs(words.operator) do
  check('p(A) :- A ' .. word .. ' B.', word .. ' B', 'gridlogOperator')
end
for _, word in ipairs(words.truth) do
  check('goal: ' .. word .. '.', word, 'gridlogTruth')
end
for _, word in ipairs(words.constant) do
  check('p(A) :- A < ' .. word .. '.', word, 'gridlogConstant')
end
for _, word in ipairs(words.call) do
  check('p(A) :- 0 = ' .. word .. '(A).', word .. '(A)', 'gridlogCall')
end
for _, word in ipairs(words.prelude) do
  check('p(A) :- 0 = ' .. word .. '(A).', word .. '(A)', 'gridlogPrelude')
end
for _, word in ipairs(words.figure) do
  check('draw ' .. word .. '(A).', word .. '(A)', 'gridlogFigure')
end
for _, word in ipairs(words.expectation) do
  check('expect ' .. word .. ' = 1.', word .. ' =', 'gridlogExpectation')
end
for _, sign in ipairs(words.sign) do
  check('p A ' .. sign .. ' B.', sign .. ' B', 'gridlogSign')
end
check('a(A) :- A == B.', '==', 'gridlogForeign')
check('lines: line(L).', 'lines', 'gridlogLaw')
check('%! {L} holds.', '{L}', 'gridlogFilled')
check('%! {L} holds.', 'holds', 'gridlogDoc')
check('% use it', 'use', 'gridlogComment')
check('use latin.', 'latin', 'gridlogUsed')
check('p("use").', 'use', 'gridlogText')

local files = vim.fn.globpath(project .. '/rules', '**/*.rules', false, true)
vim.list_extend(files, vim.fn.globpath(project .. '/rules', '**/*.puzzle', false, true))
assert(#files > 200, #files .. ' files')
for _, file in ipairs(files) do
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  assert(vim.bo.filetype == 'gridlog', file)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    for column = 1, #line do
      local found = group_at(number, column)
      assert(found ~= 'gridlogForeign', ('%s:%d:%d is an error'):format(file, number, column))
      assert(found ~= '' or line:sub(column, column):match('[%s()%[%]{}.]'), ('%s:%d:%d `%s` is not coloured'):format(file, number, column, line:sub(column)))
    end
  end
end
print('syntax: ' .. #files .. ' files')
