"""The transcripts in `docs/agents.md`: what assistants are answered about `fixtures/shop`. Run, it writes them anew."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from seamark.cli.assistants.state import State
from tests.features.assistants import ask, state_of
from tests.features.seeded import SHOP

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
_ASKED = re.compile(
    r"(?P<asked><!-- asked (?P<tool>\w+) (?P<arguments>\{[^\n]*\}) -->\n).*?(?=\n<!-- (?:asked|end))", re.DOTALL
)
_WIDTH = 110


def told(page: str) -> str:
    """The page with each question's answer below it."""
    shop = state_of(SHOP)
    return _ASKED.sub(lambda found: _transcript(shop, found), page)


def _transcript(state: State, found: re.Match[str]) -> str:
    arguments = json.loads(found["arguments"])
    answer = ask(state, found["tool"], **arguments)
    said = ", ".join(f"{name}={json.dumps(value)}" for name, value in arguments.items())
    return f"{found['asked']}\n`{found['tool']}({said})`\n\n```json\n{_written(answer)}\n```\n"


def _written(value: Any, indent: int = 0) -> str:
    """JSON, each object and list in one line if there is room."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= _WIDTH or not isinstance(value, dict | list):
        return line
    space = " " * (indent + 2)
    if isinstance(value, list):
        inner = [f"{space}{_written(one, indent + 2)}" for one in value]
        return "[\n" + ",\n".join(inner) + "\n" + " " * indent + "]"
    inner = [f"{space}{json.dumps(name)}: {_written(one, indent + 2)}" for name, one in value.items()]
    return "{\n" + ",\n".join(inner) + "\n" + " " * indent + "}"


if __name__ == "__main__":
    PAGE.write_text(told(PAGE.read_text("utf-8")), "utf-8")
