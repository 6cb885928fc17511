-- What the steps of `run.lua` are made of: waiting, going somewhere, asking, and comparing.

local M = {}

local PATIENCE = 30000

M.workspace = assert(vim.env.SEAMARK_WORKSPACE)

function M.wait_for(what, condition)
  if not vim.wait(PATIENCE, condition, 10) then
    error('waited in vain for ' .. what, 2)
  end
end

function M.same(what, found, expected)
  if not vim.deep_equal(found, expected) then
    error(('%s: %s instead of %s'):format(what, vim.inspect(found), vim.inspect(expected)), 2)
  end
end

function M.has(what, text, part)
  if not text:find(part, 1, true) then
    error(('%s: no %s in %s'):format(what, part, text), 2)
  end
end

function M.edit(name)
  vim.cmd.buffer(vim.fn.bufadd(M.workspace .. '/' .. name))
  vim.bo.buflisted = true
end

--- Put the cursor on a text, so many characters after its beginning.
function M.go_to(name, text, inside)
  M.edit(name)
  vim.fn.cursor(1, 1)
  local line, column = unpack(vim.fn.searchpos('\\V' .. vim.fn.escape(text, '\\'), 'cW'))
  assert(line > 0, 'not found: ' .. text)
  vim.fn.cursor(line, column + (inside or 0))
end

function M.here()
  local name = vim.fs.relpath(M.workspace, vim.api.nvim_buf_get_name(0))
  return { name, vim.fn.expand('<cword>') }
end

function M.expect_here(file, word)
  M.wait_for(('%s in %s'):format(word, file), function()
    return vim.deep_equal(M.here(), { file, word })
  end)
end

--- The cursor is in a line that has a text.
function M.expect_line(file, part)
  M.wait_for(('%s in %s'):format(part, file), function()
    return M.here()[1] == file and vim.api.nvim_get_current_line():find(part, 1, true) ~= nil
  end)
end

function M.client()
  return vim.lsp.get_clients({ name = 'seamark' })[1]
end

--- Wait until a server has read the workspace; not the one with a number that is gone.
function M.ready(gone)
  M.wait_for('the server', function()
    local client = M.client()
    local answer = client and client.id ~= gone and client:request_sync('seamark/contracts', vim.empty_dict(), 10000)
    return answer and answer.result and not answer.result.reading
  end)
end

function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, true), '\n')
end

--- The text of a window that floats, which is closed then.
function M.floating(what)
  local text
  M.wait_for(what, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        text = M.text(vim.api.nvim_win_get_buf(window))
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
    return false
  end)
  return text
end

--- Have the next question of Neovim's answered: `choose` is given what there is to choose from, as it is shown.
function M.answering(choose, act)
  local asked
  local select = vim.ui.select
  vim.ui.select = function(items, opts, go_on)
    asked = vim.tbl_map(opts.format_item or tostring, items)
    go_on(items[choose(asked)])
  end
  act()
  M.wait_for('the question', function()
    return asked ~= nil
  end)
  vim.ui.select = select
  return asked
end

--- The number of the first text that has a part.
function M.with(part)
  return function(texts)
    for number, text in ipairs(texts) do
      if text:find(part, 1, true) then
        return number
      end
    end
    error(('no %s in %s'):format(part, vim.inspect(texts)))
  end
end

--- Another Neovim with the same configuration, for what only keys do. It shows a file, and its server is ready.
function M.typist(name)
  local channel = vim.fn.jobstart({ vim.v.progpath, '--embed', '--headless', '-n', '-i', 'NONE' }, { rpc = true })
  local function lua(code, ...)
    return vim.rpcrequest(channel, 'nvim_exec_lua', code, { ... })
  end
  lua('vim.cmd.edit(...)', M.workspace .. '/' .. name)
  M.wait_for('the server of another Neovim', function()
    return lua([[
      local client = vim.lsp.get_clients({ name = 'seamark' })[1]
      local answer = client and client:request_sync('seamark/contracts', vim.empty_dict(), 10000)
      return answer and answer.result and not answer.result.reading or false
    ]])
  end)
  return {
    type = function(keys)
      vim.rpcrequest(channel, 'nvim_input', keys)
    end,
    menu = function()
      return lua("return vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ 'items' }).items)")
    end,
    line = function()
      return vim.rpcrequest(channel, 'nvim_get_current_line')
    end,
    quit = function()
      vim.rpcnotify(channel, 'nvim_command', 'qall!')
      M.same('the end of another Neovim', vim.fn.jobwait({ channel }, PATIENCE), { 0 })
    end,
  }
end

-- What an editor shows as an error, is one.
M.complaints = {}
vim.notify = function(message, level)
  if (level or 0) >= vim.log.levels.WARN then
    table.insert(M.complaints, message)
  end
  M.told = message
end

--- Run the steps in their order, and end Neovim as a user does; with an exit code other than 0 if one fails.
function M.run(steps)
  for _, step in ipairs(steps) do
    local name, act = unpack(step)
    local done, why = xpcall(act, debug.traceback)
    io.stdout:write(('%s: %s\n'):format(done and 'ok' or 'FAILED', name))
    if not done then
      io.stderr:write(why .. '\n')
      vim.cmd('cquit 1')
    end
    M.same('complaints', M.complaints, {})
  end
  vim.cmd('qall!')
end

return M
