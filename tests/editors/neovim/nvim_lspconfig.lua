-- Runs inside Neovim, which knows Seamark only by the entry for nvim-lspconfig.

package.path = package.path .. ';' .. vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/?.lua'
local h = require('harness')

h.run({
  {
    'the entry says what our own configuration says',
    function()
      local ours = dofile(vim.env.SEAMARK_CONFIGURATION)
      for _, key in ipairs({ 'cmd', 'filetypes', 'root_markers' }) do
        h.same(key, vim.lsp.config.seamark[key], ours[key])
      end
    end,
  },
  {
    'from TypeScript to Python',
    function()
      h.go_to('web/src/api/orders.ts', '`/${id}`', 2)
      h.ready()
      vim.lsp.buf.definition()
      h.expect_here('orders/orders/views.py', 'read_order')
    end,
  },
})
