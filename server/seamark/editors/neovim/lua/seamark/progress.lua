-- Shows in the message line how much of the workspace has been read. `vim.g.seamark_progress = false` leaves it out.

local M = {}

local NAME = require('seamark.server').name

---@param said string
local function echo(said)
  vim.api.nvim_echo({ { vim.fn.strcharpart('Seamark: ' .. said, 0, vim.v.echospace) } }, false, {})
end

--- Show what a server has said of its progress, if it is Seamark.
---@param said { client_id: integer, params: lsp.ProgressParams }
function M.show(said)
  local client = vim.lsp.get_client_by_id(said.client_id)
  local value = said.params.value
  if vim.g.seamark_progress == false or not client or client.name ~= NAME or type(value) ~= 'table' then
    return
  end
  if value.kind == 'end' then
    echo(value.message and ('done: ' .. value.message) or 'done')
  else
    echo((value.percentage and 'reading the workspace: ' or '') .. (value.message or ''))
  end
end

return M
