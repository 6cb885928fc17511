"""A small client of a language server, for tests: synchronous, strict, and never waiting longer than `PATIENCE`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any, Self

from lsprotocol.converters import get_converter
from pytest_lsp import client_capabilities

from seamark.lsp import uris

PATIENCE = 30.0
AWAITING = "reading other repositories: ask again when it is done"
"""What a progress says that does not show how the workspace is read."""
SEAMARK = (sys.executable, "-I", "-m", "seamark", "lsp")
TOY = (sys.executable, str(Path(__file__).with_name("toy.py")))

Message = dict[str, Any]


class ResponseError(Exception):
    """The server answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.error = error


@cache
def capabilities_of(editor: str) -> dict[str, Any]:
    """What an editor says of itself, as pytest-lsp recorded it."""
    found: dict[str, Any] = get_converter().unstructure(client_capabilities(editor))
    return found


class Client:
    """A client with a server of its own.

    All that the server sends is kept in `received`. Its requests are answered as `answers` says, else with null; those
    in `refuses` are refused.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.folder = folder
        self.received: list[Message] = []
        self.refuses: set[str] = set()
        self.answers: dict[str, Any] = {}
        self._answered: dict[int | str | None, list[Message]] = {}
        self._progress: list[Message] = []
        self._under_way: set[str] = set()
        self._awaiting: set[str] = set()
        self._next_id = 0
        self._versions: dict[str, int] = {}
        self._incoming: Queue[Message | None] = Queue()
        self._log = (folder / ".server.log").open("w+b")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, cwd=folder
        )
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self._log):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    def log(self) -> str:
        """What the server wrote to its log so far."""
        return Path(self._log.name).read_text()

    def engines(self) -> list[int]:
        """The ids of the engine's processes, the last one first."""
        return [int(found) for found in reversed(re.findall(r"The engine is process (\d+)", self.log()))]

    def initialize(
        self,
        capabilities: Mapping[str, Any] | None = None,
        *,
        folders: Sequence[Path] | None = None,
        wait: bool = True,
        **more: Any,
    ) -> Message:
        """Begin a session; unless told otherwise, wait until the workspace has been read."""
        self.capabilities = {"window": {"workDoneProgress": True}} if capabilities is None else capabilities
        workspace = [self.folder] if folders is None else folders
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": self.capabilities,
            "workspaceFolders": [{"uri": uris.from_path(folder), "name": folder.name} for folder in workspace],
            **more,
        }
        result: Message = self.request("initialize", params)
        self.notify("initialized", {})
        if wait and workspace:
            self.wait_until_read()
        return result

    def wait_until_read(self, times: int = 1) -> None:
        """Wait until the progress of reading the workspace has ended so often."""
        self.wait(lambda: sum(value["kind"] == "end" for value in self.progress()) >= times)

    def begun(self) -> int:
        """How often the workspace has begun to be read."""
        return sum(value["kind"] == "begin" for value in self.progress())

    def progress(self) -> list[Message]:
        """The values of all progress notifications about reading the workspace."""
        return self._progress

    def is_under_way(self) -> bool:
        """Whether the server has something under way, as it says: its answers may be others once that is done."""
        return bool(self._under_way)

    def settled(self, method: str, params: Any = None) -> Any:
        """The answer to a request; if something is under way when it comes, the one to the same request after that."""
        answer = self.request(method, params)
        while self.is_under_way():
            self.wait(lambda: not self.is_under_way())
            answer = self.request(method, params)
        return answer

    def request(self, method: str, params: Any = None, **more: Any) -> Any:
        """Send a request and wait for its answer."""
        return self.answer(self.ask(method, params, **more))

    def ask(self, method: str, params: Any = None, **more: Any) -> int:
        """Send a request without waiting; its id."""
        self._next_id += 1
        self.send({"id": self._next_id, "method": method, "params": params, **more})
        return self._next_id

    def answer(self, message_id: int | str | None) -> Any:
        """Wait for the answer to a request."""
        self.wait(lambda: message_id in self._answered)
        found = self._answered.pop(message_id)
        assert len(found) == 1, found
        if "error" in found[0]:
            raise ResponseError(found[0]["error"])
        return found[0]["result"]

    def answered(self) -> list[int | str | None]:
        """The requests that have an answer which nobody has taken yet, in the order in which they came."""
        return list(self._answered)

    def notify(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        self.send_body(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send whatever there is, as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send_body(self, body: bytes) -> None:
        """Send whatever there is, framed as a message."""
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def wait(self, condition: Callable[[], bool]) -> None:
        """Take what the server sends until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            try:
                message = self._incoming.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise TimeoutError(f"waited in vain; log:\n{self.log()}") from None
            if message is None:
                raise EOFError(f"the server is gone; log:\n{self.log()}")
            self.received.append(message)
            if "method" not in message and "id" in message:
                self._answered.setdefault(message["id"], []).append(message)
            if message.get("method") == "window/workDoneProgress/create" and message["method"] not in self.refuses:
                self._under_way.add(message["params"]["token"])
            if message.get("method") == "$/progress":
                self._take_progress(message["params"]["token"], message["params"]["value"])
            if "method" in message and "id" in message:
                refusal = {"error": {"code": -32603, "message": "no"}}
                answer = {"result": self.answers.get(message["method"])}
                self.send({"id": message["id"], **(refusal if message["method"] in self.refuses else answer)})

    def _take_progress(self, token: str, value: Message) -> None:
        if value.get("kind") == "end":
            self._under_way.discard(token)
        if value.get("message") == AWAITING:
            self._awaiting.add(token)
        if token not in self._awaiting and "kind" in value:
            self._progress.append(value)

    def open(self, path: Path, text: str | None = None, uri: str | None = None) -> str:
        """Show a file; its URI."""
        uri = uri or uris.from_path(path)
        text = path.read_bytes().decode() if text is None else text
        self._versions[uri] = 1
        document = {"uri": uri, "languageId": path.suffix[1:], "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, *changes: Message) -> None:
        """Change a document."""
        self._versions[uri] = version = self._versions.get(uri, 0) + 1
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}
        self.notify("textDocument/didChange", params)

    def close(self, uri: str) -> None:
        """No longer show a file."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def at(self, feature: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask for a feature at a position."""
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}
        return self.request(f"textDocument/{feature}", params)

    def end(self) -> int:
        """End the session as one should; the server's exit code."""
        assert self.request("shutdown") is None
        self.notify("exit")
        return self.process.wait(PATIENCE)

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while (header := stream.readline()) != b"":
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            self._incoming.put(json.loads(stream.read(length)))
        self._incoming.put(None)
