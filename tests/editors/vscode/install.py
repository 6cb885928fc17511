"""Installs the workbench and the browser: `python -m tests.editors.vscode.install` says where they are.

Outside of the clone, and only once: what is there is used again. What was interrupted is done anew.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from tests.editors.installing import CACHE, alone, debian, program, run

CODE_SERVER = "4.100.3"  # VS Code 1.100.3; needs Node 20
DEBIAN = {"chromium": "chromium", "rg": "ripgrep", "g++": "g++", "make": "make"}
NATIVE = ("@vscode/spdlog", "native-watchdog", "node-pty")
"""What the workbench needs built. Kerberos, which is for proxies, it does without."""


class Installation(NamedTuple):
    """What a test starts."""

    workbench: tuple[str, ...]
    browser: str


def installation() -> Installation:
    """The workbench and the browser, installed if they are not there yet."""
    node = program("node", "Node.js 20 and npm, of your system or from nodejs.org, are needed by the tests in VS Code")
    program("npm", "npm is needed by the tests in VS Code")
    debian([package for name, package in DEBIAN.items() if shutil.which(name) is None], "the tests in VS Code")
    home = CACHE / f"code-server-{CODE_SERVER}-{_recipe(node)}"
    done = home / "installed"
    with alone():
        if not done.exists():
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir(parents=True)
            _workbench(home, node)
            done.touch()
    return Installation((node, str(_code_server(home))), program("chromium", "Chromium is needed"))


def _recipe(node: str) -> str:
    """Another Node, or another way to install, is another installation."""
    version = subprocess.run([node, "--version"], capture_output=True, check=True).stdout
    return hashlib.sha256(version + Path(__file__).read_bytes()).hexdigest()[:8]


def _code_server(home: Path) -> Path:
    return home / "node_modules" / "code-server"


def _workbench(home: Path, node: str) -> None:
    """npm's package, whose own script downloads what cannot be had everywhere: here step by step."""
    npm = ["npm", "--no-audit", "--no-fund", "--no-update-notifier"]
    install = [*npm, "install", "--ignore-scripts"]
    headers = {"npm_config_nodedir": str(root)} if (root := _headers(node)) else {}
    run([*install, "--prefix", str(home), f"code-server@{CODE_SERVER}"])
    run([*npm, "rebuild", "--prefix", str(home), "--build-from-source", "argon2"], headers)
    code = _code_server(home) / "lib" / "vscode"
    run([*install, "--omit=dev"], folder=code)
    for module in NATIVE:
        # node-pty's script fails after its module is built: what counts is what is there in the end.
        run([*npm, "rebuild", module], headers, folder=code, must=False)
        assert list((code / "node_modules" / module).glob("build/Release/*.node")), f"{module} was not built"
    run([*install, "--omit=dev"], folder=code / "extensions")
    (code / "node_modules.asar").symlink_to("node_modules")
    ripgrep = code / "node_modules" / "@vscode" / "ripgrep" / "bin"
    ripgrep.mkdir(exist_ok=True)
    (ripgrep / "rg").symlink_to(program("rg", "ripgrep is needed"))


def _headers(node: str) -> Path | None:
    """Where Node's headers are, if they came with it; otherwise npm looks for them itself."""
    root = Path(node).resolve().parents[1]
    return root if (root / "include" / "node" / "node.h").exists() else None


if __name__ == "__main__":
    began = time.monotonic()
    for part in installation():
        print(part)
    print(f"{time.monotonic() - began:.0f} s")
