from __future__ import annotations

from functools import partial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Call, Concat, Facts, Literal
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import takes_little
from tests.unit.extract.render import assignments, bindings, definitions, read, shown, sites


def c(text: str | bytes) -> Facts:
    return read(text, "c")


def cpp(text: str | bytes) -> Facts:
    return read(text, "cpp")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ('"a"', '"a"'),
        ('""', '""'),
        (r'"\"\n\x41\101\?"', r'"\"\nAA?"'),
        ('L"a"', '"a"'),
        ("'a'", '"a"'),
        ('"a" "b"', '"a" + "b"'),
        ('"/api/" VERSION "/x"', '"/api/" + VERSION + "/x"'),
        ('BASE "/x"', 'BASE + "/x"'),
        ('"/a/%" PRIu64 "/b"', '"/a/%" + "u" + "/b"'),
        # Scalars.
        ("8080U", "8080"),
        ("0x10", "16"),
        ("-1.5f", "-1.5"),
        ("NULL", "null"),
        # One of several.
        ("a ? b : c", "b | c"),
        ("a ?: b", "a ?? b"),
        # What says what its inside says.
        ("(a)", "a"),
        ("(char *)a", "a"),
        ("&a", "a"),
        ("*a", "a"),
        ("(a, b)", "b"),
        # Members.
        ("a->b.c", "a.b.c"),
        ("a[1].b", "a[1].b"),
        ("a[i]", "a[i]"),
        # Calls.
        ("f(a, g(1))", "f(a, g(1))"),
        ("a->f(1)(2)", "a.f(1)(2)"),
        ('a == "b"', 'a.==("b")'),
        # Collections.
        ('{"a", f}', 'new t("a", f)'),
        ('{.url = "/x", .handler = f}', '{url: "/x", handler: f}'),
        ('{"/x", .handler = f}', '{0: "/x", handler: f}'),
        ("{[2] = a, b}", "new t(a, b)"),
        ("(struct x){.a = 1}", "{a: 1}"),
        # Nothing.
        ("a + 1", "?"),
        ("a == b", "?"),
        ("sizeof(a)", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in c(f"struct t it = {text};").bindings if binding.name == "it"]
    assert [shown(binding.value) for binding in found] == [expected]


def test_spans() -> None:
    source = '#define API "é" "/x"\nchar *it = f("é", "/a" B);'.encode()
    defined, it = c(source).bindings
    call = it.value
    assert isinstance(defined.value, Concat)
    assert isinstance(call, Call)
    literal, built = (argument.value for argument in call.arguments)
    assert isinstance(literal, Literal)
    assert isinstance(built, Concat)
    parts = [*defined.value.parts, call, literal, *built.parts]
    assert [source[part.start : part.end].decode() for part in parts if not isinstance(part, str)] == [  # type: ignore[union-attr]
        "é", "/x", 'f("é", "/a" B)', "é", "/a", "B",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("static int f(const char *a, struct b *c, d e[], unsigned long g) { return 1; }",
         ["function f(a: char, c: b, e: d, g: unsigned long) -> int => 1"]),
        ("int *f(void) { return &x; }", ["function f() -> int => x"]),
        ("void f(int (*a)(int), ...) {}", ["function f(a, *...) -> void"]),
        ("int f(a, b) char *a; int b; { return b; }", ["function f(a, b) -> int => b"]),
        ("int f(int a);", []),
        ("struct a { int b; }; union c { int d; }; enum e { F };", ["class a", "class c", "class e"]),
        ("typedef struct { int b; } a;", ["class a"]),
        ('#define F(a, b) "/x/" a\n#define G(x) do { x(); } while (0)\n#define H(a, ...) f(a, 1)\n',
         ['function F(a, b) => "/x/" + a', "function G(x) => [x()]", "function H(a, *...) => f(a, 1)"]),
        ("EXPORT(a, b)\n{ return 1; }", ["function a() => 1"]),
        ("#define F(a, b) (!strcmp(a, b))\n#define G(a, b) ((a) && f((a)->c, b) == 0 ? 1 : 0)\n",
         ["function F(a, b) => strcmp(a, b).==(0)", "function G(a, b) => f(a.c, b).==(0)"]),
        ("#define F(a, b) (a.n == sizeof(b) && !memcmp(a.p, b, a.n))\n#define G(a, b) (a > b)\n",
         ["function F(a, b)", "function G(a, b)"]),
        ("int f(int a, int b) { if (!a) return 0; return g(a, b) != 0; }",
         ["function f(a: int, b: int) -> int => 0; g(a, b).!=(0)"]),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(c(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('static const char *A = "x", *b;', ['A: char = "x"', "b: char = ?"]),
        ('char a[] = "x"; char b[] = "";', ['a: char = "x"', 'b: char = ""']),
        ("char a[9] = {0}; void f() { char b[9] = {0}; }", ["a: char = ?", 'f.b: char = ""']),
        ('static struct r s[] = {{"/a", f}, {.u = "/b", .h = g}};', ['s: r = [new r("/a", f), {u: "/b", h: g}]']),
        ("int (*f)(int) = g; int h(int); extern char *e;", ["f = g"]),
        ('gchar *a[] = {"/b"}; X *c[2] = {&d, &e};', ['a: gchar = ["/b"]', "c: X = [d, e]"]),
        ("enum a { B = 1, C }; struct d { enum { E } f; };", ["B = 1", "C = 2", "d.E = 0", "d.f = ?"]),
        ("struct a { char *b; int (*c)(int); };", ["a.b: char = ?", "a.c = ?"]),
        ("typedef struct a b; typedef struct c c; typedef d *e;", ["b = a", "e = d"]),
        ('#include "a/b.h"\n#include <curl/curl.h>\n#include MACRO\n', ["* = <a/b.h>.*", "* = <<curl/curl.h>>.*"]),
        ('#define A "x"\n#define B "/api/" A // c\n#define C (80)\n#define D A\n#define E\n#define F g(A)\n',
         ['A = "x"', 'B = "/api/" + A', "C = 80", "D = A", "F = g(A)"]),
        ("#define A f(\n#define B do {} while (0)\n", ["A = ?", "B = ?"]),
        ("#ifndef A_H\n#define A_H\nint a = 1;\n#endif\n", ["a: int = 1"]),
        ("\n#if A\nint a = 1;\n#elif B\nint a = 2;\n#else\nint a = 3;\n#endif\n",
         ["a?: int = 1", "a?: int = 2", "a?: int = 3"]),
        ("\n#ifdef A\nint b;\n#endif\n", ["b?: int = ?"]),
        ("void f() { int a = 1; if (b) a = 2; else a = 3; while (c) { a = 4; } }",
         ["f.a: int = 1", "f.a?: int = 2", "f.a?: int = 3", "f.a?: int = 4"]),
        ("char *a; void f() { a = 1; }", ["a: char = ?", "a? = 1"]),
        ("void f() { for (struct r *p = rs; p->u; p++) g(p->u); }", ["f.p: r = rs", "f.p = rs[?]"]),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    assert bindings(c(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('snprintf(u, 9, "/a/%d/%s", 1, b);', '"/a/%d/%s".sprintf(1, b)'),
        ('sprintf(u, "/a/%" PRIu64, b);', '("/a/%" + "u").sprintf(b)'),
        ("vsnprintf(u, 9, fmt, ap);", "fmt.sprintf(ap)"),
        ('asprintf(&u, "/a/%d", b);', '"/a/%d".sprintf(b)'),
        ('strcpy(u, "/a");', '"/a"'),
        ('strncpy(u, "/a", 9);', '"/a"'),
        ('strcat(u, "/a");', 'u + "/a"'),
        ('strncat(u, "/a", 9);', 'u + "/a"'),
        ('snprintf(u + strlen(u), 9, "/%d", b);', 'u + "/%d".sprintf(b)'),
        ('snprintf(&u[n], 9, "/%d", b);', 'u + "/%d".sprintf(b)'),
        ('snprintf(&u[0], 9, "/%d", b);', '"/%d".sprintf(b)'),
        ("u[0] = '\\0';", '""'),
        ("*u = 0;", None),
        ("u[1] = 0;", None),
    ],
)
def test_buffers(text: str, expected: str | None) -> None:
    wanted = ["f.u: char = ?"] + ([f"f.u: char = {expected}"] if expected is not None else [])
    assert bindings(c(f"void f() {{ char u[9]; {text} }}")) == wanted
    assert bindings(cpp(f"void f() {{ char u[9]; {text} }}")) == wanted


def test_what_is_appended_follows_what_was_there() -> None:
    facts = c('void f() { char u[9]; strcpy(u, "/a"); strcat(u, b); }')
    appended = facts.bindings[-1]
    assert isinstance(appended.value, Concat)
    before = appended.value.parts[0]
    assert shown(before) == "u"
    assert facts.bindings[-2].start < before.start < appended.start  # type: ignore[union-attr]


def test_assignments() -> None:
    text = 'void f(struct a *b) { b->c = "/x"; b->d.e = 1; sprintf(b->g, "/%d", 1); strcat(b->g, h); }'
    assert assignments(c(text)) == ['b.c = "/x"', "b.d.e = 1", 'b.g = "/%d".sprintf(1)', "b.g = b.g + h"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("memset(&b, 0, sizeof(b)); bzero(&b, sizeof(b));", ["b.* = null", "b.* = null"]),
        ("struct a *b = calloc(1, sizeof *b); b = g_new0(a, 1);", ["b.* = null", "b.* = null"]),
        ("char b[9]; memset(b, 0, 9); memset(&c, 255, 9); b = malloc(9);", []),
    ],
)
def test_fields_that_are_set_to_nothing(text: str, expected: list[str]) -> None:
    assert assignments(c(f"void f() {{ {text} }}")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { curl_easy_setopt(c, CURLOPT_URL, u); }", ["f: curl_easy_setopt(c, CURLOPT_URL, u)"]),
        ("void f() { a->b(c->d(1)); }", ["f: a.b(c.d(1))", "f: c.d(1)"]),
        ('void f() { if (!strcmp(a, "/x") && b == "/y") {} }', ['f: strcmp(a, "/x")', 'f: b.==("/y")']),
        ('REGISTER("/x", handler);', ['REGISTER("/x", handler)']),
        ('ROUTE("/x", name) {\n  g();\n}', ['name: ROUTE("/x", name)', "name: g()"]),
    ],
)
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(c(text)) == expected


def test_huge_tables_say_nothing() -> None:
    rows = ", ".join('{"/a", f}' for _ in range(600))
    assert bindings(c(f"struct r a[] = {{{rows}}}; int b[] = {{{'1, ' * 20}}};")) == ["a: r = ?", "b: int = ?"]


SAMPLE = """#include "a.h"
#define API "/é/" V
#define F(a, ...) g("/x" a, __VA_ARGS__)
#ifdef X
static const char *u = BASE "/a" B;
#else
char u[] = "x";
#endif
METHOD_LIST_BEGIN
ENDPOINT("GET", "/x", get)
{ return 1; }
enum e { A = 1, B }; typedef struct { struct s *t; int (*cb)(int, char *[]); } T;
static struct r rs[] = {{"/a", f}, {.u = "/b", .h = g}, [3] = {1}};
int f(a, b) char *a; int b; { for (struct r *p = rs; p->u; p++) h(p->u); char z[9]; z[0] = '\\0';
  snprintf(&z[n], sizeof(z), "/%" PRIu64 "/x", a ?: b); strcat(z, (char *)q); x = (struct X){.a = 1};
  if (a == "/x") { c->d = e[1](2); } else return rs; switch (a) { case 1: b = 'c'; default: b += 2; } }
"""


@given(st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(at: int, length: int) -> None:
    data = SAMPLE.encode()
    for facts in (c, cpp):
        facts(data[:at])
        facts(data[at:])
        facts(data[:at] + data[at + length :])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "int x = " + "(" * 900 + "1" + ")" * 900 + ";",
        "int x = " + "{" * 900 + "1" + "}" * 900 + ";",
        "int x = " + "f(" * 900 + "1" + ")" * 900 + ";",
        "int x = " + "*" * 5000 + "a;",
        "int " + "*" * 5000 + "a;",
        "int " + "(" * 900 + "a" + ")" * 900 + ";",
        "int x = a" + "->b()" * 3000 + ";",
        'char *x = "a"' + ' B "b"' * 3000 + ";",
        "void f() {" + "a = " * 3000 + "1; }",
        "void f() {" + "if (a) {" * 300 + "}" * 300 + "}",
        "struct a {" * 300 + "};" * 300,
        "#if A\n" * 300 + "#endif\n" * 300,
        "int f(int);\n" * 5000,
        "#define A(x) g(x)\n" * 3000,
        "#define A " + "(" * 5000 + "\n",
        "FOO(\n" * 3000,
        "FOO\n" * 3000,
        "@\n" + "FOO(a)\n" * 3000,
        "int a[] = {" + "1, " * 100000 + "};",
        "enum a {" + "B," * 5000 + "};",
    ],
    ids=lambda text: text[:12],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    for facts in (c, cpp):
        assert takes_little(partial(facts, text))
        with deep_stack():
            assert msgspec.msgpack.encode(facts(text))


def test_a_loop_of_an_empty_statement_leaves_its_file_readable() -> None:
    assert sites(c('void f(char *p) { while (*p) { ; p++; } get("/a"); }')) == ['f: get("/a")']
