"""Typing what says nothing: the ports must be those of the text as it is, wherever they stand then."""

from __future__ import annotations

from pathlib import Path
from random import Random
from unittest import mock

import pytest

from seamark import resolve
from seamark.index import Index
from seamark.index.incremental import current_ports
from tests.features.checking import parse
from tests.features.test_cases import cases

pytestmark = pytest.mark.slow

EVERY = 9
"""Of which of the cases one is tried: the others are as good."""
TYPED = (b" ", b"\n", b"x", b"'", b"\n\n    ")


def said(index: Index) -> list[str]:
    return [*map(str, index.links(compatible=True)), *map(str, index.ports())]


def test_what_is_typed_moves_what_was_found_and_changes_nothing_else(tmp_path: Path) -> None:
    kept = 0
    displaced = resolve.relocate_findings

    def counted(*given: object) -> object:
        nonlocal kept
        found = displaced(*given)  # type: ignore[arg-type]
        kept += found is not None
        return found

    chance = Random(0)
    with mock.patch.object(current_ports, "relocate_findings", counted):
        for number, case in enumerate(cases()):
            texts = {path: text.encode() for path, text in parse(case.text).files.items()}
            if number % EVERY or len(texts) > 8:
                continue
            index = Index([tmp_path])
            for path, data in texts.items():
                index.open(path, data)
            for _ in range(6):
                path = chance.choice(sorted(texts))
                before = texts[path]
                at = chance.randrange(len(before) + 1)
                for data in (before[:at] + chance.choice(TYPED) + before[at:], before):
                    texts[path] = data
                    index.open(path, data)
                    fresh = Index([tmp_path])
                    for other, text in texts.items():
                        fresh._files.show(other, text)
                    fresh.load()
                    assert said(index) == said(fresh), (case.text, path, at, data)
    assert kept > 300


def test_a_document_with_a_function_in_it_stays_whole_while_that_is_edited(tmp_path: Path) -> None:
    text = "import { gql } from 'urql'\nconst q = gql`query { a ${f(() => { return x })} b }`\n"
    text += "const r = `query { c { d } }`\n"
    index = Index([tmp_path])
    for more in ("", "1", "12", "123"):
        data = text.replace("x", f"x{more}").encode()
        index.open("web/a.ts", data)
        found = {port.key: data[port.start : port.end].decode() for port in index.ports()}
        assert found == {"Query.a": "a", "Query.b": "b", "Query.c": "c"}, more
