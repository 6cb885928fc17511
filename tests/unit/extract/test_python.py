from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract import extract
from seamark.extract.facts import Call, Concat, Facts, Literal, Name, Value
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import assignments, bindings, definitions, read, shown, sites


def facts(text: str | bytes) -> Facts:
    return read(text, "python")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ("'a'", '"a"'),
        ("''", '""'),
        (r"'it\'s\n\x41\u00e9\N{DASH}\q\101'", r'''"it's\nAé\\N{DASH}\\qA"'''),
        (r"r'\d'", r'"\\d"'),
        ("b'a'", '"a"'),
        ("'''a\nb'''", '"a\\nb"'),
        ("'a' \"b\" 'c'", '"a" + "b" + "c"'),
        ("f'/a/{b}/{{c}}'", '"/a/" + b + "/{c}"'),
        ("f'{a.b!r:>{w}}{c=}'", "a.b + c"),
        ("f'{a}'", "a"),
        ("rf'\\a{b}'", '"\\\\a" + b'),
        ("'/a' f'/{b}'", '"/a" + ("/" + b)'),
        ("'/a' + b + 'c'", '"/a" + b + "c"'),
        ("'/a/%s' % b", '"/a/%s".__mod__(b)'),
        ("'/a/{}'.format(b)", '"/a/{}".format(b)'),
        ("'/'.join([a, b])", '"/".join([a, b])'),
        # Scalars.
        ("1", "1"),
        ("-1.5", "-1.5"),
        ("True", "True"),
        ("None", "None"),
        # One of several.
        ("a or b", "a ?? b"),
        ("a if c else b", "a | b"),
        ("a and b", "b"),
        ("a - b", "?"),
        # What says what its inside says.
        ("(x)", "x"),
        ("(y := x)", "x"),
        # Members.
        ("a.b.c", "a.b.c"),
        ("a['b']", 'a["b"]'),
        ("a[b, c]", "a[[b, c]]"),
        ("a[1:2]", "a[?]"),
        # Calls.
        ("f(a, b=c, *d, **e)", "f(a, b=c, *d, **e)"),
        ("a.b(1)(2)", "a.b(1)(2)"),
        ("f(x for x in y)", "f([x])"),
        ("super().f(a)", "super.f(a)"),
        # Collections.
        ("{'a': 1, b: 2, **c}", "{a: 1, : 2, ...: c}"),
        ("[1, *a]", "[1, a[?]]"),
        ("(1, a)", "[1, a]"),
        ("1, a", "[1, a]"),
        ("{1, a}", "[1, a]"),
        ("[f(a) for a in b]", "[f(a)]"),
        # Functions.
        ("lambda: 1", "f#0"),
        # Nothing.
        ("not a", "?"),
        ("...", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in facts(f"it = {text}").bindings if binding.name == "it"]
    assert [shown(binding.value) for binding in found] == [expected]


def test_await() -> None:
    assert bindings(facts("async def f():\n  x = await a.b(1)")) == ["f.x = a.b(1)"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", "A"),
        ("a.B", "a.B"),
        ("'A'", "A"),
        ("'a.B'", "a.B"),
        ("'not a name'", "?"),
        ("list[A]", "list[A]"),
        ("dict[str, a.B]", "dict[[str, a.B]]"),
        ("A | None", "A | None"),
        ("Optional[A]", "Optional[A]"),
        ("Literal['a', 'b']", 'Literal[["a", "b"]]'),
        ("Annotated[A, f(b)]", "Annotated[[A, f(b)]]"),
    ],
)
def test_types(text: str, expected: str) -> None:
    assert shown(facts(f"it: {text}").bindings[0].type) == expected


def test_spans() -> None:
    source = "it = f('é', f'/a/{b}', r'''c''')".encode()

    def at(found: Value) -> str:
        assert isinstance(found, Literal | Name | Call | Concat)
        return source[found.start : found.end].decode()

    call = facts(source).bindings[0].value
    assert isinstance(call, Call)
    accented, built, raw = (argument.value for argument in call.arguments)
    assert isinstance(built, Concat)
    assert at(call) == "f('é', f'/a/{b}', r'''c''')"
    assert [at(accented), at(built), *map(at, built.parts), at(raw)] == ["é", "/a/{b}", "/a/", "b", "c"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a, /, b: T, c=1, *d, e, f: U = 2, **g) -> R:\n  return a",
         ["function f(a, b: T, c = 1, *d, keyword e, keyword f: U = 2, **g) -> R => a"]),
        ("def f(a, *, b): yield a, b", ["function f(a, keyword b) => [a, b]"]),
        ("def f(*a: T): return", ["function f(*a: T)"]),
        ("async def f():\n  def g(): return 1\n  return g", ["function f() => g", "function f.g() => 1"]),
        ("f = lambda a, b=1: a.b", ["function ()(a, b = 1) => a.b"]),
        ("@a.b('/c')\n@d\ndef f(): pass", ['@a.b("/c") @d function f()']),
        ("class A(B, c.D, metaclass=E): pass", ["class A < B, c.D"]),
        ("@dataclass\nclass A[T]: pass", ["@dataclass class A"]),
        ("class A:\n  def f(self, a): pass\n  @staticmethod\n  def g(a): pass\n  @classmethod\n  def h(cls): pass",
         ["class A", "method A.f(self self, a)", "@staticmethod static method A.g(a)",
          "@classmethod static method A.h(self cls)"]),
        ("class A:\n  @property\n  def f(self): return 1\n  if x:\n    def g(self): pass",
         ["class A", "@property method A.f(self self) => 1", "method A.g(self self)"]),
        ("class A:\n  class B: pass\n  x = lambda self: 1", ["class A", "class A.B", "function A.()(self) => 1"]),
        ("class A:\n  def f(self):\n    def g(self): pass",
         ["class A", "method A.f(self self)", "function A.f.g(self)"]),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(facts(text)) == expected


def test_the_span_of_a_definition_includes_its_decorators() -> None:
    text = "x = 1\n@a\n# Why.\n@b()\nasync def f(): pass\ny = 2"
    definition = facts(text).definitions[0]
    assert text[definition.start : definition.end] == "@a\n# Why.\n@b()\nasync def f(): pass"
    assert text[definition.name_start : definition.name_end] == "f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = b = 1", ["a = 1", "b = 1"]),
        ("a: T = 1; b: U", ["a: T = 1", "b: U = ?"]),
        ("a, (b, *c), d = x", ["a = x[0]", "b = x[1][0]", "c = ?", "d = x[2]"]),
        ("[a, *b, c] = x", ["a = x[0]", "b = ?", "c = ?"]),
        ("a += 'x'; a -= 1", ['a = a + "x"', "a = ?"]),
        ("f(a := 1)", ["a = 1"]),
        ("with f() as a, g() as (b, c): pass", ["a = f()", "b = g()[0]", "c = g()[1]"]),
        ("for a, b in c: pass", ["a = c[?][0]", "b = c[?][1]"]),
        ("x = [a for a in b]", ["a = b[?]", "x = [a]"]),
        ("try: a = 1\nexcept E as e: a = 2\nelse: a = 3\nfinally: a = 4",
         ["a = 1", "e = E", "a? = 2", "a? = 3", "a = 4"]),
        ("\nif c: a = 1\nelif d: a = 2\nelse: a = 3\na = 4", ["a? = 1", "a? = 2", "a? = 3", "a = 4"]),
        ("\nwhile c: a = 1\nmatch x:\n  case 1: a = 2", ["a? = 1", "a? = 2"]),
        ("def f(a):\n  b = a", ["f.b = a"]),
        ("def f():\n  global a, b\n  a = 1\ndef g(): a = 2", ["a = 1", "g.a = 2"]),
        ("def f():\n  a = 1\n  def g():\n    nonlocal a\n    a = 2", ["f.a = 1", "f.a? = 2"]),
        ("class A:\n  a = 1\n  b: T = 2\n  c: U\n  def f(self, x: V):\n    self.d = x\n    self.e: W = 1\n    x.g = 2",
         ["A.a = 1", "A.b: T = 2", "A.c: U = ?", "A.d = x", "A.e: W = 1"]),
        ("import a, b.c, d.e as f", ["a = <a>", "b = <b>", "f = <d.e>"]),
        ("from . import a\nfrom ..b.c import d as e, f\nfrom g import *",
         ["a = <.>.a", "e = <..b.c>.d", "f = <..b.c>.f", "* = <g>.*"]),
        ("from a import (\n  b, # c\n  d,\n)", ["b = <a>.b", "d = <a>.d"]),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    assert bindings(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b.c = 1", ["a.b.c = 1"]),
        ("a.b, c = x", ["a.b = x[0]"]),
        ("class A:\n  def f(self, a):\n    a.b = 1\n    self.c = 2", ["a.b = 1"]),
        ("class A:\n  @staticmethod\n  def f(a): a.b = 1", ["a.b = 1"]),
        ("a[b] = 1; f().c = 2", ["f().c = 2"]),
    ],
)
def test_assignments(text: str, expected: list[str]) -> None:
    assert assignments(facts(text)) == expected


def test_every_top_level_name_is_offered() -> None:
    assert facts("a = 1").exports is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b('/c', d=e)", ['a.b("/c", d=e)']),
        ("f(g(1))", ["f(g(1))", "g(1)"]),
        ("a.b(1).c(2)", ["a.b(1).c(2)", "a.b(1)"]),
        ("def f():\n  g(lambda: h())", ["f: g(f#1)", "f.(): h()"]),
        ("class A:\n  @a.get('/b')\n  def f(self): self.g()", ['A.f: a.get("/b")', "A.f: self.g()"]),
        ("a[0](1); f(x)(y)", ["f(x)(y)", "f(x)"]),
    ],
)
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(facts(text)) == expected


def test_only_the_words_asked_for_are_sites() -> None:
    assert sites(extract(b"a.get(1); post(2); get(3); x(get)", "python", {"get"})) == ["a.get(1)", "get(3)"]


SAMPLE = """import a, b.c as d; from ..e import (f, g as h); from i import *
@j.get("/é/{id}", tags=["x"], **k)
async def l(m: int, /, n: "T" = f'{o!r:>{p}}/q', *r, s=1, **t) -> list[U]:
    global v; v = w if x else y or z; self.a.b: V = 1; (c, [*e], d) = "x" 'y' % (1,) + r'\\d'
    async with aa() as bb, cc() as (dd, ee): return await ff(gg := [hh for hh in ii if jj], *kk, **ll)
class A(B[C], metaclass=D):
    x: "E" = {"a": 1, **b, c: lambda q, *r: (yield q)}; @property
    def y(self): return self.__z[1:2, ...]
try: pass
except (E, F) as e: match x:
    case {"a": y, **z} if q: x += "s"; del x
"""


@given(st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(at: int, length: int) -> None:
    data = SAMPLE.encode()
    facts(data[:at])
    facts(data[at:])
    facts(data[:at] + data[at + length :])


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 900 + "1" + ")" * 900,
        "x = " + "[" * 900 + "1" + "]" * 900,
        "x = " + "{'a':" * 900 + "1" + "}" * 900,
        "x = " + "lambda: " * 3000 + "1",
        "x = " + "f(" * 900 + "1" + ")" * 900,
        "x = 1" + " + a" * 5000,
        "x = a" + ".b()" * 3000,
        "x = " + "(" * 900 + "a" + ",)" * 900,
        "(" * 900 + "a" + ",)" * 900 + " = x",
        "a = " * 2000 + "1",
        "f(" * 2000,
        "".join(" " * i + "if a:\n" for i in range(300)),
        "".join(" " * i + "def f():\n" for i in range(300)),
        "@d()\ndef f(): pass\n" * 3000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    found = facts(text)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(found)
