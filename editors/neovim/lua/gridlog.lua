-- gridlog in Neovim: the server, its built-in documents, and what it does with puzzles.
local M = {}

local options = {
  cmd = { 'gridlog', 'lsp' },
  -- Built-in rule sets are read from the server; what commands find is written to files that other programs can show.
  init_options = { builtIn = 'virtual', results = 'file' },
  on_attach = nil,
}

-- What the server does with a puzzle.
local commands = { 'solve', 'count', 'explain', 'rate', 'render', 'renderSolution', 'test', 'accept' }

-- The request under way: its client and number.
local running

local function clients()
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(client)
    return client.name == 'gridlog'
  end, get())
end

-- Since 0.11 what a client does are methods.
local function request(client, method, params, handler, buffer)
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, handler, buffer)
  end
  return client.request(method, params, handler, buffer)
end

local function say(message, level)
  vim.notify('gridlog: ' .. message, level or vim.log.levels.INFO)
end

-- A buffer that nobody changes, with a text.
local function fill(buffer, text, filetype)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n', { plain = true, trimempty = false }))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
  vim.bo[buffer].swapfile = false
  if filetype then
    vim.bo[buffer].filetype = filetype
  end
end

-- Shows what a command found: a text in a window below, a picture in the program that the system has for them.
local function show(found)
  if found.kind == 'picture' then
    local path = vim.uri_to_fname(found.uri)
    if vim.ui.open then
      vim.ui.open(path)
    else
      say(path)
    end
    return
  end
  local name = 'gridlog://' .. found.title
  local buffer = vim.fn.bufnr('^' .. vim.fn.escape(name, '[]*?{}\\ ') .. '$')
  if buffer < 0 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  fill(buffer, found.text)
  if vim.fn.bufwinid(buffer) < 0 then
    vim.cmd('botright split | buffer ' .. buffer .. ' | resize ' .. math.min(15, vim.api.nvim_buf_line_count(buffer)))
    vim.cmd('wincmd p')
  end
end

--- Has the server do something: `solve`, `test`, .. The argument is that of a lens, or nothing for this buffer.
function M.execute(name, argument)
  local client = clients()[1]
  if not client then
    return say('the server does not run', vim.log.levels.ERROR)
  end
  local asked = type(argument) == 'table' and vim.deepcopy(argument)
    or { uri = type(argument) == 'string' and argument or vim.uri_from_bufnr(0) }
  asked.show = false
  M.found = nil
  local _, id = request(client, 'workspace/executeCommand', { command = 'gridlog.' .. name, arguments = { asked } }, function(problem, found)
    running = nil
    if problem then
      return say(problem.message, vim.log.levels.ERROR)
    end
    M.found = found
    show(found)
  end, 0)
  running = { client = client, id = id }
end

--- Calls off what is under way.
function M.cancel()
  if running then
    if vim.fn.has('nvim-0.11') == 1 then
      running.client:cancel_request(running.id)
    else
      running.client.cancel_request(running.id)
    end
    running = nil
  end
end

--- Fills a buffer with one of the server's own texts, such as `gridlog:/built-in/sudoku.rules`.
function M.read(buffer, address)
  local client = clients()[1]
  if not client then
    return say('the server does not run', vim.log.levels.ERROR)
  end
  local text, problem
  request(client, 'gridlog/text', { uri = address }, function(error, answer)
    text, problem = answer, error
  end, buffer)
  -- Whoever jumps here goes on as soon as the buffer is read.
  vim.wait(2000, function()
    return text ~= nil or problem ~= nil
  end, 5)
  if problem or not text then
    return say(problem and problem.message or 'the server does not answer', vim.log.levels.ERROR)
  end
  vim.bo[buffer].buftype = 'nofile'
  fill(buffer, text, address:match('%.md$') and 'markdown' or 'gridlog')
end

local function start(buffer)
  local first = options.cmd[1]
  if vim.fn.executable(first) == 0 then
    return say(first .. ' was not found; install it, or say setup({ cmd = { PATH, "lsp" } })', vim.log.levels.ERROR)
  end
  local file = vim.api.nvim_buf_get_name(buffer)
  local root = file:match('^gridlog:') and vim.fn.getcwd() or vim.fn.fnamemodify(file, ':p:h')
  for folder in (vim.fs and vim.fs.parents or function() return pairs({}) end)(file) do
    if vim.fn.isdirectory(folder .. '/.git') == 1 then
      root = folder
      break
    end
  end
  local config = {
    name = 'gridlog',
    cmd = options.cmd,
    root_dir = root,
    init_options = options.init_options,
    on_attach = options.on_attach,
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  -- Neovim 0.7.
  local known = clients()[1]
  local id = known and known.id or vim.lsp.start_client(config)
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

--- Starts the server for rules and puzzles. Options: `cmd`, `init_options`, `on_attach`.
function M.setup(chosen)
  options = vim.tbl_deep_extend('force', options, chosen or {})
  for _, name in ipairs(commands) do
    vim.lsp.commands['gridlog.' .. name] = function(command)
      M.execute(name, (command.arguments or {})[1])
    end
  end
  vim.api.nvim_create_user_command('Gridlog', function(command)
    if command.args == 'cancel' then
      M.cancel()
    else
      M.execute(command.args)
    end
  end, {
    nargs = 1,
    complete = function(typed)
      return vim.tbl_filter(function(name)
        return vim.startswith(name, typed)
      end, vim.list_extend({ 'cancel' }, commands))
    end,
  })
  vim.api.nvim_create_user_command('GridlogOpen', function(command)
    local name = command.args:match('%.%a+$') and command.args or command.args .. '.rules'
    vim.cmd('edit gridlog:/built-in/' .. name)
  end, { nargs = 1 })
  local group = vim.api.nvim_create_augroup('gridlog', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'gridlog',
    callback = function(event)
      start(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('BufReadCmd', {
    group = group,
    pattern = 'gridlog:/*',
    callback = function(event)
      M.read(event.buf, event.match:match('gridlog:/.*') or event.file)
    end,
  })
end

return M
