-- Shows the lenses of Seamark, and of no other server. `vim.g.seamark_lenses = false` leaves them out.

local M = {}

local NAME = require('seamark.server').name

local shown = vim.g.seamark_lenses ~= false

--- Have each lens say what it has to say, and then go on with all of them.
---@param client vim.lsp.Client
---@param buffer integer
---@param lenses lsp.CodeLens[]
---@param go_on fun(lenses: lsp.CodeLens[])
local function resolve(client, buffer, lenses, go_on)
  local resolved, left = {}, #lenses
  if left == 0 then
    go_on(resolved)
  end
  for number, lens in ipairs(lenses) do
    client:request('codeLens/resolve', lens, function(_, answer)
      resolved[number] = answer or lens
      left = left - 1
      if left == 0 then
        go_on(vim.tbl_filter(function(each)
          return each.command ~= nil
        end, resolved))
      end
    end, buffer)
  end
end

--- Show the lenses of a buffer. Neovim 0.11 would show each as “Unresolved lens ...” first, whenever something changes.
---@param client vim.lsp.Client
---@param buffer integer
local function ask(client, buffer)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client:request('textDocument/codeLens', params, function(_, lenses)
    local version = vim.lsp.util.buf_versions[buffer]
    resolve(client, buffer, lenses or {}, function(resolved)
      if shown and vim.api.nvim_buf_is_loaded(buffer) and vim.lsp.util.buf_versions[buffer] == version then
        vim.lsp.codelens.save(resolved, buffer, client.id)
        vim.lsp.codelens.display(resolved, buffer, client.id)
      end
    end)
  end, buffer)
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
