"""The service map as a page of its own: the extension's map, with the contracts in it.

`service_map.html` is built by the extension (`npm run page`), which says what stands in it.
"""

from __future__ import annotations

import html
import json
from importlib import resources
from pathlib import Path
from typing import Any

from seamark.cli.workspaces import Answered
from seamark.lsp.features.display.contracts import everything
from seamark.lsp.features.place import Place, contract, target, who
from seamark.resolve.ports import Port

_DIGITS = 4


def page(workspace: Answered) -> str:
    """The page. Files are named relative to the workspace: it may be given to people who have it elsewhere."""
    return filled(f"Service map of {Path(workspace.root).resolve().name}", contracts(workspace))


def filled(title: str, shown: dict[str, Any]) -> str:
    """The page that shows these contracts."""
    template = resources.files("seamark.cli.graphs").joinpath("service_map.html").read_text("utf-8")
    start, _, rest = template.partition("{title}")
    middle, _, end = rest.partition("{contracts}")
    return f"{start}{html.escape(title)}{middle}{_embedded(shown)}{end}"


def contracts(workspace: Answered) -> dict[str, Any]:
    """What the map shows, as the server's `seamark/contracts` has it (docs/protocol.md)."""
    found = everything(workspace.service)
    return {
        "ports": [_port(workspace, port) for port in found.ports],
        "links": [
            {
                "consumer": join.consumer,
                "provider": join.provider,
                "match": join.how,
                "confidence": round(join.confidence, _DIGITS),
            }
            for join in found.joins
        ],
    }


def _embedded(shown: dict[str, Any]) -> str:
    """JSON that nothing in it ends the element that it stands in."""
    return json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c")


def _port(workspace: Answered, port: Port) -> dict[str, Any]:
    return {
        "mechanism": port.mechanism,
        "role": port.role,
        "key": port.key,
        "confidence": round(port.confidence, _DIGITS),
        "service": port.service,
        "language": port.language,
        "framework": port.framework,
        "document": port.contract,
        "test": port.test,
        "name": who(port),
        "stated": _location(workspace, contract(port)),
        "target": _location(workspace, target(port).selection),
    }


def _location(workspace: Answered, place: Place) -> dict[str, Any]:
    start, end = (workspace.position(place.path, offset) for offset in (place.start, place.end))
    return {"uri": place.path, "range": {"start": _position(*start), "end": _position(*end)}}


def _position(line: int, column: int) -> dict[str, int]:
    return {"line": line - 1, "character": column - 1}
