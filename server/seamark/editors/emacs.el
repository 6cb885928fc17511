;; Emacs asks one server per buffer: with this, `M-x eglot' starts Seamark instead of your language's server.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((astro-ts-mode c-mode c-ts-mode c++-mode c++-ts-mode go-mode go-ts-mode graphql-mode java-mode java-ts-mode js-mode
                  js-ts-mode json-mode json-ts-mode kotlin-mode kotlin-ts-mode php-mode php-ts-mode protobuf-mode python-mode python-ts-mode
                  rust-mode rust-ts-mode svelte-mode typescript-mode typescript-ts-mode
                  (tsx-ts-mode :language-id "typescriptreact") vue-mode yaml-mode yaml-ts-mode)
                 . ("@program@" "lsp"))))
