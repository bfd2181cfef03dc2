-- Run by tests/suite/lsp/neovim.rs: an author in Neovim without any plugin. What happened is written line by line to the file `TOLD`.
local told = {}
local function say(...)
  table.insert(told, table.concat({ ... }, ' '))
end

local function await(what, condition)
  if not vim.wait(30000, condition, 10) then
    say('NO ' .. what)
  end
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' | ')
end

local function go(pattern)
  vim.fn.cursor(1, 1)
  vim.fn.search(pattern, 'c')
end

local start = vim.lsp.start_client or vim.lsp.start
local client = start({ name = 'gridlog', cmd = { os.getenv('GRIDLOG'), 'lsp' }, root_dir = vim.fn.getcwd() })
vim.cmd('edit mine.rules')
vim.lsp.buf_attach_client(0, client)

-- An error, and the quick fix for it.
await('diagnostic', function()
  return #vim.diagnostic.get(0) > 0
end)
local wrong = vim.diagnostic.get(0)[1]
say('diagnostic:', wrong.code, 'line ' .. wrong.lnum + 1, 'column ' .. wrong.col + 1, vim.split(wrong.message, '\n')[1])
vim.fn.cursor(wrong.lnum + 1, wrong.col + 1)
vim.ui.select = function(items, _, choose)
  choose(items[1], 1)
end
vim.lsp.buf.code_action()
await('end of the diagnostic', function()
  return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0
end)
say('fixed:', text())

-- What a name means.
go('line')
vim.lsp.buf.hover()
await('hover', function()
  return #vim.api.nvim_list_wins() > 1
end)
for _, window in ipairs(vim.api.nvim_list_wins()) do
  if window ~= vim.api.nvim_get_current_win() then
    local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
    say('hover:', (table.concat(lines, ' '):find('line(L)', 1, true)) and 'line(L)' or vim.inspect(lines))
    vim.api.nvim_win_close(window, true)
  end
end

-- Its definition is in the prelude.
vim.lsp.buf.definition()
await('prelude', function()
  return vim.fn.expand('%:t') == 'prelude.rules'
end)
say('definition:', vim.fn.expand('%:t'), vim.fn.getline('.'):match('^%S+'), vim.bo.readonly and 'read-only' or 'writable')
vim.cmd('buffer mine.rules')

-- Another name, also in a file that uses it.
vim.cmd('edit other.rules')
vim.lsp.buf_attach_client(0, client)
vim.cmd('buffer mine.rules')
go('edge')
vim.lsp.buf.rename('rim')
await('new name', function()
  return text():find('rim', 1, true)
end)
say('renamed:', text())
vim.cmd('buffer other.rules')
say('renamed:', text())
vim.cmd('buffer mine.rules')

-- The common style.
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 30000 })
else
  vim.lsp.buf.formatting_sync(nil, 30000)
end
say('formatted:', text())
vim.fn.writefile(told, os.getenv('TOLD'))
vim.cmd('qall!')
