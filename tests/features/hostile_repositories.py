"""Repositories of git as somebody makes them who means harm: trees made by hand, and settings that name programs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from .repositories import git

FILE, PROGRAM, LINK, FOLDER, SUBMODULE = "100644", "100755", "120000", "40000", "160000"

Entry: TypeAlias = tuple[str, str, str]
"""Of a tree: a mode, a name, and an object."""

ROUTE = 'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/{name}")\ndef read(): ...\n'

RUN = (
    *("core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.askPass", "core.editor", "core.pager"),
    *("core.alternateRefsCommand", "sequence.editor", "diff.external", "diff.x.textconv", "diff.x.command"),
    *("filter.x.clean", "filter.x.smudge", "filter.x.process", "merge.x.driver", "gpg.program", "gpg.ssh.program"),
    *("gpg.x509.program", "credential.helper", "pager.rev-list", "pager.show", "pager.ls-tree", "pager.config"),
    *(
        "pager.cat-file",
        "pager.rev-parse",
        "remote.origin.uploadpack",
        "remote.origin.receivepack",
        "interactive.diffFilter",
    ),
    *("ssh.variant", "uploadpack.packObjectsHook", "web.browser", "man.viewer", "trailer.x.command", "trailer.x.cmd"),
    *("difftool.x.cmd", "mergetool.x.cmd", "sendemail.sendmailCmd", "submodule.x.update", "imap.tunnel"),
)
"""Settings of git's whose values are programs."""

ALIASES = ("rev-parse", "rev-list", "show", "ls-tree", "cat-file", "config", "log")
HOOKS = (
    *("pre-commit", "post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-auto-gc"),
    *("read-object", "virtual-filesystem", "post-command", "pre-command", "sendemail-validate", "push-to-checkout"),
)


def tree(repository: Path, *entries: Entry) -> str:
    """Write a tree as it is said, in that order and under those names; its object."""
    data = b"".join(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(identifier) for mode, name, identifier in entries)
    return _written(repository, data, "-t", "tree", "--literally")


def blob(repository: Path, text: str) -> str:
    """Write a file's text, or where a link leads; its object."""
    return _written(repository, text.encode())


def route(repository: Path, name: str) -> str:
    """Write the text of a source with a route of this name; its object."""
    return blob(repository, ROUTE.replace("{name}", name))


def commit_tree(repository: Path, identifier: str) -> str:
    """Make a commit of a tree, and let the current branch have it; the commit."""
    made = git(repository, "commit-tree", "-m", "Made by hand", identifier)
    git(repository, "update-ref", "HEAD", made)
    return made


def program(place: Path, marker: Path) -> Path:
    """Write a program that leaves a marker when it is run, and fails."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{marker}'\nexit 1\n")
    place.chmod(0o755)
    return place


def settings(runs: Iterable[str], what: Path) -> dict[str, str]:
    """Settings that have git run a program wherever it would."""
    return {name: "!" + str(what) if name.startswith(("credential", "submodule")) else str(what) for name in runs}


def git_folder(repository: Path) -> Path:
    """Where git keeps what it has of a repository."""
    place = repository / ".git"
    if place.is_file():
        return Path(place.read_text("utf-8").partition("gitdir: ")[2].strip())
    return place if place.exists() else repository


def set_all(repository: Path, stated: Mapping[str, str]) -> None:
    """Write settings into a repository's own file, after those that are there."""
    lines = []
    for name, value in stated.items():
        section, _, key = name.rpartition(".")
        outer, _, inner = section.partition(".")
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{outer} "{inner}"]\n' if inner else f"[{outer}]\n")
        lines.append(f'\t{key} = "{quoted}"\n')
    with (git_folder(repository) / "config").open("a", encoding="utf-8") as file:
        file.writelines(lines)


def seamark(*arguments: str | Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Seamark in a process of its own, with this in its environment."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "seamark", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, **more},
        capture_output=True,
        text=True,
        check=False,
    )


def _written(repository: Path, data: bytes, *how: str) -> str:
    command = ["git", "-C", str(repository), "hash-object", "-w", "--stdin", *how]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return done.stdout.decode().strip()
