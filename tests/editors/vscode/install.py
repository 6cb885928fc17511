"""Installs the workbench and the browser: `python -m tests.editors.vscode.install` says where they are.

Outside of the clone, and only once: what is there is used again. What was interrupted is done anew.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

CODE_SERVER = "4.100.3"  # VS Code 1.100.3; needs Node 20
DEBIAN = {"chromium": "chromium", "rg": "ripgrep", "g++": "g++", "make": "make"}
NATIVE = ("@vscode/spdlog", "native-watchdog", "node-pty")
"""What the workbench needs built. Kerberos, which is for proxies, it does without."""

PATIENCE = 1200

# The user's own: while tests run, Seamark has another one.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seamark-tests"


class Installation(NamedTuple):
    """What a test starts."""

    workbench: tuple[str, ...]
    browser: str


def installation() -> Installation:
    """The workbench and the browser, installed if they are not there yet."""
    node = _program("node", "Node.js 20 and npm, of your system or from nodejs.org, are needed by the tests in VS Code")
    _program("npm", "npm is needed by the tests in VS Code")
    _debian()
    CACHE.mkdir(parents=True, exist_ok=True)
    home = CACHE / f"code-server-{CODE_SERVER}-{_recipe(node)}"
    done = home / "installed"
    with _alone(CACHE):
        if not done.exists():
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir(parents=True)
            _workbench(home, node)
            done.touch()
    return Installation((node, str(_code_server(home))), _program("chromium", "Chromium is needed"))


def _recipe(node: str) -> str:
    """Another Node, or another way to install, is another installation."""
    version = subprocess.run([node, "--version"], capture_output=True, check=True).stdout
    return hashlib.sha256(version + Path(__file__).read_bytes()).hexdigest()[:8]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _program(name: str, otherwise: str) -> str:
    found = shutil.which(name)
    assert found is not None, otherwise
    return found


def _debian() -> None:
    """Install what comes from Debian and is not there."""
    missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if not missing:
        return
    wish = f"the tests in VS Code need {', '.join(missing)}"
    assert shutil.which("apt-get") is not None, wish
    as_root = [] if os.geteuid() == 0 else [_program("sudo", wish), "--non-interactive"]
    _run([*as_root, "apt-get", "update"])
    _run(
        [*as_root, "apt-get", "install", "--yes", "--no-install-recommends", *missing],
        {"DEBIAN_FRONTEND": "noninteractive"},
    )


def _code_server(home: Path) -> Path:
    return home / "node_modules" / "code-server"


def _workbench(home: Path, node: str) -> None:
    """npm's package, whose own script downloads what cannot be had everywhere: here step by step."""
    npm = ["npm", "--no-audit", "--no-fund", "--no-update-notifier"]
    install = [*npm, "install", "--ignore-scripts"]
    headers = {"npm_config_nodedir": str(root)} if (root := _headers(node)) else {}
    _run([*install, "--prefix", str(home), f"code-server@{CODE_SERVER}"])
    _run([*npm, "rebuild", "--prefix", str(home), "--build-from-source", "argon2"], headers)
    code = _code_server(home) / "lib" / "vscode"
    _run([*install, "--omit=dev"], folder=code)
    for module in NATIVE:
        # node-pty's script fails after its module is built: what counts is what is there in the end.
        _run([*npm, "rebuild", module], headers, folder=code, must=False)
        assert list((code / "node_modules" / module).glob("build/Release/*.node")), f"{module} was not built"
    _run([*install, "--omit=dev"], folder=code / "extensions")
    (code / "node_modules.asar").symlink_to("node_modules")
    ripgrep = code / "node_modules" / "@vscode" / "ripgrep" / "bin"
    ripgrep.mkdir(exist_ok=True)
    (ripgrep / "rg").symlink_to(_program("rg", "ripgrep is needed"))


def _headers(node: str) -> Path | None:
    """Where Node's headers are, if they came with it; otherwise npm looks for them itself."""
    root = Path(node).resolve().parents[1]
    return root if (root / "include" / "node" / "node.h").exists() else None


def _run(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    folder: Path | None = None,
    must: bool = True,
) -> None:
    done = subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
    )
    assert not must or done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"


if __name__ == "__main__":
    began = time.monotonic()
    for part in installation():
        print(part)
    print(f"{time.monotonic() - began:.0f} s")
