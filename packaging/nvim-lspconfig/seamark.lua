---@brief
---
--- https://git.example.com/tools/seamark
---
--- From a call to the handler that serves it, across services and languages: HTTP, gRPC, message queues, Temporal and
--- GraphQL. It runs beside the servers of your languages, and answers only where a contract is stated.
---
--- `pipx install seamark-lsp` or `uv tool install seamark-lsp` installs it. The line that `seamark editors neovim`
--- prints sets up its commands and pickers, too.

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
}
