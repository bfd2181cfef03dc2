-- What commands found: texts in a window below, pictures in the program that the system has for them.
local say = require('gridlog.client').say
local M = {}

-- The buffers of texts, by title.
local buffers = {}

--- Puts a text into a buffer that nobody changes.
function M.fill(buffer, text, filetype)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text:gsub('\n$', ''), '\n', { plain = true }))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
  vim.bo[buffer].swapfile = false
  if filetype then
    vim.bo[buffer].filetype = filetype
  end
end

-- The window of this page that shows what was found before.
local function below()
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.tbl_contains(vim.tbl_values(buffers), vim.api.nvim_win_get_buf(window)) then
      return window
    end
  end
end

local function text(found)
  local buffer = buffers[found.title]
  if not (buffer and vim.api.nvim_buf_is_valid(buffer)) then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, 'gridlog://' .. found.title)
  end
  M.fill(buffer, found.text)
  local window = below()
  if not window then
    local here = vim.api.nvim_get_current_win()
    vim.cmd('botright split')
    window = vim.api.nvim_get_current_win()
    vim.api.nvim_set_current_win(here)
  end
  buffers[found.title] = buffer
  vim.api.nvim_win_set_buf(window, buffer)
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
  vim.api.nvim_win_set_height(window, math.min(15, vim.api.nvim_buf_line_count(buffer)))
end

local function picture(path)
  -- Since 0.10.
  if vim.ui.open then
    local _, problem = vim.ui.open(path)
    return problem and say(path .. ': ' .. problem)
  end
  for _, program in ipairs({ 'xdg-open', 'open', 'explorer' }) do
    if vim.fn.executable(program) == 1 then
      vim.fn.jobstart({ program, path }, {
        detach = true,
        on_exit = function(_, status)
          if status ~= 0 then
            say(program .. ' does not show ' .. path)
          end
        end,
      })
      return
    end
  end
  say('there is no program to show ' .. path)
end

--- Shows what a command found.
function M.found(found)
  if found.kind == 'picture' then
    picture(vim.uri_to_fname(found.uri))
  else
    text(found)
  end
end

return M
