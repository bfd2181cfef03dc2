-- The server and the conversation with it.
local address = require('gridlog.address')
local M = {}

M.options = {
  cmd = { 'gridlog', 'lsp' },
  -- Built-in rule sets are read from the server; what commands find is written to files that other programs can show.
  init_options = { builtIn = 'virtual', results = 'file' },
  on_attach = nil,
}

-- How many milliseconds the server may take to start, or to find a text.
local PATIENCE = 5000

-- The number of the client that was started last. Neovim does not list it before the server has greeted.
local latest

function M.say(message, level)
  vim.notify('gridlog: ' .. message, level or vim.log.levels.INFO)
end

function M.complain(message)
  M.say(message, vim.log.levels.ERROR)
end

--- Has a client do something. Since 0.11 what clients do are methods.
function M.call(client, method, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

-- A client that is ready: that of the buffer, or else any.
local function ready(buffer)
  local any
  for _, client in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if client.name == 'gridlog' then
      if buffer and vim.lsp.buf_is_attached(buffer, client.id) then
        return client
      end
      any = any or client
    end
  end
  return any
end

local function starting()
  return latest and vim.lsp.get_client_by_id(latest)
end

-- The folder with the repository that a file is in, or its own.
local function root(file)
  for folder in (vim.fs and vim.fs.parents or function() return pairs({}) end)(file) do
    if vim.fn.isdirectory(folder .. '/.git') == 1 then
      return folder
    end
  end
  return vim.fn.fnamemodify(file, ':p:h')
end

--- Starts the server, for a buffer or for none, and tells whether it could.
function M.start(buffer)
  local options = M.options
  local first = options.cmd[1]
  if vim.fn.executable(first) == 0 then
    M.complain(first .. ' was not found; install it, or say setup({ cmd = { PATH, "lsp" } })')
    return false
  end
  local file = buffer and vim.api.nvim_buf_get_name(buffer)
  local own = file and address.of(file) ~= nil
  -- The server's own texts are the same in every project. Neovim 0.7 has one server for all.
  local known = (not file or own or not vim.lsp.start) and (ready(buffer) or starting())
  if known then
    latest = known.id
    if buffer then
      vim.lsp.buf_attach_client(buffer, latest)
    end
    return true
  end
  local config = {
    name = 'gridlog',
    cmd = options.cmd,
    root_dir = (not file or own) and vim.fn.getcwd() or root(file),
    init_options = options.init_options,
    on_attach = options.on_attach,
  }
  if vim.lsp.start and (buffer or vim.fn.has('nvim-0.11') == 1) then
    latest = vim.lsp.start(config, { bufnr = buffer, attach = buffer ~= nil })
  else
    latest = vim.lsp.start_client(config)
    if latest and buffer then
      vim.lsp.buf_attach_client(buffer, latest)
    end
  end
  return latest ~= nil
end

--- The client for a buffer. Starts the server where none runs, and waits until it is ready.
function M.get(buffer)
  local client = ready(buffer)
  if client or not (starting() or M.start()) then
    return client
  end
  vim.wait(PATIENCE, function()
    client = ready(buffer)
    return client or not starting()
  end, 5)
  if not client then
    M.complain('the server does not run')
  end
  return client
end

--- One of the server's own texts, or nothing and what is wrong. Whoever jumps there goes on as soon as it is read, so this waits.
function M.text(client, at)
  local text, problem
  M.call(client, 'request', 'gridlog/text', { uri = at }, function(error, answer)
    text, problem = answer, error and error.message
  end, vim.api.nvim_get_current_buf())
  vim.wait(PATIENCE, function()
    return text or problem
  end, 5)
  return text, problem or 'the server does not answer'
end

return M
