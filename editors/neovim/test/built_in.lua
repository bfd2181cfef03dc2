-- Run by test/run: the server's own texts, in a session that begins with one.
local session = dofile('test/session.lua')
local gridlog = require('gridlog')
local await = session.await
gridlog.setup({ cmd = { session.program, 'lsp' } })

local function first_line()
  return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
end

-- Nothing runs yet: the server is started. A name that nobody knows leaves no buffer behind.
local before = #vim.api.nvim_list_bufs()
vim.cmd('GridlogOpen no-such-puzzle')
assert(#vim.api.nvim_list_bufs() == before and vim.api.nvim_buf_get_name(0) == '', 'no buffer is left')
assert(#session.messages == 1 and session.messages[1]:find('no built%-in rule set'), vim.inspect(session.messages))
session.messages = {}

-- Rule sets have other names, and samples.
for name, text in pairs({
  ['latin'] = '^%% Latin',
  ['latin.rules'] = '^%% Latin',
  ['binairo'] = '^%% Takuzu',
  ['Binary Puzzle'] = '^%% Takuzu',
  ['sudoku/six'] = '^use sudoku',
  ['sudoku/six.puzzle'] = '^use sudoku',
}) do
  vim.cmd('GridlogOpen ' .. name)
  assert(first_line():find(text), name .. ': ' .. first_line())
  assert(vim.bo.filetype == 'gridlog' and not vim.bo.modifiable, name .. ': ' .. vim.bo.filetype)
end
assert(#session.messages == 0, vim.inspect(session.messages))

-- The address may be typed too.
vim.cmd('edit gridlog:/built-in/killer.rules')
await('rule set at its address', function()
  return first_line():find('^%% Killer')
end)

-- The server sees its own address, whatever the working folder is, so it knows the text: commands run on it.
vim.cmd('cd ' .. session.folder)
vim.cmd('GridlogOpen sudoku/six')
assert(vim.uri_from_bufnr(0) == 'gridlog:/built-in/sudoku/six.puzzle', vim.uri_from_bufnr(0))
assert(vim.uri_to_bufnr('gridlog:/built-in/sudoku/six.puzzle') == vim.api.nvim_get_current_buf(), 'the address leads back')
local solution = session.run('solve')
assert(solution.status == 0, vim.inspect(solution))
vim.cmd('GridlogOpen killer')
assert(session.run('solve').status ~= 4, vim.inspect(gridlog.found))

-- A definition in the prelude is gone to, and everything is in order there.
local published = {}
local publish = vim.lsp.handlers['textDocument/publishDiagnostics']
vim.lsp.handlers['textDocument/publishDiagnostics'] = function(problem, result, ...)
  published[result.uri] = #result.diagnostics
  return publish(problem, result, ...)
end
session.edit('mine.rules', { 'grid(3, 3) :: 1..3.', 'lines: line(L) => distinct(L).' })
await('client', function()
  return vim.lsp.buf_is_attached(0, session.clients()[1].id)
end)
vim.api.nvim_win_set_cursor(0, { 2, 7 })
vim.lsp.buf.definition()
await('prelude', function()
  return vim.api.nvim_buf_get_name(0):find('prelude')
end)
assert(vim.api.nvim_get_current_line():find('^line%('), vim.api.nvim_get_current_line())
await('diagnostics of the prelude', function()
  return published[vim.uri_from_bufnr(0)]
end)
assert(vim.uri_from_bufnr(0) == 'gridlog:/built-in/prelude.rules', vim.uri_from_bufnr(0))
assert(#vim.diagnostic.get(0) == 0, vim.inspect(vim.diagnostic.get(0)[1]))
assert(#session.messages == 0, vim.inspect(session.messages))

vim.fn.delete(session.folder, 'rf')
print('built_in: ' .. #session.clients() .. ' client')
