-- |:checkhealth| seamark

local contracts_of = require('seamark.contracts')
local server = require('seamark.server')

local health = vim.health

local M = {}

local PATIENCE = 10000

---@param number integer
---@param what string
local function counted(number, what)
  return ('%d %s%s'):format(number, what, number == 1 and '' or 's')
end

---@param cmd string[]
---@return boolean
local function check_program(cmd)
  local found = vim.fn.exepath(cmd[1])
  if found == '' then
    health.error(('`%s` cannot be started: no such program'):format(cmd[1]), {
      'Run `seamark editors neovim` where Seamark is installed, and put the line that it prints into init.lua.',
      'Or name the program: vim.lsp.config(\'seamark\', { cmd = { \'/path/to/seamark\', \'lsp\' } })',
    })
    return false
  end
  health.ok('Program: ' .. found)
  local asking = server.command(cmd, { '--version' })
  local started, done = pcall(function()
    return vim.system(asking, { text = true, timeout = PATIENCE }):wait()
  end)
  if not started or done.code ~= 0 then
    local why = started and vim.trim(done.stderr or '') or tostring(done)
    health.error('It does not run: ' .. (why ~= '' and why or 'no output'), {
      'Try it in a terminal: ' .. table.concat(asking, ' '),
    })
    return false
  end
  health.ok('Version: ' .. vim.trim(done.stdout))
  return true
end

---@param config vim.lsp.Config
local function check_enabled(config)
  if vim.lsp.is_enabled and not vim.lsp.is_enabled(server.name) then
    health.warn('Neovim does not start it', { 'Put vim.lsp.enable(\'seamark\') into init.lua.' })
  else
    health.ok('Neovim starts it for: ' .. table.concat(config.filetypes or { 'every file' }, ', '))
  end
end

--- Whether a server that is started only for this answers.
---@param config vim.lsp.Config
local function check_start(config)
  local id = vim.lsp.start(vim.tbl_extend('force', config, { name = 'seamark-health', root_dir = vim.fn.tempname() }), {
    attach = false,
    silent = true,
    reuse_client = function()
      return false
    end,
  })
  local client = id and vim.lsp.get_client_by_id(id)
  local answers = client and vim.wait(PATIENCE, function()
    return client.initialized
  end)
  if client then
    client:stop(not answers)
  end
  if answers then
    health.ok('It starts and answers')
  else
    health.error('It starts, but does not answer', { 'Its log is ' .. vim.lsp.get_log_path() })
  end
end

---@param client vim.lsp.Client
local function check_root(client)
  local folders = vim.tbl_map(function(folder)
    return vim.fn.fnamemodify(vim.uri_to_fname(folder.uri), ':~')
  end, client.workspace_folders or {})
  if #folders == 0 then
    health.warn('No workspace: only the folders of the files that you open are read', {
      'Create a seamark.toml, which may be empty, in the folder that holds all of your services.',
    })
  else
    health.info('Workspace: ' .. table.concat(folders, ', '))
  end
end

--- Whether a server asks a store, through which one checkout leads to another.
---@param client vim.lsp.Client
local function asks_store(client)
  for _, said in ipairs({ client.settings.seamark or {}, client.config.init_options or {} }) do
    if vim.tbl_get(said, 'organisation', 'store') then
      return true
    end
  end
  return false
end

--- Folders that servers of their own read: nothing leads from one to the other, unless they ask a store.
---@param clients vim.lsp.Client[]
local function check_several(clients)
  local roots = vim.tbl_map(function(client)
    return client.root_dir and vim.fn.fnamemodify(client.root_dir, ':~') or '(none)'
  end, clients)
  if #clients > 1 and not vim.iter(clients):all(asks_store) then
    health.warn(
      ('%d workspaces, with no links between them: %s'):format(#clients, table.concat(roots, ', ')),
      { 'If they belong together, create a seamark.toml, which may be empty, in the folder that holds all of them.' }
    )
  end
end

---@param client vim.lsp.Client
local function check_answer(client)
  local began = vim.uv.hrtime()
  local answer = client:request_sync('seamark/contracts', vim.empty_dict(), PATIENCE)
  local took = (vim.uv.hrtime() - began) / 1e6
  if not answer or answer.err then
    health.error('It does not answer', {
      'Restart it with :Seamark restart.',
      'Its log is ' .. vim.lsp.get_log_path(),
    })
    return
  end
  health.ok(('It answers, in %d ms'):format(took))
  local contracts = answer.result
  if not contracts then
    return
  end
  if contracts.reading then
    local reading = contracts.reading
    health.info(('It is still reading: %d of %d files. Check again in a moment.'):format(reading.done, reading.total))
  end
  local names, lonely = {}, 0
  for _, port in ipairs(contracts.ports) do
    names[contracts_of.name(port)] = true
  end
  for _, entry in ipairs(contracts_of.entries(contracts)) do
    lonely = lonely + (entry.lonely and 1 or 0)
  end
  if #contracts.ports == 0 then
    health.warn('It found no contracts', {
      'The workspace must be the folder that holds all of your services: create a seamark.toml, which may be empty, there.',
      'In a terminal, `seamark doctor FOLDER` shows which files are read there, and what is wrong.',
    })
  else
    health.info(
      ('It found %s in %s; %d of these have no other side (:Seamark unmatched)'):format(
        counted(vim.tbl_count(names), 'contract'),
        counted(#contracts.ports, 'place'),
        lonely
      )
    )
  end
end

--- Positions are counted in the same way by all servers of a buffer, or Neovim mixes them up.
---@param client vim.lsp.Client
local function check_encoding(client)
  local others = {}
  for buffer in pairs(client.attached_buffers) do
    for _, other in ipairs(vim.lsp.get_clients({ bufnr = buffer })) do
      if other.offset_encoding ~= client.offset_encoding then
        others[('%s (%s)'):format(other.name, other.offset_encoding)] = true
      end
    end
  end
  local counts = 'It counts positions in ' .. client.offset_encoding
  if next(others) then
    health.warn(('%s, but other servers do not: %s'):format(counts, table.concat(vim.tbl_keys(others), ', ')), {
      'Make them agree: vim.lsp.config(\'*\', { capabilities = { general = { positionEncodings = { \'utf-16\' } } } })',
    })
  else
    health.ok(counts .. ', like all other servers')
  end
end

---@param client vim.lsp.Client
local function check_watching(client)
  local watches = vim.tbl_get(client.capabilities, 'workspace', 'didChangeWatchedFiles', 'dynamicRegistration')
  health.info(
    watches and 'Neovim reports changes on disk'
      or 'Neovim does not report changes on disk: the server checks every few seconds'
  )
end

---@param client vim.lsp.Client
local function check_client(client)
  local version = vim.tbl_get(client, 'server_info', 'version') or '?'
  health.start(('Seamark: server %d (version %s)'):format(client.id, version))
  check_root(client)
  check_answer(client)
  health.info(('It serves %s'):format(counted(vim.tbl_count(client.attached_buffers), 'buffer')))
  check_encoding(client)
  check_watching(client)
end

--- Look at everything that must be right, and say what is not.
function M.check()
  health.start('Seamark: installation')
  if vim.fn.has('nvim-0.11') == 0 then
    health.error('Seamark needs Neovim 0.11 or later')
    return
  end
  health.ok('Neovim ' .. tostring(vim.version()))
  local config = vim.lsp.config[server.name]
  if type(config.cmd) == 'table' and not check_program(config.cmd) then
    return
  end
  check_enabled(config)
  local clients = vim.lsp.get_clients({ name = server.name })
  if #clients == 0 then
    check_start(config)
    health.info('No server is running. One starts when you open a source file.')
  end
  check_several(clients)
  vim.iter(clients):each(check_client)
end

return M
