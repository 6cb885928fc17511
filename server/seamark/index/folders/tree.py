"""The names of the files that there are, by folder, and which files have a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from seamark.resolve.module_resolution.paths import ancestors, folder

from .manifests import MANIFESTS


class Tree:
    """The files and the folders around them."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._folders: dict[str, int] = {}
        self._listings: dict[str, set[str]] = {}
        self._subfolders: dict[str, set[str]] = {}
        self._called: dict[str, set[str]] = {}
        self._repositories: dict[str, str] = {}

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def paths(self) -> Collection[str]:
        """All files."""
        return self._paths

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        return path in self._paths or path in self._folders

    def listing(self, folder: str) -> tuple[str, ...]:
        """The names of the files directly in a folder, in order."""
        return tuple(sorted(self._listings.get(folder, ())))

    def subfolders(self, folder: str) -> tuple[str, ...]:
        """The names of the folders directly in a folder, in order."""
        return tuple(sorted(self._subfolders.get(folder, ())))

    def files_named(self, name: str) -> tuple[str, ...]:
        """The files of this name in whatever folders, in order."""
        return tuple(sorted(self._called.get(name, ())))

    def service(self, path: str) -> str:
        """The nearest folder around a file that has a manifest or a Dockerfile."""
        for around in ancestors(path):
            if self._has_manifest(around):
                return around
        return ""

    def repository(self, path: str) -> str:
        """The outermost folder around a file that has a manifest."""
        inner = folder(path)
        known = self._repositories.get(inner)
        if known is None:
            outer = [around for around in ancestors(path) if self._has_manifest(around)]
            known = self._repositories[inner] = outer[-1] if outer else ""
        return known

    def repositories(self) -> set[str]:
        """The outermost folders that have manifests."""
        return {self.repository(path) for name in MANIFESTS for path in self._called.get(name, ())}

    def _has_manifest(self, folder: str) -> bool:
        return not MANIFESTS.isdisjoint(self._listings.get(folder, ()))

    def put(self, path: str) -> None:
        """There is such a file."""
        if path not in self._paths:
            self._paths.add(path)
            name = path.rpartition("/")[2]
            self._listings.setdefault(folder(path), set()).add(name)
            self._called.setdefault(name, set()).add(path)
            if name in MANIFESTS:
                self._repositories.clear()
            for around in ancestors(path):
                if around and around not in self._folders:
                    self._subfolders.setdefault(folder(around), set()).add(around.rpartition("/")[2])
                self._folders[around] = self._folders.get(around, 0) + 1

    def remove(self, path: str) -> None:
        """There is no such file."""
        if path in self._paths:
            self._paths.remove(path)
            name = path.rpartition("/")[2]
            self._listings[folder(path)].discard(name)
            self._called[name].discard(path)
            if name in MANIFESTS:
                self._repositories.clear()
            for around in ancestors(path):
                self._folders[around] -= 1
                if not self._folders[around]:
                    del self._folders[around]
                    if around:
                        self._subfolders[folder(around)].discard(around.rpartition("/")[2])


def tree_of_manifests(paths: Iterable[str]) -> Tree:
    """The manifests among these files: enough to tell the repository of each."""
    tree = Tree()
    for path in paths:
        if path.rpartition("/")[2] in MANIFESTS:
            tree.put(path)
    return tree
