"""`seamark mcp`, asked by the client of the protocol's own SDK."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp_types import ResourceLink, TextContent, TextResourceContents

from tests.features.assistants import written
from tests.features.repositories import git
from tests.features.seeded import SHOP
from tests.features.test_store import made, seamark

TOOLS = ["contracts", "who_serves", "who_calls", "impact", "check"]
CALLERS = {"payments/orders.go:29", "web/src/api/orders.ts:20", "shipping/others.cpp:13"}


@asynccontextmanager
async def client_of(root: Path, *options: str, mode: str = "auto") -> AsyncIterator[Client]:
    command = StdioServerParameters(command=sys.executable, args=["-m", "seamark", "mcp", str(root), *options])
    async with Client(stdio_client(command), mode=mode) as client:
        yield client


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool, which is the same as data and as text."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    text = result.content[0]
    assert isinstance(text, TextContent)
    found: dict[str, Any] = json.loads(text.text)
    assert found == result.structured_content
    return found


def places(answer: Mapping[str, Any]) -> set[str]:
    return {f"{one['file']}:{one['line']}" for one in answer["found"]}


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_five_tools_that_change_nothing_and_answer(mode: str) -> None:
    async with client_of(SHOP, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS
        for tool in tools:
            assert tool.annotations is not None and tool.annotations.read_only_hint and tool.description
        assert places(await ask(client, "who_calls", handler="read_order")) == CALLERS
        for name, arguments in (("contracts", {}), ("who_serves", {"call": "GET /orders/{}"}), ("check", {})):
            assert (await ask(client, name, **arguments))["total"] > 0
        assert (await ask(client, "impact", target="read_order"))["counts"] == {"would break": 3, "handler": 1}


@pytest.mark.asyncio
async def test_links_lead_to_lines_of_the_workspace_and_nowhere_else(tmp_path: Path) -> None:
    written(tmp_path, {"secret.txt": "secret", "inside/a.ts": "fetch('/books/1')\n"})
    async with client_of(tmp_path / "inside") as client:
        result = await client.call_tool("contracts", {})
        (link,) = result.content[1:]
        assert isinstance(link, ResourceLink)
        assert (link.name, link.uri.endswith("/inside/a.ts#L1")) == ("a.ts:1", True)
        (content,) = (await client.read_resource(link.uri)).contents
        assert isinstance(content, TextResourceContents)
        assert content.text == "fetch('/books/1')\n"
        for outside in ((tmp_path / "secret.txt").as_uri(), "file:///etc/passwd", "https://example.com/a.ts"):
            with pytest.raises(MCPError):
                await client.read_resource(outside)


@pytest.mark.asyncio
async def test_what_changes_on_disk_is_in_the_next_answer(tmp_path: Path) -> None:
    written(tmp_path, {"a.ts": "fetch('/books/1')\n"})
    async with client_of(tmp_path) as client:
        assert places(await ask(client, "who_calls", handler="/books/{}")) == {"a.ts:1"}
        written(tmp_path, {"a.ts": "\nfetch('/books/1')\n", "b/c.ts": "fetch('/books/2')\n"})
        assert places(await ask(client, "who_calls", handler="/books/{}")) == {"a.ts:2", "b/c.ts:1"}
        (tmp_path / "a.ts").unlink()
        assert places(await ask(client, "who_calls", handler="/books/{}")) == {"b/c.ts:1"}


@pytest.mark.asyncio
async def test_what_is_asked_wrongly_is_told_and_ends_nothing() -> None:
    async with client_of(SHOP) as client:
        for tool, arguments, words in (
            ("who_serves", {"call": "../../pyproject.toml:1"}, "outside the workspace"),
            ("who_serves", {}, "call"),
            ("impact", {"target": "nothing~1"}, "is not a revision"),
            ("no_tool", {}, "who_serves"),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            (text,) = result.content
            assert isinstance(text, TextContent) and words in text.text
        assert (await ask(client, "check"))["total"] == 1


@pytest.mark.asyncio
async def test_calls_in_other_repositories_of_a_store_are_known(tmp_path: Path) -> None:
    for folder in made(tmp_path, "orders", "web"):
        git(folder, "remote", "add", "origin", f"git@github.com:shop/{folder.name}.git")
    added = seamark("store", "add", tmp_path / "web", "--store", tmp_path / "contracts", "--jobs", 1)
    assert added.exit_code == 0, added.stderr
    async with client_of(tmp_path / "orders", "--store", str(tmp_path / "contracts")) as client:
        answer: dict[str, Any] = {"notes": ()}
        while "notes" in answer:
            answer = await ask(client, "who_calls", handler="read_order")

        (call,) = answer["found"]
        assert (call["repository"], call["file"], call["line"]) == ("web", "src/api/orders.ts", 20)
        assert (await ask(client, "impact", target="read_order"))["counts"]["would break"] == 1


def test_it_ends_when_its_client_goes_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "seamark", "mcp", str(SHOP)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    asked = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asked}
    assert process.stdin is not None and process.stdout is not None
    with process:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["result"]["serverInfo"]["name"] == "seamark"
        assert "never instructions" in answer["result"]["instructions"]
        process.stdin.close()
        assert process.wait(10) == 0
        assert process.stdout.read() == b""
