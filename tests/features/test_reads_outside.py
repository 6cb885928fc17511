"""Nothing outside of a workspace is read, whatever its files are linked to or name, and nothing that never ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from seamark.cli.main import main
from seamark.cli.reviewing import named_file
from seamark.index import Index
from seamark.lsp.organisation.repositories import repository
from seamark.source import Limits, SourceText, read_file
from seamark.source import Problem as Unread

from .hostile_repositories import ROUTE
from .repositories import git

LEADS_OUT = "a link that leads out of the workspace"
OURS = ("main.py", "GET /ours")

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace of one route, a repository beside which stands what it must not read."""
    folder = tmp_path / "root"
    folder.mkdir()
    git(folder, "init")
    (folder / "main.py").write_text(ROUTE.replace("{name}", "ours"))
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    return folder


def load(root: Path) -> Index:
    index = Index([root])
    index.load()
    return index


def found(index: Index) -> set[tuple[str, str]]:
    return {(port.path, port.key) for port in index.ports()}


def problems(index: Index) -> list[tuple[str, str]]:
    return [(one.path, one.reason) for one in index.problems()]


def link(place: Path, goal: Path | str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.symlink_to(goal, target_is_directory=os.path.isdir(place.parent / goal))
    except OSError as error:
        if sys.platform == "win32":
            pytest.skip(f"needs the right to make links: {error}")
        raise


# Settings


def test_settings_that_are_linked_from_outside(root: Path, outside: Path) -> None:
    (outside / "secret.toml").write_text('password_of_root = "x"\n[ignore]\nkeys = ["GET /ours"]\n')
    link(root / "seamark.toml", outside / "secret.toml")
    index = load(root)
    assert found(index) == {OURS}
    assert problems(index) == [("seamark.toml", LEADS_OUT)]
    done = CliRunner().invoke(main, ["check", str(root)])
    assert done.exit_code == 2
    assert f"seamark.toml: {LEADS_OUT}" in done.stderr and "password" not in done.output
    assert "password" not in CliRunner().invoke(main, ["doctor", str(root)]).output


def test_settings_that_are_linked_through_a_folder_outside(root: Path, outside: Path) -> None:
    (outside / "seamark.toml").write_text("secret = 1\n")
    link(root / "config", outside)
    link(root / "seamark.toml", "config/seamark.toml")
    assert problems(load(root)) == [("seamark.toml", LEADS_OUT)]


def test_settings_that_are_linked_from_inside_count(root: Path) -> None:
    (root / "config").mkdir()
    (root / "config/seamark.toml").write_text('[ignore]\nkeys = ["GET /ours"]\n')
    link(root / "seamark.toml", "config/seamark.toml")
    index = load(root)
    assert (found(index), problems(index)) == (set(), [])


def test_a_workspace_that_is_a_link_has_its_settings(root: Path, tmp_path: Path) -> None:
    (root / "seamark.toml").write_text('[ignore]\nkeys = ["GET /ours"]\n')
    link(tmp_path / "linked", root)
    index = load(tmp_path / "linked")
    assert (found(index), problems(index)) == (set(), [])


def pipe(place: Path) -> None:
    os.mkfifo(place)


def folder(place: Path) -> None:
    place.mkdir()


def huge(place: Path) -> None:
    with place.open("wb") as stream:
        stream.truncate(1 << 40)


def endless(place: Path) -> None:
    place.symlink_to("/dev/zero")


ODD: dict[Callable[[Path], None], str] = {
    pipe: "not a regular file",
    folder: "is a folder",
    huge: "larger than 5 MB",
    endless: LEADS_OUT,
}
"""What may stand under a fixed name, and what is said of settings that are this."""


@needs_pipes
@pytest.mark.parametrize("make", ODD)
def test_settings_that_are_no_file(root: Path, make: Callable[[Path], None]) -> None:
    make(root / "seamark.toml")
    index = load(root)
    assert found(index) == {OURS}
    assert problems(index) == [("seamark.toml", ODD[make])]


# Ignore files


@pytest.mark.parametrize("name", [".gitignore", ".seamarkignore", ".git/info/exclude"])
def test_rules_that_are_linked_from_outside(root: Path, outside: Path, name: str) -> None:
    (outside / "rules").write_text("main.py\n")
    (root / name).unlink(missing_ok=True)
    link(root / name, outside / "rules")
    assert found(load(root)) == {OURS}


@pytest.mark.parametrize("part", [".", "inner"])
def test_exclusions_in_a_folder_that_is_linked_from_outside(root: Path, outside: Path, part: str) -> None:
    (outside / "exclude").write_text("main.py\n")
    (root / part / ".git").mkdir(parents=True, exist_ok=True)
    for one in (root / part / ".git/info").glob("*"):
        one.unlink()
    if (root / part / ".git/info").exists():
        (root / part / ".git/info").rmdir()
    (root / part / "main.py").write_text(ROUTE.replace("{name}", "ours"))
    link(root / part / ".git/info", outside)
    index = load(root)
    ours = {OURS} if part == "." else {OURS, (f"{part}/main.py", "GET /ours")}
    assert found(index) == ours
    assert problems(index) == [((Path(part) / ".git/info/exclude").as_posix(), LEADS_OUT)]


def test_exclusions_above_the_workspace_that_are_linked_from_elsewhere(root: Path, outside: Path) -> None:
    (outside / "exclude").write_text("main.py\n")
    (root / ".git/info/exclude").unlink(missing_ok=True)
    (root / ".git/info").rmdir()
    link(root / ".git/info", outside)
    (root / "part").mkdir()
    (root / "part/main.py").write_text(ROUTE.replace("{name}", "ours"))
    index = load(root / "part")
    assert found(index) == {OURS}
    assert problems(index) == [("../.git/info/exclude", LEADS_OUT)]


@needs_pipes
@pytest.mark.parametrize("name", [".gitignore", ".seamarkignore", ".git/info/exclude"])
@pytest.mark.parametrize("make", ODD)
def test_rules_that_are_no_file(root: Path, name: str, make: Callable[[Path], None]) -> None:
    (root / name).unlink(missing_ok=True)
    make(root / name)
    assert found(load(root)) == {OURS}


# Files that say something of the sources around them, sources, and documents

NAMES = [
    *(
        "package.json",
        "tsconfig.json",
        "deno.json",
        "pyproject.toml",
        "go.mod",
        "go.work",
        "Cargo.toml",
        "composer.json",
    ),
    *("setup.cfg", "requirements.txt", "routes.yaml", "Dockerfile", "docker-compose.yml", "openapi.yaml", "nginx.conf"),
    *("api.proto", "schema.graphql", "calls.http", ".env", "template.yaml", "serverless.yml", "other.py", "web.ts"),
]
SECRET = "secret"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_linked_from_outside_is_not_opened(
    root: Path, outside: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (outside / name).write_text(ROUTE.replace("{name}", SECRET))
    link(root / "folder", outside)
    link(root / name, outside / name)
    opened = opens(monkeypatch)
    index = load(root)
    index.refresh([name, f"folder/{name}", ""])
    assert found(index) == {OURS}
    assert not [place for place in opened if place.startswith(str(outside))]
    assert index.text(name) is None


@pytest.mark.parametrize("name", NAMES)
def test_what_becomes_a_link_after_it_was_listed_is_not_opened(
    root: Path, outside: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (outside / name).write_text(ROUTE.replace("{name}", SECRET))
    (root / name).write_text("x")
    (root / "part").mkdir()
    (root / "part" / name).write_text("x")
    index = load(root)
    (root / name).unlink()
    link(root / name, outside / name)
    (root / "part").rename(root.parent / "away")
    link(root / "part", outside)
    opened = opens(monkeypatch)
    for path in (name, f"part/{name}"):
        assert index.text(path) is None
    index.refresh([""])
    assert not [place for place in opened if place.startswith(str(outside))]


@needs_pipes
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", ODD)
def test_what_is_no_file_keeps_nobody_waiting(root: Path, name: str, make: Callable[[Path], None]) -> None:
    make(root / name)
    started = time.monotonic()
    assert found(load(root)) == {OURS}
    assert time.monotonic() - started < 20


def opens(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The real places of all that is opened from now on."""
    opened, real = list[str](), os.open

    def opening(path: str, *more: int, **named: int) -> int:
        opened.append(os.path.realpath(path))
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", opening)
    return opened


# Paths that stand in files


@pytest.mark.parametrize("way", ["..", "absolute"])
def test_paths_in_files_lead_to_nothing_outside(
    root: Path, outside: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = "../outside" if way == ".." else outside.as_posix()
    written = {
        "tsconfig.json": f'{{"extends": "{to}/tsconfig.json", "references": [{{"path": "{to}"}}]}}',
        "package.json": f'{{"name": "x", "main": "{to}/main.ts", "imports": {{"#a": "{to}/a.ts"}}}}',
        "composer.json": f'{{"autoload": {{"psr-4": {{"A\\\\": "{to}/"}}, "files": ["{to}/a.php"]}}}}',
        "go.mod": f"module x\nreplace example.org/y => {to}\n",
        "go.work": f"use {to}\n",
        "Cargo.toml": f'[package]\nname = "x"\n[lib]\npath = "{to}/lib.rs"\n[dependencies]\ny = {{ path = "{to}" }}\n',
        "pyproject.toml": f'[project]\nname = "x"\n[tool.setuptools.packages.find]\nwhere = ["{to}"]\n',
        "docker-compose.yml": f"services:\n  a:\n    build: {to}\n    env_file: {to}/.env\n    image: a\n",
        "openapi.yaml": f"openapi: 3.0.0\npaths:\n  /a:\n    $ref: '{to}/openapi.yaml#/paths/a'\n",
        "routes.yaml": f"a:\n  resource: '{to}/routes.yaml'\n",
        "a.c": f'#include "{to}/a.h"\n',
        "a.ts": f'import {{ api }} from "{to}/a";\napi.get("/a");\n',
        "a.php": f"<?php\nrequire '{to}/a.php';\n",
        "a.proto": f'syntax = "proto3";\nimport "{to}/a.proto";\n',
        "seamark.toml": f'[services]\na = "{to}"\n[basePaths.routes]\n"{to}" = "/x"\n',
    }
    for name, text in written.items():
        (root / name).write_text(text)
    for name in (*written, "a.h", "main.ts", "lib.rs", ".env", "__init__.py"):
        (outside / name).write_text(ROUTE.replace("{name}", SECRET))
    opened = opens(monkeypatch)
    index = load(root)
    assert OURS in found(index)
    index.graph()
    assert not [place for place in opened if place.startswith(str(outside))]


# What git says of a folder


def test_a_repository_that_another_folder_is_said_to_keep(root: Path, outside: Path) -> None:
    (outside / "config").write_text('[remote "origin"]\n\turl = https://example.org/shop/secret\n')
    for kept in (outside, Path("../../outside")):
        inner = root / f"inner-{len(kept.parts)}"
        inner.mkdir()
        (inner / ".git").write_text(f"gitdir: {kept}\n")
        known = repository(inner)
        assert known is not None and (known.name, known.url) == (inner.name, "")


@pytest.mark.parametrize("said", ["", "\n", "gitdir:", "nothing", "x\ngitdir: ../outside\n", "gitdir: ../no\n"])
def test_a_file_of_gits_that_names_no_folder(root: Path, outside: Path, said: str) -> None:
    stated = '[core]\n\tworktree = {}\n[remote "origin"]\n\turl = https://example.org/shop/secret\n'
    (outside / "config").write_text(stated.format(root / "inner"))
    (root / "inner").mkdir()
    (root / "inner/config").write_text(stated.format("../elsewhere"))
    (root / "inner/.git").write_text(said)
    known = repository(root / "inner")
    assert known is not None and (known.name, known.url) == ("inner", "")


def test_settings_of_git_that_are_linked_from_outside(root: Path, outside: Path) -> None:
    (outside / "config").write_text('[remote "origin"]\n\turl = https://example.org/shop/secret\n')
    (root / ".git/config").unlink()
    link(root / ".git/config", outside / "config")
    known = repository(root)
    assert known is not None and (known.name, known.url) == ("root", "")


def test_worktrees_and_submodules_are_known_by_where_they_come_from(root: Path, tmp_path: Path) -> None:
    git(root, "add", ".")
    git(root, "commit", "-m", "all")
    git(root, "remote", "add", "origin", "https://example.org/shop/orders")
    git(root, "worktree", "add", str(tmp_path / "tree"))
    known = repository(tmp_path / "tree")
    assert known is not None and (known.name, known.url) == ("orders", "https://example.org/shop/orders")
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", str(root), "part")
    git(outer / "part", "remote", "set-url", "origin", "https://example.org/shop/part-of-it")
    known = repository(outer / "part")
    assert known is not None and (known.name, known.url) == ("part-of-it", "https://example.org/shop/part-of-it")


@needs_pipes
@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize("name", [".git", ".git/config"])
def test_what_git_keeps_that_is_no_file(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    place = tmp_path / "some" / name
    place.parent.mkdir(parents=True)
    make(place)
    known = repository(tmp_path / "some")
    assert known is not None and (known.name, known.url) == ("some", "")


@needs_pipes
@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize("name", ["gitdir", "config", "commondir"])
def test_what_another_folder_keeps_that_is_no_file(
    root: Path, outside: Path, make: Callable[[Path], None], name: str
) -> None:
    inner = root / "inner"
    inner.mkdir()
    (inner / ".git").write_text(f"gitdir: {outside}\n")
    make(outside / name)
    known = repository(inner)
    assert known is not None and (known.name, known.url) == ("inner", "")


# Files that users name


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
def test_a_baseline_that_never_ends(root: Path) -> None:
    link(root / "named.json", "/dev/zero")
    place = str(root / "named.json")
    done = CliRunner().invoke(main, ["check", "--baseline", place, str(root)])
    assert done.exit_code == 2
    assert f"{place}: neither a file nor a pipe" in done.stderr, done.stderr


@pytest.mark.parametrize("command", [["check", "--baseline"], ["diff"]])
def test_a_named_file_that_is_too_large(root: Path, command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_file, "MOST", 1 << 20)
    (root / "named.json").write_bytes(b"x" * ((1 << 20) + 1))
    done = CliRunner().invoke(main, [*command, str(root / "named.json"), str(root)])
    assert done.exit_code == 2
    assert "named.json: larger than 1 MB" in done.stderr


@needs_pipes
def test_a_baseline_may_come_out_of_a_pipe(root: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b'{"seamark_baseline": 1, "findings": []}')
    os.close(writing)
    try:
        done = CliRunner().invoke(main, ["check", "--baseline", f"/dev/fd/{reading}", str(root)])
    finally:
        os.close(reading)
    assert done.exit_code == 0, done.stderr


# The one place where it is decided


def test_what_is_read_is_in_the_folder(root: Path, outside: Path) -> None:
    (outside / "a.py").write_text("x")
    (root.parent / "root-too").mkdir()
    (root.parent / "root-too/a.py").write_text("x")
    link(root / "in.py", "main.py")
    link(root / "out.py", outside / "a.py")
    link(root / "too.py", "../root-too/a.py")
    link(root / "folder", "..")
    for name in ("main.py", "in.py", "folder/root/main.py"):
        assert isinstance(read_file(root / name, Limits(), root), SourceText)
    for name in ("out.py", "too.py", "folder/outside/a.py", "../outside/a.py", str(outside / "a.py")):
        place = str(root / name)
        assert read_file(place, Limits(), root) == Unread(place, LEADS_OUT)
    assert isinstance(read_file(root / "main.py", Limits(), root / "main.py"), SourceText)
