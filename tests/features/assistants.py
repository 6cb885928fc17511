"""What assistants are answered, without a protocol: for tests, and for the transcripts of `docs/agents.md`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from seamark.cli.assistants.data import Reading
from seamark.cli.assistants.quoting import Quoting
from seamark.cli.assistants.state import State
from seamark.cli.assistants.tools import TOOLS
from seamark.index import Index
from seamark.index.persistence.cache import Cache
from seamark.lsp.organisation.everywhere import Everywhere


def state_of(root: Path, reading: Reading | None = None, cache: Cache | None = None) -> State:
    """A workspace that is read, or said to be read only in part."""
    service = Index([root], cache=cache)
    service.load()
    everywhere = Everywhere(service)
    return State(root, service, everywhere, Quoting(everywhere), reading)


def ask(state: State, name: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers, as a client gets it."""
    tool = TOOLS[name]
    answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(tool.ask(state, tool.read_question(arguments))))
    return answer


def written(root: Path, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root
