"""The files that say something of the sources around them: what each says, and which packages there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seamark.resolve.modules.paths import folder

from .project_files import is_settings, understood

MANIFESTS = frozenset(
    [
        "package.json",
        "deno.json",
        "deno.jsonc",
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "requirements.txt",
        "go.mod",
        "Cargo.toml",
        "composer.json",
        "CMakeLists.txt",
        "Makefile",
        "meson.build",
        "Dockerfile",
    ]
)
"""The files in the folder of a service."""

NAMING = ("package.json", "go.mod")
"""The manifests that say under which name their folder is imported."""


class Manifests:
    """What project files say, read when somebody asks. `content` gives a file's text."""

    def __init__(self, content: Callable[[str], bytes | None]) -> None:
        self._content = content
        self._said: dict[str, object] = {}
        self._naming: set[str] = set()
        self._packages: dict[tuple[str, str], str] | None = None

    def settings(self, path: str) -> object:
        """What a project file says; None if it is not valid."""
        if path not in self._said:
            self._said[path] = understood(path.rpartition("/")[2], self._content(path) or b"")
        return self._said[path]

    def package(self, manifest: str, name: str) -> str | None:
        """The folder whose manifest of this kind has that name; of several, the first by path."""
        if self._packages is None:
            self._packages = {}
            for path, called in self.names():
                self._packages.setdefault((path.rpartition("/")[2], called), folder(path))
        return self._packages.get((manifest, name))

    def names(self) -> Iterator[tuple[str, str]]:
        """The manifests that say under which name their folder is imported, each with that name, in order."""
        for path in sorted(self._naming):
            says = self.settings(path)
            if isinstance(says, dict) and isinstance(says.get("name"), str):
                yield path, says["name"]

    def put(self, path: str) -> None:
        """There is a file of this name now, or another one than before."""
        self.remove(path)
        if path.rpartition("/")[2] in NAMING:
            self._naming.add(path)

    def remove(self, path: str) -> None:
        """There is no file of this name."""
        self._said.pop(path, None)
        if path.rpartition("/")[2] in NAMING:
            self._naming.discard(path)
            self._packages = None


def is_manifest(path: str) -> bool:
    """Whether a file of this name says something of the sources around it."""
    name = path.rpartition("/")[2]
    return name in MANIFESTS or is_settings(name)
