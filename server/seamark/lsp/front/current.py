"""Keeps current what the client shows of our answers, after changes anywhere in the workspace.

Diagnostics are published where the client does not ask for them. What it asks for, it is told to ask for anew, if it
lets itself be told; what is shown of our own requests, too.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from seamark.lsp.client import Client
from seamark.lsp.commands import CHANGED, PROBLEMS

from .engine_supervisor import StoppedError
from .protocol import SessionProtocol
from .session import Session

_PAUSE = 0.4
"""For how long nothing may have changed, in seconds."""

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
        self._stated: set[str] = set()
        self._works = False
        self._again = False

    def changed(self) -> None:
        """Answers may be others now."""
        if self._later is not None:
            self._later.cancel()
        self._later = asyncio.get_running_loop().call_later(_PAUSE, self._begin)

    def closed(self, uri: str) -> None:
        """A document is no longer shown."""
        if json.loads(self._published.pop(uri, b"[]")):
            self._publish(uri, b"[]")

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
                await self._state_problems()
                if not client.pulls_diagnostics:
                    await self._diagnose()
                if client.hears_of_changes:
                    self._server.protocol.tell(CHANGED, b"{}")
                await self._refresh(client)
        except StoppedError:
            return
        finally:
            self._works = False

    async def _diagnose(self) -> None:
        session = self._server.session
        for document in session.documents:
            answer = await session.ask(types.TEXT_DOCUMENT_DIAGNOSTIC, {"textDocument": {"uri": document.uri}})
            report = json.loads(answer) if isinstance(answer, bytes) else answer
            found = json.dumps(report["items"]).encode()
            if found != self._published.get(document.uri, b"[]") and session.documents.get(document.uri) is not None:
                self._published[document.uri] = found
                self._publish(document.uri, found)

    async def _state_problems(self) -> None:
        """Publish what is wrong in files of settings that the client does not show; of others it is a diagnostic."""
        session = self._server.session
        answer = await session.ask(PROBLEMS, {})
        found = json.loads(answer) if isinstance(answer, bytes) else answer
        for uri in {*found, *self._stated}:
            diagnostics = json.dumps(found.get(uri, [])).encode()
            if session.documents.get(uri) is None and diagnostics != self._published.get(uri, b"[]"):
                self._published[uri] = diagnostics
                self._publish(uri, diagnostics)
        self._stated = set(found)

    def _publish(self, uri: str, diagnostics: bytes) -> None:
        params = b'{"uri":%s,"diagnostics":%s}' % (json.dumps(uri).encode(), diagnostics)
        self._server.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    async def _refresh(self, client: Client) -> None:
        for name in client.refreshes:
            try:
                await self._asked(_REFRESHES[name])
            except JsonRpcException:
                continue

    async def _asked(self, method: str) -> None:
        ask: Callable[[str], asyncio.Future[None]] = self._server.protocol.send_request_async
        await ask(method)
