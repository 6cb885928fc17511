-- What the server's answer `seamark/contracts` says, for people: functions of that answer alone.

local M = {}

--- How a contract is called: by its key, and by its mechanism unless the key says that.
---@param port table
---@return string
function M.name(port)
  return port.mechanism == 'http' and port.key or ('%s %s'):format(port.mechanism, port.key)
end

--- Where a port is stated, relative to the workspace, as it can be shown in a line: `web/src/api.ts:20`.
---@param port table
---@param root string?
---@return string
function M.place(port, root)
  local path = vim.uri_to_fname(port.stated.uri)
  local shown = vim.fn.strtrans(root and vim.fs.relpath(root, path) or path)
  return ('%s:%d'):format(shown, port.stated.range.start.line + 1)
end

--- For each port, by its number from 1, whether it is joined to another one that counts.
---@param contracts table
---@param counts fun(port: table): boolean
---@return table<integer, boolean>
local function joined(contracts, counts)
  local found = {}
  for _, link in ipairs(contracts.links) do
    local consumer, provider = link.consumer + 1, link.provider + 1
    if counts(contracts.ports[consumer]) and counts(contracts.ports[provider]) then
      found[consumer], found[provider] = true, true
    end
  end
  return found
end

local function says(port)
  if port.document then
    return 'described'
  end
  local verb = port.role == 'consumes' and 'called' or 'served'
  return port.name and ('%s by %s'):format(verb, port.name) or verb
end

---@class seamark.Entry
---@field contract string
---@field says string
---@field place string
---@field note string
---@field lonely boolean
---@field location lsp.Location
---@field serves boolean
---@field number integer

---@param one seamark.Entry
---@param other seamark.Entry
---@return boolean
local function before(one, other)
  if one.contract ~= other.contract then
    return one.contract < other.contract
  end
  if one.serves ~= other.serves then
    return one.serves
  end
  return one.number < other.number
end

--- Who serves and who calls, in the order of the contracts; what stands in test code only if it is wished for.
---@param contracts table
---@param root string?
---@param tests boolean?
---@return seamark.Entry[]
function M.entries(contracts, root, tests)
  local function counts(port)
    return tests or not port.test
  end
  local matched = joined(contracts, counts)
  local found = {}
  for number, port in ipairs(contracts.ports) do
    local possible = port.possible or 0
    local lonely = not matched[number] and possible == 0
    if counts(port) then
      table.insert(found, {
        contract = M.name(port),
        says = says(port),
        place = M.place(port, root),
        note = lonely and (port.role == 'consumes' and 'nothing serves it' or 'nothing calls it')
          or not matched[number] and ('%d possible call%s'):format(possible, possible == 1 and '' or 's')
          or '',
        lonely = lonely,
        location = port.stated,
        serves = port.role == 'exposes',
        number = number,
      })
    end
  end
  table.sort(found, before)
  return found
end

--- The services, and for each the calls that leave it, by the service that they lead to.
---
--- A document counts for a call only if no code serves it.
---@param contracts table
---@return table<string, table<string, { consumer: table, provider: table }[]>>
function M.calls(contracts)
  local in_code, services = {}, {}
  for _, port in ipairs(contracts.ports) do
    services[port.service] = services[port.service] or {}
  end
  for _, link in ipairs(contracts.links) do
    in_code[link.consumer] = in_code[link.consumer] or not contracts.ports[link.provider + 1].document
  end
  for _, link in ipairs(contracts.links) do
    local consumer, provider = contracts.ports[link.consumer + 1], contracts.ports[link.provider + 1]
    if not (provider.document and in_code[link.consumer]) then
      local to = vim.tbl_get(services, consumer.service, provider.service) or {}
      table.insert(to, { consumer = consumer, provider = provider })
      services[consumer.service][provider.service] = to
    end
  end
  return services
end

return M
