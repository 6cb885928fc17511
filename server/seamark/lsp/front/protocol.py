"""The order of a session: which messages are answered by whom, and that each request is answered once.

pygls leaves requests without an answer that it cannot read, and those that come at the wrong time. Here they get what
the Language Server Protocol demands. The synchronisation of documents is none of its business here either: only
`shutdown` and `exit` remain of its built-in handlers.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import JsonRPCRequestMessage, LanguageServerProtocol

from seamark.lsp.answers import ANSWERS
from seamark.lsp.commands import REQUESTS

_logger = logging.getLogger(__name__)

Id = int | str | None


class SessionProtocol(LanguageServerProtocol):
    """pygls's protocol, answering everything."""

    initialized = False

    @property
    def is_shut_down(self) -> bool:
        """Whether the client asked for the end, so that `exit` is no surprise."""
        return self._shutdown

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leave it to `handle_message`: the JSON decoder calls this for every object, not for every message."""
        return data

    def handle_message(self, message: Any) -> None:
        """Handle a message, as it came."""
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self.refuse(None, types.ErrorCodes.InvalidRequest, "This is not a JSON-RPC 2.0 message")
        elif not isinstance(message.get("method"), str):
            self._response(message)
        elif "id" in message:
            self._request(message)
        else:
            self._notification(message)

    def refuse(self, message_id: Id, code: int, why: str) -> None:
        """Answer a request with an error."""
        # Not by lsprotocol's types: they leave out an id that is null.
        self._send_data({"jsonrpc": self.VERSION, "id": message_id, "error": {"code": int(code), "message": why}})

    def _request(self, message: dict[str, Any]) -> None:
        method, message_id = message["method"], message["id"]
        if not isinstance(message_id, int | str):
            self.refuse(None, types.ErrorCodes.InvalidRequest, "A request's id is a number or a string")
        elif self._shutdown:
            self.refuse(message_id, types.ErrorCodes.InvalidRequest, "The server was shut down")
        elif method == types.INITIALIZE:
            self._initialize(message)
        elif not self.initialized:
            self.refuse(message_id, types.ErrorCodes.ServerNotInitialized, "The server was not initialized")
        elif not self._handles(method):
            self.refuse(message_id, types.ErrorCodes.MethodNotFound, f"Not supported: {method}")
        elif method in REQUESTS:
            self._pass_on(message)
        elif (structured := self._message_or_none(message)) is None:
            self.refuse(message_id, types.ErrorCodes.InvalidParams, f"Parameters that {method} does not have")
        elif method in ANSWERS:
            self._pass_on(message)
        else:
            super().handle_message(structured)

    def _pass_on(self, message: dict[str, Any]) -> None:
        """Handle a request whose parameters are given as they came."""
        request = JsonRPCRequestMessage(message["id"], message["method"], self.VERSION, message.get("params"))
        super().handle_message(request)

    def _initialize(self, message: dict[str, Any]) -> None:
        """Pass the parameters on as they are: no part of them that we cannot read may keep us from starting."""
        if self.initialized:
            self.refuse(message["id"], types.ErrorCodes.InvalidRequest, "The server was initialized already")
        elif not isinstance(message.get("params"), Mapping):
            self.refuse(message["id"], types.ErrorCodes.InvalidParams, "initialize has an object as parameters")
        else:
            self.initialized = True
            self._pass_on(message)

    def _notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if method != types.EXIT and (self._shutdown or not self.initialized or not self._handles(method)):
            return
        structured = self._message_or_none(message)
        if structured is not None:
            super().handle_message(structured)

    def _response(self, message: dict[str, Any]) -> None:
        """A client's answer; one that cannot be read fails what waits for it."""
        if "id" not in message:
            self.refuse(None, types.ErrorCodes.InvalidRequest, "Neither a method nor an id")
            return
        structured = self._message_or_none(message)
        if structured is None:
            error = types.ResponseError(code=types.ErrorCodes.InternalError, message="An answer that cannot be read")
            self._handle_response(message["id"], None, error)
        else:
            super().handle_message(structured)

    def _handles(self, method: str) -> bool:
        return method in self.fm.features or method in self.fm.builtin_features or method == types.CANCEL_REQUEST

    def _message_or_none(self, message: dict[str, Any]) -> Any:
        try:
            return super().structure_message(message)
        except JsonRpcException as error:
            what = message.get("method", "an answer")
            _logger.warning(
                "The client sent %s in a form that cannot be read (%s)", what, type(error.__cause__).__name__
            )
            return None

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        """Send an answer. What an internal error has to say stands in the log, not in the client's window."""
        if isinstance(result, bytes):
            self._send_encoded(msg_id, result)
            return
        if error is not None:
            internal = error.code == types.ErrorCodes.InternalError
            error = types.ResponseError(code=error.code, message="Internal error" if internal else error.message)
        super()._send_response(msg_id, result, error)

    def tell(self, method: str, params: bytes) -> None:
        """Send a notification whose parameters are JSON already."""
        self._send_body(b'{"jsonrpc":"2.0","method":%s,"params":%s}' % (json.dumps(method).encode(), params))

    def _send_encoded(self, msg_id: Id, result: bytes) -> None:
        """Send an answer that is JSON already."""
        self._send_body(b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(msg_id).encode(), result))

    def _send_body(self, body: bytes) -> None:
        assert self.writer is not None
        self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def _register_builtin_features(self) -> None:
        self.fm.add_builtin_feature(types.SHUTDOWN, self.lsp_shutdown)
        self.fm.add_builtin_feature(types.EXIT, self._exit)

    def _exit(self, *_: Any) -> None:
        raise SystemExit
