-- Goes to places that the server names.

local M = {}

--- Go to a place.
---@param client vim.lsp.Client
---@param location lsp.Location
function M.go(client, location)
  vim.lsp.util.show_document(location, client.offset_encoding, { focus = true, reuse_win = true })
end

--- Go to the only place, or list them all.
---@param client vim.lsp.Client
---@param locations lsp.Location[]
---@param title string
local function show(client, locations, title)
  if #locations < 2 then
    if locations[1] then
      M.go(client, locations[1])
    end
    return
  end
  local items = vim.lsp.util.locations_to_items(locations, client.offset_encoding)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

--- What the command of a lens does: `seamark.showPlaces` (docs/protocol.md).
---@param command lsp.Command
---@param context { client_id: integer, bufnr: integer }
function M.of_lens(command, context)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  client:request('seamark/places', { data = command.arguments[3] }, function(_, locations)
    show(client, locations or {}, command.title)
  end, context.bufnr)
  require('seamark.lenses').renew(client.id) -- Neovim takes a lens away that is run.
end

return M
