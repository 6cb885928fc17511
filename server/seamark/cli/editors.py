"""What editors and coding assistants are told to start Seamark: the texts in `seamark/editors`, with the places of this
installation.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import seamark
from seamark.version import DISTRIBUTION

FOLDER = Path(seamark.__file__).parent / "editors"


class Editor(NamedTuple):
    """An editor, and what it reads."""

    title: str
    text: str
    """The name of the text in `FOLDER`; in it, `@program@` and `@folder@` stand for places."""
    goes_into: str


EDITORS: Mapping[str, Editor] = {
    "emacs": Editor("Emacs, with eglot", "emacs.el", "init.el"),
    "helix": Editor("Helix", "helix.toml", "~/.config/helix/languages.toml"),
    "jetbrains": Editor("JetBrains' IDEs, with LSP4IJ", "jetbrains.json", "template.json, in a folder of its own"),
    "kakoune": Editor("Kakoune, with kakoune-lsp", "kakoune.kak", "kakrc, below what loads kakoune-lsp"),
    "lsp-mode": Editor("Emacs, with lsp-mode", "lsp-mode.el", "init.el"),
    "neovim": Editor("Neovim 0.11 or later", "neovim.lua", "~/.config/nvim/init.lua"),
    "sublime": Editor("Sublime Text, with LSP", "sublime.json", "the settings of the package LSP"),
}

_ROOT = "the folder that holds all services"

ASSISTANTS: Mapping[str, Editor] = {
    "claude-code": Editor("Claude Code", "mcp/claude-code.json", f".mcp.json in {_ROOT}"),
    "codex": Editor("Codex", "mcp/codex.toml", f".codex/config.toml in {_ROOT}, or ~/.codex/config.toml"),
    "cursor": Editor("Cursor", "mcp/cursor.json", f".cursor/mcp.json in {_ROOT}, or ~/.cursor/mcp.json"),
    "vscode": Editor("VS Code's assistant", "mcp/vscode.json", f".vscode/mcp.json in {_ROOT}"),
    "zed": Editor("Zed's assistant", "mcp/zed.json", f".zed/settings.json in {_ROOT}, or Zed's settings.json"),
}
"""What asks by the Model Context Protocol. An editor may be among these for its assistant, and need something else to
start the language server.
"""


def configuration(editor: Editor) -> str:
    """What an editor needs to start this very installation."""
    text = (FOLDER / editor.text).read_text("utf-8").rstrip("\n")
    return text.replace("@program@", _escape_path(_program())).replace("@folder@", _escape_path(FOLDER.as_posix()))


def _escape_path(path: str) -> str:
    """A path as it stands between double quotes, in JSON, Lisp, Lua and TOML alike."""
    return re.sub(r'["\\]', r"\\\g<0>", path)


def _program() -> str:
    """The program that runs, wherever it is; by its bare name if it was not started by it."""
    started = Path(sys.argv[0])
    return started.absolute().as_posix() if started.stem in ("seamark", DISTRIBUTION) else "seamark"
