-- The servers that run, and questions to them.

local M = {}

M.name = 'seamark'

local PATIENCE = 3000
local PAUSE = 50

--- The client that answers for the current buffer, or else any.
---@return vim.lsp.Client?
function M.client()
  return vim.lsp.get_clients({ name = M.name, bufnr = 0 })[1] or vim.lsp.get_clients({ name = M.name })[1]
end

--- The command that has the program do something else than serve: `seamark --version` instead of `seamark lsp`.
---@param cmd string[]
---@param arguments string[]
---@return string[]
function M.command(cmd, arguments)
  local found = {}
  for _, word in ipairs(cmd) do
    if word == 'lsp' then
      break
    end
    table.insert(found, word)
  end
  return vim.list_extend(found, arguments)
end

--- Show a message of Seamark's.
---@param message string
---@param level? integer
function M.say(message, level)
  vim.notify('Seamark: ' .. message, level or vim.log.levels.INFO)
end

--- Ask the server, and go on with its answer; where there is none, the user is told why.
---@param method string
---@param params table
---@param go_on fun(result: any, client: vim.lsp.Client)
function M.ask(method, params, go_on)
  local client = M.client()
  if not client then
    M.say('no server is running. Open a source file of your workspace; :checkhealth seamark says more.', vim.log.levels.WARN)
    return
  end
  local buffer = vim.api.nvim_get_current_buf() -- With 0, Neovim does not tell the server first what was just typed.
  client:request(method, params, function(err, result)
    if err then
      M.say(err.message, vim.log.levels.ERROR)
    else
      go_on(result, client)
    end
  end, buffer)
end

--- Ask for everything that the server found (docs/protocol.md, `seamark/contracts`).
---@param go_on fun(contracts: table, client: vim.lsp.Client)
function M.ask_for_contracts(go_on)
  M.ask('seamark/contracts', vim.empty_dict(), function(contracts, client)
    if not contracts then
      M.say('there is no workspace. Open a source file of it; :checkhealth seamark says more.', vim.log.levels.WARN)
      return
    end
    if contracts.reading then
      M.say(('incomplete: %d of %d files have been read.'):format(contracts.reading.done, contracts.reading.total))
    end
    go_on(contracts, client)
  end)
end

--- Call a function as soon as a client has stopped; one that does not in time is ended.
---@param client vim.lsp.Client
---@param go_on fun()
local function when_stopped(client, go_on)
  local timer, left = assert(vim.uv.new_timer()), PATIENCE
  timer:start(
    0,
    PAUSE,
    vim.schedule_wrap(function()
      left = left - PAUSE
      if client:is_stopped() and not timer:is_closing() then
        timer:close()
        go_on()
      elseif left < 0 then
        client:stop(true)
      end
    end)
  )
end

--- Restart every server, each for the buffers that it had.
function M.restart()
  local clients = vim.lsp.get_clients({ name = M.name })
  if #clients == 0 then
    vim.lsp.enable(M.name)
  end
  for _, client in ipairs(clients) do
    local config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
    client:stop()
    when_stopped(client, function()
      for _, buffer in ipairs(vim.tbl_filter(vim.api.nvim_buf_is_loaded, buffers)) do
        vim.lsp.start(config, { bufnr = buffer })
      end
      M.say('the server has been restarted.')
    end)
  end
end

--- Read the workspace anew.
function M.reindex()
  M.ask('workspace/executeCommand', { command = 'seamark.reindex' }, function()
    M.say('the workspace has been read again.')
  end)
end

return M
