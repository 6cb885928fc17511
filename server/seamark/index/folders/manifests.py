"""The files that say something of the sources around them: what each says, and which packages there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seamark.resolve.module_resolution.paths import folder, join

from . import packages
from .manifest_formats import is_settings, parse_manifest
from .packages import NAMING, declares_applications

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
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "settings.gradle",
        "settings.gradle.kts",
        "CMakeLists.txt",
        "Makefile",
        "meson.build",
        "Dockerfile",
    ]
)
"""The files in the folder of a service."""


class Manifests:
    """What project files say, read when somebody asks. `content` gives a file's text."""

    def __init__(self, content: Callable[[str], bytes | None]) -> None:
        self._content = content
        self._said: dict[str, object] = {}
        self._naming: set[str] = set()
        self._packages: dict[tuple[str, str], tuple[str, ...]] | None = None
        self._declaring: set[str] = set()
        self._applications: frozenset[str] | None = None

    def settings(self, path: str) -> object:
        """What a project file says; None if it is not valid."""
        if path not in self._said:
            self._said[path] = parse_manifest(path.rpartition("/")[2], self._content(path) or b"")
        return self._said[path]

    def packages(self, manifest: str, name: str) -> tuple[str, ...]:
        """The folders to which a name leads by manifests of this kind, in the order of these."""
        if self._packages is None:
            found: dict[tuple[str, str], dict[str, None]] = {}
            for path in sorted(self._naming):
                kind = path.rpartition("/")[2]
                for called, inside in packages.import_names(kind, self.settings(path)):
                    home = join(folder(path), inside)
                    if home is not None:
                        found.setdefault((kind, called), {})[home] = None
            self._packages = {key: tuple(homes) for key, homes in found.items()}
        return self._packages.get((manifest, name), ())

    def applications(self) -> frozenset[str]:
        """The folders of the applications that manifests declare."""
        if self._applications is None:
            declared = (
                join(folder(path), inside)
                for path in self._declaring
                for inside in packages.applications(path.rpartition("/")[2], self.settings(path))
            )
            self._applications = frozenset(home for home in declared if home is not None)
        return self._applications

    def import_names(self) -> Iterator[tuple[str, str]]:
        """The manifests that say by which names others import what is theirs, each with such a name, in order."""
        for path in sorted(self._naming):
            found = packages.import_names(path.rpartition("/")[2], self.settings(path))
            yield from ((path, called) for called in dict.fromkeys(called for called, _ in found) if called)

    def put(self, path: str) -> None:
        """There is a file of this name now, or another one than before."""
        self.remove(path)
        name = path.rpartition("/")[2]
        if name in NAMING:
            self._naming.add(path)
        if declares_applications(name):
            self._declaring.add(path)

    def remove(self, path: str) -> None:
        """There is no file of this name."""
        self._said.pop(path, None)
        name = path.rpartition("/")[2]
        if name in NAMING:
            self._naming.discard(path)
            self._packages = None
        if declares_applications(name):
            self._declaring.discard(path)
            self._applications = None


def is_manifest(path: str) -> bool:
    """Whether a file of this name says something of the sources around it."""
    name = path.rpartition("/")[2]
    return name in MANIFESTS or is_settings(name)
