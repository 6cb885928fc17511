from __future__ import annotations

import time
from collections.abc import Collection

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Call, Concat, Facts, List, Literal, Name, Value
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import EVERY, assignments, bindings, definitions, read, shown, sites


def facts(text: str | bytes, words: Collection[str] = EVERY) -> Facts:
    return read(text, "rust", words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ('"a"', '"a"'),
        ('""', '""'),
        (r'"a\n\x41\u{e9}\"\\"', r'"a\nAé\"\\"'),
        ('"a\\\n    b"', '"ab"'),
        (r'r"\d"', r'"\\d"'),
        ('r#"a"b"#', '"a\\"b"'),
        ('b"a"', '"a"'),
        ('br##"a"##', '"a"'),
        ("'/'", '"/"'),
        (r"b'\n'", '"\\n"'),
        ('a + "/b" + &c', 'a + "/b" + c'),
        # Macros that make texts.
        ('format!("/a/{}/b/{}", c, d.e)', '"/a/" + c + "/b/" + d.e'),
        ('format!("/a/{id}/{id:?}/{:>8}", b)', '"/a/" + id + "/" + id + "/" + b'),
        ('format!("{1}{0}{}{}", a, b)', "b + a + a + b"),
        ('format!("{x}/{y}", x = a.b)', 'a.b + "/" + y'),
        ('format!("{{{}}}\\u{e9}", a)', '"{" + a + "}é"'),
        ('format!(r"\\d{}", a)', '"\\\\d" + a'),
        ('format!(r#"\\d{}"#, a)', '"\\\\d" + a'),
        ('format!("/a")', '"/a"'),
        ('format!("{:.*}{}", 3, a, b)', "a + b"),
        ('format!("{}/{}", a)', 'a + "/" + ?'),
        ("format!(a, b)", "?"),
        ('std::format!("/a/{}", b?)', '"/a/" + b'),
        ('concat!("/a", B, "/c")', '"/a" + B + "/c"'),
        # Other macros.
        ("vec![a, b.c()]", "[a, b.c()]"),
        ("vec![a; 3]", "[a]"),
        ("vec![]", "[]"),
        ("routes![a, b::c]", "routes!(a, <b>.c)"),
        ("rocket::routes![a]", "<rocket>.routes!(a)"),
        ('path!("users" / u32 / String)', 'path!("users".div(u32).div(String))'),
        ('path!("users" / u32 / ..)', 'path!("users".div(u32))'),
        ('f!(a, b = vec![c])', "f!(a, b=[c])"),
        ('env!("A")', 'env!("A")'),
        ('json!({ "a": b.get("/c") })', "?"),
        ('println!("a")', "?"),
        # Scalars.
        ("1", "1"),
        ("-1.5", "-1.5"),
        ("8_080u16", "8080"),
        ("true", "true"),
        ("None", "None"),
        ("()", "?"),
        # One of several.
        ("if a { b } else if c { d } else { e }", "b | d | e"),
        ("if a { b } else { return c }", "b"),
        ("if a { b }", "?"),
        ('match a { B => "b", C(c) if d => { e; c } _ => panic!("f") }', '"b" | c'),
        ("if a { b > c } else { d < e }", "?"),
        ("a || b", "?"),
        # What says what its inside says.
        ("(x)", "x"),
        ("&mut x", "x"),
        ("*x", "x"),
        ("x as u8", "x"),
        ("x?", "x"),
        ("x.await?", "x"),
        ("{ y; x }", "x"),
        ("{ x; }", "?"),
        ("unsafe { x }", "x"),
        ("async move { x }", "x"),
        ("'a: { x }", "x"),
        # Members and paths.
        ("a.b.c", "a.b.c"),
        ("a.0.b", "a.0.b"),
        ("a[0]", "a[0]"),
        ('a["b"]', 'a["b"]'),
        ("a[1..]", "a.slice(1)"),
        ("a::b::c", "<a>.b.c"),
        ("crate::a::B", "<crate>.a.B"),
        ("self::a", "<self>.a"),
        ("super::a", "<super>.a"),
        ("super::super::a", "<super::super>.a"),
        ("::a::b", "a.b"),
        ("r#type::r#as", "<type>.as"),
        ("self.a", "this.a"),
        ("Self::a", "this.a"),
        ("<A as B>::c", "A.c"),
        ("Vec::<T>::new", "Vec.new"),
        # Calls.
        ("f(a, &b)", "f(a, b)"),
        ("f::<T>(a)", "f(a)"),
        ("a.b::<T>(1)(2)", "a.b(1)(2)"),
        ("a.b(c).d().await?.e(f)?", "a.b(c).d().e(f)"),
        ('Router::new().route("/a", get(b).post(c)).nest("/d", e())',
         'Router.new().route("/a", get(b).post(c)).nest("/d", e())'),
        ("Ok(Some(a))", "Ok(Some(a))"),
        ("A { b, c: 1, ..d }", "new A(b=b, c=1, **d)"),
        ("a::A::<T> { b }", "new <a>.A(b=b)"),
        ("Self { b }", "new this(b=b)"),
        # Collections.
        ("[1, a]", "[1, a]"),
        ("[a; 3]", "[a]"),
        ("(1, a)", "[1, a]"),
        # Functions.
        ("|a| a.b", "f#0"),
        # Nothing.
        ("1..2", "?"),
        ("!a", "?"),
        ("a - b", "?"),
        ("loop { break a }", "?"),
    ],
)  # fmt: skip
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in facts(f"const IT: T = {text};").bindings if binding.name == "IT"]
    assert [shown(binding.value) for binding in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", "A"),
        ("a::B", "<a>.B"),
        ("crate::B", "<crate>.B"),
        ("Self", "this"),
        ("&'a mut A", "A"),
        ("Box<dyn A + Send>", "Box[A]"),
        ("impl A", "A"),
        ("Option<a::B>", "Option[<a>.B]"),
        ("Result<A, B>", "Result[[A, B]]"),
        ("A<'a>", "A"),
        ("a::B<'a, C>", "<a>.B[C]"),
        ("(A, B)", "[A, B]"),
        ("[A; 3]", "Vec[A]"),
        ("&[A]", "Vec[A]"),
        ("&str", "str"),
        ("fn(A) -> B", "?"),
        ("()", "?"),
    ],
)
def test_types(text: str, expected: str) -> None:
    assert shown(facts(f"const IT: {text} = x;").bindings[0].type) == expected


def test_spans() -> None:
    source = 'const IT: T = f("é", format!("/a/{b}/{}", c), r#"d"#, vec![e]);'.encode()

    def at(found: Value) -> str:
        assert isinstance(found, Literal | Name | Call | Concat | List)
        return source[found.start : found.end].decode()

    call = facts(source).bindings[0].value
    assert isinstance(call, Call)
    accented, built, raw, listed = (argument.value for argument in call.arguments)
    assert isinstance(built, Concat)
    assert at(call) == source[14:-1].decode()
    assert [at(accented), at(built), *map(at, built.parts)] == ["é", "/a/{b}/{}", "/a/", "b", "/", "c"]
    assert [at(raw), at(listed)] == ["d", "[e]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pub async fn f<T: U>(a: T, mut b: &str, &c: &u8) -> V where T: W { return a; }",
         ["function f(a: U | W, b: str, c: u8) -> V => a"]),
        ("fn f() { a }", ["hidden function f() => a"]),
        ("fn f() { a; }", ["hidden function f()"]),
        ("fn f() { a // Why.\n}", ["hidden function f() => a"]),
        ("fn f() { if a { return b; } c }", ["hidden function f() => c; b"]),
        ("fn f() { match a { B => { c } _ => d } }", ["hidden function f() => c | d"]),
        ("fn f((a, b): (A, B), Path(id): Path<u8>, A { c }: A, _: D)",
         ["hidden function f(#0: [A, B], id: Path[u8], #2: A, #3: D)"]),
        ("fn f() { fn g() { 1 } g }", ["hidden function f() => g", "hidden function f.g() => 1"]),
        ("fn f() { let g = |a, b: B, (c, d)| a.e; }", ["hidden function f()", "function f.g(a, b: B, #2) => a.e"]),
        ("fn f() { x(|| async move { y }) }", ["hidden function f() => x(f#1)", "function f.()() => y"]),
        ("struct A { b: C }", ["class A"]),
        ("enum A { B }", ["class A"]),
        ("trait A: B + c::D<E> + 'static { fn f(&self) -> u8; fn g() {} }",
         ["class A < B, <c>.D", "method A.f(self self) -> u8", "static method A.g()"]),
        ("impl A { fn new(b: B) -> Self { Self { b } } fn f(&mut self, c: C) { self.b } fn g(self: Arc<Self>) {} }",
         ["class A of A", "hidden static method A.new(b: B) -> this => new this(b=b)",
          "hidden method A.f(self self, c: C) => this.b", "hidden method A.g(self self: Arc[this])"]),
        ("impl<T> a::B<T> for c::D<T> { fn f(&self) {} }", ["class D of <c>.D < <a>.B", "method D.f(self self)"]),
        ("mod a { mod b { fn f() {} } }", ["module a()", "module a.b()", "hidden function a.b.f()"]),
        # Attributes.
        ('#[get("/a/{id}")]\nfn f() {}', ['@get!("/a/{id}") hidden function f()']),
        ('#[actix_web::post("/a")]\nasync fn f() {}', ['@<actix_web>.post!("/a") hidden function f()']),
        ('#[rocket::post("/a", data = "<u>", rank = 2)]\nfn f() {}',
         ['@<rocket>.post!("/a", data="<u>", rank=2) hidden function f()']),
        ('#[route("/a", method = "GET", method = "POST")]\nfn f() {}',
         ['@route!("/a", method=["GET", "POST"]) hidden function f()']),
        ('#[utoipa::path(get, path = "/a", responses((status = 200, body = b::C)))]\nfn f() {}',
         ['@<utoipa>.path!(get, path="/a", responses({status: 200, body: <b>.C})) hidden function f()']),
        ('#[routes]\n#[get("/a")] // Why.\n/// What.\n#[get("/b")]\n/* How. */\npub fn f() {}',
         ['@routes! @get!("/a") @get!("/b") function f()']),
        ("#[cfg(test)]\nmod a {}", ["@cfg!(test) module a()"]),
        ("#[derive(Debug)]\n#[tokio::main]\nfn f() {}", ["@<tokio>.main! hidden function f()"]),
        ('impl A {\n  #[get("/a")]\n  fn f() {}\n  fn g() {}\n}', ["class A of A",
         '@get!("/a") hidden static method A.f()', "hidden static method A.g()"]),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("impl A {}", "A"),
        ("impl<T> a::B<T> {}", "<a>.B"),
        ("impl A for crate::b::C {}", "<crate>.b.C"),
        ("impl A for &B {}", "B"),
        ("impl A for (B, C) {}", "[B, C]"),
    ],
)
def test_what_an_implementation_belongs_to(text: str, expected: str) -> None:
    assert shown(facts(text).definitions[0].receiver) == expected


def test_spans_of_definitions() -> None:
    text = 'fn a() {}\n// No.\n#[get("/")]\n// Why.\n#[b]\n/// What.\npub fn f() {}'
    definition = facts(text).definitions[1]
    assert text[definition.start : definition.end] == text[text.index("#[get") :]
    assert text[definition.name_start : definition.name_end] == "f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use a::b::{c, d as e, self, *};", ["c = <a::b>.c", "e = <a::b>.d", "b = <a>.b", "* = <a::b>.*"]),
        ("use a; use a as b; use ::c::d; use r#e::f as _;", ["a = <a>", "b = <a>", "d = <c>.d", "_ = <e>.f"]),
        ("use a::{self, b::{c, d::*}, e::{self as f}};",
         ["a = <a>", "c = <a::b>.c", "* = <a::b::d>.*", "f = <a>.e"]),
        ("use {a::b, c};", ["b = <a>.b", "c = <c>"]),
        ("pub(crate) use crate::{a, b::c}; pub use self::d::e; use super::super::f::g; use super::h;",
         ["a = <crate>.a", "c = <crate::b>.c", "e = <self::d>.e", "g = <super::super::f>.g", "h = <super>.h"]),
        ("use crate as a; use self as b; use super as c; use super::*;",
         ["a = <crate>", "b = <self>", "c = <super>", "* = <super>.*"]),
        ("mod a; pub mod r#b; #[path = \"x/c.rs\"] mod c;", ["a = <./a>", "b = <./b>", "c = <./x/c.rs>"]),
        ("extern crate a; extern crate b as c; extern crate self as d;", ["a = <a>", "c = <b>", "d = <crate>"]),
        ("#[macro_use]\nextern crate a;", ["a = <a>", "* = <a>.*"]),
        ("mod a { use super::b; mod c { use super::d::*; use super::super::super::e; use self::f; use g::h; mod i; } }",
         ["a.b = <self>.b", "a.c.* = <self::a::d>.*", "a.c.e = <super>.e", "a.c.f = <self::a::c>.f",
          "a.c.h = <g>.h", "a.c.i = <./a/c/i>"]),
        ("mod a { const B: C = super::d; }", ["a.B: C = <self>.d"]),
        ("fn f() { use a::b; let c = b; }", ["f.b = <a>.b", "f.c = b"]),
        ('const A: &str = "a"; static mut B: C = 1; type D = e::F;', ["D = <e>.F", 'A: str = "a"', "B: C = 1"]),
        ('lazy_static! { static ref A: B = c(); }', ["A: B = c()"]),
        ("struct A { pub b: C, d: Vec<E> } struct F(G, pub H);",
         ["A.b: C = ?", "A.d: Vec[E] = ?", "F.0: G = ?", "F.1: H = ?"]),
        ("enum A { B = 1, C { d: E }, F(G) }", ["A.B = 1", "A.d: E = ?", "A.C = ::C", "A.F(0): G = ?", "A.F = ::F"]),
        ('impl A { const B: C = "d"; type E = F; }', ["A.E = F", 'A.B: C = "d"']),
        # Patterns.
        # What a bound is about is no part of what a parameter is: it may be about others, and they about this one.
        ("fn f<T: U<V, V>, V: U<T, T>>() { let a: T = b; }", ["f.a: U = b"]),
        ("fn f() { let a: T = b; let mut c = d; let e: U; let g; }", ["f.a: T = b", "f.c = d", "f.e: U = ?"]),
        ("fn f() { let (a, (_, b), .., c) = x; }", ["f.a = x[0]", "f.b = x[1][1]", "f.c = ?"]),
        ("fn f() { let [a, b] = x; let &d = y; let e @ Some(g) = z; }",
         ["f.a = x[0]", "f.b = x[1]", "f.d = y", "f.e = z", "f.g = z"]),
        ("fn f() { let A { b, c: d, ref e, .. } = x; }", ["f.b = x.b", "f.d = x.c", "f.e = x.e"]),
        ("fn f() { let A(b, c) = x; let Some(d) = y else { return }; }", ["f.b = x.0", "f.c = x.1", "f.d = y"]),
        ("fn f() { if let Some(a) = b && let Ok(c) = d { } while let Some(e) = g() { } }",
         ["f.a? = b", "f.c? = d", "f.e? = g()"]),
        ("fn f() { match x { A(b) | C(b) => b, Err(d) => e, D => 1, g => 2 } }",
         ["f.b? = x", "f.d? = ?", "f.g? = x"]),
        ("fn f((a, b): (A, B), C { d }: C) {}", ["f.a = #0[0]", "f.b = #0[1]", "f.d = #1.d"]),
        ("fn f() { x(|(a, b), C { d }: C| a); }", ["f.().a = #0[0]", "f.().b = #0[1]", "f.().d = #1.d"]),
        # Loops and conditions.
        ("fn f() { for a in b {} for (c, d) in e.iter() {} }", ["f.a? = b[?]", "f.c? = e[?][0]", "f.d? = e[?][1]"]),
        ("fn f() { for (i, a) in b.into_iter().enumerate() {} }", ["f.i? = ?", "f.a? = b[?]"]),
        ("fn f() { if a { let b = 1; } else { let b = 2; } { let b = 3; } let b = 4; }",
         ["f.b? = 1", "f.b? = 2", "f.b? = 3", "f.b = 4"]),
        # What is set.
        ('fn f() { let mut a = b; if c { a = d; } a += "e"; a.push_str("g"); a.push(\'h\'); }',
         ["f.a = b", "f.a? = d", 'f.a = a + "e"', 'f.a = a + "g"', 'f.a = a + "h"']),
        ("fn f() { let mut a = b(); a.push(c); a.append(&mut d()); a.extend(e); g.h.push(i); }",
         ["f.a = b()", "f.a = [a[?], c]", "f.a = [a[?], d()[?]]", "f.a = [a[?], e[?]]"]),
        ("impl A { fn f(mut self, b: B) -> Self { self.b = b; self } }", ["A.b = b"]),
        ("fn f() { x!(a = 1); }", []),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    assert bindings(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fn f() { a.b.c = 1; }", ["a.b.c = 1"]),
        ("impl A { fn f(&mut self) { self.b.c = 1; } }", ["this.b.c = 1"]),
        ("fn f() { a[0] = 1; *b = 2; }", []),
    ],
)
def test_assignments(text: str, expected: list[str]) -> None:
    assert assignments(facts(text)) == expected


def test_every_top_level_name_is_offered() -> None:
    assert facts("const A: u8 = 1;").exports is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('fn f() { a.b("/c")?; d::e(1); g::<T>(h(2)); }', ['f: a.b("/c")', "f: <d>.e(1)", "f: g(h(2))", "f: h(2)"]),
        ("fn f() { a.b(1).c::<T>(2).await }", ["f: a.b(1).c(2)", "f: a.b(1)"]),
        ('#[get("/a")]\nfn f() { b(); }', ['f: get!("/a")', "f: b()"]),
        ("fn f() { g(|a| h(a)); }", ["f: g(f#1)", "f.(): h(a)"]),
        ("fn f() { assert_eq!(a.get(1), [b(2)]); }", ["f: a.get(1)", "f: b(2)"]),
        ("fn f() { tokio::select! { _ = a.get(1) => { b(2) } } }", ["f: a.get(1)", "f: b(2)"]),
        ("fn f() { join!(g!(a(1)), b(|| c(2))); }", ["f: g!(a(1))", "f: a(1)", "f: b(f#1)", "f.(): c(2)"]),
        ('fn f() { println!("{}", a(1)); }', []),
        ("macro_rules! a { ($b:expr) => { c($b) } }", ["a!: c($b)"]),
        ("macro_rules! a { ($b:expr) => { c($b) }; () => { c(1) } }", []),
        ("macro_rules! a { ($($b:expr),*) => { $(c($b);)* } }", []),
    ],
)
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(facts(text)) == expected


def test_only_the_words_asked_for_are_sites() -> None:
    text = "use a::get as g; fn f() { x.get(1); post(2); get(3); g(4); h(get) }"
    assert sites(facts(text, {"get"})) == ["f: x.get(1)", "f: get(3)", "f: g(4)"]


@pytest.mark.slow
def test_a_long_chain_is_read_to_its_beginning() -> None:
    links = "".join(f'.route("/{i}", get(h{i}).post(h{i}))' for i in range(900))
    found = facts(f"fn f() -> Router {{ Router::new(){links} }}")
    with deep_stack():
        assert shown(found.definitions[0].returns[0]).startswith(
            'Router.new().route("/0", get(h0).post(h0)).route("/1"'
        )
        assert sum(text.startswith("f: Router.new().route(") for text in sites(found)) == 900
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Facts) == found
        assert hash(found)


SAMPLE = """#![allow(x)] use a::{b as c, self, d::*}; pub mod e; extern crate f as g;
#[get("/é/{id}", data = "<u>", h(i = 1))] // Why.
pub async fn j<'a, T: U + 'a>(&mut self, (k, Path(l)): (A, B<'a>), r#m: &[u8; 3]) -> Result<(), Box<dyn E>> where T: V {
  let Some(n) = o?.p::<T>(q, |r, _| async move { s }).await else { return Err(t!("é{u:?}\\u{e9}{}", v, w = 1)); };
  if let A { b, c: (d, ..), .. } = &x && y { z += r#"\\d"#; } else if !a { self.b.c = [1; 2] } else { a[1..] = -1u8 }
  for (i, x) in xs.iter().enumerate() { 'l: loop { break 'l b'x' } }
  match x { A | B(1..=2) if c => vec![a, b::c!(d)], d @ E { .. } => routes!{ a / "b" }, _ => { unsafe { *p as u8 } } }
}
impl<T> A<T> for <B as C>::D { const X: &'static str = concat!("a", 'b'); fn f(self: Arc<Self>) -> A {
  Self { a, ..b } } }
struct S(pub A, #[x] B); enum E { A = 1, B { c: D } } trait T: U { type V; fn w(); } static ref X: Y = || 1;
lazy_static! { static ref Z: A = format!("{0:.*}{{}}", 1, 2); } mod n { use super::super::*; mod o { super::p::q!(); } }
"""


@given(st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(at: int, length: int) -> None:
    data = SAMPLE.encode()
    facts(data[:at])
    facts(data[at:])
    facts(data[:at] + data[at + length :])


def _value(text: str) -> str:
    return f"const X: T = {text};"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        _value("(" * 900 + "1" + ")" * 900),
        _value("[" * 900 + "1" + "]" * 900),
        _value("{" * 900 + "1" + "}" * 900),
        _value("&" * 3000 + "a"),
        _value("|a| " * 3000 + "1"),
        _value("f(" * 900 + "1" + ")" * 900),
        _value("f!(" * 900 + "1" + ")" * 900),
        _value("1" + " + a" * 5000),
        _value("1" + " / a" * 3000),
        _value("a" + ".b()" * 3000),
        _value("a" + "?" * 3000),
        _value("a" + "::b" * 3000),
        _value("if a { b } else " * 2000 + "{ c }"),
        _value("if a { " * 1000 + "b" + " } else { c }" * 1000),
        _value("A { b: " * 900 + "1" + " }" * 900),
        "const X: " + "A<" * 2000 + "B" + ">" * 2000 + " = 1;",
        "fn f() { let " + "(" * 900 + "a" + ",)" * 900 + " = x; }",
        "use " + "a::{" * 900 + "b" + "}" * 900 + ";",
        "#[" + "a(" * 900 + ")" * 900 + "]\nfn f() {}",
        "f(" * 2000,
        "fn f() {" * 1000,
        "mod a {" * 600 + "use super::b;" + "}" * 600,
        "#[d()]\nfn f() {}\n" * 3000,
        "// Why.\n" * 20000 + "fn f() {}",
        "fn f() {" + "g!(h(1));" * 3000 + "}",
    ],
    ids=lambda text: text[:20],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    found = facts(text)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(found)
