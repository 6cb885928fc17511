from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from seamark.lsp.client import Client, client_from


def test_nothing_is_supported_unless_it_is_said() -> None:
    assert client_from({}) == Client()
    assert Client().encoding == "utf-16"


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16", "utf-32"], "utf-16"),
        (["utf-32", "utf-8"], "utf-8"),
        (["utf-32", "utf-7"], "utf-32"),
        (["utf-7"], "utf-16"),
        ([], "utf-16"),
        (None, "utf-16"),
        ("utf-8", "utf-16"),
    ],
)
def test_utf_16_is_preferred(offered: Any, chosen: str) -> None:
    assert client_from({"capabilities": {"general": {"positionEncodings": offered}}}).encoding == chosen


@pytest.mark.parametrize(
    ("params", "folders"),
    [
        (
            {"workspaceFolders": [{"uri": "file:///a"}, {"uri": "file:///b"}], "rootUri": "file:///c"},
            ("file:///a", "file:///b"),
        ),
        ({"workspaceFolders": None, "rootUri": "file:///c", "rootPath": "/d"}, ("file:///c",)),
        ({"workspaceFolders": [], "rootPath": "/d e"}, ("file:///d%20e",)),
        ({"workspaceFolders": [{"name": "a"}, 1], "rootUri": None}, ()),
    ],
)
def test_folders(params: dict[str, Any], folders: tuple[str, ...]) -> None:
    assert client_from(params).folders == folders


@pytest.mark.parametrize(
    "strange", [None, 1, [], "x", {"textDocument": 1}, {"textDocument": {"hover": {"contentFormat": 1}}}]
)
def test_strange_capabilities_are_none(strange: Any) -> None:
    client = client_from({"capabilities": strange, "processId": -1, "initializationOptions": strange})
    assert replace(client, options={}) == Client()


def test_what_counts() -> None:
    client = client_from(
        {
            "processId": 7,
            "capabilities": {
                "textDocument": {
                    "definition": {"linkSupport": True},
                    "hover": {"contentFormat": ["plaintext", "markdown", "asciidoc"]},
                },
                "window": {"workDoneProgress": True},
                "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
            },
            "initializationOptions": {"definitionOnProvider": "self"},
        }
    )
    assert client == Client(
        links=True,
        markdown=True,
        progress=True,
        watches=True,
        process=7,
        definition_on_provider=True,
        options={"definitionOnProvider": "self"},
    )
