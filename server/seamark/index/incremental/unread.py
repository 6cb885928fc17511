"""The files that are to be read: those of repositories in which an editor shows a file come before all others."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from seamark.index.folders.tree import tree_of_manifests

FEW = 100
"""So many files are read at once, whatever they are."""


class UnreadFiles:
    """Some files, in the order in which they are read.

    Those that are `next` are read before anything is made of them. The `later` ones wait until all is found in the
    files that are read, so that whoever looks at one repository does not wait for the others.
    """

    def __init__(self) -> None:
        self.next: dict[str, None] = {}
        self.later: dict[str, None] = {}

    def __contains__(self, path: str) -> bool:
        return path in self.next or path in self.later

    def __len__(self) -> int:
        return len(self.next) + len(self.later)

    def add(self, changed: Collection[str], known: Iterable[str], shown: Collection[str]) -> Collection[str]:
        """Have these files read, too, while editors show the files `shown`. Gives those to be prepared for.

        The manifests among all of them, and among those that are `known`, say which repository a file is in. If the
        order is another one now, all that are read next are given.
        """
        expected = self.next.keys() | set(changed)
        waiting = dict.fromkeys(sorted({*self.next, *self.later, *changed}))
        self.next, self.later = waiting, {}
        if len(waiting) > FEW and shown:
            tree = tree_of_manifests([*waiting, *known])
            looked_at = {tree.repository(path) for path in shown}
            self.next = {path: None for path in waiting if tree.repository(path) in looked_at}
            self.later = {path: None for path in waiting if path not in self.next}
        return changed if self.next.keys() == expected else self.next

    def discard(self, path: str) -> None:
        """The file is read."""
        self.next.pop(path, None)
        self.later.pop(path, None)

    def go_on(self) -> None:
        """Have all of them read next."""
        self.next, self.later = {**self.next, **self.later}, {}
