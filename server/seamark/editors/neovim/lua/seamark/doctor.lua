-- What is wrong at a line: `seamark doctor FILE:LINE`, as it prints it.

local server = require('seamark.server')
local text = require('seamark.text')

local M = {}

--- Show it for the line of the cursor, as the file was saved.
function M.show()
  local client = server.client()
  local cmd = client and client.config.cmd or vim.lsp.config[server.name].cmd
  local file = vim.api.nvim_buf_get_name(0)
  if type(cmd) ~= 'table' or file == '' then
    server.say('this buffer is not a file that the doctor can read.', vim.log.levels.WARN)
    return
  end
  local arguments = { 'doctor', ('%s:%d'):format(file, vim.fn.line('.')) }
  if client and client.root_dir then
    table.insert(arguments, client.root_dir)
  end
  server.say('the doctor reads the workspace …')
  vim.system(server.command(cmd, arguments), { text = true }, function(done)
    vim.schedule(function()
      local said = vim.trim(done.stdout ~= '' and done.stdout or done.stderr)
      text.show('seamark://doctor', vim.split(said, '\n'))
    end)
  end)
end

return M
