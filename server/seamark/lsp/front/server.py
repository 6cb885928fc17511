"""The server: which message goes to which feature, and what the answers look like to the client."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import os
import signal
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from seamark import pipes
from seamark.escaping import NOTICE, escape_text
from seamark.lsp import client, log
from seamark.lsp.answers import ANSWERS, Answer
from seamark.lsp.child import Children
from seamark.lsp.commands import COMMANDS, OPEN, PLACES, REINDEX
from seamark.lsp.converter import tolerant
from seamark.lsp.refusal import Refusal
from seamark.version import __version__

from . import progress
from .capabilities import capabilities
from .current import Current
from .documents import Edit
from .engine_supervisor import EngineSupervisor, StoppedError
from .message_input import with_plain_headers
from .opening import open_one
from .processes import lives
from .protocol import SessionProtocol
from .session import Session

P = TypeVar("P")

_PARENT_INTERVAL = 3.0
_EXPECTED = (
    types.ErrorCodes.InvalidParams,
    types.LSPErrorCodes.RequestFailed,
    types.LSPErrorCodes.ContentModified,
)

SECTION = "seamark"
"""What our settings are called among those of a client."""

_logger = logging.getLogger(__name__)


def run(children: Children, log_file: Path | None) -> int:
    """Serve one client on standard input and output until it goes away; the process's exit code."""
    log.begin(log_file)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = Server(children)
    received, sent = pipes.standard()
    server.start_io(with_plain_headers(received), sent)
    return 0 if server.protocol.is_shut_down else 1


class Server(LanguageServer):
    """Seamark for one client."""

    protocol: SessionProtocol
    session: Session
    """There is one from `initialize` on, and before that the protocol lets nothing through."""
    current: Current

    def __init__(self, children: Children) -> None:
        super().__init__("seamark", __version__, protocol_cls=SessionProtocol, converter_factory=_converter)
        self._children = children
        self._tasks: set[asyncio.Task[None]] = set()
        for method, handler in _HANDLERS.items():
            self.feature(method)(handler)

    def begin(self, params: Mapping[str, Any]) -> None:
        """Take up the client's workspace, without reading anything yet."""
        self.current = Current(self)
        self.session = Session(
            client.client_from(params),
            self._children.start,
            self._show_reading,
            self._show_awaiting,
            self.current.note_change,
            self.complain,
        )

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests; what it raises is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish_task)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what no handler could answer; a body that is no JSON gets the protocol's answer for that."""
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
            self.protocol.refuse(None, types.ErrorCodes.ParseError, "This is not JSON")
        if isinstance(error, JsonRpcException) and error.code in _EXPECTED:
            return
        _logger.error("%s: %s", getattr(source, "__name__", source), type(error).__name__, exc_info=error)

    def _show_reading(self, engine: EngineSupervisor) -> None:
        if self.session.client.progress:
            self.spawn(progress.show(self, engine))

    def _show_awaiting(self, engine: EngineSupervisor) -> None:
        if self.session.client.progress:
            self.spawn(progress.show_awaiting(self, engine))

    def complain(self, text: str) -> None:
        """Tell the user what is wrong, and note it."""
        _logger.warning("%s", text)
        said = f"Seamark: {escape_text(text, NOTICE)}"
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))

    def _finish_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("An error outside of all requests", exc_info=error)


def _converter() -> Converter:
    return tolerant(default_converter())  # type: ignore[no-untyped-call]


def _note(handler: Callable[[Server, P], None]) -> Callable[[Server, P], None]:
    """A handler of a notification, which never raises. It runs on the event loop at once: order matters."""

    @functools.wraps(handler)
    def safe(ls: Server, params: P) -> None:
        try:
            handler(ls, params)
        except Exception:
            _logger.exception("%s failed", handler.__name__)

    return safe


def _answer(method: str, row: Answer) -> Callable[[Server, Any], Awaitable[Any]]:
    """A handler of a request, which never raises: what it cannot answer, it answers by nothing."""

    async def handler(ls: Server, params: Any) -> Any:
        try:
            return await ls.session.ask(method, params)
        except asyncio.CancelledError:
            raise
        except Refusal as refusal:
            raise JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed) from None
        except StoppedError:
            raise JsonRpcException("The workspace has changed", types.LSPErrorCodes.ContentModified) from None
        except BaseException:
            _logger.exception("%s failed", method)
            return row.otherwise(params)

    return handler


def _initialize(ls: Server, params: Mapping[str, Any]) -> types.InitializeResult:
    ls.begin(params)
    return types.InitializeResult(capabilities(ls.session.client), types.ServerInfo(ls.name, ls.version))


@_note
def _initialized(ls: Server, _: types.InitializedParams) -> None:
    ls.session.start()
    wrong = ls.session.wrong_options()
    if wrong:
        ls.complain(f"invalid initialization options ({len(wrong)}): {'; '.join(wrong)}")
    if ls.session.client.watches:
        ls.spawn(_watch_files(ls))
    if ls.session.client.registers_settings:
        ls.spawn(_watch_settings(ls))
    if ls.session.client.configures:
        ls.spawn(_ask_for_settings(ls))
    if ls.session.client.process is not None:
        ls.spawn(_watch_parent(ls.session.client.process))


@_note
def _shutdown(ls: Server, _: None) -> None:
    ls.session.stop()


@_note
def _did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.session.open(document.uri, document.language_id, document.version, document.text)
    ls.current.open_document(document.uri)


@_note
def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    ls.session.change(document.uri, document.version, map(_edit, params.content_changes))


@_note
def _did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.session.close(params.text_document.uri)
    ls.current.close_document(params.text_document.uri)


@_note
def _did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.session.changed_on_disk([params.text_document.uri])


@_note
def _did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    ls.session.changed_on_disk(change.uri for change in params.changes)


@_note
def _did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """Clients that can be asked say only that something is another now; others say what."""
    if ls.session.client.configures:
        ls.spawn(_ask_for_settings(ls))
    else:
        said = params.settings
        _configure(ls, said.get(SECTION, said) if isinstance(said, Mapping) else None)


@_note
def _did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    event = params.event
    ls.session.change_folders((folder.uri for folder in event.added), (folder.uri for folder in event.removed))


async def _execute_command(ls: Server, params: Mapping[str, Any]) -> Any:
    """What needs the client is done here, beside the answer; the rest is the engine's."""
    command = params.get("command")
    if command not in COMMANDS:
        raise JsonRpcException(f"Unknown command {command}", types.ErrorCodes.InvalidParams)
    if command == REINDEX:
        return await ls.session.start_anew()
    if command != OPEN:
        return await _HANDLED[types.WORKSPACE_EXECUTE_COMMAND](ls, params)
    _, _, data = [*(params.get("arguments") or ()), None, None, None][:3]
    answer = await _HANDLED[PLACES](ls, {"data": data})
    if isinstance(answer, bytes) and ls.session.client.shows_documents:
        ls.spawn(open_one(ls, _converter().structure(json.loads(answer), list[types.Location])))
    return None


async def _diagnose_workspace(ls: Server, params: types.WorkspaceDiagnosticParams) -> bytes:
    """What is wrong in all files, as it was found last; for a client that takes it bit by bit, also what follows."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    if params.partial_result_token is not None:
        await ls.current.stream_diagnostics(known, params.partial_result_token)
    return ls.current.pull_diagnostics(known)


@_note
def _did_cancel_progress(ls: Server, params: types.WorkDoneProgressCancelParams) -> None:
    """The user does not want to wait for it: what is shown of the reading stops that."""
    shown = ls.work_done_progress.tokens.get(params.token)
    if shown is not None:
        shown.cancel()


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


async def _watch_settings(ls: Server) -> None:
    """Have the client tell when its settings change."""
    options = types.DidChangeConfigurationRegistrationOptions(SECTION)
    method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
    await ls.client_register_capability_async(types.RegistrationParams([types.Registration(method, method, options)]))


async def _ask_for_settings(ls: Server) -> None:
    wanted = types.ConfigurationParams([types.ConfigurationItem(section=SECTION)])
    try:
        answer = await ls.workspace_configuration_async(wanted)
    except JsonRpcException:
        return
    _configure(ls, answer[0] if answer else None)


def _configure(ls: Server, said: object) -> None:
    """Take up the client's settings, and tell what of them cannot be taken."""
    for message in ls.session.configure(said):
        _logger.warning("Settings: %s", message)
        shown = types.ShowMessageParams(
            types.MessageType.Warning, f"Seamark's settings: {escape_text(message, NOTICE)}"
        )
        ls.window_show_message(shown)


async def _watch_parent(process: int) -> None:
    """End with the client, even if our input stays open. A process that we cannot see from here is not watched."""
    seen = False
    while lives(process):
        seen = True
        await asyncio.sleep(_PARENT_INTERVAL)
    if seen:
        _logger.warning("The client is gone")
        os._exit(1)


_HANDLED = {method: _answer(method, row) for method, row in ANSWERS.items()}

_HANDLERS: Mapping[str, Callable[[Server, Any], Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.SHUTDOWN: _shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: _did_cancel_progress,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _did_change_workspace_folders,
    types.WORKSPACE_DIAGNOSTIC: _diagnose_workspace,
    **_HANDLED,
    types.WORKSPACE_EXECUTE_COMMAND: _execute_command,
}
