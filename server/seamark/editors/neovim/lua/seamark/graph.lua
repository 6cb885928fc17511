-- Which service calls which, as a text: a heading for each service, below it the services that it calls.

local contracts_of = require('seamark.contracts')
local places = require('seamark.places')
local server = require('seamark.server')
local text = require('seamark.text')

local M = {}

local NAME = 'seamark://graph'
local marks = vim.api.nvim_create_namespace('seamark.graph')

---@class seamark.Line
---@field text string
---@field group? string
---@field location? lsp.Location

---@param service string
local function named(service)
  return service == '' and '(workspace root)' or service
end

--- The text, with what its lines lead to.
---@param contracts table
---@param root string?
---@return seamark.Line[]
function M.lines(contracts, root)
  local found = { { text = 'Who calls whom: <CR> goes to the call', group = 'Comment' }, { text = '' } }
  for from, targets in vim.spairs(contracts_of.calls(contracts)) do
    table.insert(found, { text = named(from), group = 'Title' })
    if not next(targets) then
      table.insert(found, { text = '  calls no other service', group = 'Comment' })
    end
    for to, calls in vim.spairs(targets) do
      table.insert(found, { text = ('  → %s'):format(to == from and 'itself' or named(to)), group = 'Directory' })
      for _, call in ipairs(calls) do
        local shown = ('      %-40s  %s'):format(contracts_of.name(call.consumer), contracts_of.place(call.consumer, root))
        table.insert(found, { text = shown, location = call.consumer.stated })
      end
    end
    table.insert(found, { text = '' })
  end
  return found
end

--- Show it in a window.
function M.show()
  server.ask_for_contracts(function(contracts, client)
    local lines = M.lines(contracts, client.root_dir)
    local buffer = text.show(
      NAME,
      vim.tbl_map(function(line)
        return line.text
      end, lines)
    )
    for number, line in ipairs(lines) do
      if line.group then
        vim.api.nvim_buf_set_extmark(buffer, marks, number - 1, 0, { line_hl_group = line.group })
      end
    end
    vim.keymap.set('n', '<CR>', function()
      local line = lines[vim.fn.line('.')]
      if line and line.location then
        vim.cmd.wincmd('p')
        places.go(client, line.location)
      end
    end, { buffer = buffer, desc = 'Go to this call' })
    vim.wo[0][0].foldmethod, vim.wo[0][0].foldlevel = 'indent', 99
  end)
end

return M
