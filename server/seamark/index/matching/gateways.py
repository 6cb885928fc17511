"""Calls that go through a gateway: which path they have behind it, and in which service.

A gateway is known to hand a prefix on; a call below that prefix is one of the service behind, with the prefix replaced.
That changes no key: it is a way from a call to handlers that would not match otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from seamark import keys
from seamark.documents import Facts, Gateway, Mount
from seamark.patterns import regex
from seamark.resolve.module_resolution.paths import ancestors, folder, join
from seamark.resolve.port_model import Port

_LOCAL = frozenset(("localhost", "127.0.0.1"))
_VARIABLE = regex(r"\$(?:\{(\w+)\}|(\w+))")
_URL = regex(r"(?:\w+:)?//([^/?#]*)([^?#]*)")


class Passage(NamedTuple):
    """A call's key behind a gateway, the host that it is handed to, and where the gateway says so."""

    key: str
    host: str
    place: str


class Gateways:
    """The gateways of a workspace, by what its documents say."""

    def __init__(self, facts: Mapping[str, Facts], services: Mapping[str, Sequence[str]]) -> None:
        """`services` are folders of services by names that they are set to go by."""
        said = sorted(facts.items())
        self._gateways = [(path, gateway) for path, one in said for gateway in one.gateways]
        self._mounts: dict[str, list[tuple[int, int, Mount]]] = {}
        for number, (_, gateway) in enumerate(self._gateways):
            for at, mount in enumerate(gateway.mounts):
                self._mounts.setdefault(keys.http_path(mount.prefix).rstrip("/"), []).append((number, at, mount))
        self._passages: dict[str, list[tuple[int, Passage]]] = {}
        self._named: dict[str, list[str]] = {}
        for name, folders in services.items():
            self._named.setdefault(name_of(name), []).extend(folders)
        self._folders = {name: list(folders) for name, folders in self._named.items()}
        self._environments: dict[str, dict[str, str]] = {}
        for path, one in said:
            self._environments.setdefault(folder(path), {}).update(one.environment)
        for path, one in said:
            for service in one.services:
                built_of = None if service.folder is None else join(folder(path), service.folder)
                if built_of is not None:
                    self._environments.setdefault(built_of, {}).update(service.environment)
                    for name in service.names:
                        self._folders.setdefault(name_of(name), []).append(built_of)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._gateways)

    def passages(self, key: str, host: str | None) -> Sequence[Passage]:
        """What may become of a call of this key, to a host if it names one."""
        if key not in self._passages:
            self._passages[key] = list(self._find(key))
        found = self._passages[key]
        return [one for number, one in found if host is None or self._is_named(*self._gateways[number], host)]

    def _find(self, key: str) -> Iterator[tuple[int, Passage]]:
        """What may become of a call of a key, each with the number of the gateway."""
        verb, _, path = key.partition(" ")
        for number, below in groupby(self._below(path), key=itemgetter(0)):
            file = self._gateways[number][0]
            mounts = [(mount, rest) for _, _, mount, rest in below]
            longest = max(len(mount.prefix) for mount, _ in mounts)
            for mount, rest in mounts:
                upstream = self._upstream(file, mount)
                if len(mount.prefix) < longest or upstream is None:
                    continue
                behind = keys.http_key(verb, keys.join_paths(_onto(mount, upstream[1]), rest))
                if behind != key:
                    yield number, Passage(behind, upstream[0], f"{file}:{mount.line}")

    def _upstream(self, file: str, mount: Mount) -> tuple[str, str] | None:
        """The host that a mount leads to, and the path there; None if the host is not known."""
        found = _URL.fullmatch(self._fill_environment(file, mount.upstream))
        return None if found is None or "$" in found[1] else (found[1].partition(":")[0], found[2])

    def leading_to(self, port: Port) -> list[str]:
        """The normalized prefixes of the mounts that lead to the service of a port."""
        return [
            prefix for host, prefixes in self.prefixes_by_host.items() if self.serves(host, port) for prefix in prefixes
        ]

    @cached_property
    def prefixes_by_host(self) -> Mapping[str, list[str]]:
        """The normalized prefixes of mounts, by the hosts that they lead to."""
        found: dict[str, list[str]] = {}
        for prefix, mounts in self._mounts.items():
            for number, _, mount in mounts:
                upstream = self._upstream(self._gateways[number][0], mount)
                if upstream is not None:
                    found.setdefault(upstream[0], []).append(prefix)
        return found

    def _below(self, path: str) -> list[tuple[int, int, Mount, str]]:
        """The mounts that a path is below, each with what is behind its prefix, in the order of gateways and mounts."""
        found = [
            (number, at, mount, path[len(prefix) :])
            for prefix in beginnings(path)
            for number, at, mount in self._mounts.get(prefix, ())
            if path == prefix or not mount.exact
        ]
        return sorted(found, key=itemgetter(0, 1))

    def serves(self, host: str, port: Port) -> bool:
        """Whether a port is one of the service that a host's name stands for: as it is built, else by its folder.

        A service that has parts of its own is known by the outermost folder, which a repository is in a store.
        """
        folders, name = self.folders(host), name_of(host)
        if folders is not None:
            return any(_is_in(port.path, built_of) for built_of in folders)
        return name in names_of(port) or self.is_called(port.service, name)

    def folders(self, host: str) -> Sequence[str] | None:
        """The folders of the service that a host's name stands for; None if nothing says which these are."""
        return self._folders.get(name_of(host))

    def names(self, host: str) -> Collection[str] | None:
        """The names of folders that the service may have for which a host's name stands; None if it may have any."""
        if self.folders(host) is not None:
            return None
        name = name_of(host)
        return {name, *(name_of(service.rpartition("/")[2]) for service in self._named.get(name, ()))}

    def is_called(self, service: str, host: str) -> bool:
        """Whether a service, given by its folder, goes by the name of a host: its folder's, or one that is stated."""
        name = name_of(host)
        stated = any(_is_in(f"{service}/", built_of) for built_of in self._folders.get(name, ()))
        return stated or name_of(service.rpartition("/")[2]) == name

    def _is_named(self, file: str, gateway: Gateway, host: str) -> bool:
        """Whether calls to a host may go through a gateway."""
        name = host.partition(":")[0]
        services = (built_of for built_of in self._folders.get(name_of(name), ()) if _is_in(file, built_of))
        return name in _LOCAL or name in gateway.hosts or any(services)

    def _fill_environment(self, file: str, text: str) -> str:
        """A text with the values of the environment's variables that are known in a file's service."""

        def value(variable: re.Match[str]) -> str:
            name = variable[1] or variable[2]
            found = (self._environments.get(around, {}).get(name) for around in ancestors(file))
            return next((one for one in found if one is not None), variable[0])

        return _VARIABLE.sub(value, text)


def moved_prefixes(facts: Facts) -> Iterator[str]:
    """The normalized prefixes below which a document's gateways may hand calls on with another path."""
    for gateway in facts.gateways:
        for mount in gateway.mounts:
            prefix = keys.http_path(mount.prefix).rstrip("/")
            upstream = _URL.fullmatch(mount.upstream)
            unknown = upstream is None or "$" in mount.upstream
            onto = mount.onto if upstream is None else _onto(mount, upstream[2])
            if onto is None or (unknown and mount.onto is None) or keys.http_path(onto).rstrip("/") != prefix:
                yield prefix


def _onto(mount: Mount, upstream: str) -> str:
    """What takes the prefix's place, given the path of the upstream's URL."""
    return (upstream or mount.prefix) if mount.onto is None else mount.onto


def names_of(port: Port) -> set[str]:
    """The names of folders by which a port's service is known as a host: its own, and the outermost."""
    return {name_of(port.service.rpartition("/")[2]), name_of(port.path.partition("/")[0])}


def name_of(host: str) -> str:
    """The name by which a service is known to the host's network, whatever letters it is written in (RFC 3986)."""
    return (host.partition(".")[0] if ".svc" in host else host).lower()


def beginnings(path: str) -> Iterator[str]:
    """A path, and all that it is below, without a slash at the end."""
    yield path
    end = path.rfind("/")
    while end >= 0:
        yield path[:end]
        end = path.rfind("/", 0, end)


def _is_in(path: str, around: str) -> bool:
    return not around or path.startswith(f"{around}/")
