-- How Neovim starts Seamark: `vim.lsp.enable('seamark')`. What is yours goes into `vim.lsp.config('seamark', …)`.

---@type vim.lsp.Config
return {
  cmd = { 'seamark', 'lsp' },
  filetypes = {
    'astro',
    'c',
    'cpp',
    'go',
    'graphql',
    'html',
    'htmldjango',
    'http',
    'java',
    'javascript',
    'javascriptreact',
    'json',
    'kotlin',
    'php',
    'proto',
    'python',
    'rust',
    'svelte',
    'typescript',
    'typescriptreact',
    'vue',
    'yaml',
    'yaml.docker-compose',
  },
  root_markers = { 'seamark.toml', '.git' },
  init_options = { commands = { 'seamark.showPlaces' }, changes = true },
  commands = {
    ['seamark.showPlaces'] = function(command, context)
      require('seamark.places').of_lens(command, context)
    end,
  },
  handlers = {
    ['seamark/changed'] = function(_, _, context)
      require('seamark.lenses').renew(context.client_id)
    end,
  },
}
