from __future__ import annotations

import pytest

from seamark.source import (
    DIALECTS,
    HTML,
    JAVASCRIPT,
    PHP,
    PYTHON,
    TSX,
    VUE,
    Dialect,
    dialect_of,
    grammar,
    language,
    parse,
)


@pytest.mark.parametrize(
    ("path", "dialect"),
    [
        ("a/b.py", PYTHON),
        ("A.PY", PYTHON),
        ("types.d.ts", next(dialect for dialect in DIALECTS if dialect.name == "typescript")),
        ("x.tsx", TSX),
        ("x.jsx", JAVASCRIPT),
        ("x.cjs", JAVASCRIPT),
        ("App.vue", VUE),
        ("views/a.blade.php", HTML),
        ("views/a.html.twig", HTML),
        ("app/Views/cups/list.php", HTML),
        ("templates/_cup.php", HTML),
        ("app/Views/CupList.php", PHP),
        ("reviews/list.php", PHP),
        ("views.php", PHP),
        ("views/a.py", PYTHON),
        ("views.blade/a.html/b.py", PYTHON),
        ("firmware/firmware.ino", next(dialect for dialect in DIALECTS if dialect.name == "cpp")),
        ("Makefile", None),
        ("py", None),
        ("a.py/x", None),
        ("a.py.txt", None),
    ],
)
def test_by_extension(path: str, dialect: Dialect | None) -> None:
    assert dialect_of(path) is dialect


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if dialect.grammar])
def test_grammars_load_once(dialect: Dialect) -> None:
    assert language(dialect) is language(dialect)


def test_a_container_has_no_grammar() -> None:
    with pytest.raises(ValueError, match="vue"):
        language(VUE)


@pytest.mark.parametrize(
    "text",
    [
        b"const a = () => <div className='x'>{b}</div>;",
        b"const type = 1, declare = 2; declare(type); string(any);",
        b"#!/usr/bin/env node\nfetch('/x')",
        b"import j from './a.json' with { type: 'json' }; class A { #p = 1; static { z() } }",
    ],
)
def test_javascript_as_it_is_written(text: bytes) -> None:
    assert not parse(grammar(JAVASCRIPT), text).root_node.has_error
