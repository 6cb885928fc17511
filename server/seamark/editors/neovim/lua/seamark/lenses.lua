-- Shows the lenses of Seamark, and of no other server. `vim.g.seamark_lenses = false` leaves them out.

local M = {}

local NAME = require('seamark.server').name

local shown = vim.g.seamark_lenses ~= false

---@param client vim.lsp.Client
---@param buffer integer
local function ask(client, buffer)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client:request('textDocument/codeLens', params, vim.lsp.codelens.on_codelens, buffer)
end

---@param client vim.lsp.Client
local function show(client)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(shown, { client_id = client.id }) -- From Neovim 0.12 on; it keeps them current itself.
  elseif shown then
    for buffer in pairs(client.attached_buffers) do
      if #vim.fn.win_findbuf(buffer) > 0 then
        ask(client, buffer)
      end
    end
  else
    vim.lsp.codelens.clear(client.id)
  end
end

--- Show the lenses as they are now, after a change somewhere in the workspace.
---@param client_id integer
function M.renew(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if client and shown then
    show(client)
  end
end

--- Show the lenses if they are hidden, and hide them if they are shown.
function M.toggle()
  shown = not shown
  vim.iter(vim.lsp.get_clients({ name = NAME })):each(show)
end

vim.api.nvim_create_autocmd('BufWinEnter', {
  group = vim.api.nvim_create_augroup('seamark.lenses', {}),
  desc = 'Lenses are not kept current where nobody sees them',
  callback = function(event)
    for _, client in ipairs(vim.lsp.get_clients({ name = NAME, bufnr = event.buf })) do
      M.renew(client.id)
    end
  end,
})

return M
