"""What facts say of the words that make no difference to them: held for every file of every case."""

from __future__ import annotations

import re

import pytest

from seamark.catalogue import catalogue
from seamark.extract import extract
from seamark.source import dialect_of
from tests.features.checking import parse
from tests.features.test_cases import cases

_WORD = re.compile(r"[^\W\d]\w*!?")


@pytest.mark.parametrize("text", [pytest.param(case.text, id=case.title) for case in cases()])
def test_other_words_than_those_called_change_nothing(text: str) -> None:
    for path, body in parse(text).files.items():
        dialect = dialect_of(path)
        if dialect is None:
            continue
        data, known = body.encode(), catalogue(dialect.language).words
        facts = extract(data, dialect.name, known)
        others = set(_WORD.findall(body)) - facts.called
        assert extract(data, dialect.name, known, others) == facts, path


@pytest.mark.parametrize(
    ("path", "text", "called"),
    [
        ("a.py", "from x import f as g, h\nk = g\nk()\no.m(h)\nn = p()", {"f", "g", "k", "m", "p"}),
        ("a.ts", "import f from './api/users'\nconst g = ok ? f : other.h\ng()", {"g", "f", "users", "h"}),
    ],
)
def test_what_is_called_under_other_names(path: str, text: str, called: set[str]) -> None:
    dialect = dialect_of(path)
    assert dialect is not None
    assert extract(text.encode(), dialect.name, ()).called == called
