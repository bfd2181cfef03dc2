-- What the tests with a real server share: the program `GRIDLOG`, a folder for files, and the messages that a user would see.
local M = {
  program = assert(os.getenv('GRIDLOG'), 'GRIDLOG names the program'),
  folder = vim.fn.tempname(),
  messages = {},
}

vim.fn.mkdir(M.folder, 'p')
vim.notify = function(message)
  table.insert(M.messages, message)
end

function M.await(what, condition)
  assert(vim.wait(10000, condition, 10), 'no ' .. what .. ': ' .. vim.inspect(M.messages))
end

--- Writes a file and opens it.
function M.edit(file, lines)
  local path = M.folder .. '/' .. file
  vim.fn.writefile(lines, path)
  vim.cmd('edit ' .. path)
  return path
end

--- What a command found.
function M.run(command)
  vim.cmd('Gridlog ' .. command)
  M.await('answer to ' .. command, function()
    return require('gridlog').found
  end)
  return require('gridlog').found
end

function M.clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

return M
