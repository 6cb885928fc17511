from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

from seamark.index import Index
from seamark.resolve import recognition
from seamark.resolve.recognition import needs_rereading

WEB = "import requests\ndef load(path):\n    return requests.get('http://api' + path)\n"
CALLS = "import fastapi\nfrom web import load\napp = fastapi.FastAPI()\nload('/users')\n"
OTHER = "import fastapi\napp = fastapi.FastAPI()\ndef load(path): ...\nload('/orders')\n"


def test_a_file_is_found_anew_for_a_word_only_if_its_calls_say_something(tmp_path: Path) -> None:
    for name, text in (("web.py", WEB), ("calls.py", CALLS), ("other.py", OTHER)):
        (tmp_path / name).write_text(text)
    told: dict[str, bool] = {}
    plainly = needs_rereading.has_same_findings

    def asked(project: Any, *more: Any) -> bool:
        told[project.asker] = plainly(project, *more)
        return told[project.asker]

    with mock.patch.object(recognition, "has_same_findings", asked):
        index = Index([tmp_path])
        index.load()
    assert told["other.py"] and not told["calls.py"]
    assert [(port.path, port.key) for port in index.ports()] == [("calls.py", "GET /users")]
