-- |:Seamark| and what comes after it.

local M = {}

---@class seamark.Subcommand
---@field run fun(rest: string, more: boolean)
---@field does string

---@type table<string, seamark.Subcommand>
M.subcommands = {
  contracts = {
    does = 'choose a side of a contract, and go there',
    run = function(rest, more)
      require('seamark.picker').choose(rest, { tests = more })
    end,
  },
  unmatched = {
    does = 'choose a contract that nothing serves or nothing calls, and go there',
    run = function(rest, more)
      require('seamark.picker').choose(rest, { unmatched = true, tests = more })
    end,
  },
  graph = {
    does = 'show which service calls which',
    run = function()
      require('seamark.graph').show()
    end,
  },
  doctor = {
    does = 'explain what is wrong on this line, or why nothing is shown',
    run = function()
      require('seamark.doctor').show()
    end,
  },
  explain = {
    does = 'explain the contract under the cursor',
    run = function()
      require('seamark.explain').show()
    end,
  },
  lenses = {
    does = 'show or hide the lenses',
    run = function()
      require('seamark.lenses').toggle()
    end,
  },
  reindex = {
    does = 'read the workspace again',
    run = function()
      require('seamark.server').reindex()
    end,
  },
  restart = {
    does = 'restart the server',
    run = function()
      require('seamark.server').restart()
    end,
  },
}

---@return string[]
local function names()
  local found = vim.tbl_keys(M.subcommands)
  table.sort(found)
  return found
end

--- Run what was typed after `:Seamark`; without anything, tell what there is. With a bang it shows more.
---@param words string[]
---@param more? boolean
function M.run(words, more)
  local name = words[1]
  local subcommand = M.subcommands[name]
  if subcommand then
    subcommand.run(table.concat(words, ' ', 2), more == true)
    return
  end
  local lines = { name and ('Seamark has no command %s. The commands are:'):format(name) or 'Seamark\'s commands:' }
  for _, each in ipairs(names()) do
    table.insert(lines, ('  :Seamark %-10s  %s'):format(each, M.subcommands[each].does))
  end
  vim.notify(table.concat(lines, '\n'), name and vim.log.levels.ERROR or vim.log.levels.INFO)
end

--- The subcommands that a command line may be continued with.
---@param line string
---@return string[]
function M.complete(line)
  local begun = line:match('Seamark!?%s+(%S*)$')
  return begun and vim.tbl_filter(function(name)
    return vim.startswith(name, begun)
  end, names()) or {}
end

return M
