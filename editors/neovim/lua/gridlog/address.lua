-- The server's own texts have addresses such as `gridlog:/built-in/sudoku.rules`. Vim before 0.11 takes a name without `://` for a
-- file in the working folder, so the buffer is called `gridlog:///built-in/sudoku.rules`, and the two lead to each other here.
local M = {}

--- The name of the buffer for an address, if it is one of the server's own.
function M.name(address)
  local path = address:match('^gridlog:/([^/].*)$')
  return path and 'gridlog:///' .. path
end

--- The address of what is in a buffer of this name, if that is one of the server's own texts.
function M.of(name)
  local path = name:match('^gridlog:///(.*)$')
  return path and 'gridlog:/' .. path
end

-- Everything in Neovim that talks with servers, and what users write themselves, asks these for addresses and buffers.
local from_bufnr, to_fname, to_bufnr = vim.uri_from_bufnr, vim.uri_to_fname, vim.uri_to_bufnr

function vim.uri_from_bufnr(buffer)
  return M.of(vim.api.nvim_buf_get_name(buffer)) or from_bufnr(buffer)
end

function vim.uri_to_fname(address)
  return M.name(address) or to_fname(address)
end

function vim.uri_to_bufnr(address)
  local name = M.name(address)
  return name and vim.fn.bufadd(name) or to_bufnr(address)
end

return M
