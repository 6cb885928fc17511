"""One client's workspace: its documents, its folders, and the engine that answers for them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from seamark.lsp import uris
from seamark.lsp.answers import ANSWERS, At
from seamark.lsp.child import Child
from seamark.lsp.client import Client
from seamark.lsp.messages import Begin

from . import folders
from .documents import Document, Documents, Edit
from .engine_supervisor import EngineSupervisor

if TYPE_CHECKING:
    from seamark.settings import Layer, Place

_logger = logging.getLogger(__name__)

_OPTIONS: Sequence[Place] = ("anywhere", "editor", "start")
"""Where settings may stand of which the initialization options have some."""

# Version control writes all the time, and nothing of it is ours.
_NOISE = frozenset((".git", ".hg", ".svn", ".jj"))

RESPITE = 5.0
"""For how many seconds a client asks for what it shows, once a workspace has been read."""


class Session:
    """Everything between `initialize` and the end. All methods are for the event loop's thread."""

    def __init__(
        self,
        client: Client,
        start: Callable[[], Child],
        reading: Callable[[EngineSupervisor], None],
        awaiting: Callable[[EngineSupervisor], None],
        settled: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        """`start` starts a process for an engine; `reading` is told whenever one begins to read the workspace.

        `awaiting` is told whenever answers of one begin to lack what other repositories have, since that takes long;
        `settled` is told when answers may be others than before, `complain` once what a user should know.
        """
        self.client = client
        self.documents = Documents(client.encoding)
        self._start = start
        self._reading = reading
        self._awaiting = awaiting
        self._settled = settled
        self._complain = complain
        self._complaints: set[str] = set()
        self._folders = {path for uri in client.folders if (path := uris.to_path(uri)) is not None}
        self._configured: Layer = {}
        self._roots: tuple[Path, ...] = ()
        self._engine: EngineSupervisor | None = None
        self._next: EngineSupervisor | None = None
        self._is_renewed = False
        self._renewal: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Read the workspace. To be called again after its folders may have changed.

        Whoever answers for the former folders, having read them, does so until the others have been read.
        """
        files = (document.path for document in self.documents if uris.to_path(document.uri) is not None)
        roots = folders.roots(self._folders, files)
        if roots == self._roots and self._engine is not None:
            return
        if not roots and not self.documents:
            self.stop()
            return
        self._roots, self._is_renewed = roots, False
        engine = self._new_engine(self._reading, relieves=False)
        for former in self._engines():
            if not former.has_read:
                former.stop()
        has_read = self._engine is not None and self._engine.has_read
        self._engine, self._next = (self._engine, engine) if has_read else (engine, None)

    def _new_engine(self, reading: Callable[[EngineSupervisor], None], *, relieves: bool) -> EngineSupervisor:
        """One that reads the workspace and is told what the client shows."""
        client, roots = replace(self.client, settings=self._settings()), self._roots
        begin = Begin(client, roots, all(map(folders.readable, roots)), relieves=relieves)
        engine = EngineSupervisor(self._start, begin, reading, self._awaiting, self._others, self._say)
        for document in self.documents:
            engine.show(document.path, document.uri, document.data)
        return engine

    def _renew(self) -> None:
        """Have another engine go on from what a heavy one has kept that has nothing to do, and answer once it can.

        Once for the same folders: if that one is heavy as well, it found nothing that was kept.
        """
        self._renewal = None
        if self._engine is None or self._next is not None or not _rests_heavy(self._engine):
            return

        def show_reading(engine: EngineSupervisor) -> None:
            if engine.has_read:
                self._reading(engine)

        _logger.info("Another engine takes over from the cache, with less memory")
        self._is_renewed = True
        self._next = self._new_engine(show_reading, relieves=True)

    async def start_anew(self) -> None:
        """Read the workspace anew, by an engine that knows nothing of the last one; wait until that is done."""
        self.stop()
        self.start()
        if self._engine is not None:
            await self._engine.ready.wait()

    def stop(self) -> None:
        """Stop the engine."""
        for engine in self._engines():
            engine.stop()
        self._engine, self._next, self._roots = None, None, ()

    def open(self, uri: str, language: str, version: int, text: str) -> None:
        """The client shows a document."""
        self._show(self.documents.open(uri, language, version, text))
        if not self._folders:
            self.start()

    def change(self, uri: str, version: int, edits: Iterable[Edit]) -> None:
        """The client changed a document."""
        self._show(self.documents.change(uri, version, edits))

    def close(self, uri: str) -> None:
        """The client no longer shows a document."""
        document = self.documents.close(uri)
        if document is not None:
            for engine in self._engines():
                engine.hide(document.path)

    def changed_on_disk(self, changed: Iterable[str]) -> None:
        """Files or folders may have been created, changed or deleted."""
        paths = [path for uri in changed if (path := uris.to_path(uri)) is not None and _NOISE.isdisjoint(path.parts)]
        if paths:
            for engine in self._engines():
                engine.note_changes(paths)

    def configure(self, said: object) -> Sequence[str]:
        """The client's settings say this now. Gives what is wrong; that keeps the values that it had before."""
        from seamark import settings

        layer, wrong = settings.read_layer(said or {}, ("anywhere", "editor"))
        self._configured = settings.merged_layer(self._configured, layer, wrong)
        for engine in self._engines():
            engine.configure(self._settings())
        return [one.message for one in wrong]

    def _settings(self) -> dict[str, Any]:
        """What the client has set, in its options and since."""
        # The answer to `initialize` need not wait until it can be read.
        from seamark import settings

        initial, _ = settings.read_layer(self.client.options, _OPTIONS)
        return {**initial, **self._configured}

    def wrong_options(self) -> Sequence[str]:
        """What of the client's initialization options cannot be taken."""
        from seamark import settings

        _, wrong = settings.read_layer(self.client.options, _OPTIONS)
        return [one.message for one in wrong]

    def change_folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """The client's workspace has other folders now.

        Another engine reads them. Until it has, the former one answers, and both are told what changes.
        """
        gone = {uris.to_path(uri) for uri in removed}
        new = {path for uri in added if (path := uris.to_path(uri)) is not None}
        self._folders = {folder for folder in self._folders if folder not in gone} | new
        self.start()

    async def ask(self, method: str, params: Any) -> Any:
        """The answer to a request, as JSON; what stands for nothing where nothing is, or nobody to ask."""
        row, engine = ANSWERS[method], self._engine
        if engine is None or (row.at and not self._may_be(row.at, engine, params)):
            return row.otherwise(params)
        answer = await engine.ask(method, json.dumps(params).encode())
        return row.otherwise(params) if answer is None else answer

    def _may_be(self, at: At, engine: EngineSupervisor, params: Mapping[str, Any]) -> bool:
        """Whether there may be something at the position of a request on which it has an answer."""
        document = self.documents.get(params["textDocument"]["uri"])
        if document is None:
            return True
        position = params["position"]
        offset = document.lines.offset(position["line"], position["character"], self.client.encoding)
        return engine.may_state(document.path, offset, or_handle=at is At.PORT)

    def _show(self, document: Document | None) -> None:
        if document is not None:
            for engine in self._engines():
                engine.show(document.path, document.uri, document.data)

    def _engines(self) -> Iterator[EngineSupervisor]:
        """Who has to know what changes."""
        return (engine for engine in (self._engine, self._next) if engine is not None)

    def _say(self, complaint: str) -> None:
        """Each engine may complain of the same."""
        if complaint not in self._complaints:
            self._complaints.add(complaint)
            self._complain(complaint)

    def _others(self) -> None:
        """Answers may be others now; the next engine may be ready, or one be needed since this one has become heavy."""
        if self._engine is not None and self._next is not None and self._next.ready.is_set():
            if self._next.serves or not self._engine.serves:
                self._engine.retire()
                self._engine = self._next
            else:
                self._next.stop()
            self._next = None
        is_heavy = self._next is None and self._engine is not None and self._engine.is_heavy
        if is_heavy and not self._is_renewed and self._renewal is None:
            self._renewal = asyncio.get_running_loop().call_later(RESPITE, self._renew)
        self._settled()


def _rests_heavy(engine: EngineSupervisor) -> bool:
    return engine.is_heavy and engine.ready.is_set() and not engine.is_stopped
