"""What a text tells without being parsed: all that its facts say of its top level, and perhaps more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seamark.extract import Preamble, callees, extract, outline, preamble
from seamark.extract.facts import ALL, ONLY
from seamark.languages import LANGUAGES
from seamark.resolve.workspace_facts.view import View, as_call, last_name
from seamark.source import dialect_of, identifiers, is_identifier
from tests.features.checking import parse
from tests.features.test_cases import cases
from tests.unit.extract.effort import takes_little

FIXTURES = Path(__file__).parents[3] / "fixtures"


def texts() -> Iterator[tuple[str, bytes]]:
    """All files of the cases, and those of the fixtures."""
    for case in cases():
        yield from ((path, text.encode()) for path, text in parse(case.text).files.items())
    yield from ((path.name, path.read_bytes()) for path in sorted(FIXTURES.rglob("*")) if path.is_file())


@pytest.mark.parametrize("language", [one.name for one in LANGUAGES if outline(b"", one.name) is not None])
def test_an_outline_has_what_facts_have(language: str) -> None:
    seen = 0
    for path, data in texts():
        dialect = dialect_of(path)
        if dialect is None or dialect.language != language:
            continue
        found, view = outline(data, dialect.name), View(path, extract(data, dialect.name, frozenset()))
        assert found is not None
        for kind, told in zip(("named", "received", "given"), found, strict=False):
            names = {name.encode() for name in view.names(kind) if name.isidentifier()}
            assert told is None or names <= told, data.decode()
        if found.nameless is not None:
            exported = view.names("exports")
            assert {name.encode() for name in exported if is_identifier(name)} <= identifiers(data)
            assert found.nameless.issuperset({ALL, ONLY}.intersection(exported)), data.decode()
        seen += 1
    assert seen > 50, f"too few cases of {language} to tell"


@pytest.mark.parametrize("language", [one.name for one in LANGUAGES if callees(b"", one.name) is not None])
def test_callees_have_what_facts_say_is_called_or_extended(language: str) -> None:
    seen = 0
    for path, data in texts():
        dialect = dialect_of(path)
        if dialect is None or dialect.language != language:
            continue
        found = callees(data, dialect.name)
        facts = extract(data, dialect.name, frozenset())
        applied = [value for one in facts.definitions for value in (*one.bases, *one.decorators)]
        names = {*facts.called, *(last_name(call.callee) for value in applied if (call := as_call(value)) is not None)}
        # What marks a getter of JavaScript is no name that the text has.
        called = {name.encode() for name in names if name.isidentifier() and name.encode() in data}
        assert found is not None
        assert called <= found.names, (called - found.names, data.decode())
        seen += 1
    assert seen > 50, f"too few cases of {language} to tell"


@pytest.mark.parametrize(
    ("path", "text", "called", "mentioned"),
    [
        ("a.go", "a(x, y.z); b = c\ne[int](x); f{x: y}\nz.y <- x; case z:", "a c e f", "x z"),
        ("a.rs", "use x::a as y; let z =\n b;\nc::<D>(x); d!(); #[e(f)] fn g() {} z.y", "a b c d e f g", "x y z"),
        ("a.py", "@a\ndef b(x): return\nfrom x import c as y\nd = e\nf(x, z.y)\n{x: g}", "a b c e f g", "y z"),
        ("a.ts", "import z from './a';\n@b class Y {} new C; d`x`; e?.(y); let {f: x} = g", "a b C d e f g x", "y z Y"),
        ("a.php", "use X\\A as F; new B; c($x, $z);\n#[D]\n$x = e;\nf() ->y;", "A B c D e f F X", "x y z"),
    ],
)
def test_what_a_text_can_call(path: str, text: str, called: str, mentioned: str) -> None:
    dialect = dialect_of(path)
    found = None if dialect is None else callees(text.encode(), dialect.name)
    assert found is not None
    assert set(called.encode().split()) <= found.names
    assert found.names.isdisjoint(mentioned.encode().split())


@pytest.mark.parametrize(
    ("path", "text", "members", "others"),
    [
        (
            "a.rs",
            "a.get(x); let v = b.put(y)\n  .post::<T>(z); let w = d.head; 0..tail(e); h::del(x)",
            "get put post",
            "head tail del",
        ),
        (
            "a.rs",
            "a.get(x); get(y); b.put(z); use h::put as q; c().each(d.all()); S { run: r.go }",
            "each all",
            "get put",
        ),
        (
            "a.php",
            "$a->get($x); A::put($y); $b?->post($z); 'a'.head($x); $t = $c->all; n\\tail($x);",
            "get put post",
            "head tail",
        ),
        ("a.py", "a.get(x)", "", "get"),
        ("a.ts", "a.get(x)", "", "get"),
    ],
)
def test_what_a_text_calls_as_members_only(path: str, text: str, members: str, others: str) -> None:
    dialect = dialect_of(path)
    found = None if dialect is None else callees(text.encode(), dialect.name)
    assert found is not None
    assert set(members.encode().split()) <= found.members <= found.names
    assert set(others.encode().split()) & found.names and found.members.isdisjoint(others.encode().split())


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("a.go", "package a\nfunc f() { g(1); var x T; return h }\n", {"f", "x"}),
        ("a.go", "package a\nfunc (s *S) Get() {}\nvar (\n\tb = 1\n\tc = d(\n)\n)\n", {"Get", "b", "c"}),
        ("a.go", "package a\nvar m = M{run: func() {}}\nfunc f() { a, b = 1, 2 }", {"m", "run", "a", "b"}),
        ("a.rs", "use a::{b as c, d};\nfn f() { g(); let x = 1; }\nimpl<T> S<T> { }", {"c", "d", "f", "S"}),
        ("a.c", "#define M 1\nstatic int f(int a) { g(b); }\nenum { E = 1 };\n", {"M", "f", "E"}),
        (
            "a.c",
            "int f(void) {\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\nint g(void) { h(); }",
            {"f", "g", "h"},
        ),
        ("a.cpp", 'extern "C" {\nvoid f();\n}\nnamespace n { class K { void m(); }; }\nvoid n::K::m() {}', {"f", "K"}),
    ],
)
def test_what_an_outline_has(path: str, text: str, names: set[str]) -> None:
    dialect = dialect_of(path)
    found = None if dialect is None else outline(text.encode(), dialect.name)
    assert found is not None and found.names is not None
    assert {name.encode() for name in names} <= found.names


@pytest.mark.parametrize(
    ("path", "text", "absent"),
    [
        ("a.go", "package a\nfunc f() { g(1, h); return k.l }\n", {"g", "h", "k", "l"}),
        ("a.rs", "fn f() { g(h); k.l() }", {"g", "h", "k", "l"}),
        ("a.c", "int f(void) { g(h); k->l = 1; }", {"g", "h", "k"}),
        ("a.cpp", "namespace n { void f() { g(h); } }", {"g", "h"}),
    ],
)
def test_what_an_outline_has_not(path: str, text: str, absent: set[str]) -> None:
    dialect = dialect_of(path)
    found = None if dialect is None else outline(text.encode(), dialect.name)
    assert found is not None and found.names is not None
    assert found.names.isdisjoint(name.encode() for name in absent)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.go", "// Package a does it.\npackage a // import it\n", Preamble("a")),
        ("a.go", "/*\nIt is one\npackage of many.\n*/\npackage a; func f() {}", Preamble("a")),
        ("a.go", "/*\nUse it:\n\n\tpackage main\n\n\tfunc main() {}\n*/\n\n// Or so:\npackage a", Preamble("a")),
        ("a.go", "\ufeff//go:build linux\n\n/* one */ /* two */ package a", Preamble("a")),
        ("a.go", "func f() {}\npackage a\n", Preamble()),
        ("a.go", "package a;\nfunc f() {}", Preamble("a")),
        ("a.go", "func f() {}", Preamble()),
        (
            "a.c",
            '#include "a.h"\n # include <b/c.h>\n/* #include "d.h"\n#include "e.h" */\n',
            Preamble("", ("a.h", "<b/c.h>")),
        ),
        ("a.c", 'int a; // /*\n#include "a.h"\n', Preamble("", ("a.h",))),
        ("a.py", "import a", Preamble()),
    ],
)
def test_what_a_preamble_says(path: str, text: str, expected: Preamble) -> None:
    dialect = dialect_of(path)
    assert dialect is not None and preamble(text.encode(), dialect.name) == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.c", '#include "a.h"\n' * 20_000),
        ("a.c", "/* \n" + '#include "a.h"\n' * 20_000),
        ("a.c", "enum " * 40_000),
        ("a.c", "enum {" * 40_000),
        ("a.c", " " * 200_000 + "::"),
        ("a.cpp", "a<" * 60_000 + "::" + " " * 60_000),
        ("a.c", "'" * 100_001 + "{" * 50_000),
        ("a.c", "[" * 100_000 + "=" * 100_000),
        ("a.c", '#include "a.h"\n' + '\\"' * 100_000),
        ("a.c", '"' + "\\a" * 100_000 + "\\"),
        ("a.cpp", ", a " * 60_000),
        ("a.rs", "use " * 50_000),
        ("a.rs", "extern crate " * 20_000),
        ("a.rs", "impl " * 50_000),
        ("a.rs", "fn " + " " * 200_000),
        ("a.go", "func (" * 40_000),
        ("a.go", "var (\n" * 40_000),
        ("a.go", "a, " * 60_000 + "="),
        ("a.go", "a . " * 60_000 + "="),
        ("a.go", "package \n" * 30_000),
        ("a.go", "/*\n" * 30_000),
        ("a.go", "/**/ // \n" * 30_000),
        ("a.ts", "( " * 100_000),
        ("a.ts", ": " * 100_000),
        ("a.ts", "= " * 100_000),
        ("a.ts", "a as " * 50_000),
        ("a.ts", "from new @" * 20_000),
        ("a.ts", "export " * 30_000),
        ("a.ts", "export /*" * 20_000),
        ("a.ts", "export const {a}: X;\n" * 10_000),
        ("a.rs", "#[" * 100_000),
    ],
)
def test_no_text_makes_an_outline_slow(path: str, text: str) -> None:
    dialect = dialect_of(path)
    assert dialect is not None
    name, data = dialect.name, text.encode()
    assert takes_little(lambda: (outline(data, name), preamble(data, name), callees(data, name)))


@pytest.mark.parametrize(
    ("text", "nameless"),
    [
        ("export const a = 1, b = { c: 2 };\nexport type d<T> = T; export let { e } = f, g; export default h;", ""),
        ("export { a, type b, c as d } from './d'\nexport enum e {}\nexport abstract class f { g = 1 }\na *= 2", ""),
        (
            "export declare const a: (b: string) => void;\nexport namespace c { const d = 1; }\nlet my_export = e * f",
            "",
        ),
        ("export * from './a'", "*"),
        ("import a from 'a'\nexport\n  type * as a from './a'", "*"),
        ("export = a;", "="),
        ("export import a = require('a');", "="),
        ("export async a = () => {};\nexport type = 1", "="),
        ("export /* all */ * from './a'", "* ="),
        ("export // one\n = a", "* ="),
        ("module.exports = a", "* ="),
        ("exports.a = require('a');", "* ="),
    ],
)
def test_an_outline_tells_what_is_exported_without_a_name(text: str, nameless: str) -> None:
    told = outline(text.encode(), "typescript")
    assert told is not None and told.nameless == set(nameless.split())
    exported = View("a.ts", extract(text.encode(), "typescript", frozenset())).names("exports")
    assert told.nameless.issuperset({ALL, ONLY}.intersection(exported))
