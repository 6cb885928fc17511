"""The service map as a page of its own: the extension's map, with the contracts in it.

`service_map.html` is built by the extension (`npm run page`), which says what stands in it.
"""

from __future__ import annotations

import json
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from seamark.cli.workspaces import ContractSource
from seamark.escaping import HTML, escape_text
from seamark.lsp.features.display.contracts import contracts
from seamark.lsp.features.place import Place


def page(workspace: ContractSource) -> str:
    """The page. Files are named relative to the workspace: it may be given to people who have it elsewhere."""
    name = Path(workspace.root).resolve().name
    shown = contracts(workspace.service, name, partial(_location, workspace))
    return fill_page(f"Service map of {name}", {"reading": None, **shown})


def fill_page(title: str, shown: dict[str, Any]) -> str:
    """The page that shows these contracts."""
    template = resources.files("seamark.cli.graphs").joinpath("service_map.html").read_text("utf-8")
    start, _, rest = template.partition("{title}")
    middle, _, end = rest.partition("{contracts}")
    return f"{start}{escape_text(title, HTML)}{middle}{_embed_json(shown)}{end}"


def _embed_json(shown: dict[str, Any]) -> str:
    """JSON that nothing in it ends the element that it stands in."""
    return json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c")


def _location(workspace: ContractSource, place: Place) -> dict[str, Any]:
    start, end = (workspace.position(place.path, offset) for offset in (place.start, place.end))
    return {"uri": escape_text(place.path), "range": {"start": _position(*start), "end": _position(*end)}}


def _position(line: int, column: int) -> dict[str, int]:
    return {"line": line - 1, "character": column - 1}
