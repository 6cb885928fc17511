"""What repositories cannot make Seamark do: write outside of its own folder, read another one, run their programs.

`python -m tests.features.hostile_git` makes many such repositories, and watches each call of the system.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from seamark.cli.failure import Failure
from seamark.cli.main import main
from seamark.cli.reviewing import git as starting
from seamark.cli.reviewing.revisions import as_folder, revision
from seamark.index import Index

from . import hostile_git, hostile_repositories
from .hostile_repositories import (
    ALIASES,
    FILE,
    FOLDER,
    HOOKS,
    LINK,
    RUN,
    SUBMODULE,
    blob,
    commit_tree,
    program,
    route,
    set_all,
    tree,
)
from .repositories import commit, git
from .test_store import made

pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with a route, that of a commit; another one is in its folder only."""
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init")
    (root / "main.py").write_text(hostile_repositories.ROUTE.replace("{name}", "committed"))
    (root / "call.py").write_text("import requests\nrequests.get('/nobody')\n")
    commit(root, "A route")
    (root / "main.py").write_text(hostile_repositories.ROUTE.replace("{name}", "changed"))
    return root


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def routes(folder: Path) -> set[tuple[str, str]]:
    index = Index([folder])
    index.load()
    return {(port.path, port.key) for port in index.ports() if port.role == "exposes"}


def revised(folder: Path, name: str = "HEAD") -> set[tuple[str, str]]:
    with as_folder(revision(str(folder), name)) as place:
        return routes(place)


def commands(shop: Path, store: Path) -> list[tuple[str | Path, ...]]:
    """All that has git read a revision."""
    return [
        ("diff", "HEAD", shop, "--folder", shop),
        ("check", shop, "--changed-since", "HEAD", "--unserved"),
        ("store", "add", shop, "--store", store, "--jobs", "1"),
    ]


# Nothing is written outside


@pytest.mark.parametrize("command", range(3))
@pytest.mark.parametrize("as_folders", [False, True], ids=["a name with a slash", "a folder of the link's name"])
def test_nothing_is_written_below_a_link(
    shop: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, command: int, as_folders: bool
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    out, target, source = blob(shop, str(outside)), blob(shop, "/target"), route(shop, "evil")
    inner = tree(shop, (LINK, "evil", target), (FILE, "evil.py", source))
    below = ((FOLDER, "A", inner),) if as_folders else ((LINK, "A/evil", target), (FILE, "A/evil.py", source))
    commit_tree(shop, tree(shop, (LINK, "A", out), *below, (FILE, "main.py", route(shop, "committed"))))
    done = run(*commands(shop, tmp_path / "store")[command])
    assert list(outside.iterdir()) == []
    assert done.exit_code in (0, 1)
    assert "2 entries of " in done.stderr and "A/evil, A/evil.py" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("../evil.py", True),
        ("x/../../evil.py", True),
        ("/tmp/seamark-evil.py", True),
        (".git/evil.py", True),
        (".GIT /evil.py", True),
        ("git~1/evil.py", True),
        ("main.py", True),
        ("main.py/evil.py", True),
        ("x/evil.py", False),
        ("..x/evil.py", False),
        (".github/evil.py", False),
    ],
)
def test_what_a_tree_may_not_name(shop: Path, name: str, refused: bool, capsys: pytest.CaptureFixture[str]) -> None:
    entries = (FILE, "main.py", route(shop, "committed")), (FILE, name, route(shop, "evil"))
    commit_tree(shop, tree(shop, *entries))
    with as_folder(revision(str(shop), "HEAD")) as place:
        written = {path.relative_to(place).as_posix() for path in place.parent.rglob("*") if path.is_file()}
        assert routes(place) == {("main.py", "GET /committed")} | (set() if refused else {(name, "GET /evil")})
    assert written == {"main.py"} | (set() if refused else {name})
    said = capsys.readouterr().err
    assert (f"left out, as they would be elsewhere or in the place of others: {name}\n" in said) == refused


@pytest.mark.parametrize("mode", [SUBMODULE, "60000", "10000", "140000"])
@pytest.mark.parametrize("command", range(3))
def test_what_is_no_file_is_not_written(shop: Path, tmp_path: Path, mode: str, command: int) -> None:
    """A submodule, or what git takes for one: not even if its object is the text of a file, or stands in a folder."""
    evil, committed = route(shop, "evil"), route(shop, "committed")
    inner = tree(shop, (mode, "evil.py", evil), (mode, "none.py", "1" * 40), (FILE, "main.py", committed))
    commit_tree(shop, tree(shop, (mode, "evil.py", evil), (FOLDER, "inner", inner), (mode, "sub", evil)))
    with as_folder(revision(str(shop), "HEAD")) as place:
        written = {path.relative_to(place).as_posix() for path in place.parent.rglob("*") if not path.is_dir()}
        assert routes(place) == {("inner/main.py", "GET /committed")}
    assert written == {"inner/main.py"}
    done = run(*commands(shop, tmp_path / "store")[command])
    assert done.exit_code in (0, 1) and "evil" not in done.output, done.output


@pytest.fixture
def folding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files in which names that differ in case are the same, as far as files are made there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))

    def folded(path: str | Path | int) -> str | int:
        if isinstance(path, int):
            return path
        start, below = str(folder), os.fspath(path)
        return start + below[len(start) :].lower() if below.startswith(start) else below

    def fold(module: ModuleType, name: str, which: int) -> None:
        real: Callable[..., Any] = getattr(module, name)

        def folding(*arguments: Any, **named: Any) -> Any:
            at = (*arguments[:which], folded(arguments[which]), *arguments[which + 1 :])
            return real(*at, **named)

        monkeypatch.setattr(module, name, folding)

    for module, name, which in ((os, "mkdir", 0), (os, "symlink", 1), (os, "stat", 0), (io, "open", 0)):
        fold(module, name, which)
    return folder


def test_nothing_is_written_below_a_link_whose_name_differs_in_case(shop: Path, tmp_path: Path, folding: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    inner = tree(shop, (LINK, "evil.py", blob(shop, "../x/main.py")))
    x = tree(shop, (FILE, "main.py", route(shop, "x")))
    links = (LINK, "A", blob(shop, str(outside))), (LINK, "B", blob(shop, "x"))
    commit_tree(shop, tree(shop, *links, (FOLDER, "a", inner), (FOLDER, "b", inner), (FOLDER, "x", x)))
    with as_folder(revision(str(shop), "HEAD")) as place:
        assert folding in place.parents
        assert list(outside.iterdir()) == []
        assert [path.name for path in (place / "x").iterdir()] == ["main.py"]
        assert {path for path, _ in routes(place)} == {"a/evil.py", "b/evil.py", "x/main.py"}


def test_the_first_of_two_names_that_are_the_same_counts(
    shop: Path, folding: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = (FILE, "MAIN.py", route(shop, "one")), (FILE, "main.py", route(shop, "two"))
    commit_tree(shop, tree(shop, *names))
    with as_folder(revision(str(shop), "HEAD")) as place:
        assert folding in place.parents
        assert routes(place) == {("main.py", "GET /one")}
    assert "1 files of " in (said := capsys.readouterr().err) and said.endswith("not beside others: main.py\n")


# Links that stay inside are as in the working tree


def test_links_make_no_difference(shop: Path) -> None:
    for name in ("out/gen/a.py", "lib/b.py", "node_modules/c/c.py", "other/d.py", "deep/er/e.py"):
        (shop / name).parent.mkdir(parents=True, exist_ok=True)
        (shop / name).write_text(hostile_repositories.ROUTE.replace("{name}", Path(name).stem))
    links = {
        "file.py": "lib/b.py",
        "twice.py": "file.py",
        "again": "lib",
        "only": "out/gen",
        "deep/up.py": "../lib/b.py",
        "chain/x.py": "../only/a.py",
        "package.py": "node_modules/c/c.py",
        "loop": ".",
        "self.txt": "self.txt",
        "nothing.py": "no.py",
        "parent": "..",
        "etc": "/etc",
        "passwd.py": "/etc/passwd",
    }
    for name, target in links.items():
        (shop / name).parent.mkdir(exist_ok=True)
        (shop / name).symlink_to(target)
    git(shop, "add", "--force", ".")
    (shop / ".gitignore").write_text("/out/\n")
    commit(shop, "Links")
    found = routes(shop)
    assert {("file.py", "GET /b"), ("twice.py", "GET /b"), ("only/a.py", "GET /a"), ("chain/x.py", "GET /a")} <= found
    assert revised(shop) == found
    assert run("diff", "HEAD", shop, "--folder", shop).stdout == "no contract has changed\n"
    assert run("check", shop, "--changed-since", "HEAD").exit_code == 0
    for part in ("deep", "lib", "chain"):
        assert revised(shop / part) == routes(shop / part)


def test_settings_behind_a_link_are_the_revisions(shop: Path) -> None:
    (shop / "conf").mkdir()
    (shop / "conf/seamark.toml").write_text('[ignore]\nkeys = ["GET /hidden"]\n[files]\nmaxSize = 0.001\n')
    (shop / "seamark.toml").symlink_to("conf/seamark.toml")
    (shop / "hidden.py").write_text(hostile_repositories.ROUTE.replace("{name}", "hidden"))
    (shop / "large.py").write_text(hostile_repositories.ROUTE.replace("{name}", "large") + "x = 1\n" * 1000)
    commit(shop, "Settings")
    assert revised(shop) == routes(shop) == {("main.py", "GET /changed")}


# The repository that is meant is read


COMMITTED = {"GET /committed", "GET /nobody"}


def keys(store: Path) -> set[str]:
    done = run("store", "map", "--store", store, "--format", "jsonl")
    return {json.loads(line)["key"] for line in done.stdout.splitlines()}


@pytest.mark.parametrize(
    "variables",
    [
        ("GIT_DIR",),
        ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"),
        ("GIT_OBJECT_DIRECTORY",),
        ("GIT_COMMON_DIR", "GIT_DIR"),
    ],
)
def test_the_environment_names_no_repository(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: tuple[str, ...]
) -> None:
    (other,) = made(tmp_path, "orders")
    values = {
        "GIT_DIR": other / ".git",
        "GIT_WORK_TREE": other,
        "GIT_INDEX_FILE": other / ".git/index",
        "GIT_PREFIX": "orders/",
        "GIT_OBJECT_DIRECTORY": other / ".git/objects",
        "GIT_COMMON_DIR": other / ".git",
    }
    for name in variables:
        monkeypatch.setenv(name, str(values[name]))
    done = run("store", "add", shop, "--store", tmp_path / "store", "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    assert keys(tmp_path / "store") == COMMITTED
    assert "GET /committed → GET /changed" in run("diff", "HEAD", shop, "--folder", shop).stdout


def test_in_a_hook_the_repository_that_is_named_is_read(shop: Path, tmp_path: Path) -> None:
    """Git tells hooks of a worktree which one that is."""
    (other,) = made(tmp_path, "orders")
    hook = other / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    command = shlex.join([sys.executable, "-P", "-m", "seamark", "store", "add", str(shop)])
    hook.write_text(f"#!/bin/sh\n{command} --store {shlex.quote(str(tmp_path / 'store'))} --jobs 1\n")
    hook.chmod(0o755)
    git(other, "worktree", "add", str(tmp_path / "tree"))
    (tmp_path / "tree/new.txt").write_text("x")
    commit(tmp_path / "tree", "With a hook")
    assert keys(tmp_path / "store") == COMMITTED


def test_what_git_says_is_of_a_repository_alone_is_dropped() -> None:
    listed = subprocess.run(["git", "rev-parse", "--local-env-vars"], capture_output=True, text=True, check=True)
    names = listed.stdout.split()
    more = ["GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_PAGER", "GIT_TRACE", "GIT_NAMESPACE"]
    around = dict.fromkeys([*names, *more], "x") | {"GIT_CONFIG_COUNT": "3"}
    assert {"GIT_DIR", "GIT_CONFIG_PARAMETERS", "GIT_ALTERNATE_OBJECT_DIRECTORIES"} <= around.keys()
    own = starting.environment({})
    assert starting.environment(around) == own
    kept = {"HOME": "/home/me", "PATH": "/bin", "GIT_CONFIG_GLOBAL": "/c", "GIT_CONFIG_NOSYSTEM": "1"}
    assert starting.environment({**around, **kept}) == {**own, **kept}


def test_a_checkout_that_the_environment_trusts_is_trusted(tmp_path: Path) -> None:
    stated = [("core.worktree", "/"), ("Safe.Directory", "/one"), ("core.fsmonitor", "/evil"), ("safe.directory", "*")]
    around = {"GIT_CONFIG_COUNT": "4"}
    for number, (name, value) in enumerate(stated):
        around |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    listed = subprocess.run(
        ["git", "config", "--show-scope", "--list"],
        env=starting.environment({**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, **around}),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    told = [line.partition("\t")[2] for line in listed.stdout.splitlines() if line.startswith("command")]
    hooks = f"core.hookspath={os.devnull}"
    assert told == ["safe.directory=/one", "safe.directory=*", hooks, "core.fsmonitor=false"]


def test_a_commit_is_what_its_name_says(shop: Path) -> None:
    git(shop, "replace", "HEAD", commit_tree_aside(shop, "replaced"))
    assert revised(shop) == {("main.py", "GET /committed")}


def commit_tree_aside(shop: Path, name: str) -> str:
    return git(shop, "commit-tree", "-m", "Other", tree(shop, (FILE, "main.py", route(shop, name))))


# No program of a repository's is run


@pytest.fixture
def armed(shop: Path, tmp_path: Path) -> Path:
    """The place at which any program that the repository names leaves a mark."""
    marker = tmp_path / "ran"
    evil = program(tmp_path / "bin/evil", marker)
    for hook in HOOKS:
        program(tmp_path / "hooks" / hook, marker)
        program(shop / ".git/hooks" / hook, marker)
    stated = hostile_repositories.settings(RUN, evil) | {f"alias.{name}": f"!{evil}" for name in ALIASES}
    stated |= {
        "core.hooksPath": str(tmp_path / "hooks"),
        "log.showSignature": "true",
        "remote.origin.url": f"ext::{evil}",
    }
    stated |= {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
    }
    set_all(shop, stated | {"protocol.ext.allow": "always", "core.virtualizeObjects": "true"})
    (shop / ".gitattributes").write_text("* diff=x filter=x merge=x\n")
    return marker


def test_the_programs_that_a_repository_names_would_be_run(shop: Path, armed: Path) -> None:
    subprocess.run(["git", "-C", str(shop), "status"], capture_output=True, check=False)
    assert "evil" in armed.read_text()


@pytest.mark.parametrize("command", range(3))
@pytest.mark.parametrize("missing", [False, True], ids=["whole", "with an object missing"])
def test_no_program_that_a_repository_names_is_run(
    shop: Path, armed: Path, tmp_path: Path, command: int, missing: bool
) -> None:
    if missing:
        name = git(shop, "-c", "core.fsmonitor=false", "rev-parse", "HEAD:main.py")
        armed.unlink(missing_ok=True)
        (shop / ".git/objects" / name[:2] / name[2:]).unlink()
    done = run(*commands(shop, tmp_path / "store")[command])
    assert not armed.exists(), armed.read_text()
    assert ("are not in this repository" in done.stderr) == missing, done.stderr


@pytest.mark.parametrize("path", [".", "", "bin"])
def test_a_git_in_the_current_folder_is_not_run(
    shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    program(shop / path / "git", tmp_path / "ran")
    monkeypatch.chdir(shop)
    monkeypatch.setenv("PATH", os.pathsep.join((path, os.environ["PATH"])))
    assert "GET /committed → GET /changed" in run("diff", "HEAD", shop, "--folder", shop).stdout
    assert not (tmp_path / "ran").exists()


def test_without_git_it_is_said(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path), ".")))
    with pytest.raises(Failure, match="git is not installed, or not on PATH"):
        revision(str(shop), "HEAD")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("name", ["HEAD", "config", "packed-refs", "objects/info/alternates", "refs/heads/a"])
@pytest.mark.parametrize("as_link", [False, True], ids=["a pipe", "a link to what has no end"])
def test_files_without_an_end_are_not_waited_for(shop: Path, tmp_path: Path, name: str, as_link: bool) -> None:
    place = shop / ".git" / name
    place.unlink(missing_ok=True)
    if as_link:
        place.symlink_to("/dev/zero")
    else:
        os.mkfifo(place)
    for command in commands(shop, tmp_path / "store"):
        done = run(*command)
        assert done.exit_code == (1 if command[0] == "store" else 2)
        assert "git would read it forever" in done.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_files_that_settings_name_are_not_waited_for(shop: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    names = ("mailmap.file", "diff.orderFile", "core.attributesFile", "core.excludesFile", "commit.template")
    set_all(shop, dict.fromkeys(names, str(tmp_path / "pipe")))
    for command in commands(shop, tmp_path / "store"):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "seamark", *map(str, command)],
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr


def test_a_bare_repository_has_its_programs_run_as_little(shop: Path, armed: Path, tmp_path: Path) -> None:
    bare = shutil.move(shop / ".git", tmp_path / "bare.git")
    set_all(Path(bare), {"core.bare": "true"})
    armed.unlink(missing_ok=True)
    done = run("store", "add", bare, "--store", tmp_path / "store", "--jobs", "1")
    assert done.exit_code == 0, done.stderr
    assert keys(tmp_path / "store") == COMMITTED
    assert not armed.exists(), armed.read_text()


# What watches calls of the system sees what must not be


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ('execve("{git}", ["git", "show"], 0x7f /* 9 vars */) = 0', None),
        ('execve("{python}", ["python", "-m", "seamark"], 0x7f /* 9 vars */) = 0', None),
        ('execve("{root}/bin/evil", ["evil"], 0x7f /* 9 vars */) = 0', "starts a program"),
        ('execve("/bin/sh", ["sh", "-c", "{root}/bin/evil"], 0x7f /* 9 vars */) = 0', "starts a program"),
        ('execve("{root}/bin/evil", ["evil"], 0x7f /* 9 vars */) = -1 ENOENT (No such file or directory)', None),
        ('openat(AT_FDCWD</>, "{root}/tmp/x", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3<{root}/tmp/x>', None),
        ('openat(AT_FDCWD<{root}/tmp>, "x/y", O_RDWR) = 3<{root}/tmp/x/y>', None),
        ('openat(AT_FDCWD<{root}/tmp>, "../x", O_WRONLY|O_CREAT, 0666) = 3<{root}/x>', "writes outside"),
        ('openat(AT_FDCWD<{root}/tmp>, "link/x", O_WRONLY|O_CREAT, 0666) = 3<{root}/shop/x>', "writes outside"),
        ('openat(7<{root}/shop>, "x", O_RDONLY|O_CREAT, 0666) = 3<{root}/shop/x>', "writes outside"),
        ('openat(AT_FDCWD</>, "/dev/null", O_RDWR) = 3</dev/null>', None),
        ('mkdir("{root}/shop/x", 0777) = 0', "writes outside"),
        ('rename("{root}/tmp/x", "{root}/shop/x") = 0', "writes outside"),
        ('unlinkat(AT_FDCWD<{root}/shop>, "main.py", 0) = 0', "writes outside"),
        ('symlink("/etc", "{root}/tmp/x") = 0', None),
        ('symlinkat("x", AT_FDCWD<{root}/outside>, "evil") = 0', "writes outside"),
        ('openat(AT_FDCWD<{root}/shop>, "link/x", O_RDONLY|O_CLOEXEC) = 3<{root}/outside/x>', "reads outside"),
        ('openat(AT_FDCWD<{root}/shop>, "main.py", O_RDONLY|O_CLOEXEC) = 3<{root}/shop/main.py>', None),
        ("connect(3<TCP:[1]>, {{sa_family=AF_INET, sin_port=htons(1)}}, 16) = -1 ECONNREFUSED (x)", "connects"),
        ('connect(3<UNIX:[1]>, {{sa_family=AF_UNIX, sun_path="/run/nscd/socket"}}, 110) = -1 ENOENT (x)', None),
    ],
)
def test_what_is_watched(tmp_path: Path, call: str, why: str | None) -> None:
    world = hostile_git.world_in(tmp_path)
    log = call.format(root=tmp_path, git=shutil.which("git"), python=sys.executable)
    found = list(hostile_git.faults({1: hostile_git.calls(log)}, world))
    assert [one.partition(":")[0] for one in found] == ([] if why is None else [why])


def test_git_may_read_what_its_settings_name(tmp_path: Path) -> None:
    world = hostile_git.world_in(tmp_path)
    read = f'openat(AT_FDCWD</>, "{tmp_path}/outside/x", O_RDONLY) = 3<{tmp_path}/outside/x>\n'
    started = f'execve("{shutil.which("git")}", ["git"], 0x7f /* 9 vars */) = 0\n'
    of_python = hostile_git.calls("vfork() = 2\n" + read)
    of_git = hostile_git.calls(started + "clone(child_stack=NULL, flags=SIGCHLD) = 3\n" + read)
    thread = hostile_git.calls(read)
    found = list(hostile_git.faults({1: of_python, 2: of_git, 3: thread}, world))
    assert len(found) == 1


def test_without_strace_nothing_is_said_to_be_fine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["hostile_git", "--count", "1"])
    with pytest.raises(SystemExit, match="strace is not installed"):
        hostile_git.main()
