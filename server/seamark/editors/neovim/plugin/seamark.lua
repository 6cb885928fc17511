-- The command |:Seamark|, and how far the server is. Everything else is loaded when it is needed.

if vim.g.loaded_seamark then
  return
end
vim.g.loaded_seamark = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('Seamark needs Neovim 0.11 or later', vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_autocmd('LspProgress', {
  group = vim.api.nvim_create_augroup('seamark.progress', {}),
  desc = 'Neovim shows nobody how far a server is',
  callback = function(event)
    require('seamark.progress').show(event.data)
  end,
})

vim.api.nvim_create_user_command('Seamark', function(typed)
  require('seamark.command').run(typed.fargs, typed.bang)
end, {
  nargs = '*',
  bang = true,
  desc = 'The contracts between the services of the workspace',
  complete = function(_, line)
    return require('seamark.command').complete(line)
  end,
})
