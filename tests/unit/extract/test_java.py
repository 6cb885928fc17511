from __future__ import annotations

from collections.abc import Collection

import pytest

from seamark.extract import outline, preamble
from seamark.extract.facts import Facts
from tests.unit.extract.render import EVERY, assignments, bindings, definitions, read, shown, sites


def facts(text: str | bytes, words: Collection[str] = EVERY) -> Facts:
    return read(text, "java", words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Texts.
        ('"a"', '"a"'),
        (r'"\"\n\t\u00e9\101\s"', r'"\"\n\téA "'),
        ('"""\n    a\n      b\\\n    c "d"\n    """', r'"a\n  bc \"d\"\n"'),
        ('"""\n  /a"""', '"/a"'),
        ("'/'", '"/"'),
        ("\"/a/\" + b + '/' + 1", '"/a/" + b + "/" + 1'),
        ('("/a" + b) + c', '("/a" + b) + c'),
        # Scalars.
        ("1", "1"),
        ("-1.5", "-1.5"),
        ("true", "true"),
        ("null", "null"),
        ("1 + 2", "?"),
        # What says what its inside says.
        ("(a)", "a"),
        ("(String) a", "a"),
        ("a = b", "b"),
        ("A.class", "A"),
        # Members.
        ("a.b.c", "a.b.c"),
        ("this.b", "this.b"),
        ("A.this", "this"),
        ("a[0]", "a[0]"),
        ("a.b.C.D", "<a.b>.C.D"),
        ("java.util.List.of(a)", "<java.util>.List.of(a)"),
        ("a.b.MAX", "a.b.MAX"),
        ("List.of", "List.of"),
        # Calls.
        ("f(a, b)", "f(a, b)"),
        ("a.<T>b(1).c(2)", "a.b(1).c(2)"),
        ("super.f(a)", "super.f(a)"),
        ("this::show", "this.show"),
        ("Users::new", "Users"),
        ("new A<>(b)", "new A(b)"),
        ("new a.b.C(d)", "new <a.b>.C(d)"),
        ("new A(b) { void c() { } }", "new f#1(b)"),
        # Choices and lists.
        ('a ? "b" : "c"', '"b" | "c"'),
        ('switch (a) { case 1 -> "b"; case 2 -> { yield "c"; } default -> throw new E(); }', '"b"'),
        ("new String[] {a, b}", "[a, b]"),
        ("new int[3]", "?"),
        # Functions.
        ("b -> c", "f#1"),
        # Nothing.
        ("!a", "?"),
        ("a == b", "?"),
        ("a - b", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [one for one in facts(f"class K {{ Object it = {text}; }}").bindings if one.name == "it"]
    assert [shown(one.value) for one in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T", "T"),
        ("a.b.T", "<a.b>.T"),
        ("Outer.Inner", "Outer.Inner"),
        ("List<T>", "List[T]"),
        ("Map<K, V>", "Map[[K, V]]"),
        ("long", "long"),
        ("T[]", None),
    ],
)
def test_types(text: str, expected: str | None) -> None:
    found = [one.type for one in facts(f"class K {{ {text} it; }}").bindings if one.name == "it"]
    assert [None if kind is None else shown(kind) for kind in found] == [expected]


def test_definitions() -> None:
    text = """
    @A("x") @B(c = {1, 2}) abstract class C<T> extends D<T> implements E, f.g.H {
        C(@Q("q") String a, List<T> b, int... c) { super(a); }
        private static <R> R m(@P T t) { return t; }
        abstract void n();
    }
    interface I extends J { default String a() { return "a"; } void b(); }
    record R(String a, long b) implements S { }
    enum K { X("x") { void y() { } }, Z; K(String p) { } }
    @interface N { String value() default "v"; }
    """
    assert definitions(facts(text)) == [
        '@A("x") @B(c=[1, 2]) class C < D[T], E, <f.g>.H',
        'method C.C(a: String = Q("q"), b: List[T], *c)',
        "hidden static method C.m(t: T = P()) -> R => t",
        "method C.n()",
        "class I < J",
        'method I.a() -> String => "a"',
        "method I.b()",
        "class R < S",
        "method R.R(a: String, b: long)",
        "class K",
        "class K.() < f#9",
        "method K.().y()",
        "method K.K(p: String)",
        "class N",
        'method N.value() -> String => "v"',
    ]


def test_bindings() -> None:
    text = """
    package a.b;
    import c.D;
    import e.*;
    import static f.G.h;
    import static f.G.*;
    class K {
        @V("${x}") private String u;
        static final String W = "/w", X;
        K(String a) { super(a); this.y = a; z = a; u = a; }
        void m(List<String> all) {
            var b = 1;
            for (String one : all) { b += one; }
            try (R r = open()) { } catch (E e) { }
            if (b instanceof T t && t.ok()) { }
        }
    }
    record R(String p) { }
    """
    found = facts(text)
    assert bindings(found) == [
        'package = "a.b"',
        "D = <c>.D",
        "* = <e>.*",
        "h = <f.G>.h",
        "* = <f.G>.*",
        'K.u: String = V("${x}")',
        'K.W: String = "/w"',
        "K.X: String = ?",
        "K.K.super() = super(a)",
        "K.y = a",
        "K.z = a",
        "K.u = a",
        "K.m.b = 1",
        "K.m.one: String = all[?]",
        "K.m.b? = b + one",
        "K.m.r: R = open()",
        "K.m.e = ?",
        "K.m.t: T = b",
        "R.p: String = p",
    ]
    assert assignments(found) == []


def test_sites() -> None:
    text = """
    @A class K {
        @Get @b.c.D("/x") void m() { a.b("/y").c(); new E<>(); new f.G(); }
    }
    """
    assert sites(facts(text)) == [
        "K: A()",
        "K.m: Get()",
        'K.m: <b.c>.D("/x")',
        'K.m: a.b("/y").c()',
        'K.m: a.b("/y")',
        "K.m: new E()",
        "K.m: new f.G()",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "class",
        "class K { @",
        "class K { @A( void",
        "package ;",
        "import static ;",
        'class K { String s = "',
        "record R(",
    ],
)
def test_broken_texts_have_facts(text: str) -> None:
    assert facts(text).language == "java"


def test_preamble_and_outline() -> None:

    text = b"// package no;\npackage a.b.c;\nimport d.E;\npublic class F { int g; }\n"
    assert preamble(text, "java").package == "a.b.c"
    told = outline(text, "java")
    assert told is not None and told.names is not None and {b"E", b"F", b"package"} <= told.names
    assert b"g" not in told.names
