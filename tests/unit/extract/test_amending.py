"""A text that is read anew after an edit says what it says when it is read for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from seamark.catalogue import catalogue
from seamark.extract import ReadText, extract, reread
from seamark.extract.edits import amending
from seamark.extract.edits.moving import Move, move_fact
from seamark.extract.facts import NO_GAP, Facts
from seamark.source import DIALECTS, Dialect, dialect_of
from tests.features.checking import parse
from tests.features.test_cases import cases

FIXTURES = Path(__file__).parents[3] / "fixtures"
FURTHER = ("url", "name", "path=", "x=", "f", "q")
"""What is asked for besides what the catalogue asks for: names that the texts below have."""

TYPED = [
    *" \nax.,;:=(){}[]\"'`/#@é😀",
    "/*",
    "*/",
    "//",
    "=>",
    "<div>",
    "${x}",
    "async ",
    "export ",
    "static ",
    "return 1\n",
    "const g = get;\n",
    "x = get('/a')\n",
    "g('/a')\n",
    "global z\nz = get\n",
    "self.y = 1\n",
    "this.q = fetch\n",
    "import x\n",
    "use a\\b;\n",
    "class A {}\n",
    "def f(): pass\n",
    "fn f() {}\n",
    "function q() { return get(1) }\n",
    "if (x) { y() } else { z() }\n",
    "list.forEach((item) => get(item))\n",
    "func (s *S) m() { s.z = 1 }\n",
    "type S struct { a int }\n",
    "vec![get(1)]\n",
    '#[get("/x")]\n',
    "@app.get('/y')\n",
    "/** @var Foo $x */\n",
    "$x = new Foo();\n",
]
"""What people type, in languages of all kinds."""


def _texts() -> Iterator[tuple[str, bytes]]:
    files = (path for path in sorted(FIXTURES.rglob("*")) if path.is_file())
    yield from ((path.name, path.read_bytes()) for path in files)
    for case in cases():
        yield from ((path, text.encode()) for path, text in parse(case.text).files.items())


def _samples() -> dict[str, list[bytes]]:
    """Texts in each dialect, those of cases several in one: long enough for parts that an edit leaves alone."""
    found: dict[str, list[bytes]] = {}
    for path, data in _texts():
        dialect = dialect_of(path)
        if dialect is not None:
            found.setdefault(dialect.name, []).append(data.removesuffix(b"?>\n"))
    return {name: [b"\n".join(texts[i : i + 4]) for i in range(0, len(texts), 4)] for name, texts in found.items()}


SAMPLES = _samples()

edits = st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 0, 1, 1, 3, 20]), st.sampled_from(["", *TYPED]))


def _edited(text: str, place: float, removed: int, typed: str) -> str:
    start = int(place * len(text))
    return text[:start] + typed + text[start + removed :]


def settled(facts: Facts) -> Facts:
    """The same facts with the offsets in the text for positions: as if the text were read as a whole."""
    return replace(move_fact(facts, Move(facts.gap.offset)), gap=NO_GAP)


def _read(data: bytes, dialect: Dialect, before: ReadText | None = None) -> ReadText:
    return reread(data, dialect.name, catalogue(dialect.language).words, FURTHER, before)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", [pytest.param(one, id=one.name) for one in DIALECTS if one.name in SAMPLES])
@settings(max_examples=60)
@given(data=st.data())
def test_a_part_that_is_read_anew_makes_the_same_of_the_whole(dialect: Dialect, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SAMPLES[dialect.name])).decode()
    read, texts = _read(text.encode(), dialect), [text]
    for place, removed, typed in data.draw(st.lists(edits, min_size=1, max_size=5)):
        # What was typed is taken back half of the time: most texts are without errors.
        for now in (_edited(text, place, removed, typed), text)[: 1 + (removed == 0)]:
            texts.append(now)
            read = _read(now.encode(), dialect, read)
            clean = extract(now.encode(), dialect.name, catalogue(dialect.language).words, FURTHER)
            assert settled(read.facts) == clean, texts[-2:]
        text = texts[-1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "import x\n\nclass A:\n    def f(self):\n        g(1)|\n\n    def g(self): ...\n"),
        ("a.ts", "export class A {\n  f() { g(1)| }\n}\nexport const h = () => { f() }\n"),
        ("a.ts", "const a = 1\nconst b = f(() => { g(1|) })\nconst c = 1\nconst d = 1\n"),
        ("a.ts", "const a = 1\nconst b = 1\nconst c = f(1|)\nconst d = 1\nconst e = 1\n"),
        ("a.go", "package a\n\nfunc f() {\n\tg(1)|\n}\n\nfunc h() {}\n"),
        ("a.rs", 'mod tests {\n    fn f() { g(1)| }\n\n    #[get("/x")]\n    fn h() {}\n}\n'),
        ("a.php", "<?php\nclass A {\n  function f() { g(1)|; }\n  function h() {}\n}\n"),
        ("a.py", "import x\n\nclass A:\n    def f(self, a|):\n        g(1)\n\n    def g(self): ...\n"),
    ],
)
@pytest.mark.parametrize("typed", [" ", "a", "\n", "(b)"])
def test_a_letter_in_a_function_has_only_that_read(path: str, text: str, typed: str) -> None:
    dialect = dialect_of(path)
    assert dialect is not None
    before, after = text.split("|")
    read = _read((before + after).encode(), dialect)
    now = f"{before}{typed}{after}".encode()
    with mock.patch.object(amending, "regions", side_effect=AssertionError("all is read")):
        amended = _read(now, dialect, read)
    assert settled(amended.facts) == _read(now, dialect).facts


@pytest.mark.parametrize(
    ("path", "text", "typed"),
    [
        ("a.ts", "const a = import('./m').then(m => m.x|)\nexport const b = 1\nconst c = a.get(1)\n", "y"),
        ("a.ts", "export const f = function g|() { get(1) }\nconst c = f()\n", "h"),
        ("a.ts", "list.forEach((item|) => { get(item) })\nlist.forEach((other) => { get(other) })\n", "s"),
        ("a.ts", "start().then((app) => { app.get('/a'|) }).then((server) => { server.get('/b') })\n", " "),
        ("a.ts", "all.map((one) => { make(one|) }).forEach((item) => { found.push(item) })\n", ", 1"),
        ("a.ts", "const a = { get(|) { get(1) }, post: () => get(2) }\nconst c = a.get(1)\n", "x"),
        ("a.ts", "f(() => { get(|1) }, () => { get(2) })\n", "1"),
    ],
)
def test_what_holds_a_function_may_look_into_it(path: str, text: str, typed: str) -> None:
    dialect = dialect_of(path)
    assert dialect is not None
    before, after = (part.encode() for part in text.split("|"))
    read = _read(before + after, dialect)
    for now in (before + typed.encode() + after, before + after, typed.encode() + before + after):
        read = _read(now, dialect, read)
        assert settled(read.facts) == _read(now, dialect).facts
        assert len(read.told.pieces.callees) == len(_read(now, dialect).told.pieces.callees)


def test_other_words_have_all_read() -> None:
    dialect, data = dialect_of("a.py"), b"def f(): get(1)\n"
    assert dialect is not None
    before = reread(data, dialect.name, ("get",))
    assert [site.call.start for site in reread(data, dialect.name, ("get",), before=before).facts.sites] == [9]
    assert not reread(data, dialect.name, ("post",), before=before).facts.sites


def test_what_stands_behind_stays_where_it_is_while_a_part_is_edited() -> None:
    dialect = dialect_of("a.ts")
    assert dialect is not None
    text = "const a = get(1)\nconst b = () => {\n  get(2)\n}\n\nexport const c = get('/c')\n"
    read = _read(text.encode(), dialect)
    stating = []
    for typed in ("x", "xy", "xyz"):
        read = _read(text.replace("get(2)", f"get({typed})").encode(), dialect, read)
        stating.append(next(one for one in read.facts.bindings if one.name == "c"))
    assert stating[0] is stating[1] is stating[2]
    gap = read.facts.gap
    assert gap.offset(stating[0].start) == text.index("get('/c')") + len("get('/c')") + len("xyz") - 1
    assert gap.position(gap.offset(stating[0].start)) == stating[0].start


def test_what_is_missing_begins_where_something_else_ends() -> None:
    dialect = dialect_of("a.php")
    assert dialect is not None
    head, tail = (
        "<?php\nclass A\n{\n function f(\n\n: self {\n}\n\n function g( : \n",
        " A {}\n$ z\n\n public function h( $): \n\n {\n}\n",
    )
    read = None
    for typed in (" \n ", "global z\nz  \n= get\n", "global z\nz ${x} \n= get\n"):
        now = f"{head} {typed}{tail}".encode()
        read = _read(now, dialect, read)
        assert settled(read.facts) == _read(now, dialect).facts


def test_attributes_belong_to_what_follows_also_where_that_was_read_apart_from_them() -> None:
    dialect = dialect_of("a.rs")
    assert dialect is not None
    text = '#[post("/two")]\n// takes all of them,\n// some{}more;\nasync fn two() {{}}\nfn three() {{}}\n'
    read = None
    for typed in (" ", "\n", " "):
        now = text.format(typed).encode()
        read = _read(now, dialect, read)
        assert settled(read.facts) == _read(now, dialect).facts


def test_a_word_far_away_decides_whether_a_short_form_is_a_query() -> None:
    dialect = next(one for one in DIALECTS if one.name == "typescript")
    text = (
        'import { useQuery } from "react-query";\n' + "const a = 1;\n" * 40 + "const users = gql`{ users { id } }`;\n"
    )
    for now in (text.replace("react-query", "react-qery"), text):
        read = _read(now.encode(), dialect, _read(text.encode(), dialect))
        assert settled(read.facts) == extract(now.encode(), dialect.name, catalogue("typescript").words, FURTHER)
    before = _read(text.replace("react-query", "react-qery").encode(), dialect)
    assert settled(_read(text.encode(), dialect, before).facts) == _read(text.encode(), dialect).facts
