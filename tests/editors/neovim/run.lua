-- Runs inside Neovim, which was started with a user's configuration: does in a copy of `fixtures/shop` what people do,
-- with Neovim's own functions and Seamark's command.

package.path = package.path .. ';' .. vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/?.lua'
local h = require('harness')

local ROUTES = 'catalog/catalog/routes/products.py'
local VIEWS = 'orders/orders/views.py'
local CLIENT = 'web/src/api/catalog.ts'
local ORDERS = 'web/src/api/orders.ts'
local CALL = 'catalog.get<Product>(`/products/${id}`)'
local INSIDE = #'catalog.get<Product>(`/prod'

local function hover()
  vim.lsp.buf.hover()
  return h.floating('the hover')
end

local function references()
  local found
  vim.lsp.buf.references(nil, {
    on_list = function(list)
      found = vim.tbl_map(function(item)
        return vim.fs.relpath(h.workspace, item.filename) .. ': ' .. vim.trim(item.text)
      end, list.items)
    end,
  })
  h.wait_for('the references', function()
    return found ~= nil
  end)
  return found
end

local function diagnostics()
  return vim.tbl_map(function(diagnostic)
    return diagnostic.message
  end, vim.diagnostic.get(0))
end

--- The lenses that are seen: the texts behind the lines, by their numbers.
local function lenses()
  local found = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('codelens', 1, true) then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
        found[mark[2] + 1] = mark[4].virt_text[1][1]
      end
    end
  end
  return found
end

--- Edits the line at which the cursor is: the only mark in it says this, and a caller that is not open has one; then
--- takes that back.
local function edit_for_a_while(from, to, says)
  local caller = vim.fn.bufadd(h.workspace .. '/catalog/catalog/bestsellers.py')
  local line = vim.fn.line('.') - 1
  vim.api.nvim_set_current_line((vim.api.nvim_get_current_line():gsub(from, to)))
  h.wait_for('the callers', function()
    local found = vim.diagnostic.get(caller)
    return #found == 1 and found[1].code == 'broken-call'
  end)
  h.wait_for('the mark', function()
    local found = vim.diagnostic.get(0)
    return #found == 1 and found[1].lnum == line and found[1].message:find(says, 1, true) ~= nil
  end)
  vim.cmd('silent undo')
  h.wait_for('their end', function()
    return #vim.diagnostic.get(caller) == 0
  end)
end

local function health()
  vim.cmd('checkhealth seamark')
  local text = h.text()
  vim.cmd('bwipeout')
  return text
end

local echoed = {}
local echo = vim.api.nvim_echo
vim.api.nvim_echo = function(chunks, ...)
  table.insert(echoed, chunks[1][1])
  return echo(chunks, ...)
end

h.run({
  {
    'the health check, before a file is open',
    function()
      local text = health()
      h.has('health', text, 'OK Version: seamark')
      h.has('health', text, 'OK It starts and answers')
      assert(not text:find('ERROR') and not text:find('WARNING'), text)
    end,
  },
  {
    'what is wrong in the first file is shown when the workspace has been read',
    function()
      h.edit(ORDERS)
      h.wait_for('the diagnostic', function()
        return #diagnostics() == 1
      end)
      h.has('the message line', echoed[1], 'Seamark: reading the workspace')
      h.wait_for('the end of reading', function()
        return echoed[#echoed]:find('Seamark: done: [1-9]%d* files') ~= nil
      end)
    end,
  },
  {
    'from TypeScript to Python',
    function()
      h.go_to(CLIENT, CALL, INSIDE)
      h.ready()
      local text = hover()
      h.has('hover', text, 'GET /api/v1/products/{}')
      h.has('hover', text, 'read_product')
      vim.lsp.buf.definition()
      h.expect_here(ROUTES, 'read_product')
    end,
  },
  {
    'from Python to Go',
    function()
      h.go_to('orders/orders/payments.py', '/refund', 2)
      vim.lsp.buf.definition()
      h.expect_here('payments/api.go', 'refund')
    end,
  },
  {
    'back, from the handler and from the route',
    function()
      local call = CLIENT .. ': return remembered(`/products/${id}`, () => ' .. CALL .. ');'
      local route = ROUTES .. ': @router.get("/{product_id}")'
      local page = 'web/src/pages/ProductPage.tsx: product(id).then(setShown);'
      h.go_to(ROUTES, 'def read_product', #'def read')
      h.same('the references of the handler', references(), { route, call, page })
      h.go_to(ROUTES, '/{product_id}")', 3)
      h.same('the references of the route', references(), { route, call, page })
      h.has('hover', hover(), 'web/src/pages/ProductPage.tsx')
    end,
  },
  {
    'lenses are shown, and lead to the callers',
    function()
      h.go_to(VIEWS, 'def read_order')
      local line = vim.fn.line('.')
      h.wait_for('the lens', function()
        return lenses()[line] == '3 consumers' or lenses()[line - 1] == '3 consumers'
      end)
      if not lenses()[line] then
        vim.fn.cursor(line - 1, 1)
      end
      vim.lsp.codelens.run()
      h.wait_for('the list', function()
        return vim.bo.buftype == 'quickfix'
      end)
      h.same('its places', #vim.fn.getqflist(), 3)
      vim.cmd('cclose')
    end,
  },
  {
    'a lens with one place leads there',
    function()
      h.go_to(CLIENT, CALL)
      local line = vim.fn.line('.')
      h.wait_for('the lens', function()
        return lenses()[line] == 'served by read_product'
      end)
      vim.lsp.codelens.run()
      h.expect_here(ROUTES, 'read_product')
      h.edit(CLIENT)
      h.wait_for('the lens again', function()
        return lenses()[line] == 'served by read_product'
      end)
    end,
  },
  {
    'lenses are hidden, and shown again',
    function()
      vim.cmd('Seamark lenses')
      h.same('lenses', lenses(), {})
      vim.cmd('Seamark lenses')
      h.wait_for('lenses', function()
        return next(lenses()) ~= nil
      end)
    end,
  },
  {
    'what is typed counts at once',
    function()
      h.go_to(CLIENT, CALL)
      local typed = vim.api.nvim_get_current_line():gsub('<Product>%(.*$', '<Product>("/products/bestsellers"));')
      vim.api.nvim_set_current_line(typed)
      h.go_to(CLIENT, '<Product>("/products/bestsellers"', #'<Product>("/prod')
      vim.lsp.buf.definition()
      h.expect_here(ROUTES, 'list_bestsellers')
      h.edit(CLIENT)
      vim.cmd('silent undo')
    end,
  },
  {
    'on a prefix one sees what is below it, and who calls that',
    function()
      h.go_to(VIEWS, '/orders")', 1)
      local shown = hover()
      assert(shown:find('prefix /orders', 1, true) and shown:find('GET /orders/{}', 1, true), shown)
      local calls = table.concat(references(), '\n')
      assert(calls:find('payments/orders.go', 1, true) and calls:find(ORDERS, 1, true), calls)
    end,
  },
  {
    'a call that nobody serves is marked, and mended',
    function()
      h.go_to(ORDERS, 'delete(`/${id}', #'delete(`/')
      h.wait_for('the diagnostic', function()
        return #diagnostics() == 1 and diagnostics()[1]:find('DELETE /orders/{}', 1, true) ~= nil
      end)
      h.answering(h.with('Call GET /orders/{}'), vim.lsp.buf.code_action)
      h.wait_for('the change', function()
        return h.text():find('await http.get(`/${id}`);', 1, true) ~= nil
      end)
      h.wait_for('its end', function()
        return #diagnostics() == 0
      end)
      vim.cmd('silent undo')
    end,
  },
  {
    'a route that is edited marks its callers in files that are not open',
    function()
      h.go_to(VIEWS, '/sold/<int:product_id>')
      edit_for_a_while('/sold/', '/sales/', '1 call breaks')
    end,
  },
  {
    'a prefix that is edited is marked once, for all of its routes',
    function()
      h.go_to(VIEWS, 'url_prefix="/orders"')
      edit_for_a_while('"/orders"', '"/sales"', ' calls break')
    end,
  },
  {
    'completion offers what is served',
    function()
      h.go_to(ORDERS, 'delete(`/${id}', #'delete(`/')
      local position = vim.lsp.util.make_position_params(0, h.client().offset_encoding)
      local answer = h.client():request_sync('textDocument/completion', position, 10000)
      local labels = vim.tbl_map(function(item)
        return item.label
      end, answer.result.items or answer.result)
      assert(vim.list_contains(labels, 'GET /orders/{}'), vim.inspect(labels))
      assert(vim.list_contains(labels, 'POST /orders/{}/cancel'), vim.inspect(labels))
    end,
  },
  {
    'completion as it is typed, in a Neovim with keys',
    function()
      local other = h.typist(CLIENT)
      other.type('/bestsellers"<CR>F"lct"<C-x><C-o>')
      h.wait_for('the menu', function()
        return vim.list_contains(other.menu(), 'GET /api/v1/products/bestsellers')
      end)
      other.type('<C-e>/products/b<C-x><C-o>')
      h.wait_for('the text', function()
        return other.line():find('("/products/bestsellers")', 1, true) ~= nil
      end)
      other.quit()
    end,
  },
  {
    'renaming changes both sides',
    function()
      h.go_to(ROUTES, '"/bestsellers"', 3)
      vim.lsp.buf.rename('favourites')
      for _, name in ipairs({ ROUTES, CLIENT, 'newsletter/src/Catalog.php' }) do
        h.wait_for('the other name in ' .. name, function()
          local buffer = vim.fn.bufadd(h.workspace .. '/' .. name)
          vim.fn.bufload(buffer)
          return h.text(buffer):find('/favourites', 1, true) ~= nil
        end)
      end
      vim.cmd('silent wall')
    end,
  },
  {
    'contracts lead to the code',
    function()
      local shown = h.answering(h.with('payments/orders.go'), function()
        vim.cmd('Seamark contracts GET /orders/{}')
      end)
      h.expect_line('payments/orders.go', '/orders/')
      for number, part in ipairs({ 'read_order', 'Orders.Read', 'customer', 'order' }) do
        h.has('contracts', shown[number], 'GET /orders/{}')
        h.has('contracts', shown[number], part)
      end
      h.same('their number', #shown, 4)
    end,
  },
  {
    'more contracts than fit on the screen are in the quickfix list, where Neovim itself asks',
    function()
      local lines = vim.o.lines
      vim.o.lines = 10
      vim.cmd('Seamark contracts /api/v1/products')
      h.wait_for('the list', function()
        return vim.fn.getqflist({ title = true }).title == 'Contracts'
      end)
      local items = vim.fn.getqflist()
      h.has('the first', items[1].text, 'GET /api/v1/products  served by')
      h.same('its file', vim.fs.relpath(h.workspace, vim.fn.bufname(items[1].bufnr)), ROUTES)
      assert(#items > 6, #items)
      vim.cmd('cclose')
      vim.o.lines = lines
    end,
  },
  {
    'contracts follow what is typed',
    function()
      h.go_to(ORDERS, 'http.delete')
      vim.api.nvim_set_current_line((vim.api.nvim_get_current_line():gsub('delete', 'get')))
      local shown = h.answering(h.with('cancelOrder'), function()
        vim.cmd('Seamark contracts GET /orders/{}')
      end)
      h.same('their number', #shown, 5)
      vim.cmd('silent undo')
    end,
  },
  {
    'contracts of tests are hidden, unless they are asked for',
    function()
      local file = h.workspace .. '/web/src/orders.test.ts'
      vim.fn.writefile({ "fetch('/only/tested')", "fetch('/orders/1')" }, file)
      h.go_to('web/src/orders.test.ts', 'only')
      local shown = h.answering(h.with('orders.test.ts:1'), function()
        vim.cmd('Seamark! contracts only/tested')
      end)
      h.same('their number', #shown, 1)
      vim.cmd('Seamark contracts only/tested')
      h.wait_for('an answer', function()
        return (h.told or ''):find('2 in tests are hidden', 1, true) ~= nil
      end)
      shown = h.answering(h.with('read_order'), function()
        vim.cmd('Seamark contracts GET /orders/{}')
      end)
      h.same('the number of the others', #shown, 4)
      vim.fn.delete(file)
      vim.cmd('silent bwipeout! ' .. vim.fn.fnameescape(file))
    end,
  },
  {
    'what has nobody on the other side',
    function()
      local shown = h.answering(h.with('cancelOrder'), function()
        vim.cmd('Seamark unmatched')
      end)
      h.expect_line(ORDERS, 'http.delete')
      for _, line in ipairs(shown) do
        assert(line:find('nothing serves it') or line:find('nothing calls it'), line)
      end
      vim.cmd('Seamark contracts no such thing')
      h.wait_for('an answer', function()
        return (h.told or ''):find('no such thing', 1, true) ~= nil
      end)
    end,
  },
  {
    'the graph shows who calls whom, and leads to the calls',
    function()
      vim.cmd('Seamark graph')
      h.wait_for('the graph', function()
        return vim.api.nvim_buf_get_name(0) == 'seamark://graph'
      end)
      vim.fn.search('^web')
      vim.fn.search('→ orders')
      vim.fn.search('GET /orders/{}')
      vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
      h.expect_line(ORDERS, 'http.get')
    end,
  },
  {
    'all that is known of a contract',
    function()
      h.go_to(CLIENT, CALL, INSIDE)
      vim.cmd('Seamark explain')
      h.has('explanation', h.floating('the explanation'), 'read_product')
    end,
  },
  {
    'what is wrong in a line',
    function()
      h.go_to(ORDERS, 'http.delete')
      vim.cmd('Seamark doctor')
      h.has('message', h.told, 'the doctor reads the workspace')
      h.wait_for('the answer', function()
        return vim.api.nvim_buf_get_name(0) == 'seamark://doctor'
      end)
      h.has('doctor', h.text(), 'nothing in this workspace serves it')
      vim.cmd('close')
    end,
  },
  {
    'the command completes itself, and says what there is',
    function()
      h.same('completion', vim.fn.getcompletion('Seamark re', 'cmdline'), { 'reindex', 'restart' })
      vim.cmd('Seamark')
      h.has('message', h.told, ':Seamark contracts')
      vim.cmd('Seamark nothing')
      h.has('message', table.remove(h.complaints), 'no command nothing')
    end,
  },
  {
    'the workspace is read anew',
    function()
      vim.cmd('Seamark reindex')
      h.wait_for('the message', function()
        return h.told == 'Seamark: the workspace has been read again.'
      end)
    end,
  },
  {
    'restart',
    function()
      local before = h.client().id
      vim.cmd('Seamark restart')
      h.ready(before)
      h.go_to(CLIENT, CALL, INSIDE)
      vim.lsp.buf.definition()
      h.expect_here(ROUTES, 'read_product')
      h.same('servers', #vim.lsp.get_clients({ name = 'seamark' }), 1)
    end,
  },
  {
    'the health check, while a server runs',
    function()
      local text = health()
      h.has('health', text, 'OK It answers')
      h.has('health', text, 'It found 35 contracts in ')
      h.has('health', text, 'utf-16')
      assert(not text:find('ERROR') and not text:find('WARNING'), text)
    end,
  },
  {
    'help',
    function()
      for _, tag in ipairs({ 'seamark', ':Seamark', ':Seamark-graph', 'g:seamark_lenses', 'seamark-health' }) do
        vim.cmd.help(tag)
        h.same('help', vim.fs.basename(vim.api.nvim_buf_get_name(0)), 'seamark.txt')
      end
    end,
  },
})
