from __future__ import annotations

from collections.abc import Collection

import pytest

from seamark.extract import preamble
from seamark.extract.facts import Facts
from tests.unit.extract.render import EVERY, bindings, definitions, read, shown, sites


def facts(text: str | bytes, words: Collection[str] = EVERY) -> Facts:
    return read(text, "kotlin", words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Texts.
        ('"a"', '"a"'),
        (r'"\"\n\u00e9\$x"', r'"\"\né$x"'),
        ('"/a/$b/${c.d}/e"', '"/a/" + b + "/" + c.d + "/e"'),
        ('"""a\\n$b"""', '"a\\\\n" + b'),
        ("'/'", '"/"'),
        ('"/a" + b', '"/a" + b'),
        # Scalars.
        ("1", "1"),
        ("-1", "-1"),
        ("true", "true"),
        ("null", "null"),
        ("1 + 2", "?"),
        # What says what its inside says.
        ("(a)", "a"),
        ("a as String", "a"),
        ("a!!", "a"),
        # Members.
        ("a.b.c", "a.b.c"),
        ("a?.b", "a.b"),
        ("this.b", "this.b"),
        ('a["b"]', 'a["b"]'),
        ("a.b.C.D", "<a.b>.C.D"),
        ("A::class", "A"),
        ("A::class.java", "A"),
        ("::show", "show"),
        ("Users::show", "Users.show"),
        # Calls.
        ("f(a, b = c, *d)", "f(a, b=c, *d)"),
        ("a.b<T>(1).c(2)", "a.b(1).c(2)"),
        ("f(a) { b }", "f(a, f#0)"),
        ("f { b }", "f(f#0)"),
        ("object : A { }", "new f#0()"),
        # Choices.
        ('if (a) "b" else "c"', '"b" | "c"'),
        ('if (a) { x(); "b" } else return', '"b"'),
        ('when (a) { 1 -> "b"; else -> throw E() }', '"b"'),
        ("a ?: b", "a ?? b"),
        # Nothing.
        ("!a", "?"),
        ("a == b", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [one for one in facts(f"val it = {text}").bindings if one.name == "it"]
    assert [shown(one.value) for one in found] == [expected]


def test_definitions() -> None:
    text = """
    @A("x") abstract class C<T>(private val a: String, @Q("q") b: Int = 1) : D<T>(a), E, f.g.H {
        constructor(x: String) : this(x, 2)
        private fun <R> m(@P t: T, vararg c: Int): R { return t }
        companion object { fun of() = C("a") }
        abstract fun n()
    }
    interface I : J { fun b(): String }
    object O { fun x() = "x" }
    enum class K(val p: String) { X("x") { fun y() { } }, Z("z") }
    fun Route.orders(s: Service) = s
    """
    assert definitions(facts(text)) == [
        '@A("x") class C < D[T], E, <f.g>.H',
        "method C.C(a: String, b: Int = 1)",
        "method C.C(x: String)",
        "hidden method C.m(t: T = P(), *c: Int) -> R => t",
        'static method C.of() => C("a")',
        "method C.n()",
        "class I < J",
        "method I.b() -> String",
        "class O",
        'static method O.x() => "x"',
        "class K",
        "method K.K(p: String)",
        "class K.() < f#10",
        "method K.().y()",
        "function orders(self this: Route, s: Service) => s",
    ]


def test_bindings() -> None:
    text = """
    package a.b
    import c.D
    import c.E as F
    import e.*
    const val W = "/w"
    class K(val a: String) : L(a) {
        @V("\\${x}") lateinit var u: String
        val g: String get() = "/g"
        val z by lazy { "/z" }
        fun m(all: List<String>) {
            u = a
            for (one in all) { }
            all.forEach { x -> f(x) }
        }
    }
    """
    assert bindings(facts(text)) == [
        'package = "a.b"',
        "D = <c>.D",
        "F = <c>.E",
        "* = <e>.*",
        'W = "/w"',
        "K.a: String = a",
        "K.K.super() = super(a)",
        'K.u: String = V("${x}")',
        'K.g: String = "/g"',
        "K.z = lazy(f#2)",
        "K.u = a",
        "K.m.one = all[?]",
        "K.m.().x = all[?]",
    ]


def test_sites() -> None:
    text = 'class K { @Get @b.C("/x") fun m() { a.b("/y").c { d() } } }'
    assert {"K.m: Get()", 'K.m: a.b("/y")', "K.m.(): d()"} <= set(sites(facts(text)))


@pytest.mark.parametrize("text", ["class", "class K(", "class K { @A( fun", "import", 'val s = "$', "fun Route.", "@"])
def test_broken_texts_have_facts(text: str) -> None:
    assert facts(text).language == "kotlin"


def test_preamble() -> None:
    assert preamble(b"// package no\npackage a.b\nclass F\n", "kotlin").package == "a.b"
    assert preamble(b"class F\n", "kotlin").package == ""
