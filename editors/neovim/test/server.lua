-- Run by test/run: the plugin with a real server, the program `GRIDLOG`.
local program = assert(os.getenv('GRIDLOG'), 'GRIDLOG names the program')
local gridlog = require('gridlog')
local messages = {}
vim.notify = function(message)
  table.insert(messages, message)
end

local function await(what, condition)
  assert(vim.wait(10000, condition, 10), 'no ' .. what .. ': ' .. vim.inspect(messages))
end

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
local path = folder .. '/three.puzzle'
vim.fn.writefile({ 'use latin with n = 3.', 'given """', '1 7 .', '. . 1', '. . .', '""".', 'expect unique.' }, path)

-- A program that is not there is told, and nothing else happens.
gridlog.setup({ cmd = { folder .. '/no-such-program', 'lsp' } })
vim.cmd('edit ' .. path)
assert(#messages == 1 and messages[1]:find('was not found'), vim.inspect(messages))
messages = {}

gridlog.setup({ cmd = { program, 'lsp' } })
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
vim.cmd('Gridlog solve')
await('solution', function()
  return gridlog.found
end)
assert(gridlog.found.text:find('1 2 3\n2 3 1\n3 1 2', 1, true), gridlog.found.text)
local shown = vim.fn.bufnr('gridlog://')
assert(shown > 0 and vim.fn.bufwinid(shown) > 0 and not vim.bo[shown].modifiable, 'the solution is shown')
assert(vim.api.nvim_buf_get_lines(shown, 0, 1, false)[1] == '1 2 3')
assert(vim.api.nvim_buf_get_name(0) == path, 'the cursor stays')

vim.cmd('Gridlog render')
await('picture', function()
  return gridlog.found
end)
assert(gridlog.found.kind == 'picture' and gridlog.found.text:find('^<svg'), vim.inspect(gridlog.found))

-- The definition of a law's words may be built in.
vim.cmd('GridlogOpen latin')
assert(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find('^%% Latin'), 'the built-in rule set is read')
assert(vim.bo.filetype == 'gridlog' and not vim.bo.modifiable, vim.bo.filetype)

vim.fn.delete(folder, 'rf')
print('server: ' .. #vim.lsp.get_active_clients() .. ' client')
