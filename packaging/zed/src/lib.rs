use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Seamark;

impl zed::Extension for Seamark {
    fn new() -> Self {
        Seamark
    }

    /// The `seamark` of the workspace's PATH, else what `uvx` runs, unless the settings name another program.
    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let named = LspSettings::for_worktree(id.as_ref(), worktree)?
            .binary
            .and_then(|binary| binary.path);
        let env = worktree.shell_env();
        if let Some(command) = named.or_else(|| worktree.which("seamark")) {
            return Ok(Command {
                command,
                args: vec!["lsp".into()],
                env,
            });
        }
        let command = worktree
            .which("uvx")
            .ok_or("neither seamark nor uvx is on PATH: pipx install seamark-lsp")?;
        Ok(Command {
            command,
            args: vec!["seamark-lsp".into(), "lsp".into()],
            env,
        })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Seamark);
