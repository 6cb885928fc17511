from __future__ import annotations

import time
from collections.abc import Collection

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Call, Concat, Facts, List, Literal, Value
from seamark.extract.go.imports import package_names
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import EVERY, assignments, bindings, definitions, read, shown, sites


def facts(text: str | bytes, words: Collection[str] = EVERY) -> Facts:
    return read(text, "go", words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ('"a"', '"a"'),
        ('""', '""'),
        (r'"\"\n\t\\\u00e9\xc3\xa9\303\251\U0001F600"', r'"\"\n\t\\ééé😀"'),
        ('`a\\n\r\n"b"`', '"a\\\\n\\n\\"b\\""'),
        ("``", '""'),
        ('"/a/" + b + "/c"', '"/a/" + b + "/c"'),
        ('("/a" + b) + c', '("/a" + b) + c'),
        ('fmt.Sprintf("/a/%s", b)', 'fmt.Sprintf("/a/%s", b)'),
        # Scalars.
        ("1", "1"),
        ("-1.5", "-1.5"),
        ("'a'", "a"),
        (r"'\n'", "\n"),
        ("true", "true"),
        ("nil", "nil"),
        ("1 + 2", "?"),
        # What says what its inside says.
        ("(a)", "a"),
        ("&a", "a"),
        ("*a", "a"),
        ("<-a", "a"),
        ("a.(*T)", "a"),
        ("[]byte(a)", "a"),
        ("string(a)", "a"),
        ("(*T)(a)", "a"),
        ("interface{}(a)", "a"),
        # Members.
        ("a.b.c", "a.b.c"),
        ("(*T).b", "T.b"),
        ('a["b"]', 'a["b"]'),
        ("a[i]", "a[i]"),
        ("a[1:2]", "?"),
        # Calls.
        ("f(a, b...)", "f(a, *b)"),
        ("a.b(1)(2)", "a.b(1)(2)"),
        ("a.(T).b()", "a.b()"),
        ("append(a, b, c)", "[a[?], b, c]"),
        ("append(a, b...)", "[a[?], b[?]]"),
        ("http.HandlerFunc(s.list)", "http.HandlerFunc(s.list)"),
        ("f[T](a)", "f(a)"),
        ("f[int](a, b)", "f(a, b)"),
        ("f[T, *a.U](a, b)", "f(a, b)"),
        ("a.f[T](b)", "a.f(b)"),
        ("a.f[[]T](b, c)", "a.f(b, c)"),
        ("a[i](b, c)", "a[i](b, c)"),
        ('a["i"](b)', 'a["i"](b)'),
        # Making things.
        ("new(a.T)", "new a.T()"),
        ("make([]T, 0, 9)", "[]"),
        ("make(map[K]T)", "{}"),
        ("make(chan T)", "?"),
        ("S{}", "new S()"),
        ("S{B: c, D: 1}", "new S(B=c, D=1)"),
        ("&a.S{B: c}", "new a.S(B=c)"),
        ('S{"a", b}', 'new S("a", b)'),
        ("G[T]{a}", "new G[T](a)"),
        ("struct{ a int }{1}", "new f#0(1)"),
        ("[]T{a, b}", "[a, b]"),
        ('[...]string{0: "a", 1: "b"}', '["a", "b"]'),
        ('[]R{{"a", b}, R{C: d}, {C: e}}', '[new R("a", b), new R(C=d), new R(C=e)]'),
        ('[]*a.R{{"b"}}', '[new a.R("b")]'),
        ("[][]R{{{a}, {b}}, nil}", "[[new R(a), new R(b)], nil]"),
        ('[][]string{{"a"}}', '[["a"]]'),
        ('[]struct{ a, b string }{{"c", "d"}}', '[new f#0("c", "d")]'),
        ('map[string]R{"a": {b}, c: {D: e}}', "{a: new R(b), : new R(D=e)}"),
        ("map[K]V{A: b, C: d}", "{: b, : d}"),
        ('map[string][]R{"a": {{b}}}', "{a: [new R(b)]}"),
        ('gin.H{"a": b}', "{a: b}"),
        # Of a type that is known elsewhere: what it holds is an element of it.
        ('Routes{{"a", b}, R{c}}', '[new Routes[?]("a", b), new R(c)]'),
        ('Routes{"a": {b}}', "{a: new Routes[?](b)}"),
        ("Routes{R{a}, R{b}}", "new Routes(new R(a), new R(b))"),
        ('url.Values{"a": {"b"}}', '{a: new url.Values[?]("b")}'),
        # Functions.
        ("func(r chi.Router) {}", "f#0"),
        ("[]F{func() {}, f}", "[f#0, f]"),
        # Nothing.
        ("!a", "?"),
        ("a == b", "?"),
        ("a - b", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in facts(f"package p\nvar it = {text}").bindings if binding.name == "it"]
    assert [shown(binding.value) for binding in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T", "T"),
        ("*a.T", "a.T"),
        ("G[T]", "G[T]"),
        ("G[T, a.U]", "G[[T, a.U]]"),
        ("[]*T", "[T]"),
        ("[3]T", "[T]"),
        ("map[string]T", "[T]"),
        ("map[string][]T", "[[T]]"),
        ("chan T", "T"),
        ("struct{ a T }", "f#0"),
        # Nothing can follow from these.
        ("string", None),
        ("[]*string", None),
        ("map[T]error", None),
        ("func(a T)", None),
        ("interface{}", None),
    ],
)
def test_types(text: str, expected: str | None) -> None:
    found = [binding.type for binding in facts(f"package p\nvar it {text}").bindings if binding.name == "it"]
    assert [None if kind is None else shown(kind) for kind in found] == [expected]


def test_spans() -> None:
    source = 'package p\nvar it = f("é", `b`, "/a/"+b, []R{{"c"}})'.encode()

    def at(found: Value) -> str:
        assert isinstance(found, Literal | Call | Concat | List)
        return source[found.start : found.end].decode()

    call = facts(source).bindings[1].value
    assert isinstance(call, Call)
    accented, raw, built, listed = (argument.value for argument in call.arguments)
    assert isinstance(listed, List)
    assert at(call) == source.partition(b"= ")[2].decode()
    assert [at(accented), at(raw), at(built)] == ["é", "b", '"/a/"+b']
    assert [at(listed), at(listed.items[0])] == ['[]R{{"c"}}', '{"c"}']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("func f(a, b T, _ string, c ...a.U) R { return a }", ["function f(a: T, b: T, _, *c: a.U) -> R => a"]),
        ("func f() (*R, error) { if a { return nil, err }; return &R{}, nil }",
         ["function f() -> R => nil; new R()"]),
        ("func f() (r R, err error) { r = g(); return }", ["function f() -> R => r"]),
        ("func f() (r R) { return g() }", ["function f() -> R => g()"]),
        ("func f() (R, *S, string) { return a, b, c }",
         ["function f() -> R #1 -> S #1 = b #2 = c => a"]),
        ("func f() (a R, b S) { b = g(); return }", ["function f() -> R #1 -> S #1 = b => a"]),
        ("func f() (R, S) { return g() }", ["function f() -> R #1 -> S #1 = g()#1 => g()"]),
        ("func f(int, a.T) error", ["function f(, : a.T)"]),
        ("func f[T any](a T) []T { return nil }", ["function f(a: T) -> [T] => nil"]),
        ("func f() func() { return func() {} }", ["function f() => f#1", "function f.()()"]),
        ("func (s *S) f(a T) { g(func() {}) }", ["method f(self s: S, a: T) of S", "function f.()()"]),
        ("func (S) f() {}; func (g G[T]) h() {}", ["method f(self : S) of S", "method h(self g: G[T]) of G"]),
        ("type S struct { *B; a.C; d, e T; G[T] }", ["class S < B, a.C, G[T]"]),
        ("type ( A struct {}; B = struct { a int } )", ["class A", "class B"]),
        ("type S struct { a struct { b int } }", ["class S", "class S.()"]),
        ("type I interface { a.J; K; f(a T) *R; ~int | string }",
         ["class I < a.J, K", "method I.f(self , a: T) -> R"]),
        ("type A func(b T); type C []D", []),
        # Names of function literals.
        ("var a = func() {}; var b, c = func() {}, func() {}", ["function a()", "function b()", "function ()()"]),
        ("func f() { a := func() {}; a = func() {}; b.c = func() {}; _ = func() {}; g(func() {}) }",
         ["function f()", "function f.a()", "function f.a()", "function f.c()", "function f.()()", "function f.()()"]),
        ('var a = S{B: func() {}, c.D: func() {}}; var e = M{"/f": func() {}}',
         ["function B()", "function ()()", "function /f()"]),
        ("func f() { switch { case a: func() {}() } }", ["function f()", "function f.()()"]),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(facts("package p\n" + text)) == expected


def test_the_span_of_a_definition() -> None:
    text = "package p\ntype S struct{}\n// Why.\nfunc (s *S) f() {}\n"
    struct, method = facts(text).definitions
    assert text[struct.start : struct.end] == "S struct{}"
    assert text[method.start : method.end] == "func (s *S) f() {}"
    assert text[method.name_start : method.name_end] == "f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Imports.
        ('import "net/http"', ["http = <net/http>"]),
        ('import (\n  a "b/c" // d\n  . "e"\n  _ "f"\n  `g/h`\n)', ["a = <b/c>", "* = <e>.*", "h = <g/h>"]),
        # Constants.
        ('const A, B = "/a", 1', ['A = "/a"', "B = 1"]),
        ('const (\n  A T = iota\n  B\n  _\n  C // c\n  D = "d"\n  E\n)',
         ["A: T = 0", "B: T = 1", "C: T = 3", 'D = "d"', 'E = "d"']),
        ("const (\n  A = 1 << iota\n  B\n)", ["A = ?", "B = ?"]),
        # Variables.
        ("var a, b = f()", ["a = f()", "b = f()#1"]),
        ("var (\n  a = 1\n  b T\n  c, d U = e, f\n)", ["a = 1", "b: T = ?", "c: U = e", "d: U = f"]),
        ("var _ I = (*T)(nil)", []),
        ("func f() { a, err := g(); b, ok := m[k]; c, d := d, c }",
         ["f.a = g()", "f.b = m[k]", "f.ok = ?", "f.c = d", "f.d = c"]),
        ("func f() { a, b, err := g(); if err := h(); err != nil { err = i() } }", ["f.a = g()", "f.b = g()#1"]),
        ("func f() { a, _ := b.(*c.T); d := <-e }", ["f.a: c.T = b", "f.d = e"]),
        ("func f() (a T, b, c string) { a = d; return }", ["f.a: T = ?", "f.b = ?", "f.c = ?", "f.a = d"]),
        # What is set.
        ("var a = 1\nfunc f(b T) { a = 2; b = 3; c := 4; func() { c = 5; d := 6 }() }",
         ["a = 1", "a? = 2", "f.b = 3", "f.c = 4", "f.c? = 5", "f.().d = 6"]),
        ('func f() { a := b; a += "c"; a -= 1; *a = 2; a[0] = 3; _ = a; a++ }',
         ["f.a = b", 'f.a = a + "c"', "f.a = ?"]),
        ("func f() { var a, b T; a, b = g() }", ["f.a: T = ?", "f.b: T = ?", "f.a = g()", "f.b = g()#1"]),
        # Blocks.
        ("func f() { var a T; if b := g(); b { a = 1 } else if c { a = 2 } else { a = 3 }; a = 4 }",
         ["f.a: T = ?", "f.b = g()", "f.a? = 1", "f.a? = 2", "f.a? = 3", "f.a = 4"]),
        ("func f() { for i, r := range rs { a := r }; for k := range m {}; for i := 0; ; i++ { b := 1 } }",
         ["f.i = rs[?].[]=", "f.r = rs[?]", "f.a? = r", "f.k = m[?].[]=", "f.i = 0", "f.b? = 1"]),
        ("func f() { var r T; for _, r = range rs {}; for range 9 {} }", ["f.r: T = ?", "f.r = rs[?]"]),
        ("func f() { switch a := b(); a { case 1: c := 1; default: c := 2 } }",
         ["f.a = b()", "f.c? = 1", "f.c? = 2"]),
        ("func f() { switch a := b.(type) { case *T: c := a } }", ["f.a = b", "f.c? = a"]),
        ("func f() { select { case a, ok := <-b: c := a; default: c := 1 } }",
         ["f.a? = b", "f.ok? = ?", "f.c? = a", "f.c? = 1"]),
        ("func f() { { a := 1 } }", ["f.a? = 1"]),
        # Types.
        ("type A []B; type C = a.D; type E string; type F func(); type G map[string]*H",
         ["A = [B]", "C = a.D", "E = string", "F = func", "G = [H]"]),
        ("type S struct { *B; a.C; d, e T `json:\"d\"`; f string; G[T]; h []T; *a.I[T] }",
         ["S.B: B = ?", "S.C: a.C = ?", 'S.d: T = `(json="d")', 'S.e: T = `(json="d")', "S.f = ?",
          "S.G: G[T] = ?", "S.h: [T] = ?", "S.I: a.I[T] = ?"]),
        ("type S struct { a struct { b T } }", ["S.().b: T = ?", "S.a: f#1 = ?"]),
        ("type I interface { f() }", []),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    found = [line for line in bindings(facts("package p\n" + text)) if not line.startswith("package =")]
    assert found == expected


def test_a_file_says_which_package_it_is_a_part_of() -> None:
    assert bindings(facts("package api_test")) == ['package = "api_test"']


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("fmt", ("fmt",)),
        ("net/http", ("http",)),
        ("github.com/go-chi/chi/v5", ("chi", "v5")),
        ("example.com/api/v1", ("v1",)),
        ("example.com/api/v1beta1", ("v1beta1",)),
        ("v5", ("v5",)),
        ("gopkg.in/yaml.v3", ("yaml",)),
        ("github.com/redis/go-redis/v9", ("redis", "v9")),
        ("github.com/nats-io/nats.go", ("nats",)),
        ("github.com/segmentio/kafka-go", ("kafka",)),
        ("a/b-c", ("bc", "b_c")),
        ("a/go", ("go",)),
        ("a/9", ()),
        ("resty.dev/v3", ("resty",)),
    ],
)
def test_what_a_package_may_be_called(path: str, expected: tuple[str, ...]) -> None:
    assert package_names(path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("func (s *S) f() { s.a = b; s.a.c += d; g().e = 1 }", ["s.a = b", "s.a.c = s.a.c + d", "g().e = 1"]),
        ("func f() { a.b, c.d = g(); a.b++; (a).b -= 1 }", ["a.b = g()", "c.d = g()#1", "a.b = ?"]),
        ("func f() { a.b, c = d, e; a[0] = 1 }", ["a.b = d"]),
    ],
)
def test_assignments(text: str, expected: list[str]) -> None:
    assert assignments(facts("package p\n" + text)) == expected


def test_every_top_level_name_is_offered() -> None:
    assert facts("package p\nvar a = 1").exports is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a.B("/c", d)', ['f: a.B("/c", d)']),
        ("g(h(1))", ["f: g(h(1))", "f: h(1)"]),
        ("a.B(1).C(2)", ["f: a.B(1).C(2)", "f: a.B(1)"]),
        ("g(func() { h() })", ["f: g(f#1)", "f.(): h()"]),
        ("go g(); defer h(); go func() { i() }()", ["f: g()", "f: h()", "f.(): i()"]),
        ("g[T](a); b.g[int](a); g[T, U](a)", ["f: g(a)", "f: b.g(a)", "f: g(a)"]),
        ("a(b.C{D: e}, &F{}, G[T]{1})",
         ["f: a(new b.C(D=e), new F(), new G[T](1))", "f: new b.C(D=e)", "f: new F()", "f: new G[T](1)"]),
        ('a := H{"b": c()}; (d)(1); e(1)(2)', ["f: c()", "f: e(1)"]),
        ("return a(1), b(2)", ["f: a(1)", "f: b(2)"]),
        ("if a() { b() }; for c() {}; switch d() { case e(): g() }; select { case <-h(): i() }",
         ["f: a()", "f: b()", "f: c()", "f: d()", "f: e()", "f: g()", "f: h()", "f: i()"]),
    ],
)  # fmt: skip
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(facts("package p\nfunc f() { " + text + " }")) == expected


def test_only_the_words_asked_for_are_sites() -> None:
    text = 'package p\nimport "net/http"\nfunc f() { http.Get(1); Post(2); g := http.Get; g(3); x(http.Get) }'
    assert sites(facts(text, {"Get"})) == ["f: http.Get(1)", "f: g(3)"]


def test_a_service_as_people_write_it() -> None:
    found = facts("""package api

import (
	"net/http"
	"github.com/go-chi/chi/v5"
)

const prefix = "/api"

type Server struct {
	*Base
	router chi.Router
}

func New(db *DB) (*Server, error) {
	s := &Server{Base: base(db)}
	s.router = chi.NewRouter()
	s.router.Route(prefix+"/users", func(r chi.Router) {
		r.Get("/{id}", s.show)
	})
	return s, nil
}

func (s *Server) show(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, s.Base.URL+"/x", nil)
}
""")
    assert definitions(found) == [
        "class Server < Base",
        "function New(db: DB) -> Server => s",
        "function New.()(r: chi.Router)",
        "method show(self s: Server, w: http.ResponseWriter, r: http.Request) of Server",
    ]
    assert bindings(found) == [
        'package = "api"',
        "http = <net/http>",
        "chi = <github.com/go-chi/chi/v5>",
        "v5 = <github.com/go-chi/chi/v5>",
        'prefix = "/api"',
        "Server.Base: Base = ?",
        "Server.router: chi.Router = ?",
        "New.s = new Server(Base=base(db))",
        'show.req = http.NewRequestWithContext(r.Context(), http.MethodGet, s.Base.URL + "/x", nil)',
    ]
    assert assignments(found) == ["s.router = chi.NewRouter()"]
    assert sites(found)[3:5] == ['New: s.router.Route(prefix + "/users", f#2)', 'New.(): r.Get("/{id}", s.show)']


SAMPLE = """package p
import ( h "net/http"; . "a/b"; _ `c` )
const ( A, B = iota, "é\\n"; C, D; E string = 'x' + "y" )
var ( a, b = f(); c map[string][]*T = map[string][]*T{"k": {{1, X: 2}, {}}, K: nil} )
type ( S[T any] struct { *Base; q.R; d, e func(a int) `json:"x"`; i struct { j int } }
	I interface { q.J; M(a T) (b U); ~int | string }; L = []S )
func (s *S[T]) m(w h.ResponseWriter, _ *h.Request, xs ...int) (r T, err error) {
	s.r.x += "a"; r, err = g[T](xs...), nil; y := &S{d: func() { return }, e: nil}; <-ch; z, ok := v.(*q.T)
	switch x := y.(type) { case int, *T: defer f(); default: go func() { g() }() }
	select { case v := <-ch: f(); case ch <- 1: }
	for i, r := range []struct{ a, b string }{{"c", `d`}} { if k := i; k > 0 { continue } else { break } }
	return
}
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
        "var x = " + "(" * 900 + "1" + ")" * 900,
        "var x = []T" + "{" * 900 + "1" + "}" * 900,
        "var x = " + "[]" * 900 + "T" + "{" * 900 + "}" * 900,
        "var x = " + "[]T{{" * 450 + "1" + "}}" * 450,
        "var x = " + "T{A: " * 900 + "1" + "}" * 900,
        "var x " + "[]" * 5000 + "T",
        "var x " + "map[string]" * 3000 + "T",
        "var x " + "*" * 5000 + "T",
        "var x = " + "&" * 5000 + "a",
        "var x = " + "func() { return " * 900 + "1" + "}" * 900,
        "func f() { x := " + "f(" * 900 + "1" + ")" * 900 + "}",
        'var x = "a"' + " + b" * 5000,
        "var x = a" + ".b()" * 3000,
        "var x = a" + "[0]" * 3000,
        "func f() { " + "if a { x := 1; " * 900 + "}" * 900 + "}",
        "func f() { " + "func() { x = func() { return }; " * 500 + "}()" * 500 + "}",
        "type S " + "struct { a " * 900 + "int" + "}" * 900,
        "func f() (a int) { " + "return; " * 20000 + "}",
        "const (" + "A; " * 10000 + ")",
        "f(" * 2000,
        "{" * 3000,
        "func (s *S) f() { s.a = func() {} }\n" * 3000,
    ],
    ids=lambda text: text[:18],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    found = facts("package p\n" + text)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(found)
