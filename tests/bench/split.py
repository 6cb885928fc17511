"""A checkout of a whole system, split into a git repository for each service: are its links the same?

    python -m tests.bench.split CHECKOUT [--services FOLDER] [--vendor FILE]

copies each folder of FOLDER (the checkout itself, or `src`) into a repository of its own, and what is left into one
more, reads them into a store, and compares the links of the store to those of the checkout: their ends, how they match
and how surely. It prints how many each has, and every link that only one of them has, and ends with 1 if there is one.
A file that services share, and that their Dockerfiles copy into their images, `--vendor` puts into their repositories,
as whoever splits a system must; links to it are not compared. Nothing goes over a network, and the checkout stays as it
is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

_REST = "the-rest"
"""The repository of what is in no service."""
_GIT = ("git", "-c", "user.name=split", "-c", "user.email=split@example.org", "-c", "core.autocrlf=false")
_GATEWAY = "through the gateway "


class Split(NamedTuple):
    """Where the services of a checkout are: `inner` is the folder around them, in the checkout."""

    checkout: Path
    inner: str
    services: tuple[str, ...]
    vendored: str | None

    def repositories(self, folder: Path) -> Iterator[Path]:
        """Make the repositories in a folder."""
        around = self.checkout / self.inner
        for name in self.services:
            shutil.copytree(around / name, folder / name, symlinks=True)
            self._vendor(folder / name)
        whole = [around / name for name in self.services]

        def left_out(place: str, names: list[str]) -> list[str]:
            return [name for name in names if name == ".git" or Path(place, name) in whole]

        shutil.copytree(self.checkout, folder / _REST, symlinks=True, ignore=left_out)
        for repository in (*(folder / name for name in self.services), folder / _REST):
            for arguments in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-qm", "all", "--allow-empty")):
                subprocess.run([*_GIT, *arguments], cwd=repository, check=True, capture_output=True)
            yield repository

    def _vendor(self, repository: Path) -> None:
        docker = repository / "Dockerfile"
        if self.vendored is not None and docker.is_file() and self.vendored in docker.read_text("utf-8"):
            shutil.copy2(self.checkout / self.vendored, repository)

    def is_vendored(self, file: str) -> bool:
        """Whether a file is the one that services share, or a copy of it."""
        return self.vendored is not None and Path(file).name == Path(self.vendored).name

    def file(self, file: str) -> str:
        """A file of the checkout, as the store names it."""
        within = file.removeprefix(f"{self.inner}/") if self.inner else file
        is_inner = not self.inner or within != file
        return within if is_inner and within.partition("/")[0] in self.services else f"{_REST}/{file}"


def main() -> None:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--services", help="the folder of the services  [default: `src`, if there is one, else all]")
    parser.add_argument("--vendor", metavar="FILE", help="a file of the checkout that services share")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    inner = options.services if options.services is not None else "src" * (checkout / "src").is_dir()
    folders = sorted(one.name for one in (checkout / inner).iterdir() if one.is_dir() and not one.name.startswith("."))
    split = Split(checkout, inner.strip("/"), tuple(folders), options.vendor)
    whole = _counted(split, _links("links", str(checkout)), split.file)
    with tempfile.TemporaryDirectory() as temporary:
        store = str(Path(temporary) / "store")
        repositories = list(split.repositories(Path(temporary)))
        _seamark("store", "add", *map(str, repositories), "--store", store)
        parts = _counted(split, _links("store", "links", "--store", store), str)
    print(f"{len(repositories)} repositories, {whole.total()} links in the whole, {parts.total()} in the store")
    for name, differing in (("whole", whole - parts), ("store", parts - whole)):
        for link in sorted(differing.elements()):
            print(f"only in the {name}: {link}")
    sys.exit(whole != parts)


def _counted(split: Split, links: list[dict[str, Any]], file: Callable[[str], str]) -> Counter[tuple[str, ...]]:
    def end(port: dict[str, Any]) -> str:
        return f"{port['key']} {file(port['file'])}:{port['line']}:{port['column']} {port['handler'] or ''}"

    def how(match: str) -> str:
        return match if not match.startswith(_GATEWAY) else f"{_GATEWAY}{file(match.removeprefix(_GATEWAY))}"

    return Counter(
        (end(one["consumer"]), end(one["provider"]), how(one["match"]), f"{one['confidence']:.4f}")
        for one in links
        if not split.is_vendored(one["provider"]["file"])
    )


def _links(*command: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _seamark(*command, "--compatible", "--format", "jsonl").splitlines()]


def _seamark(*arguments: str) -> str:
    command = [sys.executable, "-m", "seamark", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout


if __name__ == "__main__":
    main()
