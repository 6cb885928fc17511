"""A session that changes a workspace at random over the real protocol, and what a fresh server says of the same.

Files change on disk and in the editor. Between the changes the client asks at places that there are and at others,
takes back what it has asked, and says what makes no sense.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from seamark.lsp import uris
from tests.features.scenarios import CASES, SCENARIOS
from tests.features.snippets import FILES, FOLDERS, PROJECT_FILES, content, edited
from tests.protocol.client import SEAMARK, Client, Message, ResponseError

SETTLED = 20.0
"""For how many seconds answers may differ from those of a fresh server: what follows from an edit may take a while."""
CREATED, CHANGED, DELETED = 1, 2, 3
FEATURES = ("definition", "references", "hover", "implementation", "documentHighlight", "prepareCallHierarchy")
CHANGING = tuple(path for path in PROJECT_FILES if path != "seamark.toml")
"""Of wrong settings those count that were there before, which no fresh server can know."""
NO_POSITIONS: tuple[Any, ...] = (
    {"line": 10**9, "character": 10**9},
    {"line": 2**31 - 1, "character": 0},
    {"line": -1, "character": 0},
    {"line": 0.5, "character": "x"},
    {"line": None},
    {},
    [],
    None,
)
NO_URIS = ("untitled:Untitled-1", "file:///nowhere/a.py", "%zz", "", 7, None)
LINES = re.compile("\r\n|\n|\r")


class WrongError(Exception):
    """The server has done what it must not."""


class Session:
    """A workspace on `disk` and in the editor (`shown`), and a server that is told of all its changes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.disk: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.history: list[str] = []
        self._asked: list[int] = []

    @contextmanager
    def begun(self) -> Iterator[None]:
        """A workspace made of small ones that make sense, and a server that has read it."""
        with TemporaryDirectory() as folder:
            self.root = Path(folder).resolve()
            for texts in (*self.random.sample(SCENARIOS, 2), self.random.choice(CASES)):
                for path, text in texts.items():
                    if path != "seamark.toml":
                        self._write(path, text)
            with self._server() as self.client:
                yield

    def step(self) -> None:
        """Do something."""
        [kind] = self.random.choices([*_STEPS], weights=[*_STEPS.values()])
        said = kind(self)
        if said:
            self.history.append(said)

    def compare(self) -> None:
        """Raise a `WrongError` unless everything was answered, and a fresh server says the same."""
        for number in self._asked:
            with suppress(ResponseError):  # An error is an answer, too.
                self.client.answer(number)
        self._asked.clear()
        if "Traceback" in (log := self.client.log()):
            raise WrongError(f"something failed:\n{log}")
        with self._server() as fresh:
            for path, text in self.shown.items():
                fresh.open(self.root / path, text)
            expected = self._settled(fresh, lambda found: True)
        found = self._settled(self.client, lambda found: found == expected)
        if found != expected:
            raise WrongError("\n".join(difflib.unified_diff(expected, found, "fresh", "this", n=0, lineterm="")))

    def described(self) -> Iterator[str]:
        """The steps so far, and all texts."""
        yield from self.history
        for path, text in sorted({**self.disk, **self.shown}.items()):
            yield f"//- {path}" + (" (in the editor)" if path in self.shown else "")
            yield text

    @contextmanager
    def _server(self) -> Iterator[Client]:
        """A server that has read the workspace, with nothing kept from another one."""
        with (
            TemporaryDirectory() as folder,
            mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder}),
            Client(SEAMARK, Path(folder)) as client,
        ):
            client.initialize(folders=[self.root])
            yield client

    def _settled(self, client: Client, holds: Callable[[list[str]], bool]) -> list[str]:
        """All answers of a server that has read everything, as soon as they are as they should be, or at last."""
        end = time.monotonic() + SETTLED
        while True:
            contracts = client.request("seamark/contracts")
            found = list(self._answers(client, contracts))
            if (contracts["reading"] is None and holds(found)) or time.monotonic() > end:
                return found
            time.sleep(0.1)

    def _answers(self, client: Client, contracts: Mapping[str, Any]) -> Iterator[str]:
        """What a server says of all contracts, at each of their places, and of each file, a line each."""
        for port in contracts["ports"]:
            yield f"port {_line(port)}"
        for link in contracts["links"]:
            yield f"link {_line(link)}"
        for place in sorted({_line(port["stated"]) for port in contracts["ports"]}):
            where = json.loads(place)
            at = where["range"]["start"]
            for feature in FEATURES:
                more = {"context": {"includeDeclaration": True}} if feature == "references" else {}
                answer = client.at(feature, where["uri"], at["line"], at["character"], **more)
                yield f"{feature} at {place}: {_line(answer)}"
        for path in sorted({*self.disk, *self.shown}):
            document = {"textDocument": {"uri": self._uri(path)}}
            for feature in ("documentSymbol", "codeLens"):
                yield f"{feature} of {path}: {_line(client.request(f'textDocument/{feature}', document))}"

    # The steps; each does something, and says what.

    def _open(self) -> str:
        path = self._some()
        self.shown[path] = self.disk.get(path) or content(self.random, path)
        self.client.open(self.root / path, self.shown[path])
        return f"open {path}"

    def _change(self) -> str | None:
        if not self.shown:
            return None
        path = self.random.choice(sorted(self.shown))
        before = self.shown[path]
        after = edited(self.random, path, before)
        change = {"text": after} if self.random.random() < 0.3 else difference(before, after)
        self.shown[path] = after
        self.client.change(self._uri(path), change)
        return f"change {path}: {json.dumps(change)}"

    def _change_much(self) -> str | None:
        """Several changes in one message."""
        if not self.shown:
            return None
        path = self.random.choice(sorted(self.shown))
        texts = [self.shown[path]]
        for _ in range(3):
            texts.append(edited(self.random, path, texts[-1]))
        changes = [difference(*pair) for pair in pairwise(texts)]
        self.shown[path] = texts[-1]
        self.client.change(self._uri(path), *changes)
        return f"change {path}: {json.dumps(changes)}"

    def _close(self) -> str | None:
        if not self.shown:
            return None
        path = self.random.choice(sorted(self.shown))
        del self.shown[path]
        self.client.close(self._uri(path))
        return f"close {path}"

    def _save(self) -> str | None:
        if not self.shown:
            return None
        path = self.random.choice(sorted(self.shown))
        kind = CHANGED if path in self.disk else CREATED
        self._write(path, self.shown[path])
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self._uri(path)}})
        self._tell({path: kind})
        return f"save {path}"

    def _edit_on_disk(self) -> str:
        path = self._some()
        before = self.disk.get(path)
        self._write(path, content(self.random, path) if before is None else edited(self.random, path, before))
        self._tell({path: CREATED if before is None else CHANGED})
        return f"write {path}"

    def _edit_project(self) -> str:
        path = self.random.choice(CHANGING)
        kind = CHANGED if path in self.disk else CREATED
        self._write(path, content(self.random, path))
        self._tell({path: kind})
        return f"write {path}"

    def _delete(self) -> str | None:
        if not self.disk:
            return None
        path = self.random.choice(sorted(self.disk))
        self._remove(path)
        self._tell({path: DELETED})
        return f"delete {path}"

    def _delete_folder(self) -> str:
        folder = self.random.choice(FOLDERS)
        gone = [path for path in self.disk if path.startswith(f"{folder}/")]
        for path in gone:
            self._remove(path)
        shutil.rmtree(self.root / folder, ignore_errors=True)
        self._tell({folder: DELETED} if self.random.random() < 0.5 else dict.fromkeys([*gone, folder], DELETED))
        return f"delete {folder}/"

    def _rename(self) -> str | None:
        """As editors do: the old file is closed, the new one opened, and the watcher tells of both."""
        if not self.disk:
            return None
        path, to = self.random.choice(sorted(self.disk)), self.random.choice(FILES)
        if path == to or to in self.shown:
            return None
        text, kind = self.disk[path], CHANGED if to in self.disk else CREATED
        self._remove(path)
        self._write(to, text)
        if path in self.shown:
            self.shown[to] = self.shown.pop(path)
            self.client.close(self._uri(path))
            self.client.open(self.root / to, self.shown[to])
        self._tell({path: DELETED, to: kind})
        return f"rename {path} to {to}"

    def _ask(self) -> None:
        """Ask for something somewhere, and do not wait."""
        uri = self._uri(self._some())
        for _ in range(self.random.randrange(1, 6)):
            position = {"line": self.random.randrange(12), "character": self.random.randrange(40)}
            more = {"context": {"includeDeclaration": True}, "newName": "a"}
            params = {"textDocument": {"uri": uri}, "position": position, **more}
            feature = self.random.choice((*FEATURES, "rename", "prepareRename", "completion", "codeLens", "diagnostic"))
            self._asked.append(self.client.ask(f"textDocument/{feature}", params))
        if self.random.random() < 0.5:
            self.client.notify("$/cancelRequest", {"id": self.random.choice(self._asked)})

    def _ask_nonsense(self) -> None:
        """Ask at places that there are not, and for what nobody has."""
        position = self.random.choice(NO_POSITIONS)
        uri = self.random.choice((self._uri(self._some()), *NO_URIS))
        feature = self.random.choice((*FEATURES, "rename", "completion", "inlayHint", "nothingThatThereIs"))
        self._asked.append(
            self.client.ask(f"textDocument/{feature}", {"textDocument": {"uri": uri}, "position": position})
        )

    def _say_nonsense(self) -> None:
        """Tell what cannot be; nothing may come of it."""
        hidden = next((path for path in FILES if path not in self.shown), None)
        uri = "file:///nowhere/a.py" if hidden is None else self._uri(hidden)
        document = {"uri": uri, "version": 7}
        method, params = self.random.choice(
            (
                ("textDocument/didClose", {"textDocument": {"uri": uri}}),
                ("textDocument/didSave", {"textDocument": {"uri": uri}}),
                ("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]}),
                ("textDocument/didChange", {"textDocument": document}),
                ("textDocument/didOpen", {}),
                ("$/cancelRequest", {"id": 10**6}),
                ("$/cancelRequest", {"id": "x"}),
                ("$/nothingThatThereIs", {"a": 1}),
                ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///nowhere", "type": CHANGED}]}),
                ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "%zz", "type": 9}]}),
                ("workspace/didChangeWatchedFiles", {}),
                ("window/workDoneProgress/cancel", {"token": "x"}),
            )
        )
        self.client.notify(method, params)

    def _some(self) -> str:
        """Mostly a file that there is."""
        known = sorted({*self.disk, *self.shown} - {*PROJECT_FILES})
        return self.random.choice(known if known and self.random.random() < 0.8 else FILES)

    def _uri(self, path: str) -> str:
        return uris.from_path(self.root / path)

    def _write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        self.disk[path] = text

    def _remove(self, path: str) -> None:
        (self.root / path).unlink()
        del self.disk[path]

    def _tell(self, changes: Mapping[str, int]) -> None:
        """Tell of changes on disk, as an editor's watcher does."""
        told = [{"uri": self._uri(path), "type": kind} for path, kind in changes.items()]
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": told})


_STEPS: dict[Callable[[Session], str | None], int] = {
    Session._open: 10,
    Session._change: 40,
    Session._change_much: 8,
    Session._close: 4,
    Session._save: 6,
    Session._edit_on_disk: 10,
    Session._edit_project: 3,
    Session._delete: 3,
    Session._delete_folder: 1,
    Session._rename: 4,
    Session._ask: 15,
    Session._ask_nonsense: 5,
    Session._say_nonsense: 5,
}
"""The steps, and how often each is taken."""


def difference(before: str, after: str) -> Message:
    """The change that makes one text another: one range, and what stands there afterwards."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    if before[start - 1 : start] == "\r":  # No position is between the two halves of a line's end.
        start -= 1
    if end and before[len(before) - end] == "\n":
        end -= 1
    return {
        "range": {"start": _position(before, start), "end": _position(before, len(before) - end)},
        "text": after[start : len(after) - end],
    }


def _position(text: str, offset: int) -> dict[str, int]:
    """A position as clients count: lines, and units of UTF-16."""
    *lines, last = LINES.split(text[:offset])
    return {"line": len(lines), "character": len(last.encode("utf-16-le")) // 2}


def _line(answer: Any) -> str:
    return json.dumps(answer, sort_keys=True, ensure_ascii=False)
