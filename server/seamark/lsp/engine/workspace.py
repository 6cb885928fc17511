"""What answers are made of: the service, the documents that the client shows, and what the client is like."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from seamark.lsp import uris
from seamark.lsp.client import Client
from seamark.lsp.messages import ContractSpans, ShownText
from seamark.lsp.organisation.others import address
from seamark.review import Bases, Before, Review
from seamark.source.limits import Limits
from seamark.source.lines import lines_of
from seamark.source.problem import Problem
from seamark.source.read import read_file

from .whole_review import WholeReview

if TYPE_CHECKING:
    from lsprotocol import types

    from seamark.index.folders.sweep import Sight
    from seamark.index.service import Service
    from seamark.lsp.features.editing.complete import Completion
    from seamark.lsp.organisation.everywhere import Everywhere
    from seamark.lsp.organisation.others import Others
    from seamark.lsp.positions import Positions
    from seamark.settings import Layer

_logger = logging.getLogger(__name__)


class AtPosition(Protocol):
    """Parameters that name a position of a document."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class Offer(NamedTuple):
    """What completion has offered, with the positions of that time: its edits are of the text as it was then."""

    number: int
    """No other offer has it, not even one of an engine before."""
    completion: Completion
    positions: Positions


class Workspace:
    """One state of a client's workspace at a time. All methods are for the one thread that owns the service.

    A document that is not part of it, being outside of its folders or left out of them, is a workspace by itself: what
    it says has answers (`of`), and is in nobody else's.
    """

    def __init__(
        self, service: Service, client: Client, others: Others, roots: Sequence[Path], *, is_apart: bool = False
    ) -> None:
        self.service = service
        self.client = client
        self.others = others
        self.is_apart = is_apart
        """Whether it is that of one document only."""
        self.is_stopped = False
        """Whether files that are left to read are not read for now."""
        self.before = Before()
        """What was served since the workspace was read."""
        self.offer: Offer | None = None
        """What completion has offered last."""
        self._bases: Bases | None = None
        self._has_read = False
        self._state = 0
        self._whole: WholeReview | None = None
        self._roots = roots
        self._everywhere: Everywhere | None = None
        self._shown: dict[Path, ShownText] = {}
        self._paths: dict[str, Path] = {}
        self._apart: dict[Path, Workspace] = {}
        self._left_out: set[Path] = set()
        self._edited: Path | None = None

    def of(self, uri: str | None) -> Workspace:
        """The workspace that has the answers for a document, or for none."""
        path = None if uri is None else self._paths.get(uri)
        return self if path is None else self._apart.get(path, self)

    def begin_answer(self, uri: str | None, *, waits: bool) -> None:
        """What is known of other repositories counts as it is now, until the next answer begins.

        One that `waits` sees all that follows from edits, unless it is about the document that was edited last.
        """
        self._everywhere = None
        if waits and (uri is None or self._paths.get(uri) != self._edited):
            self._catch_up()

    def _catch_up(self) -> None:
        if self.service.behind():
            self.mark_changed()
        try:
            self.service.catch_up()
        except Exception:
            _logger.exception("What follows from an edit was not understood")

    @property
    def alone(self) -> Path | None:
        """The document that alone is known as it is, as long as something that follows from its edit is left to do."""
        return self._edited if self.service.behind() else None

    @property
    def title(self) -> str:
        """The name of its folder; empty if there are several."""
        return self._roots[0].name if len(self._roots) == 1 else ""

    @property
    def everywhere(self) -> Everywhere:
        """The service, with what is known of other repositories."""
        if self._everywhere is None:
            from seamark.lsp.organisation.everywhere import Everywhere

            self._everywhere = Everywhere(self.service, self.others, self._roots, self._text)
        return self._everywhere

    @property
    def reading_progress(self) -> tuple[int, int] | None:
        """How many files are read, of how many, while that is done for the first time, and answers come bit by bit."""
        return None if self._has_read or self.is_apart else self.service.pending()

    def has_read(self) -> None:
        """All files have been read. What is served the first time that this is so, was served before.

        Of what the client has changed by then, the saved texts say what was.
        """
        self.mark_changed()
        if self._has_read or self.service.pending() is not None:
            return
        self._has_read = True
        try:
            with self.service.suppose_texts(dict(self._saved_texts())):
                self.before.keep(self.service)
                for _ in self._note_served():
                    pass
        except Exception:
            _logger.exception("What is served was not understood")

    def _saved_texts(self) -> Iterator[tuple[str, bytes]]:
        """The files that the client shows with another text than they have on disk, with the latter."""
        for path, text in self._shown.items():
            name, root = self.service.locate(path), next((one for one in self._roots if path.is_relative_to(one)), None)
            if name is None or root is None or path in self._apart:
                continue
            saved = read_file(path, Limits(), root)
            if not isinstance(saved, Problem) and saved.data != text.data:
                yield name, saved.data

    def _note_served(self) -> Iterator[None]:
        for path in {port.path for port in self.service.ports()}:
            self.before.note(self.service, path)
            yield

    def mark_changed(self) -> None:
        """Answers may be others now."""
        self._state += 1

    def review(self) -> Review:
        """What is wrong as far as that can be told now."""
        return Review(self.everywhere, before=self.before, bases=self._bases)

    def review_all(self) -> WholeReview:
        """A review of all files as they are now, which is done bit by bit."""
        if self._whole is None or self._whole.state != self._state:
            review = Review(self.everywhere, before=self.before)
            self._whole = WholeReview(review, self._state, self._renew_before(review))
        whole = self._whole
        if not whole.is_done:
            whole.work()
        if whole.is_done:
            self._bases = whole.review.inspection.bases
        return whole

    def _renew_before(self, review: Review) -> Iterator[None]:
        """Take what is served now for what was served, but for what is broken by it, file by file."""
        self.before.forget(self.service, review.inspection.broken_contracts)
        yield from self._note_served()

    def configure(self, layer: Layer) -> None:
        """The client has these settings now."""
        self.mark_changed()
        try:
            self.service.configure(layer)
            said = self.service.settings("").organisation.store
            self.others.configure(address(said, self._roots[0] if self._roots else None))
            self._place_anew()
            for path in list(self._apart):
                self._place(self._shown[path])
        except Exception:
            _logger.exception("Settings were not understood")

    def leave_out(self, paths: Iterable[Path]) -> None:
        """Read nothing of these files, wherever it stands."""
        self.mark_changed()
        self._left_out.update(paths)
        for path in paths:
            name = self.service.locate(path)
            if name is not None:
                self.service.leave_out(name)

    def show(self, text: ShownText) -> None:
        """The client shows a document with this text."""
        self.mark_changed()
        is_new = text.path not in self._shown
        if text.path != self._edited:
            self._catch_up()
        self._shown[text.path] = text
        self._edited = text.path
        self._paths[text.uri] = text.path
        try:
            if is_new:
                self._place(text)
            elif text.path in self._apart:
                self._apart[text.path].show(text)
            else:
                self._open(text)
        except Exception:
            _logger.exception("A change of %s was not understood", text.path)

    def hide(self, path: Path) -> None:
        """The client no longer shows a document."""
        self.mark_changed()
        if path != self._edited:
            self._catch_up()
        text = self._shown.pop(path, None)
        if text is not None:
            self._paths.pop(text.uri, None)
        try:
            if self._apart.pop(path, None) is None:
                self._close(path)
        except Exception:
            _logger.exception("The end of %s was not understood", path)

    def refresh(self, paths: Collection[Path]) -> None:
        """These files, or all below these folders, may have changed on disk."""
        self.mark_changed()
        back = self._left_out.intersection(paths)
        self._left_out -= back
        try:
            for path in back & self._apart.keys():
                self._place(self._shown[path])
            names = [name for path in sorted(paths) if (name := self.service.locate(path)) is not None]
            if names:
                self.service.begin(names)
                self._place_anew()
        except Exception:
            _logger.exception("Changes on disk were not understood")

    def take_sight(self, seen: Sight) -> bool:
        """The files on disk are as `service.look` has seen them; whether there is anything to do about it."""
        found = self.service.take_sight(seen)
        if found:
            self.mark_changed()
            self._place_anew()
        return found

    def contract_spans(self) -> Iterator[ContractSpans]:
        """Where the documents that the client shows state contracts, and name functions that handle some."""
        for path in self._shown:
            service = self._apart.get(path, self).service
            name = service.locate(path)
            ports = (
                (*service.ports(name), *service.uses(name), *service.calls(name), *service.ports_of_constants(name))
                if name is not None
                else ()
            )
            handled = service.ports_handled_in(name) if name is not None else ()
            names = {(port.handler.name_start, port.handler.name_end) for port in handled if port.handler is not None}
            stated = {(port.start, port.end) for port in ports}
            stated.update((prefix.start, prefix.end) for prefix in (service.prefixes(name) if name is not None else ()))
            stated.update((port.name_start, port.name_end) for port in ports if port.name_end)
            yield ContractSpans(path, tuple(sorted(stated)), tuple(sorted(names)))

    def _has(self, text: ShownText) -> bool:
        """Whether a document is part of the workspace."""
        name = None if uris.to_path(text.uri) is None else self.service.locate(text.path)
        return self.is_apart or (name is not None and self.service.belongs(name))

    def _open(self, text: ShownText) -> None:
        name = self.service.locate(text.path)
        if name is not None and text.data is not None:
            self.service.open(name, text.data)

    def _close(self, path: Path) -> None:
        name = self.service.locate(path)
        if name is not None:
            self.service.close(name)

    def _place(self, text: ShownText) -> None:
        """Have a document answered for by this workspace if it is part of it, else by itself."""
        if self._has(text):
            self._apart.pop(text.path, None)
            self._open(text)
            return
        service = self.service.apart(text.path)
        self._apart[text.path] = alone = Workspace(service, self.client, self.others, self._roots, is_apart=True)
        alone.leave_out(self._left_out & {text.path})
        alone.show(text)

    def _place_anew(self) -> None:
        """Other documents may be part of the workspace now."""
        for text in self._shown.values():
            is_apart = text.path in self._apart
            if is_apart == self._has(text):
                if not is_apart:
                    self._close(text.path)
                self._place(text)

    def _text(self, path: Path) -> bytes | None:
        """The text of a file that the client shows."""
        text = self._shown.get(path)
        return None if text is None else text.data

    def uri(self, path: Path) -> str:
        """A file's URI, in the spelling that the client used for it, if it did."""
        text = self._shown.get(path)
        return uris.from_path(path) if text is None else text.uri

    def name(self, uri: str) -> str | None:
        """The service's name for what a URI names; None for what is not in the workspace."""
        path = self._paths.get(uri) or uris.to_path(uri)
        return None if path is None else self.service.locate(path)

    def at(self, params: AtPosition) -> tuple[str, int] | None:
        """The file and the offset that a request is about; None if there is no such file."""
        name = self.name(params.text_document.uri)
        data = None if name is None else self.service.text(name)
        if name is None or data is None:
            return None
        position = params.position
        return name, lines_of(data).offset(position.line, position.character, self.client.encoding)

    def between(self, uri: str, wanted: types.Range) -> tuple[int, int] | None:
        """A range of a document, as offsets; None if there is no such file."""
        name = self.name(uri)
        data = None if name is None else self.service.text(name)
        if data is None:
            return None
        lines = lines_of(data)
        start, end = (lines.offset(at.line, at.character, self.client.encoding) for at in (wanted.start, wanted.end))
        return start, end

    def note_offer(self, completion: Completion) -> Offer:
        """Keep what completion offers, until it offers something else."""
        self.offer = Offer(time.monotonic_ns() // 1000, completion, self.positions())
        return self.offer

    def positions(self) -> Positions:
        """How to say places to the client, as long as nothing changes."""
        from seamark.lsp.positions import Positions

        return Positions(self.everywhere, self.client.encoding, self.uri)
