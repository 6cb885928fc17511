"""What questions are answered from: the ports of one state of the workspace."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from seamark.index.incremental.current_ports import CurrentPorts
from seamark.index.matching.gateways import Gateways
from seamark.index.reading.files import Files
from seamark.index.reading.scan import digest
from seamark.index.reports import RefusedGroup
from seamark.resolve.composition.from_findings import Composed
from seamark.resolve.port_model import Port

from .agreement import Agreement
from .answers import Answers
from .refusals import group_refused
from .table import Table


class Publication:
    """The state that is published, and the next one while it is put together.

    Unless single files are published ahead of the rest (`ahead`), the current ports have nothing left to do.
    """

    def __init__(self, files: Files, current_ports: CurrentPorts, is_whole: Callable[[], bool]) -> None:
        """`is_whole` tells whether all files have been read, so that a state is that of all ports."""
        self._agreement = Agreement()
        self.answers = Answers(Gateways({}, {}), files.configured.is_sure, is_whole, self._may_ask)
        self._files = self._read = files
        self._current_ports = current_ports
        self._anew = False
        self._documents: tuple[int, frozenset[str]] = (0, frozenset())
        self._next: Table | None = None
        self._left: set[str] = set()
        self._ahead: dict[str, bytes | None] = {}
        self._put_ahead: set[str] = set()
        self._outdated: set[str] = set()

    def begin_anew(self, files: Files, current_ports: CurrentPorts) -> None:
        """The next state has nothing of this one: it is that of these files, or other ports of the same are shown."""
        if not self._anew:
            self._outdated = set(self._current_ports.reread)
        self._files, self._current_ports = files, current_ports
        self._next, self._anew = None, True

    def ports_with_places(self) -> dict[str, list[Composed]]:
        """The ports of all files, those that are left out of answers too, with the places of their handlers."""
        composed, table = self._current_ports.composed, self.answers.table
        return {
            path: list(known)
            if len(known := table.composed_ports(path)) == len(ports)
            else [_with_current_place(self._files, one) for one in ports]
            for path, ports in composed.items()
        }

    def refused_groups(self) -> list[RefusedGroup]:
        """What looks like contracts and is none as far as is known, in groups; see `Service`."""
        return group_refused(
            port for port in self._agreement.refused_ports() if not self._files.configured.ignores(port)
        )

    def _may_ask(self, path: str) -> list[Port]:
        """The calls that are only possible, and whose path is this one."""
        return [port for port in self._agreement.refused_requests_for(path) if not self._files.configured.ignores(port)]

    def resume(self, placed: Mapping[str, list[Composed]]) -> None:
        """Publish what an earlier run has kept, of the same files as the current ports."""
        table, ignores = Table(), self._files.configured.ignores
        table.moved.update(self.answers.table.sides())
        self._agreement.update(placed)
        counting = {path: self._agreement.of(path, ports) for path, ports in placed.items()}
        table.put_all({path: [one for one in ports if not ignores(one[0])] for path, ports in counting.items()})
        self._replace(table)

    def whole(self) -> None:
        """Publish what there is now, at once."""
        table, stale = self._begin_table()
        for path in stale:
            self._put_ports(table, path)
        self._replace(table)

    def step(self) -> bool:
        """Put another file into the next state; once that is whole it is published, and there is nothing left to do."""
        if self._next is None:
            table, self._left = self._begin_table()
            self._next = table if self._anew else table.copy()
        if self._left:
            self._put_ports(self._next, self._left.pop())
            return True
        self._replace(self._next)
        return False

    def drop(self) -> None:
        """What is put together is not the next state: more has changed."""
        self._next = None

    def ahead(self, path: str) -> None:
        """Publish the ports of a file as they are now. All others stay, and so do the texts they are of.

        Of handlers those are known that are in the file, or in one with the text of the published state.
        """
        table = self.answers.table
        self._agreement.update({path: self._current_ports.composed.get(path, ())})
        self._ahead[path] = self._files.digest(path)
        table.put(path, [self._if_published(one) for one in self._visible_ports(path)])
        handled = table.handled_in(path)
        self._put_ahead.update((path, *handled))
        for file in handled:
            again = [self._if_published(one) if _is_in(path, one) else one for one in table.composed_ports(file)]
            table.put(file, again)
        self.answers.publish(table, self.answers.gateways)

    def text(self, path: str) -> bytes | None:
        """The text that a file had when what is published of it was found; None if there is none, or no more."""
        now = path in self._ahead or self._files.shown_text(path) is not None
        data = (self._files if now else self._read).text(path)
        return data if data is not None and self.is_of(path, data) else None

    def is_of(self, path: str, data: bytes) -> bool:
        """Whether a file had this text when what is published of it was found."""
        if self._files.shown_text(path) is not None:
            return True
        if path not in self._ahead and (path in self._current_ports.reread or path in self._outdated):
            return False
        known = self._ahead.get(path, self._read.digest(path))
        return known is None or known == digest(data)

    def _begin_table(self) -> tuple[Table, set[str]]:
        """The table from which the next state is made, and the files that have other ports in it."""
        if self._anew:
            table = Table()
            table.moved.update(self.answers.table.sides())
            self._agreement = Agreement()
            self._agreement.update(self._current_ports.composed)
            return table, set(self._current_ports.composed)
        composed = self._current_ports.composed
        self._agreement.update({path: composed.get(path, ()) for path in self._current_ports.recomposed})
        return self.answers.table, self._stale()

    def _stale(self) -> set[str]:
        """The files of whose ports something is another now, if only the place of a handler."""
        handled = map(self.answers.table.handled_in, self._current_ports.reread)
        return self._current_ports.recomposed.union(self._put_ahead, self._agreement.moved, *handled)

    def _put_ports(self, table: Table, path: str) -> None:
        table.put(path, [_with_current_place(self._files, one) for one in self._visible_ports(path)])

    def _visible_ports(self, path: str) -> list[Composed]:
        """A file's ports, without those that are to be left out of all answers."""
        ignores = self._files.configured.ignores
        counting = self._agreement.of(path, self._current_ports.composed.get(path, ()))
        return [one for one in counting if not ignores(one[0])]

    def _replace(self, table: Table) -> None:
        documents, gateways = self._files.documents, self.answers.gateways
        said = documents.changes, documents.absent()
        if self._anew or said != self._documents:
            self._documents = said
            gateways = Gateways(documents.gateway_facts(), self._files.configured.services())
        self.answers.publish(table, gateways)
        self._next, self._anew, self._read = None, False, self._files
        self._ahead.clear()
        self._put_ahead.clear()
        self._agreement.moved.clear()
        self._outdated.clear()
        self._current_ports.recomposed.clear()
        self._current_ports.reread = {
            path for path in self._current_ports.reread if self._current_ports.is_waiting(path)
        }

    def _if_published(self, composed: Composed) -> Composed:
        port, handler = composed
        data = None if handler is None else self._files.text(handler.path)
        if handler is None or (data is not None and self.is_of(handler.path, data)):
            return _with_current_place(self._files, composed)
        return replace(port, handler=None), handler


def _is_in(path: str, composed: Composed) -> bool:
    _, handler = composed
    return handler is not None and handler.path == path


def _with_current_place(files: Files, composed: Composed) -> Composed:
    """A port with its handler's place as it is now."""
    port, handler = composed
    if handler is None:
        return composed
    view = files.view(handler.path)
    index = None if view is None else view.index(handler.key)
    return replace(port, handler=None if view is None or index is None else view.symbol(index)), handler
