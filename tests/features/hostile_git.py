"""Reads hostile repositories under strace: `python -m tests.features.hostile_git --count 50 [--seed 7]`.

Fails if any program is started but Python and git's own, if anything is written outside of the temporary folder, the
cache and the store, if Seamark opens a file outside of the repository that links lead to, if anything connects to a
network, or if a command does not end.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from . import hostile_repositories
from .hostile_repositories import (
    ALIASES,
    FILE,
    FOLDER,
    HOOKS,
    LINK,
    PROGRAM,
    ROUTE,
    RUN,
    blob,
    program,
    route,
    set_all,
    tree,
)
from .repositories import commit, git

PATIENCE = 120.0
"""How many seconds a command may take."""
TRACED = (
    *("execve", "execveat", "open", "openat", "openat2", "creat", "truncate", "mkdir", "mkdirat", "rmdir", "unlink"),
    *("unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mknod", "mknodat"),
    *("chmod", "fchmodat", "chown", "lchown", "fchownat", "connect", "clone", "clone3", "fork", "vfork"),
)
OPENS = ("open", "openat", "openat2")
BEGINS = ("clone", "clone3", "fork", "vfork")
NAMES = (
    *("a", "A", "b", "b.py", "B.PY", "main.py", "A/evil", "a/evil.py", "../evil", "x/../../evil", "/tmp/evil", ".git"),
    *(".git/config", ".GIT", "git~1", ".git ", ".", "..", "", "seamark.toml", ".gitignore", "package.json", "\\evil"),
    *(
        "c:evil",
        "nul",
        "a.py",
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
        "x\ny",
        "-x",
        ":(top)",
    ),
)

_CALL = re.compile(r"^(?P<name>\w+)\((?P<rest>.*)\) += (?P<result>-?\d+)(?:<(?P<file>[^>]*)>)?")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FOLDER = re.compile(r"(?:AT_FDCWD|\d+)<([^>]*)>, $")
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")


class Call(NamedTuple):
    """A call of the system: its name, its arguments as strace writes them, its result, and the file that it opened."""

    name: str
    rest: str
    result: int
    file: str = ""


class World(NamedTuple):
    """Where a repository is, and what may be written; `outside` is what links and settings lead to.

    It has two `commits`, the last one first, and `source` is an object of the first one.
    """

    root: Path
    repository: Path
    outside: Path
    temporary: Path
    cache: Path
    store: Path
    evil: Path
    commits: tuple[str, str] = ("", "")
    source: str = ""


Fault: TypeAlias = str


def main() -> None:
    """Make repositories and read them; say how far that is, and end with the first fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    if shutil.which("strace") is None:
        raise SystemExit("strace is not installed: nothing is watched without it (`apt-get install strace`)")
    started, first = time.monotonic(), cast("int", options.seed)
    watched_calls = 0
    for seed in range(first, first + options.count):
        with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
            chosen = random.Random(seed)
            world = made(Path(os.path.realpath(folder)), chosen)
            for command in commands(world):
                number, found = watched(command, world)
                watched_calls += number
                if found:
                    raise SystemExit("\n".join([f"--seed {seed} --count 1: seamark {' '.join(command)}", *found]))
        print(f"{seed}: nothing, after {time.monotonic() - started:.0f} s", flush=True)
    print(f"{options.count} repositories, {watched_calls} calls of the system: no program, no file outside")


def commands(world: World) -> list[list[str]]:
    """All that has git read a revision, or reads what git keeps."""
    here, store = str(world.repository), str(world.store)
    return [
        ["diff", "HEAD~1", "HEAD", "--folder", here],
        ["diff", "HEAD", here, "--folder", here],
        ["check", here, "--changed-since", "HEAD", "--unserved"],
        ["store", "add", f"one={here}", "--store", store, "--jobs", "1"],
        ["doctor", here],
        ["map", here],
    ]


# The repositories


def world_in(root: Path) -> World:
    """A world below a folder, of which nothing is there yet."""
    return World(
        root=root,
        repository=root / "shop",
        outside=root / "outside",
        temporary=root / "tmp",
        cache=root / "cache",
        store=root / "store",
        evil=root / "bin/evil",
    )


def made(root: Path, chosen: random.Random) -> World:
    """A repository with whatever its author may think of."""
    world = world_in(root)
    for folder in (world.repository, world.outside, world.temporary, world.cache):
        folder.mkdir()
    program(world.evil, world.root / "ran")
    (world.outside / "secret.py").write_text(ROUTE.replace("{name}", "secret"))
    (world.outside / "seamark.toml").write_text('secret = "key"\n')
    (world.outside / "config").write_text('[remote "origin"]\n\turl = https://example.org/secret/one\n')
    git(world.repository, "init")
    (world.repository / "main.py").write_text(
        ROUTE.replace("{name}", "first") + "import requests\nrequests.get('/no')\n"
    )
    commit(world.repository, "First")
    commit_hand_made(world, chosen)
    head, first, source = (git(world.repository, "rev-parse", name) for name in ("HEAD", "HEAD~1", "HEAD~1:main.py"))
    world = world._replace(commits=(head, first), source=source)
    for attack in chosen.sample(ATTACKS, chosen.randrange(1, len(ATTACKS))):
        attack(world, chosen)
    return world


def commit_hand_made(world: World, chosen: random.Random) -> None:
    """Another commit, whose tree may be impossible."""
    repository = world.repository

    def entry(depth: int) -> hostile_repositories.Entry:
        kind = chosen.choice((FILE, PROGRAM, LINK, LINK, FOLDER if depth else FILE))
        name = chosen.choice(NAMES) or "empty"
        if kind == FOLDER:
            return kind, name, level(depth - 1)
        if kind == LINK:
            to = chosen.choice(
                (str(world.outside), "../" * chosen.randrange(9) + "outside", "a", "b.py", "..", "x/../a")
            )
            return kind, name, blob(repository, to)
        return kind, name, route(repository, chosen.choice(("one", "two")))

    def level(depth: int) -> str:
        entries = [entry(depth) for _ in range(chosen.randrange(1, 6))]
        if chosen.random() < 0.5:
            out = blob(repository, chosen.choice((str(world.outside), "../" * chosen.randrange(1, 9) + "outside")))
            entries += [(LINK, "link", out), (chosen.choice((LINK, FILE)), "link/evil", out)]
        return tree(repository, *entries, *chosen.sample(entries, chosen.randrange(2)))

    head = git(repository, "rev-parse", "HEAD")
    made = git(repository, "commit-tree", "-m", "Made by hand", "-p", head, level(3))
    git(repository, "update-ref", "HEAD", made)


def _name_programs(world: World, chosen: random.Random) -> None:
    named = chosen.sample(RUN, chosen.randrange(1, len(RUN)))
    aliases = {f"alias.{name}": f"!{world.evil}" for name in chosen.sample(ALIASES, 3)}
    set_all(
        world.repository, hostile_repositories.settings(named, world.evil) | aliases | {"log.showSignature": "true"}
    )


def _name_files(world: World, chosen: random.Random) -> None:
    os.mkfifo(world.outside / "pipe")
    names = ("mailmap.file", "core.excludesFile", "core.attributesFile", "diff.orderFile", "commit.template")
    files = [str(world.outside / "pipe"), "/dev/zero", "/etc/passwd"]
    set_all(world.repository, {name: chosen.choice(files) for name in chosen.sample(names, 3)})


def _include(world: World, chosen: random.Random) -> None:
    (world.outside / "more").write_text(f'[core]\n\tfsmonitor = "{world.evil}"\n\tpager = "{world.evil}"\n')
    key = chosen.choice(("include.path", "includeIf.gitdir:**.path"))
    set_all(world.repository, {key: str(world.outside / "more")})


def _hook(world: World, chosen: random.Random) -> None:
    folder = chosen.choice((hostile_repositories.git_folder(world.repository) / "hooks", world.root / "hooks"))
    for hook in HOOKS:
        program(folder / hook, world.root / "ran")
    set_all(world.repository, {"core.hooksPath": str(folder), "core.virtualizeObjects": "true"})


def _attribute(world: World, _: random.Random) -> None:
    (world.repository / ".gitattributes").write_text("* diff=x filter=x merge=x working-tree-encoding=UTF-16\n")
    info = hostile_repositories.git_folder(world.repository) / "info"
    if not info.is_symlink():
        (info / "attributes").write_text("* diff=x filter=x\n")


def _promise(world: World, chosen: random.Random) -> None:
    url = chosen.choice(
        (f"ext::{world.evil}", f"ssh://-oProxyCommand={world.evil}/x", "git://127.0.0.1:1/x", "none::x")
    )
    promised = {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
    }
    stated = {"remote.origin.url": url, "protocol.allow": "always", "protocol.ext.allow": "always"}
    set_all(world.repository, promised | stated | ({"remote.origin.vcs": "evil"} if chosen.random() < 0.3 else {}))
    (hostile_repositories.git_folder(world.repository) / "objects" / world.source[:2] / world.source[2:]).unlink()


def _borrow(world: World, _: random.Random) -> None:
    git(world.outside, "init")
    info = hostile_repositories.git_folder(world.repository) / "objects/info"
    (info / "alternates").write_text(f"{world.outside}/.git/objects\n../../../outside\n")


def _replace(world: World, chosen: random.Random) -> None:
    last, first = world.commits
    folder = hostile_repositories.git_folder(world.repository) / "refs/replace"
    folder.mkdir(exist_ok=True)
    (folder / last).write_text(f"{first}\n")
    if chosen.random() < 0.5:
        (hostile_repositories.git_folder(world.repository) / "info/grafts").write_text(f"{first} {last}\n")


def _refer(world: World, chosen: random.Random) -> None:
    refs = hostile_repositories.git_folder(world.repository) / "refs/heads"
    (refs / "evil").symlink_to(chosen.choice((str(world.outside / "config"), "../../../../outside/config", "evil")))
    (refs / "loop").write_text("ref: refs/heads/loop\n")


def _link(world: World, chosen: random.Random) -> None:
    names = (
        *("seamark.toml", ".gitignore", ".seamarkignore", "package.json", "tsconfig.json"),
        "go.mod",
        "other.py",
        "sub",
    )
    for name in chosen.sample(names, 4):
        (world.repository / name).unlink(missing_ok=True)
        to = {"seamark.toml": "seamark.toml", "sub": ""}.get(name, "secret.py")
        (world.repository / name).symlink_to(world.outside / to)


def _link_exclusions(world: World, _: random.Random) -> None:
    (world.outside / "exclude").write_text("main.py\n")
    info = hostile_repositories.git_folder(world.repository) / "info"
    shutil.rmtree(info)
    info.symlink_to(world.outside)


def _nest(world: World, chosen: random.Random) -> None:
    inner = world.repository / "inner"
    inner.mkdir()
    if chosen.random() < 0.5:
        (inner / ".git").write_text(f"gitdir: {world.outside}\n")
    else:
        git(inner, "init", "--bare", "bare")
        set_all(inner / "bare", {"core.fsmonitor": str(world.evil), "core.worktree": str(world.outside)})


def _move_away(world: World, chosen: random.Random) -> None:
    away = world.root / "away"
    (world.repository / ".git").rename(away)
    if chosen.random() < 0.5:
        (world.repository / ".git").write_text(f"gitdir: {away}\n")
    else:
        (world.repository / ".git").symlink_to(away)


ATTACKS = (
    *(_name_programs, _name_files, _include, _hook, _attribute, _promise, _borrow, _replace, _refer, _link),
    *(_link_exclusions, _nest, _move_away),
)
"""What an author may do to a repository: in whatever choice, in whatever order."""


# What is watched


def watched(command: Sequence[str], world: World) -> tuple[int, list[Fault]]:
    """How many calls of the system a command made, and what of them it must not."""
    logs = world.root / "calls"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir()
    more = {
        "TMPDIR": str(world.temporary),
        "XDG_CACHE_HOME": str(world.cache),
        "HOME": str(world.root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.pathsep.join((".", "", os.environ["PATH"])),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    program(world.repository / "git", world.root / "ran")
    before = _state(world)
    strace = [
        "strace",
        "-ff",
        "-qq",
        "-y",
        "-s",
        "4096",
        "-e",
        f"trace={','.join(_known(TRACED))}",
        "-o",
        str(logs / "of"),
    ]
    arguments = [sys.executable, "-P", "-m", "seamark", *command]
    try:
        done = subprocess.run(
            [*strace, *arguments],
            cwd=world.repository,
            env={**os.environ, **more},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 0, [f"it does not end within {PATIENCE:.0f} s"]
    processes = {int(log.suffix[1:]): calls(log.read_text("utf-8", "replace")) for log in logs.iterdir()}
    if not any(one.name == "execve" for made in processes.values() for one in made):
        return 0, [f"strace saw nothing: {done.stderr}"]
    found = list(faults(processes, world))
    found += [f"changes {place}" for place, _ in sorted(before ^ _state(world))]
    if (world.root / "ran").exists():
        found.append(f"a program was run: {(world.root / 'ran').read_text()}")
    if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
        found.append(f"it ended with {done.returncode}: {done.stderr[-2000:]}")
    return sum(map(len, processes.values())), found


def _state(world: World) -> set[tuple[str, tuple[int, int, int]]]:
    """All that is there and must stay as it is: links may have led there that are gone when the calls are looked at."""
    changing = (world.temporary, world.cache, world.store, world.root / "calls")
    found = set()
    for place in world.root.rglob("*"):
        if not any(_is_below(place, one) for one in changing):
            status = place.lstat()
            found.add((str(place), (status.st_mode, status.st_size, status.st_mtime_ns)))
    return found


def _known(calls: Sequence[str]) -> Iterator[str]:
    """The calls, each so that strace does not mind if this machine has none of its name."""
    return (f"?{call}" for call in calls)


def calls(log: str) -> list[Call]:
    """What a log of strace's says of one process."""
    found = map(_CALL.match, log.splitlines())
    return [Call(one["name"], one["rest"], int(one["result"]), one["file"] or "") for one in found if one is not None]


def faults(processes: Mapping[int, Sequence[Call]], world: World) -> Iterator[Fault]:
    """What of the calls of processes, and of threads, must not be."""
    programs = os.path.realpath(git(world.root, "--exec-path"))
    git_itself = {os.path.realpath(place) for place in (shutil.which("git"),) if place}
    parents = {one.result: pid for pid, made in processes.items() for one in made if one.name in BEGINS}

    def is_git(program: str) -> bool:
        return os.path.realpath(program) in git_itself or os.path.realpath(program).startswith(f"{programs}/")

    def runs_git(pid: int | None) -> bool:
        if pid is None or pid not in processes:
            return False
        started = [_texts(one)[0] for one in processes[pid] if one.name == "execve" and not one.result]
        return is_git(started[-1]) if started else runs_git(parents.get(pid))

    for pid, made in processes.items():
        ours = not runs_git(pid)
        for one in made:
            if one.result >= 0 or one.name == "connect":
                yield from (f"{why}: {one.name}({one.rest})" for why in _why_not(one, world, is_git, ours=ours))


def _why_not(call: Call, world: World, is_git: Callable[[str], bool], *, ours: bool) -> Iterator[str]:
    """What is wrong with a call, be it one of our own code or of git's."""
    texts = _texts(call)
    if call.name in ("execve", "execveat"):
        if not is_git(texts[0]) and os.path.realpath(texts[0]) != os.path.realpath(sys.executable):
            yield "starts a program"
    elif call.name == "connect":
        if "AF_UNIX" not in call.rest:
            yield "connects"
    elif call.name in OPENS and not _WRITES.search(call.rest):
        if ours and _is_below(call.file, world.outside):
            yield "reads outside"
    elif call.name not in BEGINS:
        # Of a link only what it is called is written; where it leads is told by whoever follows it.
        named = texts[-1:] if call.name in ("symlink", "symlinkat") else texts
        for place in [call.file] if call.name in OPENS else [_place(call.rest, text) for text in named]:
            allowed = (world.temporary, world.cache, world.store)
            if not place.startswith("/dev/") and not any(_is_below(place, one) for one in allowed):
                yield "writes outside"


def _texts(call: Call) -> list[str]:
    return [_unescaped(text[1]) for text in _TEXT.finditer(call.rest)]


def _place(rest: str, text: str) -> str:
    """Where a path leads, from the folder that is named before it."""
    around = _FOLDER.search(rest[: rest.find('"')])
    return os.path.realpath(os.path.join(around[1] if around else "/", text))


def _unescaped(text: str) -> str:
    return (
        text.encode("latin-1", "replace")
        .decode("unicode_escape")
        .encode("latin-1", "replace")
        .decode("utf-8", "replace")
    )


def _is_below(place: str | Path, folder: Path) -> bool:
    return Path(place).is_relative_to(folder)


if __name__ == "__main__":
    main()
