from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Facts
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import assignments, bindings, definitions, read, shown, sites


def cpp(text: str | bytes) -> Facts:
    return read(text, "cpp")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ('R"(/a\\d)"', '"/a\\\\d"'),
        ('R"x(/a)x"', '"/a"'),
        ('u8"a"', '"a"'),
        ('"a"s', '"a"'),
        ('"/api" V', '"/api" + V'),
        ('"/a" V "/b" W "/c"', '"/a" + V + "/b" + W + "/c"'),
        ('"/a/%" PRIu64', '"/a/%" + "u"'),
        ('f("/a/%" PRIu64 "/b" V, "x")', 'f("/a/%" + "u" + "/b" + V, "x")'),
        ('"/a/" + std::to_string(id) + "/b"', '"/a/" + std.to_string(id) + "/b"'),
        ('std::string("/a") + b', 'std.string("/a") + b'),
        ("url + '/'", 'url + "/"'),
        ('std::ostringstream() << "/a/" << id', 'std.ostringstream() + "/a/" + id'),
        ('fmt::format("/a/{}", id)', 'fmt.format("/a/{}", id)'),
        # Scalars.
        ("nullptr", "null"),
        ("1'000", "1000"),
        ("true", "true"),
        # What says what its inside says.
        ("static_cast<T *>(a)", "a"),
        ("co_await f()", "f()"),
        # Names and members.
        ("a::b::c", "a.b.c"),
        ("::a::b", "a.b"),
        ("&A::b", "A.b"),
        ("A<T>::b", "A.b"),
        ("this->a", "this.a"),
        ("a->b<C>(1)", "a.b(1)"),
        ("a::b<C>(1)", "a.b(1)"),
        ("a[i]", "a[i]"),
        # What makes something.
        ("new a::X(1)", "new a.X(1)"),
        ("new X", "new X()"),
        ("X{1, a}", "new X(1, a)"),
        ("a::X{.b = 1}", "new a.X(b=1)"),
        ("std::make_shared<a::X>(1)", "new a.X(1)"),
        ("std::make_unique<X<T>>()", "new X[T]()"),
        ("f(a...)", "f(*a)"),
        # Functions.
        ("[&](int a) { return a; }", "f#0"),
        # Nothing.
        ("url + 1", "?"),
        ("1 + 2", "?"),
        ("!a", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in cpp(f"auto it = {text};").bindings if binding.name == "it"]
    assert [shown(binding.value) for binding in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X x;", "x: X = new X()"),
        ('X x("a", b);', 'x: X = new X("a", b)'),
        ("X x(a, b::c);", "x: X = new X(a, b.c)"),
        ("a::X<T> x{1};", "x: a.X[T] = new a.X[T](1)"),
        ("X x{.a = 1};", "x: X = new X(a=1)"),
        ("X x = {.a = 1};", "x: X = {a: 1}"),
        ("X *x = new X(1); ", "x: X = new X(1)"),
        ("X &x = y;", "x: X = y"),
        ("X *x;", "x: X = ?"),
        ("const auto &x = y;", "x = y"),
        ('std::string x = "a";', 'x: std.string = "a"'),
        ('std::string x{"a"};', 'x: std.string = new std.string("a")'),
        ("int x{1};", "x: int = 1"),
        ("std::unique_ptr<X> x(new X(1));", "x: X = new X(1)"),
        ("std::shared_ptr<a::X> x;", "x: a.X = ?"),
        ("std::vector<R> x{{a, b}};", "x: std.vector[R] = [new R(a, b)]"),
        ("std::map<K, V> x = {{a, b}};", "x: std.map[[K, V]] = [[a, b]]"),
        ("std::function<void(int)> x{g};", "x: std.function[void] = g"),
        ("auto x = [](int) {};", "x = f#1"),
    ],
)
def test_declarations(text: str, expected: str) -> None:
    assert bindings(cpp(f"void f() {{ {text} }}")) == [f"f.{expected}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("auto f(const std::string &a, T &&b, int c = 3) -> std::string { return a; }",
         ["function f(a: std.string, b: T, c: int = 3) -> std.string => a"]),
        ("template <class... T> void f(T &&...a) {}", ["function f(*a: T) -> void"]),
        ("namespace a { namespace b::c { void f() {} } namespace { void g() {} } }",
         ["function f() -> void", "function g() -> void"]),
        ('extern "C" { void f() {} }', ["function f() -> void"]),
        ("class A : public B<T>, private c::D { void f(); static int g() { return 1; } A(int a) {} ~A() {} };",
         ["class A < B[T], c.D", "static method A.g() -> int => 1", "method A.A(a: int)", "method A.~A()"]),
        ("struct A { operator bool() const { return x; } bool operator==(const A &a) { return y; } };",
         ["class A", "method A.()() => x", "method A.operator==(a: A) -> bool => y"]),
        ("template <class T> class A { T f() { return x; } };", ["class A", "method A.f() -> T => x"]),
        ("void a::B<T>::f(int c) const { return; }", ["method f(c: int) of a.B -> void"]),
        ("A::A(int a) : b_(a) {} A::~A() {}", ["method A(a: int) of A", "method ~A() of A"]),
        ("void f() { g([](auto a, T b) -> int { return a; }); }",
         ["function f() -> void", "function f.()(a, b: T) -> int => a"]),
        ("task<int> f() { co_return 1; }", ["function f() -> task[int] => 1"]),
        ("enum class A { B }; union C { int d; };", ["class A", "class C"]),
        ("class A; struct B *b;", []),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(cpp(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("namespace a::b { int c = 1; } namespace a { } namespace std { }",
         ["a = <>.a", "b = <>.a.b", 'package = "a::b"', "c: int = 1", 'package? = "a"', 'package? = "std"']),
        ("using namespace a::b; using a::c; using d = e::f; namespace g = a::b;",
         ["* = a.b", "c = a.c", "d = e.f", "g = a.b"]),
        ('struct A { static constexpr const char *b = "/x"; int c{1}, d = 2; void f(); X e; };',
         ['A.b: char = "/x"', "A.c: int = 1", "A.d: int = 2", "A.e: X = ?"]),
        ("enum class A : int { B = 1, C };", ["A.B = 1", "A.C = 2"]),
        ("class A : B { X x; std::string s; X *p; A(int a) : B(a), x(a), s(a), p(a), y(a, 1) {} };",
         ["A.x: X = ?", "A.s: std.string = ?", "A.p: X = ?", "A.A.super() = new B(a)", "A.x = new X(a)", "A.s = a",
          "A.p = a", "A.y = new this.y(a, 1)"]),
        ("class A { int b; void f() { b = 1; this->c = 2; int d = 3; d = 4; } };",
         ["A.b: int = ?", "A.b = 1", "A.c = 2", "A.f.d: int = 3", "A.f.d: int = 4"]),
        ("struct A { std::string b; }; void A::f() { b = c; this->d = 1; }",
         ["A.b: std.string = ?", "A.b = c", "A.d = 1"]),
        ('struct A { static const char *b; }; const char *A::b = "/x";', ["A.b: char = ?", 'A.b = "/x"']),
        ("void f() { auto [a, b] = c; for (auto &[d, e] : g) {} for (const auto &h : i) {} }",
         ["f.a = c[0]", "f.b = c[1]", "f.d = g[?][0]", "f.e = g[?][1]", "f.h = i[?]"]),
        ("void f() { if (auto a = b()) {} if (X c; c) {} }", ["f.a = b()", "f.c: X = new X()"]),
        ("void f(std::string a) { a += b; a.append(c); }", ["f.a = a + b", "f.a = a + c"]),
        ('void f() { std::stringstream a; a << "/x/" << b; std::cout << a; LOG(A) << b; other << c; }',
         ["f.a: std.stringstream = new std.stringstream()", 'f.a: std.stringstream = a + "/x/" + b']),
        ('void f() { std::string a(9, 0); std::snprintf(a.data(), 9, "/%d", b); }',
         ["f.a: std.string = new std.string(9, 0)", 'f.a: std.string = "/%d".sprintf(b)']),
        ("void f() { try { a = 1; } catch (E &e) { a = 2; } }", ["a = 1", "a? = 2"]),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    assert bindings(cpp(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void A::f() { b_ = 1; c.d = 2; this->e = 3; }", ["this.b_ = 1", "c.d = 2", "this.e = 3"]),
        ("A::A(int b) : c_(b), d_(b, 1), e_() {}", ["this.c_ = b", "this.d_ = new this.d_(b, 1)", "this.e_ = ?"]),
        ('const char *A::b = "/x";', ['A.b = "/x"']),
    ],
)
def test_assignments(text: str, expected: list[str]) -> None:
    assert assignments(cpp(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('svr.Get("/x", [](const R &r) {});', ['svr.Get("/x", f#1)']),
        ("a::b::c::d::e(1); f<T>(2); a::f<T>(3); b->template g<T>(4);", ["a.b.c.d.e(1)", "f(2)", "a.f(3)", "b.g(4)"]),
        ('CROW_ROUTE(app, "/x")([](int a) {});', ['CROW_ROUTE(app, "/x")(f#1)', 'CROW_ROUTE(app, "/x")']),
        ('CROW_ROUTE(app, "/x").methods("GET"_method)\n([] {});',
         ['CROW_ROUTE(app, "/x").methods("GET")(f#1)', 'CROW_ROUTE(app, "/x").methods("GET")',
          'CROW_ROUTE(app, "/x")']),
        ('if (r.target() == "/x") {}', ['r.target().==("/x")', "r.target()"]),
        ('http::request<B> r{verb::get, "/x", 11}; X x("a"); new a::Y(1); Z{2};',
         ['new http.request[B](verb.get, "/x", 11)', 'new X("a")', "new a.Y(1)", "new Z(2)"]),
    ],
)  # fmt: skip
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(cpp(f"void f() {{ {text} }}")) == [f"f: {site}" for site in expected]


CONTROLLER = """#pragma once
#include <drogon/HttpController.h>
namespace api {
class User : public drogon::HttpController<User, false> {
 public:
  METHOD_LIST_BEGIN
  // METHOD_ADD(User::old, "/old", Get);
  METHOD_ADD(User::login, "/é/token?id={1}", Post);
  ADD_METHOD_TO(User::info, "/users/{1}/info", Get,
                "LoginFilter");
  METHOD_LIST_END
  void login(int a) { MACRO(a); }
  PATH_LIST_BEGIN
  PATH_ADD("/x", Get);
  PATH_LIST_END
  std::string base_ = "x";
};
}
"""


def test_macros_where_a_declaration_is_expected() -> None:
    facts = cpp(CONTROLLER)
    assert definitions(facts) == [
        "class User < drogon.HttpController[[User, false]]",
        "method User.login(a: int) -> void",
    ]
    assert sites(facts) == [
        'User: METHOD_ADD(User.login, "/é/token?id={1}", Post)',
        'User: ADD_METHOD_TO(User.info, "/users/{1}/info", Get, "LoginFilter")',
        "User.login: MACRO(a)",
        'User: PATH_ADD("/x", Get)',
    ]
    assert bindings(facts)[-1] == 'User.base_: std.string = "x"'
    source = CONTROLLER.encode()
    call = facts.sites[0].call
    assert source[call.start : call.end].decode() == 'METHOD_ADD(User::login, "/é/token?id={1}", Post)'
    path = call.arguments[1].value
    assert source[path.start : path.end].decode() == "/é/token?id={1}"  # type: ignore[union-attr]


def test_a_macro_with_a_body_defines_a_function() -> None:
    text = """class A : public ApiController {
  ENDPOINT("GET", "/users/{id}", getUser, PATH(Int32, id)) { return f(id); }
  ENDPOINT("GET", "/", root)
  {
    return g();
  }
};
"""
    facts = cpp(text)
    assert definitions(facts) == [
        "class A < ApiController", "method A.getUser() => f(id)", "method A.root() => g()"
    ]  # fmt: skip
    assert sites(facts)[0] == 'A: ENDPOINT("GET", "/users/{id}", getUser, PATH(Int32, id))'
    assert [text[d.name_start : d.name_end] for d in facts.definitions] == ["A", "getUser", "root"]


SAMPLE = """using namespace std; namespace a::b { template <class... T> class É : public C<T>, d::E {
  METHOD_LIST_BEGIN
  ADD_METHOD_TO(A::f, "/x/{1}", Get);
  ENDPOINT("GET", "/y", y) { return 1; }
  X x_{1}; static constexpr const char *k = "/é" V;
  É(int a, string b = "c") : C<T>(a), x_(move(b)), y{1} {} ~É(); operator bool() const { return !x_; } };
void n::É::f(const A &a, B &&...b) const { auto [c, d] = e; for (auto &[g, h] : i) { u += g; ss << "/x/" << h; }
  CROW_ROUTE(app, "/y").methods("GET"_method)([&](auto x) -> int { co_return static_cast<T *>(x); });
  http::request<B> r{verb::get, R"q(/z)q", 11}; X y(host, 1), z(host);
  auto p = std::make_shared<a::X>(g("/%" PRIu64 "/x" V));
  if (auto q = r.target() == "/a") this->b_ = new X{.a = 1}; try {} catch (E &e) { a.b<C>("x"); } } }
"""


@given(st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(at: int, length: int) -> None:
    data = SAMPLE.encode()
    cpp(data[:at])
    cpp(data[at:])
    cpp(data[:at] + data[at + length :])


@pytest.mark.parametrize(
    "text",
    [
        "auto x = " + "[] { return " * 300 + "1;" + "};" * 300,
        "auto x = " + "a::" * 3000 + "b;",
        "auto x = 1" + " + a" * 5000 + ";",
        "void f() { x" + " << a" * 5000 + "; }",
        "A" + "<A" * 1000 + ">" * 1000 + " a;",
        "namespace a {" * 1000 + "}" * 1000,
        "class A {" * 300 + "};" * 300,
        "class A {\n" + 'METHOD_ADD(A::f, "/x", Get);\n' * 2000 + "};",
        "void A::f() { b = 1; }\n" * 3000,
        "class A { X x; A() : x(1) {} };\n" * 2000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    found = cpp(text)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(found)
