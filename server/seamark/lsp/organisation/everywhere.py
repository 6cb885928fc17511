"""A workspace whose contracts have other sides in other repositories, too.

Ports of those have paths that begin with the repository and its commit, as in `orders@5d91f3c468cb/orders/views.py`,
and places as `seamark.store.places` has them: they have a text only where they are checked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from seamark.index.delegating import Delegating
from seamark.index.matching.compatible import EXACT, RANKED
from seamark.index.reports import Heading, Prefix
from seamark.index.service import LocatedPorts
from seamark.resolve.port_model import USES, Match, Port, PortSymbol
from seamark.source.limits import Limits
from seamark.source.problem import Problem
from seamark.source.read import read_file
from seamark.store.places import line_and_column
from seamark.store.shard import About, RepositoryStatement, encode_statement

from .checkouts import Anchor, anchor, checkout, found_again, inside, stated_checkout
from .messages import OtherSide, OtherSideQuestion, Own
from .pages import page
from .repositories import Repository, around

if TYPE_CHECKING:
    from seamark.index.service import Service
    from seamark.source.lines import LineIndex

    from .others import Others

_RANKS = {way.how: number for number, way in enumerate(RANKED)}
_GATEWAY = 0.5
"""What a gateway hands on, it says so: only equal keys are better."""
_NOWHERE = PortSymbol("", "file", "")


class Elsewhere(Struct, frozen=True):
    """A file of another repository: what is known of that, and where the file is here, in which folder, if it is."""

    about: About
    file: str
    place: Path | None
    checkout: Path | None


class Everywhere(Delegating, LocatedPorts):
    """One state of a workspace, with what is known of other repositories, for the time of one answer."""

    _service: Service

    def __init__(
        self,
        service: Service,
        others: Others | None = None,
        roots: Sequence[Path] = (),
        shown: Callable[[Path], bytes | None] = lambda _: None,
    ) -> None:
        """`roots` are the workspace's folders; `shown` gives the text of a file that the client shows.

        Without `others` nothing is known of any.
        """
        super().__init__(service)
        self._others = others
        self._roots = roots
        self._shown = shown
        self._said = service.settings("").organisation
        self._files: dict[str, Elsewhere] = {}
        self._anchors: dict[tuple[str, int], Anchor | None] = {}
        self._folder = cache(self._folder_of)
        self._text = cache(self._text_of)

    def elsewhere(self, path: str) -> Elsewhere | None:
        """What is known of a file of another repository; None for one of the workspace."""
        return self._files.get(path)

    def repository(self, path: str) -> str | None:
        """The name of the other repository that a file is in; None for one of the workspace."""
        file = self._files.get(path)
        return None if file is None else file.about.repository

    def page(self, path: str, offset: int) -> str | None:
        """The page on which a place in a file of another repository is shown, if one is known."""
        file = self._files.get(path)
        if file is None:
            return None
        return page(file.about, file.file, line_and_column(offset)[0], self._said.urls)

    def offsets(self, path: str, start: int, end: int, lines: LineIndex) -> tuple[int, int]:
        """Where in the text of a file a place of it is, in bytes."""
        if path not in self._files:
            return start, end
        return found_again(lines, start, end, self._anchors.get((path, start)))

    def providers(self, consumer: Port) -> Sequence[Match]:
        """See `ContractQueries`. Code here that serves a call just as well as code elsewhere is what is meant."""
        ours = self._service.providers(consumer)
        if consumer.role == USES or any(match.how == EXACT.how and not match.port.contract for match in ours):
            return ours
        our_code, our_documents = _code_and_documents(ours)
        code, documents = _code_and_documents(self._theirs(consumer, "exposes"))
        best = min((our_code, code), key=_rank)
        return [*best, *our_documents, *documents]

    def consumers(self, provider: Port) -> Sequence[Match]:
        """See `ContractQueries`. Those elsewhere come last, without those that something else here serves better."""
        theirs = (match for match in self._theirs(provider, "consumes") if self._is_meant(provider, match))
        return [*self._service.consumers(provider), *theirs]

    def text(self, path: str) -> bytes | None:
        """See `ContractQueries`."""
        file = self._files.get(path)
        if file is None:
            return self._service.text(path)
        return None if file.place is None or file.checkout is None else self._text(file.place, file.checkout)

    def real_path(self, path: str) -> Path:
        """See `LocatedPorts`."""
        file = self._files.get(path)
        return self._service.real_path(path) if file is None or file.place is None else file.place

    def heading(self, symbol: PortSymbol) -> Heading | None:
        """See `LocatedPorts`."""
        return None if symbol.path in self._files else self._service.heading(symbol)

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.ports_at(path, offset)

    def uses_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.uses_at(path, offset)

    def calls(self, path: str) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.calls(path)

    def requests_of(self, call: Port) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.requests_of(call)

    def ports_of_constants(self, path: str, offset: int | None = None) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.ports_of_constants(path, offset)

    def prefixes(self, path: str, offset: int | None = None) -> Sequence[Prefix]:
        """See `LocatedPorts`."""
        return self._service.prefixes(path, offset)

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.ports_handled_in(path)

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        """See `LocatedPorts`."""
        return self._service.ports_handled_at(path, offset)

    def foresee(self, path: str) -> None:
        """Somebody will want to know soon who, in other repositories, calls what a file serves."""
        if self._others is None or not self._others.is_used:
            return
        for port in self._service.ports(path):
            if port.role == "exposes":
                self._others.foresee(self._question(self._others, port, "consumes"))

    def _is_meant(self, provider: Port, call: Match) -> bool:
        """Whether a call elsewhere means a provider: not if something else here serves it as well, or better.

        What gateways of other repositories lead to only the store knows.
        """
        ours = self._service.providers(call.port) if call.how != EXACT.how else ()
        code, _ = _code_and_documents(ours)
        return any(one.port == provider for one in ours) or _rank((call,)) < _rank(code)

    def _theirs(self, port: Port, side: str) -> list[Match]:
        if self._others is None or not self._others.is_used:
            return []
        found = self._others.known_sides(self._question(self._others, port, side))
        return [match for one in found if (match := self._match(one)) is not None]

    def _question(self, others: Others, port: Port, side: str) -> OtherSideQuestion:
        repository = self._repository(port.path)
        number = others.number(repository.folder, lambda: self._own(repository))
        asked = replace(port, path=".", start=0, end=0, symbol=_NOWHERE, handler=None, reasons=())
        return OtherSideQuestion(number, asked, side)

    def _match(self, found: OtherSide) -> Match | None:
        """What was found as a match with a port of its own path; None if the workspace has that itself."""
        about, port = found.about, found.port
        folder = self._folder(about)
        if folder is not None and self._service.locate(folder) is not None:
            return None
        label = about.label
        path = self._put(f"{label}/{port.path}", about, port.path, folder)
        symbol = self._place_symbol(port.symbol, label, about, folder)
        handler = None if port.handler is None else self._place_symbol(port.handler, label, about, folder)
        near = anchor(symbol.qualified_name, symbol.name_start) if symbol.kind != "file" else None
        self._anchors.setdefault((path, port.start), near)
        there = replace(port, path=path, symbol=symbol, handler=handler, service=f"{label}/{port.service}")
        return Match(there, found.how, found.confidence)

    def _place_symbol(self, symbol: PortSymbol, label: str, about: About, folder: Path | None) -> PortSymbol:
        path = self._put(f"{label}/{symbol.path}", about, symbol.path, folder)
        if symbol.kind != "file":
            self._anchors[path, symbol.name_start] = anchor(symbol.qualified_name, symbol.name_start)
        return replace(symbol, path=path)

    def _put(self, path: str, about: About, file: str, folder: Path | None) -> str:
        if path not in self._files:
            place = None if folder is None else inside(folder, file)
            self._files[path] = Elsewhere(about, file, place, folder)
        return path

    def _repository(self, path: str) -> Repository:
        """The repository of a file of the workspace: a folder without version control is one, too."""
        place = self._service.real_path(path)
        found = around(place.parent)
        if found is not None:
            return found
        root = next((root for root in self._roots if place.is_relative_to(root)), place.parent)
        return Repository(root, root.name)

    def _own(self, repository: Repository) -> Own:
        """A repository that is here, with what it says now besides its ports."""
        inner = self._service.locate(repository.folder)
        prefix = f"{inner}/" if inner else ""
        documents = self._service.documents()
        within = {path.removeprefix(prefix): facts for path, facts in documents.items() if path.startswith(prefix)}
        stated = encode_statement(RepositoryStatement(self._service.settings(inner or ""), within))
        return Own(repository.name, repository.url, stated)

    def _folder_of(self, about: About) -> Path | None:
        """Where a repository is checked out."""
        root = self._roots[0] if self._roots else Path.cwd()
        stated = stated_checkout(about, self._said.checkouts, root)
        if stated is not None and stated.is_dir():
            return stated
        if stated is not None and self._others is not None:
            self._others.say(f"{about.repository} is not checked out in {stated}, as `organisation.checkouts` says")
        here = [found.folder.parent for root in self._roots if (found := around(root)) is not None]
        beside = dict.fromkeys([*self._roots, *here, *(root.parent for root in self._roots)])
        return checkout(about, list(beside))

    def _text_of(self, place: Path, checkout: Path) -> bytes | None:
        shown = self._shown(place)
        if shown is not None:
            return shown
        read = read_file(place, Limits(), checkout)
        return None if isinstance(read, Problem) else read.data


def _rank(matches: Sequence[Match]) -> float:
    """How well the best of these fits; the least is best."""
    return min((_RANKS.get(match.how, _GATEWAY) for match in matches), default=len(_RANKS))


def _code_and_documents(matches: Sequence[Match]) -> tuple[list[Match], list[Match]]:
    """Code, and documents."""
    return [one for one in matches if not one.port.contract], [one for one in matches if one.port.contract]
