"""The folders of a workspace, and the names of the files in them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path


class Roots:
    """One folder, whose files are named by their path in it; or several, with a label for each before that path.

    There may be none: then there are no files.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        resolved = list(dict.fromkeys(Path(os.path.abspath(folder)) for folder in folders))
        # A folder within another one is there already.
        outer = [f for f in resolved if not any(f != other and f.is_relative_to(other) for other in resolved)]
        self._inner = [f for f in resolved if f not in outer]
        self._roots: dict[str, Path] = {}
        for folder in outer:
            label = "" if len(outer) == 1 else folder.name or "root"
            number = 1
            while label in self._roots:
                number += 1
                label = f"{folder.name}-{number}"
            self._roots[label] = folder

    def items(self) -> Iterator[tuple[str, Path]]:
        """Each folder with its label."""
        return iter(self._roots.items())

    def inner(self, label: str) -> tuple[str, ...]:
        """The folders within one of the others, by their paths there: to be read even where that one is not."""
        root = self._roots[label]
        return tuple(folder.relative_to(root).as_posix() for folder in self._inner if folder.is_relative_to(root))

    @property
    def name(self) -> str:
        """What the workspace's folder is called; empty if there are several, or none."""
        return self._roots[""].name if "" in self._roots else ""

    def label(self) -> str:
        """What tells this workspace apart from others: its path from the root of version control, else its name."""
        root = next(iter(self._roots.values()), Path())
        for around in (root, *root.parents):
            if (around / ".git").exists():
                return root.relative_to(around).as_posix() if root != around else around.name
        return root.name

    def locate(self, path: Path) -> str | None:
        """The name of a file, or None if it is in none of the folders. Case and links are taken as they are given."""
        absolute = Path(os.path.abspath(path))
        for label, root in self._roots.items():
            if absolute == root and root.is_file():
                return root.name
            if absolute.is_relative_to(root):
                relative = absolute.relative_to(root).as_posix()
                relative = "" if relative == "." else relative
                return "/".join(part for part in (label, relative) if part)
        return None

    def split(self, path: str) -> tuple[str, str]:
        """The label of the folder that a file is in, and its path there; of what is in none, the first one's."""
        first, _, rest = path.partition("/")
        if "" in self._roots:
            return "", path
        return (first, rest) if first in self._roots else (next(iter(self._roots), ""), path)

    def root(self, path: str) -> Path:
        """The folder that a file is in; of what is in none, the first one; without any, the current one."""
        return self._roots.get(self.split(path)[0], Path())

    def real(self, path: str) -> Path:
        """Where the file of this name is."""
        first, _, rest = path.partition("/")
        if "" in self._roots:
            root = self._roots[""]
            return root if path == root.name and root.is_file() else root / path
        return self._roots[first] / rest if first in self._roots else Path(path)
