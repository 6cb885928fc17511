(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection '("@program@" "lsp"))
                    :activation-fn (lsp-activate-on "astro" "c" "cpp" "go" "graphql" "html" "java" "javascript"
                                                    "javascriptreact" "json" "kotlin" "php" "protobuf" "python" "rust" "svelte" "typescript"
                                                    "typescriptreact" "vue" "yaml")
                    :add-on? t
                    :multi-root t
                    :server-id 'seamark)))
