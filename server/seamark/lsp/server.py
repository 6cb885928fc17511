"""The server: which message goes to which feature, and what the answers look like to the client."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

import seamark

from . import client, progress
from .converter import tolerant
from .documents import Edit
from .engine import Engine
from .features.definition import definition
from .features.hover import hover
from .features.references import references
from .hover_text import write
from .markup import Markdown, Plain
from .positions import Positions
from .protocol import SessionProtocol
from .session import Make, Session

if TYPE_CHECKING:
    from seamark.index.service import Service

P = TypeVar("P")
T = TypeVar("T")

_PARENT_INTERVAL = 3.0

_logger = logging.getLogger(__name__)


def run(make: Make) -> int:
    """Serve one client on standard input and output until it goes away; the process's exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # It logs whole messages, source text included. What matters of that we log ourselves.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = Server(make)
    server.start_io(*_channels())
    return 0 if server.protocol.ended else 1


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, for the protocol alone: whatever else is printed goes to the log."""
    channels = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return channels


class Server(LanguageServer):
    """Seamark for one client."""

    protocol: SessionProtocol
    session: Session
    """There is one from `initialize` on, and before that the protocol lets nothing through."""

    def __init__(self, make: Make) -> None:
        super().__init__("seamark", seamark.__version__, protocol_cls=SessionProtocol, converter_factory=tolerant)
        self._make = make
        self._tasks: set[asyncio.Task[None]] = set()
        for method, handler in _HANDLERS.items():
            self.feature(method)(handler)

    def begin(self, params: Mapping[str, Any]) -> None:
        """Take up the client's workspace, without reading anything yet."""
        self.session = Session(client.read(params), self._make, self._reading)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests; what it raises is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def positions(self, service: Service) -> Positions:
        """How to say places of this service to the client."""
        return Positions(service, self.session.client.encoding, self.session.documents.uri)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what no handler could answer; a body that is no JSON gets the protocol's answer for that."""
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
            self.protocol.refuse(None, types.ErrorCodes.ParseError, "This is no JSON")
        _logger.error("%s: %s", getattr(source, "__name__", source), type(error).__name__, exc_info=error)

    def _reading(self, engine: Engine) -> None:
        if self.session.client.progress:
            self.spawn(progress.show(self, engine))

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("Something failed beside the requests", exc_info=error)


def _note(handler: Callable[[Server, P], None]) -> Callable[[Server, P], None]:
    """A handler of a notification, which never raises. It runs on the event loop at once: order matters."""

    @functools.wraps(handler)
    def safe(ls: Server, params: P) -> None:
        try:
            handler(ls, params)
        except Exception:
            _logger.exception("%s failed", handler.__name__)

    return safe


def _answer(otherwise: Any) -> Callable[[Callable[[Server, P], Awaitable[T]]], Callable[[Server, P], Awaitable[T]]]:
    """A handler of a request, which never raises: what it cannot answer, it answers `otherwise`."""

    def decorator(handler: Callable[[Server, P], Awaitable[T]]) -> Callable[[Server, P], Awaitable[T]]:
        @functools.wraps(handler)
        async def safe(ls: Server, params: P) -> T:
            try:
                return await handler(ls, params)
            except asyncio.CancelledError:
                raise
            except BaseException:
                _logger.exception("%s failed", handler.__name__)
                return cast("T", otherwise)

        return safe

    return decorator


def _initialize(ls: Server, params: Mapping[str, Any]) -> types.InitializeResult:
    ls.begin(params)
    return types.InitializeResult(
        types.ServerCapabilities(
            position_encoding=types.PositionEncodingKind(ls.session.client.encoding),
            text_document_sync=types.TextDocumentSyncOptions(
                open_close=True, change=types.TextDocumentSyncKind.Incremental, save=True
            ),
            definition_provider=True,
            hover_provider=True,
            references_provider=True,
            workspace=types.WorkspaceOptions(
                workspace_folders=types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True)
            ),
        ),
        types.ServerInfo(ls.name, ls.version),
    )


@_note
def _initialized(ls: Server, _: types.InitializedParams) -> None:
    ls.session.start()
    if ls.session.client.watches:
        ls.spawn(_watch_files(ls))
    if ls.session.client.process is not None and os.name == "posix":
        ls.spawn(_watch_parent(ls.session.client.process))


@_note
def _shutdown(ls: Server, _: None) -> None:
    ls.session.stop()


@_note
def _did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.session.open(document.uri, document.version, document.text)


@_note
def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    ls.session.change(document.uri, document.version, map(_edit, params.content_changes))


@_note
def _did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.session.close(params.text_document.uri)


@_note
def _did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.session.changed_on_disk([params.text_document.uri])


@_note
def _did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.changed_on_disk(change.uri for change in params.changes)


@_note
def _did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    event = params.event
    ls.session.change_folders((folder.uri for folder in event.added), (folder.uri for folder in event.removed))


@_answer(None)
async def _definition(
    ls: Server, params: types.DefinitionParams
) -> list[types.LocationLink] | list[types.Location] | None:
    me = ls.session.client

    def feature(service: Service, path: str, offset: int) -> list[types.LocationLink] | list[types.Location] | None:
        jump = definition(service, path, offset, on_provider=me.definition_on_provider)
        if jump is None:
            return None
        places = ls.positions(service)
        if me.links:
            links = [places.link(jump.origin, target.whole, target.selection) for target in jump.targets]
            return [link for link in links if link is not None] or None
        locations = [places.location(target.selection) for target in jump.targets]
        return [location for location in locations if location is not None] or None

    at = params.position
    return await ls.session.ask_at_contract(params.text_document.uri, at.line, at.character, feature)


@_answer(None)
async def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    markdown = ls.session.client.markdown
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText

    def feature(service: Service, path: str, offset: int) -> types.Hover | None:
        found = hover(service, path, offset)
        if found is None:
            return None
        places = ls.positions(service)
        text = write(found, Markdown() if markdown else Plain(), places)
        return types.Hover(types.MarkupContent(kind, text), places.range(found.origin))

    at = params.position
    return await ls.session.ask_at_contract(params.text_document.uri, at.line, at.character, feature)


@_answer([])
async def _references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    def feature(service: Service, path: str, offset: int) -> list[types.Location]:
        found = references(service, path, offset, include_declaration=params.context.include_declaration)
        places = ls.positions(service)
        return [location for place in found if (location := places.location(place)) is not None]

    at = params.position
    return await ls.session.ask(params.text_document.uri, at.line, at.character, feature) or []


def _edit(change: types.TextDocumentContentChangeEvent) -> Edit:
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return Edit(change.text)
    start, end = change.range.start, change.range.end
    return Edit(change.text, (start.line, start.character, end.line, end.character))


async def _watch_files(ls: Server) -> None:
    """Have the client tell of all files: a folder that vanishes is told by its own name only."""
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    await ls.client_register_capability_async(types.RegistrationParams([types.Registration(method, method, options)]))


async def _watch_parent(process: int) -> None:
    """End with the client, even if our input stays open. A process that we cannot see from here is not watched."""
    seen = False
    while _lives(process):
        seen = True
        await asyncio.sleep(_PARENT_INTERVAL)
    if seen:
        _logger.warning("The client is gone")
        os._exit(1)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


_HANDLERS: Mapping[str, Callable[[Server, Any], Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.SHUTDOWN: _shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _did_change_workspace_folders,
    types.TEXT_DOCUMENT_DEFINITION: _definition,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_REFERENCES: _references,
}
