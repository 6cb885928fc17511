-- All that is known about the contracts at a position.

local server = require('seamark.server')

local M = {}

--- Show it for the position of the cursor.
function M.show()
  local client = server.client()
  local position = vim.lsp.util.make_position_params(0, client and client.offset_encoding or 'utf-16')
  local arguments = { position.textDocument.uri, position.position }
  server.ask('workspace/executeCommand', { command = 'seamark.explain', arguments = arguments }, function(text)
    if text then
      vim.lsp.util.open_floating_preview(vim.split(text, '\n'), 'markdown', { focus_id = 'seamark.explain' })
    else
      server.say('no contract is declared here.')
    end
  end)
end

return M
