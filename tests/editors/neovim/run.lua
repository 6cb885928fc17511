-- Runs inside Neovim: nvim --clean -n -l run.lua PYTHON WORKSPACE
-- Does in `fixtures/shop` what people do, with Neovim's own functions. The exit code is the verdict.

local python, workspace = arg[1], arg[2]
local PATIENCE = 30000

local function wait_for(what, condition)
  if not vim.wait(PATIENCE, condition, 10) then
    error('waited in vain for ' .. what)
  end
end

local function same(what, found, expected)
  if not vim.deep_equal(found, expected) then
    error(('%s: %s instead of %s'):format(what, vim.inspect(found), vim.inspect(expected)))
  end
end

-- What an editor shows as an error, is one.
local complaints = {}
vim.notify = function(message, level)
  if (level or 0) >= vim.log.levels.WARN then
    table.insert(complaints, message)
  end
end

local read = false
vim.api.nvim_create_autocmd('LspProgress', {
  pattern = 'end',
  callback = function()
    read = true
  end,
})

local function edit(name)
  vim.cmd.edit(vim.fn.fnameescape(workspace .. '/' .. name))
  vim.lsp.start({
    name = 'seamark',
    cmd = { python, '-I', '-m', 'seamark', 'lsp' },
    root_dir = workspace,
  })
end

-- Put the cursor `inside` a text, so many characters after its beginning.
local function go_to(text, inside)
  vim.fn.cursor(1, 1)
  local line, column = unpack(vim.fn.searchpos('\\V' .. vim.fn.escape(text, '\\'), 'cW'))
  assert(line > 0, 'not found: ' .. text)
  vim.fn.cursor(line, column + inside)
end

local function here()
  local name = vim.fs.relpath(workspace, vim.api.nvim_buf_get_name(0))
  return { name, vim.fn.expand('<cword>') }
end

local function expect_jump(file, word)
  vim.lsp.buf.definition()
  wait_for('the jump to ' .. word, function()
    return here()[1] == file
  end)
  same('where the jump leads', here(), { file, word })
end

local function hover()
  vim.lsp.buf.hover()
  local text
  wait_for('the hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
    return false
  end)
  return text
end

local function references()
  local found
  vim.lsp.buf.references(nil, {
    on_list = function(list)
      found = vim.tbl_map(function(item)
        return vim.fs.relpath(workspace, item.filename) .. ': ' .. vim.trim(item.text)
      end, list.items)
    end,
  })
  wait_for('the references', function()
    return found ~= nil
  end)
  return found
end

local ROUTES = 'catalog/catalog/routes/products.py'
local CLIENT = 'web/src/api/catalog.ts'
local CALL = 'catalog.get<Product>(`/products/${id}`)'

-- From the TypeScript client to the Python handler.
edit(CLIENT)
wait_for('the server', function()
  return read
end)
go_to(CALL, #'catalog.get<Product>(`/prod')
local text = hover()
assert(text:find('GET /api/v1/products/{}', 1, true), text)
assert(text:find(ROUTES, 1, true) and text:find('read_product', 1, true), text)
expect_jump(ROUTES, 'read_product')

-- Back, from the handler's name and from its route.
edit(ROUTES)
local call = CLIENT .. ': return remembered(`/products/${id}`, () => ' .. CALL .. ');'
local route = ROUTES .. ': @router.get("/{product_id}")'
go_to('def read_product', #'def read')
same('the references of the handler', references(), { route, call })
go_to('/{product_id}")', 3)
same('the references of the route', references(), { route, call })
assert(hover():find(CLIENT, 1, true))

-- What is typed counts at once.
vim.cmd('buffer ' .. vim.fn.fnameescape(workspace .. '/' .. CLIENT))
go_to(CALL, 0)
vim.api.nvim_set_current_line((vim.api.nvim_get_current_line():gsub('<Product>%(.*$', '<Product>("/products/bestsellers"));')))
go_to('<Product>("/products/bestsellers"', #'<Product>("/prod')
expect_jump(ROUTES, 'list_bestsellers')

-- The server goes with its client, and nobody complained.
local client = assert(vim.lsp.get_clients({ name = 'seamark' })[1])
client:stop()
wait_for('the end of the server', function()
  return client:is_stopped()
end)
same('complaints', complaints, {})
