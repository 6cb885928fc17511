"""Whatever a workspace says, no answer and no message has what an editor, or who reads it, would act on.

Requests are taken from the server: a new one is asked here, or fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from lsprotocol import types
from markdown_it import MarkdownIt

from seamark.escaping import toml_text
from seamark.lsp.answers import ANSWERS
from seamark.lsp.commands import CONTRACTS, EXPLAIN, PLACES, PROBLEMS, SUMMARY
from tests.features.hostile_workspace import TEXT, workspace
from tests.protocol.client import Client, ResponseError, capabilities_of

EDITORS = ["visual-studio-code", "neovim", "emacs"]
NOT_SHOWN = {"arguments", "data", "edit", "changes", "documentChanges", "filterText", "placeholder", "textEdit"}
NOT_SHOWN |= {"targetUri", "uri"}
"""What an editor inserts, sends back, or opens: it is as it is."""
WRONG = f"[diagnostics]\n{toml_text('x ' + TEXT)} = 'error'\nnear-miss = {toml_text(TEXT)}\n"
"""A `seamark.toml` with a setting that is none, and one with a value that it cannot have."""


class Session:
    """A client with the hostile workspace, and the places at which contracts are stated there."""

    def __init__(self, client: Client, editor: str) -> None:
        self.client = client
        service = workspace(client.folder)
        (client.folder / "seamark.toml").write_text(WRONG, "utf-8")
        capabilities = capabilities_of(editor) if editor else None
        client.initialize(capabilities, initializationOptions={"callHierarchy": {"enabled": True}})
        client.open(client.folder / "seamark.toml")
        for file in service.iterdir():
            if file.suffix in (".ts", ".yaml") or file.name == "api.py":
                client.open(file)
        self.ports: list[Any] = client.request(CONTRACTS)["ports"]

    def documents(self) -> list[Any]:
        return [{"uri": uri} for uri in {port["stated"]["uri"] for port in self.ports}]

    def whole(self, **more: Any) -> Iterator[Any]:
        for document in self.documents():
            end = {"line": 99, "character": 0}
            yield {"textDocument": document, "range": {"start": {"line": 0, "character": 0}, "end": end}, **more}

    def positions(self, **more: Any) -> Iterator[Any]:
        for port in self.ports:
            for place in (port["stated"], port["target"]):
                yield {"textDocument": {"uri": place["uri"]}, "position": place["range"]["start"], **more}

    def lenses(self) -> Iterator[Any]:
        for params in self.whole():
            yield from self.client.request(types.TEXT_DOCUMENT_CODE_LENS, params) or ()

    def completions(self) -> Iterator[Any]:
        for params in self.positions():
            found = self.client.request(types.TEXT_DOCUMENT_COMPLETION, params)
            yield from () if found is None else found["items"]

    def items(self) -> Iterator[Any]:
        for params in self.positions():
            for item in self.client.request(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, params) or ():
                yield {"item": item}

    def commands(self) -> Iterator[Any]:
        for params in self.positions():
            yield {"command": EXPLAIN, "arguments": [params["textDocument"]["uri"], params["position"]]}


ASKED: Mapping[str, Callable[[Session], Iterator[Any]]] = {
    types.TEXT_DOCUMENT_DEFINITION: Session.positions,
    types.TEXT_DOCUMENT_DECLARATION: Session.positions,
    types.TEXT_DOCUMENT_IMPLEMENTATION: Session.positions,
    types.TEXT_DOCUMENT_HOVER: Session.positions,
    types.TEXT_DOCUMENT_REFERENCES: lambda session: session.positions(context={"includeDeclaration": True}),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: Session.positions,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: Session.whole,
    types.WORKSPACE_SYMBOL: lambda _: iter([{"query": ""}]),
    types.TEXT_DOCUMENT_CODE_LENS: Session.whole,
    types.CODE_LENS_RESOLVE: Session.lenses,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: Session.positions,
    types.CALL_HIERARCHY_INCOMING_CALLS: Session.items,
    types.CALL_HIERARCHY_OUTGOING_CALLS: Session.items,
    types.TEXT_DOCUMENT_COMPLETION: Session.positions,
    types.COMPLETION_ITEM_RESOLVE: Session.completions,
    types.TEXT_DOCUMENT_INLAY_HINT: Session.whole,
    types.TEXT_DOCUMENT_DIAGNOSTIC: Session.whole,
    types.TEXT_DOCUMENT_CODE_ACTION: lambda session: session.whole(context={"diagnostics": []}),
    types.TEXT_DOCUMENT_PREPARE_RENAME: Session.positions,
    types.TEXT_DOCUMENT_RENAME: lambda session: session.positions(newName=f"a/{TEXT}"),
    types.WORKSPACE_EXECUTE_COMMAND: Session.commands,
    PLACES: lambda session: ({"data": lens["data"]} for lens in session.lenses()),
    PROBLEMS: lambda _: iter([None]),
    CONTRACTS: lambda _: iter([None]),
    SUMMARY: lambda _: iter([None]),
}
SHOW_TEXTS = {
    types.TEXT_DOCUMENT_HOVER,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    types.WORKSPACE_SYMBOL,
    types.TEXT_DOCUMENT_COMPLETION,
    types.TEXT_DOCUMENT_INLAY_HINT,
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.WORKSPACE_EXECUTE_COMMAND,
    PROBLEMS,
    CONTRACTS,
}
"""What shows keys, or quotes settings: there the hostile text is seen."""


def shown(answer: Any) -> Iterator[str]:
    """The texts in an answer that are shown."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for one in answer:
            yield from shown(one)
    elif isinstance(answer, dict):
        for name, one in answer.items():
            if name not in NOT_SHOWN:
                yield from shown(one)


def is_harmless(text: str) -> None:
    """Texts of one line, or Markdown of which nothing leads out of the workspace, or is HTML."""
    assert text.replace("\n", "").isprintable(), repr(text)
    assert not re.search(r"##\w*\[", text)


def is_harmless_markdown(text: str) -> None:
    is_harmless(text)
    rendered = MarkdownIt("js-default", {"html": True, "linkify": False}).render(text)
    assert set(re.findall(r"<(\w+)", rendered)) <= {"p", "br", "strong", "code", "ul", "li", "a", "hr"}
    assert all(target.startswith("file://") for target in re.findall(r'href="([^"]*)"', rendered))


@pytest.mark.parametrize("editor", EDITORS)
def test_no_answer_has_what_is_acted_on(seamark: Client, editor: str) -> None:
    session = Session(seamark, editor)
    for method in ANSWERS:
        said = []
        for params in list(ASKED[method](session)):
            try:
                answer = seamark.request(method, params)
            except ResponseError as refusal:
                answer = refusal.error["message"]
            for text in shown(answer):
                said.append(text)
                is_harmless(text)
                if text.startswith("**"):
                    is_harmless_markdown(text)
                else:
                    assert "\n" not in text or method == types.TEXT_DOCUMENT_HOVER
        assert method not in SHOW_TEXTS or "u202e" in "".join(said), method


def test_no_message_and_no_log_has_it(seamark: Client) -> None:
    Session(seamark, "")
    configured = {"diagnostics": {f"[x](command:y){TEXT}": "error"}, "ignore": {"keys": TEXT}}
    seamark.notify("workspace/didChangeConfiguration", {"settings": {"seamark": configured}})
    seamark.wait(lambda: "u202e" in "".join(_texts_of(seamark, "window/showMessage")))
    seamark.wait(lambda: "u202e" in "".join(_texts_of(seamark, "textDocument/publishDiagnostics")))
    for text in _texts_of(seamark, "window/", "textDocument/"):
        is_harmless(text)
    for text in _texts_of(seamark, "window/"):  # Editors make links of what messages have in brackets.
        assert "](command:" not in text
    for line in seamark.log().split("\n"):
        is_harmless(line)
    assert "u202e" in seamark.log()


def _texts_of(client: Client, *methods: str) -> list[str]:
    """The texts that are shown of what the server has told so far by notifications whose names begin so."""
    told = [one["params"] for one in client.received if one.get("method", "").startswith(methods)]
    return [text for params in told for text in shown(params)]
