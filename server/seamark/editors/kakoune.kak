# Below the line that loads kakoune-lsp. It adds Seamark to the servers that a buffer has already.
hook -group seamark global User LSPDefaultConfig=(?:astro|c|cpp|go|graphql|java|javascript|json|jsx|kotlin|php|protobuf|python|rust|svelte|tsx|typescript|vue|yaml) %{
    set-option -add buffer lsp_servers %{
        [seamark]
        root_globs = ["seamark.toml", ".git"]
        command = "@program@"
        args = ["lsp"]
    }
}
