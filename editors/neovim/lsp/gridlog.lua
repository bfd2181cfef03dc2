-- For Neovim 0.11 and later, where `vim.lsp.enable('gridlog')` is all that a server needs. The commands of lua/gridlog.lua are
-- beside it: either this or `require('gridlog').setup()`.
return {
  cmd = { 'gridlog', 'lsp' },
  filetypes = { 'gridlog' },
  root_markers = { '.git' },
}
