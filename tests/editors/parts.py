"""Parts of VS Code's extension, each by itself in Node.js."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from .installing import program

REPOSITORY = Path(__file__).parents[2]
EXTENSION = REPOSITORY / "vscode-extension"


def node() -> str:
    """Where Node.js is, with all that the extension is built with."""
    command = ["make", "--silent", "vscode-extension/node_modules/.package-lock.json"]
    subprocess.run(command, cwd=REPOSITORY, check=True, timeout=600)
    return program("node", "Node.js 20 is needed by the tests of the extension")


def said(script: str, part: str, folder: Path, vscode: str = "") -> Any:
    """What the body of an async JavaScript function of `part`, a file of the extension, returns in a folder.

    `vscode` is as much of VS Code as the part needs: a module.
    """
    esbuild = EXTENSION / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ["--bundle", "--platform=node", "--format=cjs", "--external:vscode", "--log-level=error"]
    source = EXTENSION / "src" / f"{part}.ts"
    subprocess.run([node(), str(esbuild), str(source), *options, f"--outfile={folder / 'part.js'}"], check=True)
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "vscode.js").write_text(vscode)
    run = f"(async () => {{ const part = require('./part.js'); {script} }})()"
    file = folder / "run.js"
    file.write_text(f"{run}.then((found) => process.stdout.write(JSON.stringify(found)));")
    done = subprocess.run([node(), str(file)], check=True, capture_output=True, timeout=60)
    return json.loads(done.stdout)
