"""The files that wait for a stage of work, by the repositories that they are in.

Names lead within a repository, and from there into few others. So files of one repository ask for much the same, and
what they ask for is at hand as long as no other one is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping


class WaitingFiles:
    """Some files. `repository` says which one a file is in, at the moment: it is asked once all files are known."""

    def __init__(self, repository: Callable[[str], str]) -> None:
        self._repository = repository
        self._new: set[str] = set()
        self._known: dict[str, str] = {}
        self._files: dict[str, set[str]] = {}

    def __contains__(self, path: str) -> bool:
        return path in self._known or path in self._new

    def __len__(self) -> int:
        return len(self._known) + len(self._new)

    def add(self, path: str) -> None:
        """The file waits, if it does not already."""
        if path not in self._known:
            self._new.add(path)

    def discard(self, path: str) -> None:
        """The file does not wait any longer."""
        self._new.discard(path)
        home = self._known.pop(path, None)
        if home is not None:
            self._files[home].remove(path)
            if not self._files[home]:
                del self._files[home]

    def all(self) -> list[str]:
        """All of them, in order."""
        return sorted((*self._known, *self._new))

    def of(self, repositories: Iterable[str]) -> list[str]:
        """The files of these repositories, in order."""
        files = self._files_by_repository()
        return sorted(path for home in repositories for path in files.get(home, ()))

    def first(self, enough: int) -> list[str]:
        """The first repositories, in order, that together have `enough` files; all if they have fewer."""
        return list(_until(sorted((home, len(files)) for home, files in self._files_by_repository().items()), enough))

    def _files_by_repository(self) -> Mapping[str, Collection[str]]:
        for path in self._new:
            home = self._known[path] = self._repository(path)
            self._files.setdefault(home, set()).add(path)
        self._new.clear()
        return self._files


def _until(counted: Iterable[tuple[str, int]], enough: int) -> Iterator[str]:
    for name, count in counted:
        if enough <= 0:
            return
        yield name
        enough -= count
