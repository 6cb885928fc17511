"""What is set for the folders of a workspace: by a client, and by the `seamark.toml` in each of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from msgspec.structs import replace

from seamark.catalogue import Own, of_own, own_tables
from seamark.resolve.module_resolution.paths import ancestors
from seamark.resolve.port_model import Match, Port, Problem
from seamark.settings import NAME, Layer, Settings, merged_layer, names, parse_settings, settings
from seamark.source import Limits, SourceText, read_file

from .roots import Roots
from .sweep import Sight, Stamp


class SettingsByFolder:
    """The settings, which stay as they are until they are read again. A folder's own are stronger than the client's.

    `limits` are those that hold where nothing is set.
    """

    def __init__(self, roots: Roots, client: Layer | None = None, limits: Limits | None = None) -> None:
        self._roots = roots
        self._client = client or {}
        self._limits = limits or Limits()
        self._stated: dict[str, Layer] = {}
        self._wrong: dict[str, list[Problem]] = {}
        self.known: Sight = {}
        """How each `seamark.toml` was when it was read."""
        self._settle()

    def read(self) -> bool:
        """Read every `seamark.toml`. Tells whether that makes a difference.

        Of what is wrong in one, what it said before counts.
        """
        before = self._settings
        self.known = self.sight()
        for label, root in self._roots.items():
            file = root / NAME
            found = read_file(file, Limits(), root) if os.path.lexists(file) else SourceText(b"")
            name = _join_label(label, NAME)
            if not isinstance(found, SourceText):
                self._wrong[label] = [Problem(name, found.reason)]
                continue
            said, wrong = parse_settings(found.data.decode())
            self._stated[label] = merged_layer(self._stated.get(label, {}), said, [one for _, one in wrong])
            self._wrong[label] = [Problem(name, one.message, line) for line, one in wrong]
        self._settle()
        return self._settings != before

    def sight(self) -> Sight:
        """How each `seamark.toml` is at the moment. For whatever thread."""
        found: dict[str, Stamp] = {}
        for label, root in self._roots.items():
            with suppress(OSError):
                status = os.stat(root / NAME)
                found[_join_label(label, NAME)] = status.st_size, status.st_mtime_ns, status.st_ctime_ns
        return found

    def set(self, client: Layer) -> bool:
        """The client has these settings now. Tells whether that makes a difference."""
        before, self._client = self._settings, client
        self._settle()
        return self._settings != before

    def concerns(self, paths: Iterable[str]) -> bool:
        """Whether one of these files, or what is below these folders, states settings."""
        names = {_join_label(label, NAME) for label, _ in self._roots.items()}
        around = names.union(*map(ancestors, names))
        return any(path in around for path in paths)

    def problems(self) -> list[Problem]:
        """What is wrong in each `seamark.toml`, with its line."""
        return [problem for label in sorted(self._wrong) for problem in self._wrong[label]]

    def of(self, path: str) -> Settings:
        """The settings for a file or folder."""
        return self._settings[self._roots.split(path)[0]]

    def layer(self, path: str | None) -> Layer:
        """All that is set for a file; by the client alone for one that is in none of the folders."""
        return self._client if path is None else {**self._client, **self._stated.get(self._roots.split(path)[0], {})}

    def limits(self, path: str) -> Limits:
        """How large files may be."""
        is_set = "files.maxSize" in self.layer(path)
        return replace(self._limits, file=self.of(path).files.max_bytes) if is_set else self._limits

    def service(self, path: str) -> str | None:
        """The folder of the service that a file is said to belong to."""
        label, local = self._roots.split(path)
        folders = {_plain(folder) for folder in self._settings[label].services.values()}
        return next((_join_label(label, one) for one in ancestors(local) if one in folders), None)

    def services(self) -> Mapping[str, list[str]]:
        """The folders of services that are given a name, by it."""
        found: dict[str, list[str]] = {}
        for label, one in self._settings.items():
            for name, folder in one.services.items():
                found.setdefault(name, []).append(_join_label(label, _plain(folder)))
        return found

    def base(self, path: str, role: str) -> str:
        """What stands before the paths of a file's routes, or of those of its calls whose base is not known."""
        label, local = self._roots.split(path)
        paths = self._settings[label].base_paths
        stated = {_plain(place): base for place, base in (paths.routes if role == "exposes" else paths.calls).items()}
        return next((stated[one] for one in (local, *ancestors(local)) if one in stated), "")

    def ignores(self, port: Port) -> bool:
        """Whether a port is left out of all answers."""
        keys = self.of(port.path).ignore.keys
        return bool(keys) and names(keys, *port.boundary)

    def is_sure(self, match: Match, consumer: Port) -> bool:
        """Whether a match, found for a consumer, is as sure as it has to be."""
        return match.confidence >= self.of(consumer.path).matching.min_confidence

    def analysis(self) -> object:
        """What is set of all that the ports of files depend on."""
        return [
            (label, one.files, one.services, one.base_paths, one.own, one.catalogue)
            for label, one in self._settings.items()
        ]

    @property
    def client(self) -> Layer:
        """What the client has set."""
        return self._client

    @property
    def own(self) -> Own:
        """The tables of the catalogue that are stated, of all folders together."""
        return self._own

    def _settle(self) -> None:
        """Put everything together, once for all that ask."""
        labels = [label for label, _ in self._roots.items()] or [""]
        self._settings = {label: settings(self._client, self._stated.get(label, {})) for label in labels}
        stated = (table for one in self._settings.values() for table in (*one.catalogue, *of_own(one.own)))
        tables = {own_tables([table]): table for table in stated}
        self._own = own_tables(list(tables.values()))


def _plain(folder: str) -> str:
    """A folder as people write it (`./web/`), as paths are here."""
    return "/".join(part for part in folder.replace("\\", "/").split("/") if part not in ("", "."))


def _join_label(label: str, path: str) -> str:
    return "/".join(part for part in (label, path) if part)
