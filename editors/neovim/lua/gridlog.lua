-- gridlog in Neovim: the server, its built-in documents, and what it does with puzzles.
local address = require('gridlog.address')
local client = require('gridlog.client')
local show = require('gridlog.show')
local M = {}

-- What the server does with a puzzle.
local commands = { 'solve', 'count', 'explain', 'rate', 'render', 'renderSolution', 'test', 'accept' }

-- The requests under way, as keys: their clients and numbers.
local running = {}

--- Has the server do something: `solve`, `test`, .. The argument is that of a lens, or nothing for this buffer.
function M.execute(name, argument)
  local buffer = vim.api.nvim_get_current_buf()
  local known = client.get(buffer)
  if not known then
    return
  end
  local asked = type(argument) == 'table' and vim.deepcopy(argument)
    or { uri = type(argument) == 'string' and argument or vim.uri_from_bufnr(buffer) }
  asked.show = false
  M.found = nil
  local task = { client = known }
  local params = { command = 'gridlog.' .. name, arguments = { asked } }
  local _, id = client.call(known, 'request', 'workspace/executeCommand', params, function(problem, found)
    running[task] = nil
    if problem then
      return client.complain(problem.message)
    end
    M.found = found
    show.found(found)
  end, buffer)
  if id then
    task.id = id
    running[task] = true
  end
end

--- Calls off everything that is under way.
function M.cancel()
  for task in pairs(running) do
    client.call(task.client, 'cancel_request', task.id)
  end
  running = {}
end

--- Fills a buffer with one of the server's own texts.
function M.read(buffer, at)
  local known = client.get(buffer)
  if not known then
    return
  end
  local text, problem = client.text(known, at)
  if not text then
    return client.complain(problem)
  end
  vim.bo[buffer].buftype = 'nofile'
  show.fill(buffer, text, at:match('%.md$') and 'markdown' or 'gridlog')
end

-- The rule set that has a name among its others, as the command line finds it: letters and digits count.
local function also_called(name)
  local function key(text)
    return vim.fn.tolower(text):gsub('[%s%p]', '')
  end
  local command = {}
  for _, word in ipairs(client.options.cmd) do
    if word == 'lsp' then
      break
    end
    table.insert(command, word)
  end
  local fine, rule_sets = pcall(function()
    return vim.fn.json_decode(vim.fn.system(vim.list_extend(command, { 'list', '--json' })))
  end)
  for _, rule_set in ipairs(fine and rule_sets or {}) do
    for _, own in ipairs(rule_set.aliases) do
      if key(own) == key(name) then
        return rule_set.id
      end
    end
  end
end

--- Opens a built-in rule set or sample by a name that `gridlog show` knows: `sudoku`, `binairo`, `sudoku/six`.
function M.open(name)
  local known = client.get(vim.api.nvim_get_current_buf())
  if not known then
    return
  end
  local function try(file)
    local at = 'gridlog:/built-in/' .. file
    if client.text(known, at) then
      vim.cmd('edit ' .. vim.fn.fnameescape(address.name(at)))
      return true
    end
  end
  local bare = name:gsub('%.rules$', ''):gsub('%.puzzle$', '')
  if try(bare .. '.rules') or try(bare .. '.puzzle') then
    return
  end
  local rule_set = also_called(bare)
  if not (rule_set and try(rule_set .. '.rules')) then
    client.complain('there is no built-in rule set or sample ' .. name)
  end
end

-- Reads the server's own text that somebody wants to edit.
local function edit(event)
  local at = address.of(event.match)
  if at then
    return M.read(event.buf, at)
  end
  -- Somebody typed the address, which is not what the buffer is called.
  local name = address.name(event.match:match('gridlog:/.*'))
  if name then
    vim.schedule(function()
      vim.cmd('edit ' .. vim.fn.fnameescape(name))
      vim.api.nvim_buf_delete(event.buf, { force = true })
    end)
  end
end

--- Starts the server for rules and puzzles. Options: `cmd`, `init_options`, `on_attach`.
function M.setup(chosen)
  client.options = vim.tbl_deep_extend('force', client.options, chosen or {})
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
    M.open(command.args)
  end, { nargs = 1 })
  local group = vim.api.nvim_create_augroup('gridlog', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'gridlog',
    callback = function(event)
      client.start(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd('BufReadCmd', { group = group, pattern = 'gridlog:/*', callback = edit })
end

return M
