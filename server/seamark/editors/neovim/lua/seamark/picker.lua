-- A list of who serves each contract, and who calls it, to choose from.

local contracts_of = require('seamark.contracts')
local places = require('seamark.places')
local server = require('seamark.server')

local M = {}

local MARGIN = 4 -- What a question takes besides what there is to choose from: lines, and columns for numbers.

---@param entry seamark.Entry
---@param text string
local function mentions(entry, text)
  local all = table.concat({ entry.contract, entry.says, entry.place }, ' '):lower()
  return all:find(text:lower(), 1, true) ~= nil
end

--- The lines that show entries, in columns.
---@param entries seamark.Entry[]
---@return table<seamark.Entry, string>
local function lines(entries)
  local widths = { contract = 0, says = 0, place = 0 }
  for _, entry in ipairs(entries) do
    for column, width in pairs(widths) do
      widths[column] = math.max(width, vim.fn.strdisplaywidth(entry[column]))
    end
  end
  local function padded(entry, column)
    return entry[column] .. (' '):rep(widths[column] - vim.fn.strdisplaywidth(entry[column]))
  end
  local found = {}
  for _, entry in ipairs(entries) do
    local parts = { padded(entry, 'contract'), padded(entry, 'says'), padded(entry, 'place'), entry.note }
    found[entry] = vim.trim(table.concat(parts, '  '))
  end
  return found
end

--- Whether choosing is Neovim's own: it prints all lines, and asks for the number of one.
local function asks_by_number()
  local source = vim.fs.normalize(debug.getinfo(vim.ui.select, 'S').source)
  return vim.endswith(source, 'vim/ui.lua')
end

--- Whether lines fit on the screen, numbered, with a question below them.
---@param shown string[]
local function fits(shown)
  return #shown <= vim.o.lines - MARGIN
    and vim.iter(shown):all(function(line)
      return vim.fn.strdisplaywidth(line) < vim.o.columns - MARGIN
    end)
end

--- Show entries in the quickfix list.
---@param client vim.lsp.Client
---@param entries seamark.Entry[]
local function list(client, entries)
  local numbers = {}
  for number, entry in ipairs(entries) do
    numbers[entry.location] = number
  end
  local locations = vim.tbl_keys(numbers)
  local items = vim.lsp.util.locations_to_items(locations, client.offset_encoding)
  table.sort(items, function(one, other)
    return numbers[one.user_data] < numbers[other.user_data]
  end)
  for _, item in ipairs(items) do
    local entry = entries[numbers[item.user_data]]
    item.text = vim.trim(table.concat({ entry.contract, entry.says, entry.note }, '  '))
  end
  vim.fn.setqflist({}, ' ', { title = 'Contracts', items = items })
  vim.cmd('botright copen')
end

--- Have the user choose one of those whose contract, function or file has a text, and go there.
---@param text string
---@param wish { unmatched?: boolean, tests?: boolean }
function M.choose(text, wish)
  server.ask_for_contracts(function(contracts, client)
    local all = contracts_of.entries(contracts, client.root_dir, wish.tests)
    local entries = vim.tbl_filter(function(entry)
      return mentions(entry, text) and (entry.lonely or not wish.unmatched)
    end, all)
    local hidden = #contracts.ports - #all
    local tests = hidden > 0 and ('%d in tests are hidden: `:Seamark!` shows them'):format(hidden) or nil
    if #entries == 0 then
      local nothing = text == '' and 'no contract found' or ('no contract found with “%s”'):format(text)
      server.say(nothing .. (tests and ('; %s.'):format(tests) or '.'))
      return
    end
    local shown = lines(entries)
    if asks_by_number() and not fits(vim.tbl_values(shown)) then
      list(client, entries)
      server.say(tests and ('%s.'):format(tests) or 'all of them are in the quickfix list.')
      return
    end
    vim.ui.select(entries, {
      prompt = tests and ('Contracts (%s):'):format(tests) or 'Contracts:',
      kind = 'seamark.contract',
      format_item = function(entry)
        return shown[entry]
      end,
    }, function(entry)
      if entry then
        places.go(client, entry.location)
      end
    end)
  end)
end

return M
