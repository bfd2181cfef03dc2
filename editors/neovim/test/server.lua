-- Run by test/run: the plugin with a real server, the program `GRIDLOG`.
local session = dofile('test/session.lua')
local gridlog = require('gridlog')
local await = session.await

-- A program that is not there is told, and nothing else happens.
gridlog.setup({ cmd = { session.folder .. '/no-such-program', 'lsp' } })
local lines = { 'use latin with n = 3.', 'given """', '1 7 .', '. . 1', '. . .', '""".', 'expect unique.' }
local path = session.edit('three.puzzle', lines)
assert(#session.messages == 1 and session.messages[1]:find('was not found'), vim.inspect(session.messages))

gridlog.setup({ cmd = { session.program, 'lsp' } })
vim.cmd('edit!')
await('diagnostic', function()
  return #vim.diagnostic.get(0) > 0
end)
local wrong = vim.diagnostic.get(0)[1]
assert(wrong.code == 'E604' and wrong.lnum == 2 and wrong.col == 2, vim.inspect(wrong))

-- What is typed counts, saved or not.
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '1 2 .' })
await('end of the diagnostic', function()
  return #vim.diagnostic.get(0) == 0
end)
local solution = session.run('solve')
assert(solution.text:find('1 2 3\n2 3 1\n3 1 2', 1, true), solution.text)
local shown = vim.fn.bufnr('gridlog://')
assert(shown > 0 and vim.fn.bufwinid(shown) > 0 and not vim.bo[shown].modifiable, 'the solution is shown')
assert(vim.api.nvim_buf_get_lines(shown, 0, 1, false)[1] == '1 2 3')
assert(vim.api.nvim_buf_get_name(0) == path, 'the cursor stays')

-- What is found next takes the window of what was found before, also of another puzzle and after the window was closed.
session.run('count')
session.run('solve')
session.run('rate')
local windows = vim.tbl_map(function(window)
  return vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(window))
end, vim.api.nvim_list_wins())
assert(#windows == 2 and windows[2]:find('^gridlog://Rate'), vim.inspect(windows))
vim.cmd('only')
session.run('rate')
assert(#vim.api.nvim_list_wins() == 2 and vim.api.nvim_buf_get_name(0) == path, 'the window opens again')

-- A picture is shown by the system's program for it, in every version.
local viewers, told = session.folder .. '/viewers', session.folder .. '/told'
vim.fn.mkdir(viewers)
for _, viewer in ipairs({ 'xdg-open', 'open' }) do
  vim.fn.writefile({ '#!/bin/sh', 'echo "$1" > ' .. told .. '.part && mv ' .. told .. '.part ' .. told }, viewers .. '/' .. viewer)
  vim.fn.setfperm(viewers .. '/' .. viewer, 'rwx------')
end
vim.env.PATH = viewers .. ':' .. vim.env.PATH
local picture = session.run('render')
assert(picture.kind == 'picture' and picture.text:find('^<svg'), vim.inspect(picture))
await('viewer', function()
  return vim.fn.filereadable(told) == 1
end)
assert(vim.fn.readfile(told)[1] == vim.uri_to_fname(picture.uri), vim.inspect(vim.fn.readfile(told)))

-- All that is under way is called off.
session.edit('slow.puzzle', { 'use sudoku with r = 5, c = 5.' })
local function under_way()
  return vim.tbl_count(vim.tbl_filter(function(request)
    return request.method == 'workspace/executeCommand'
  end, session.clients()[1].requests))
end
vim.cmd('Gridlog count')
vim.cmd('Gridlog count')
assert(under_way() == 2, vim.inspect(session.clients()[1].requests))
vim.cmd('Gridlog cancel')
await('end of both', function()
  return under_way() == 0
end)
assert(#session.messages == 1, vim.inspect(session.messages))

vim.fn.delete(session.folder, 'rf')
print('server: ' .. #session.clients() .. ' client')
