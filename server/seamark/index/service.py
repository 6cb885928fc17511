"""What the rest of Seamark may ask of an index, wherever it runs.

The command line and the tests use `Index` in their own process; a server may put a process in between. Everything
that goes in or comes out is data. Paths are those of the workspace: relative to its root, with `/`; in a workspace of
several folders the folder's label comes first. Positions are byte offsets into a file's UTF-8 text (`text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from seamark.documents import Facts
from seamark.graph import Graph
from seamark.resolve.port_model import Boundary, Link, Match, Port, PortSymbol, Problem
from seamark.settings import Layer, Settings

from .folders.sweep import Sight
from .matching.alignment import Alignment
from .reports import (
    At,
    Counts,
    Heading,
    LeftOut,
    Overview,
    PartReport,
    Prefix,
    Progress,
    RefusedGroup,
    UnfoundLibraries,
)


class ContractQueries(Protocol):
    """A set of ports that answers questions about both sides of contracts."""

    def settings(self, path: str) -> Settings:
        """The settings for a file or folder."""

    def text(self, path: str) -> bytes | None:
        """The text on which positions in this file are based; None if it cannot be read, or is another one by now."""

    def ports(self, path: str | None = None) -> Sequence[Port]:
        """All ports, or those of one file, by path and position."""

    def providers(self, consumer: Port) -> Sequence[Match]:
        """Who serves this call, best first: those of the equal key; if none of them is code, the compatible ones, too.

        Code comes before documents. A document's port may be asked about as if it were a call.
        """

    def consumers(self, provider: Port) -> Sequence[Match]:
        """Who calls this, best first: all consumers for which `providers` gives this port."""

    def uses(self, path: str | None = None) -> Sequence[Port]:
        """All that names routes and does not ask for them, or that of one file: `providers` has the routes."""

    def name_references(self, provider: Port) -> Sequence[Port]:
        """All that names this route, be it to ask for it or not, by path and position."""

    def calls_of(self, consumer: Port) -> Sequence[Port]:
        """Where people's code asks for what a function or a base class requests: one step before that.

        That is each call in another file of the function, if it makes no other request, and what each class states that
        inherits from the one around it.
        """
        del consumer
        return ()

    def maybe_consumers(self, provider: Port) -> Sequence[Port]:
        """Calls that may be of this provider, though none of them leads to it: what stands before the path of one side
        is not known, another service serves them more closely, or nothing tells that they are calls.
        """

    def nearest(self, port: Port, count: int = 3) -> Sequence[str]:
        """Keys of the same mechanism, of the other side, that look most like this one's."""

    def alignments(self) -> Sequence[Alignment]:
        """The prefixes that nothing states, and that most calls of a client show."""

    def boundaries(self) -> Sequence[Boundary]:
        """Every contract with both sides, by mechanism and key."""

    def boundary(self, mechanism: str, key: str) -> Boundary:
        """One contract with both sides; neither has ports if nothing states it."""

    def links(self, *, compatible: bool = False) -> Iterable[Link]:
        """Every consumer with everyone who serves it; with `compatible` those, too, that may stand behind a prefix."""

    def graph(self) -> Graph:
        """The specification's graph of all ports."""


class LocatedPorts(ContractQueries, Protocol):
    """A set of ports that knows what stands at a place."""

    def real_path(self, path: str) -> Path:
        """Where a file of the workspace is on disk."""

    def heading(self, symbol: PortSymbol) -> Heading | None:
        """How a definition introduces itself to people; None if that is not known."""

    def ports_at(self, path: str, offset: int) -> Sequence[Port]:
        """The ports whose contract's text holds this position (its end included)."""

    def uses_at(self, path: str, offset: int) -> Sequence[Port]:
        """What names routes at this position, and does not ask for them."""

    def calls(self, path: str) -> Sequence[Port]:
        """The calls in this file of functions that make a request."""

    def requests_of(self, call: Port) -> Sequence[Port]:
        """The request that a function makes of which this is a call; with several verbs it may be several ports."""

    def ports_of_constants(self, path: str, offset: int | None = None) -> Sequence[Port]:
        """The ports whose path a constant, or a table of routes, in this file states: as if they stood there.

        With a position only those that hold it (their end included).
        """

    def prefixes(self, path: str, offset: int | None = None) -> Sequence[Prefix]:
        """The texts of this file that state prefixes of routes, by position; or those that hold one, end included.

        The text of a constant, or one that a function gives, states a prefix if that is stated by the name.
        """

    def ports_handled_in(self, path: str) -> Sequence[Port]:
        """The providers whose handler is in this file, wherever they are declared, by path and position."""

    def ports_handled_at(self, path: str, offset: int) -> Sequence[Port]:
        """The providers whose handler's name holds this position (its end included), wherever they are declared."""


class Service(LocatedPorts, Protocol):
    """An always current set of ports."""

    def documents(self) -> Mapping[str, Facts]:
        """What documents say of gateways and services, by path: where gateways lead depends on it."""

    def load(self, progress: Progress | None = None) -> None:
        """Read the workspace's files from disk. May be called again to read all of them anew."""

    def begin(self, paths: Iterable[str] | None = None) -> None:
        """Like `refresh`, or without paths like `load`, for what may be many files: a few are seen to at once, what
        there is to do about more is left to `work`.

        Until that is done, questions are answered from the state before, and what an editor shows is up to date ahead
        of the rest. While the workspace is read for the first time there is no state before: what is found comes bit by
        bit.
        """

    def work(self, seconds: float = 0.05) -> None:
        """Do some of what was begun, for about this long. Whatever else may be asked and told in between."""

    def pending(self) -> tuple[int, int] | None:
        """How many files are done, and of how many, of what was begun; None once all is."""

    def behind(self) -> bool:
        """Whether something that follows from an edit is left to do: `work` goes on with it, `catch_up` ends it.

        Until then all but the ports of the file that was edited last are as they were before.
        """

    def catch_up(self) -> None:
        """Do what is left of what follows from edits."""

    def rest(self) -> None:
        """Leave what was begun as far as it is, and keep what is known by now: `begin` without paths goes on."""

    def is_heavy(self) -> bool:
        """Whether another service would go on from what this one has kept, in another process, with far less memory."""

    def prepare(self) -> None:
        """Do what the next change would wait for, if nobody waits for anything now."""

    def attend(self, at: At, *, closely: bool) -> None:
        """Tell from now on which file is parsed, as far as that is done here; or closely, which one anything is done
        with.
        """

    def locate(self, path: Path) -> str | None:
        """The workspace's name for a file, or None for one outside of it."""

    def belongs(self, path: str) -> bool:
        """Whether a file is one of the workspace's, if it is there: no rule leaves it out, nor its size."""

    def apart(self, path: Path) -> Service:
        """A service for a document outside of the workspace, which has the same settings and reads nothing else."""

    def leave_out(self, path: str) -> None:
        """Until it may have changed on disk the file is empty, whatever an editor shows: nobody survived reading it."""

    def open(self, path: str, data: bytes) -> None:
        """An editor shows the file with this text: the disk no longer counts. Also for each change of the text."""

    def close(self, path: str) -> None:
        """The editor no longer shows the file: the disk counts again."""

    def refresh(self, paths: Iterable[str]) -> None:
        """These files, or all files below these folders, may have been created, changed or deleted on disk."""

    def look(self) -> Sight:
        """How the files on disk are at the moment, which changes nothing. This alone is for whatever thread."""

    def take_sight(self, seen: Sight) -> bool:
        """Like `begin` for what is not as it was read, as `look` has seen it; whether there is anything."""

    def configure(self, layer: Layer) -> None:
        """The client has these settings now; what a `seamark.toml` says is stronger."""

    def suppose_texts(self, texts: Mapping[str, bytes], *, alone: bool = False) -> AbstractContextManager[None]:
        """Within it, everything is as if an editor showed these texts; after it, all is as before.

        `alone` only the files with these texts are so, and what follows for others is not found out: that is quicker.
        """

    def counts(self) -> Counts:
        """How much has been read and found."""

    def overview(self) -> Overview:
        """What the workspace has, and what is left out of it."""

    def left_out(self, path: str) -> Sequence[LeftOut]:
        """What is left out at a path, within it or around it: a folder that is left out is not looked into."""

    def describe_part(self, path: str, start: int, end: int) -> PartReport:
        """What is known of a part of a file apart from its ports: why there are none."""

    def problems(self) -> Sequence[Problem]:
        """What could not be read or understood."""

    def libraries_not_found(self) -> Sequence[UnfoundLibraries]:
        """Libraries that manifests name, and of whose kind of contract nothing was found."""

    def refused_groups(self) -> Sequence[RefusedGroup]:
        """What looks like contracts in code, and of which nothing tells what it is, in groups, the largest first."""
