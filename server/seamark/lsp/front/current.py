"""Keeps current what the client shows of our answers, after changes anywhere in the workspace.

Diagnostics are published where the client does not ask for them, those of files that it does not show, too: until it
first asks for these. What it asks for, it is told to ask for anew, if it lets itself be told; what is shown of our own
requests, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable, Mapping
from hashlib import blake2b
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seamark.lsp.commands import CHANGED, PROBLEMS

from .engine_supervisor import StoppedError
from .protocol import SessionProtocol
from .session import Session

_PAUSE = 0.4
"""For how long nothing may have changed, in seconds."""

_NOTHING = b"[]"
_DROPPED = b""
"""What was published, and may be no longer shown."""

_REFRESHES: dict[str, str] = {
    "codeLens": types.WORKSPACE_CODE_LENS_REFRESH,
    "inlayHint": types.WORKSPACE_INLAY_HINT_REFRESH,
    "diagnostics": types.WORKSPACE_DIAGNOSTIC_REFRESH,
}
"""What a client can be told to ask for anew, by the name of its capability."""


class Front(Protocol):
    """What this needs of the server."""

    protocol: SessionProtocol
    session: Session

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests."""


class Current:
    """What a client shows at the moment. For the event loop's thread."""

    def __init__(self, server: Front) -> None:
        self._server = server
        self._published: dict[str, bytes] = {}
        self._later: asyncio.TimerHandle | None = None
        self._found: dict[str, bytes] = {}
        """The diagnostics of all files of which there are some, by their URIs, as they were last."""
        self._pulls = False
        """Whether the client has asked for the diagnostics of all files, so that none of them are published."""
        self._renewed = asyncio.Event()
        """Is set when what is wrong in all files has been found anew, and then another one takes its place."""
        self._works = False
        self._again = False

    def note_change(self) -> None:
        """Answers may be others now."""
        if self._later is not None:
            self._later.cancel()
        self._later = asyncio.get_running_loop().call_later(_PAUSE, self._begin)

    def open_document(self, uri: str) -> None:
        """A document is shown: a client that asks for its diagnostics needs no published ones.

        Another one may have dropped those that it had of the file, as Neovim does for `:edit`.
        """
        if self._server.session.client.pulls_diagnostics:
            self._show_diagnostics(uri, _NOTHING)
        elif self._published.get(uri, _NOTHING) != _NOTHING:
            self._published[uri] = _DROPPED

    def close_document(self, uri: str) -> None:
        """A document is no longer shown: its diagnostics are those of a file again."""
        self._show_diagnostics(uri, _NOTHING if self._pulls else self._found.get(uri, _NOTHING))
        self.note_change()

    def pull_diagnostics(self, known: Mapping[str, str]) -> bytes:
        """The diagnostics of all files, for a client that has some by these ids: as JSON, a protocol's report."""
        self._pulls = True
        for uri in list(self._published):
            if self._server.session.documents.get(uri) is None:
                self._show_diagnostics(uri, _NOTHING)
        return _report_all(self._found, known)

    async def stream_diagnostics(self, known: Mapping[str, str], token: int | str) -> None:
        """Tell the client of the diagnostics of all files, and of those that change, as long as it wants to know."""
        report = self.pull_diagnostics(known)
        while True:
            params = b'{"token":%s,"value":%s}' % (json.dumps(token).encode(), report)
            self._server.protocol.tell(types.PROGRESS, params)
            before = self._found
            while self._found == before:
                await self._renewed.wait()
            changed = {uri for uri in (*before, *self._found) if before.get(uri) != self._found.get(uri)}
            report = _report_all({uri: self._found.get(uri, _NOTHING) for uri in sorted(changed)}, {})

    def _show_diagnostics(self, uri: str, diagnostics: bytes) -> None:
        """Have the client show these published diagnostics."""
        if diagnostics != self._published.get(uri, _NOTHING):
            self._published[uri] = diagnostics
            self._publish(uri, diagnostics)

    def _begin(self) -> None:
        self._again = True
        if not self._works:
            self._server.spawn(self._renew())

    async def _renew(self) -> None:
        self._works = True
        try:
            while self._again:
                self._again = False
                client = self._server.session.client
                if not client.pulls_diagnostics:
                    await self._diagnose()
                if client.hears_of_changes:
                    self._server.protocol.tell(CHANGED, b"{}")
                await self._refresh(client.refreshes)
                before = self._found
                await self._find()
                if self._found != before:
                    await self._diagnose_again()
        except StoppedError:
            return
        finally:
            self._works = False

    async def _diagnose_again(self) -> None:
        """Have shown files diagnosed by what is known of the whole workspace now."""
        client = self._server.session.client
        if client.pulls_diagnostics:
            await self._refresh(one for one in client.refreshes if one == "diagnostics")
        else:
            await self._diagnose()

    async def _diagnose(self) -> None:
        session = self._server.session
        for document in session.documents:
            answer = await session.ask(types.TEXT_DOCUMENT_DIAGNOSTIC, {"textDocument": {"uri": document.uri}})
            report = json.loads(answer) if isinstance(answer, bytes) else answer
            if session.documents.get(document.uri) is not None:
                self._show_diagnostics(document.uri, json.dumps(report["items"]).encode())

    async def _find(self) -> None:
        """Find out what is wrong in all files; publish it for those that the client does not show."""
        session, found = self._server.session, None
        while found is None:
            answer = await session.ask(PROBLEMS, {})
            found = (json.loads(answer) if isinstance(answer, bytes) else answer).get("found")
            if self._again:
                return
        self._found = {uri: json.dumps(items).encode() for uri, items in found.items()}
        self._renewed.set()
        self._renewed = asyncio.Event()
        for uri in () if self._pulls else {*self._found, *self._published}:
            if session.documents.get(uri) is None:
                self._show_diagnostics(uri, self._found.get(uri, _NOTHING))

    def _publish(self, uri: str, diagnostics: bytes) -> None:
        params = b'{"uri":%s,"diagnostics":%s}' % (json.dumps(uri).encode(), diagnostics)
        self._server.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    async def _refresh(self, names: Iterable[str]) -> None:
        for name in names:
            try:
                await self._ask_client(_REFRESHES[name])
            except JsonRpcException:
                continue

    async def _ask_client(self, method: str) -> None:
        ask: Callable[[str], asyncio.Future[None]] = self._server.protocol.send_request_async
        await ask(method)


def _report_all(found: Mapping[str, bytes], known: Mapping[str, str]) -> bytes:
    """What is reported of all files, for a client that has some by these ids."""
    reports = [_report(uri, found.get(uri, _NOTHING), known.get(uri)) for uri in {**found, **known}]
    return b'{"items":[%s]}' % b",".join(reports)


def _report(uri: str, diagnostics: bytes, known: str | None) -> bytes:
    """What is reported of a file, of which a client has the diagnostics of this id."""
    number = blake2b(diagnostics, digest_size=8).hexdigest()
    name = json.dumps(uri).encode()
    if number == known:
        return b'{"kind":"unchanged","uri":%s,"version":null,"resultId":"%s"}' % (name, number.encode())
    return b'{"kind":"full","uri":%s,"version":null,"resultId":"%s","items":%s}' % (name, number.encode(), diagnostics)
