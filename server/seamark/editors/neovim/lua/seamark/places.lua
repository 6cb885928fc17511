-- Goes to places that the server names.

local M = {}

--- Go to a place.
---@param client vim.lsp.Client
---@param location lsp.Location
function M.go(client, location)
  if location.uri:find('^https?:') then -- A page of a repository that is not checked out.
    vim.ui.open(location.uri)
    return
  end
  vim.lsp.util.show_document(location, client.offset_encoding, { focus = true, reuse_win = true })
end

--- Open the page that is chosen.
---@param locations lsp.Location[]
local function choose_page(locations)
  local pages = vim.tbl_map(function(location)
    return location.uri
  end, locations)
  vim.ui.select(pages, { prompt = 'Open' }, function(page)
    if page then
      vim.ui.open(page)
    end
  end)
end

--- Go to the only place, or list them all.
---@param client vim.lsp.Client
---@param locations lsp.Location[]
---@param title string
local function show(client, locations, title)
  local files = vim.tbl_filter(function(location)
    return not location.uri:find('^https?:')
  end, locations)
  if #files == 0 and #locations > 1 then
    choose_page(locations)
    return
  end
  locations = #files > 0 and files or locations
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
