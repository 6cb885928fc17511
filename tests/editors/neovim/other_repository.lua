-- Runs inside Neovim, which was started with a user's configuration: in a folder of checkouts, of which each is a
-- workspace of its own, goes from one into another.

package.path = package.path .. ';' .. vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/?.lua'
local h = require('harness')

local CALL = 'get<Order>(`/${id}'
local VIEWS = 'orders/orders/views.py'

local function hover()
  vim.lsp.buf.hover()
  return h.floating('the hover')
end

local function references()
  local found
  vim.lsp.buf.references({ includeDeclaration = false }, {
    on_list = function(list)
      found = vim.tbl_map(function(item)
        return vim.fs.relpath(h.workspace, item.filename)
      end, list.items)
    end,
  })
  vim.wait(5000, function() -- Of no references nobody is told.
    return found ~= nil
  end)
  return found or {}
end

h.run({
  {
    'from a call to its handler in another checkout',
    function()
      h.go_to('web/src/api/orders.ts', CALL, #CALL - 2)
      h.ready()
      h.wait_for('the store', function()
        return hover():find('orders@', 1, true) ~= nil
      end)
      local text = hover()
      h.has('hover', text, 'orders/views.py')
      h.has('hover', text, 'committed today')
      vim.lsp.buf.definition()
      h.expect_here(VIEWS, 'read_order')
    end,
  },
  {
    'back from there, where another server answers',
    function()
      h.wait_for('the other server', function()
        return #vim.lsp.get_clients({ name = 'seamark', bufnr = 0 }) > 0
      end)
      h.wait_for('who calls it', function()
        return vim.list_contains(references(), 'web/src/api/orders.ts')
      end)
    end,
  },
  {
    'a page of what is not checked out is opened in a browser',
    function()
      local opened
      vim.ui.open = function(address)
        opened = address
      end
      h.go_to('web/src/api/catalog.ts', 'catalog.get<Product>(`/products/${id}`)')
      local line = vim.fn.line('.')
      h.wait_for('the lens', function()
        return vim.iter(vim.lsp.codelens.get(0)):any(function(lens)
          return lens.range.start.line + 1 == line
        end)
      end)
      vim.lsp.codelens.run()
      h.wait_for('the page', function()
        return opened ~= nil
      end)
      h.has('the page', opened, 'https://github.com/shop/catalog/blob/')
      h.has('the page', opened, '/catalog/routes/products.py#L')
    end,
  },
})
