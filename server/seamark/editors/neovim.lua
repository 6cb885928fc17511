vim.opt.runtimepath:append("@folder@/neovim"); vim.lsp.config("seamark", { cmd = { "@program@", "lsp" } }); vim.lsp.enable("seamark")
