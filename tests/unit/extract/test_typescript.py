from __future__ import annotations

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract import extract
from seamark.extract.facts import Call, Concat, Literal, Member, Name, Value
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import assignments, bindings, definitions, exports, read, shown, sites

DIALECTS = ("typescript", "tsx", "javascript")


def value(text: str, dialect: str = "typescript") -> Value:
    return read(f"const it = {text};", dialect).bindings[-1].value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ("'a'", '"a"'),
        ('"it\\\'s\\n\\x41\\u00e9\\u{1F600}\\uD83D\\uDE00\\q\\\n"', '"it\'s\\nAé😀😀q"'),
        (r"'\uD83D \u{FFFFFF}'", '"� �"'),
        ("`/a`", '"/a"'),
        ("``", '""'),
        ("`/a/${b}/c\\n`", '"/a/" + b + "/c\\n"'),
        ("`${a}${b}`", "a + b"),
        ("`${a}`", "a"),
        ("`${`${a}/b`}/c`", '(a + "/b") + "/c"'),
        ("String.raw`\\a${b}`", '"\\\\a" + b'),
        ("gql`{ a${b} }`", 'gql("{ a" + b + " }")'),
        ("'/a' + b + `/c`", '"/a" + b + "/c"'),
        ("'/a' + (b + c)", '"/a" + (b + c)'),
        # Scalars.
        ("1", "1"),
        ("-1", "-1"),
        ("true", "true"),
        ("null", "null"),
        ("undefined", "undefined"),
        ("void 0", "undefined"),
        # One of several.
        ("a ?? b", "a ?? b"),
        ("a || b || c", "(a ?? b) ?? c"),
        ("c ? a : b", "a | b"),
        ("a && b", "b"),
        ("a - b", "?"),
        # What says what its inside says.
        ("await x", "x"),
        ("(x)", "x"),
        ("(/* c */ x)", "x"),
        ("(a, b)", "b"),
        ("y = x", "x"),
        # Members.
        ("a.b", "a.b"),
        ("a?.b?.c", "a.b.c"),
        ("a['b']", 'a["b"]'),
        ("a?.[b]", "a[b]"),
        ("this.#b", "this.#b"),
        ("super.b", "super.b"),
        ("import.meta.env.X", "import.meta.env.X"),
        ("new.target", "?"),
        # Calls.
        ("f(a, ...b)", "f(a, *b)"),
        ("a?.b(1).c?.(2)", "a.b(1).c(2)"),
        ("new X(a)", "new X(a)"),
        ("new a.X", "new a.X()"),
        ("new URL('/p', base)", 'new URL("/p", base)'),
        ("(a || b).c()", "(a ?? b).c()"),
        ("a[0]()", "a[0]()"),
        ("require('x')", "<x>"),
        ("require(x)", "require(x)"),
        ("require('x').y", "<x>.y"),
        ("import('./x')", "<./x>"),
        ("await import(`./x`)", "<./x>"),
        ("import('./x').then(m => m.y)", "<./x>.y"),
        ("import('./x').then((m) => ({ default: m.y }))", "<./x>"),
        ("import(x)", "import(x)"),
        # Collections.
        ("{ a, b: 1, 'c-d': 2, 3: 4, ['e']: 5, [f]: 6, ...g }", '{a: a, b: 1, c-d: 2, 3: 4, e: 5, : 6, ...: g}'),
        ("{ a() {}, b: () => 1, get c() { return 2 }, set c(x) {}, async *d() {} }",
         "{a: f#0, b: f#1, c: f#2(), d: f#4}"),
        ("[1, ...a, /* c */ b]", "[1, a[?], b]"),
        ("[, a]", "[undefined, a]"),
        # Functions.
        ("() => 1", "f#0"),
        ("async x => x", "f#0"),
        ("function () {}", "f#0"),
        ("function* g() {}", "f#0"),
        ("class {}", "f#0"),
        # Nothing.
        ("/a/", "new RegExp(\"a\")"),
        ("!a", "?"),
        ("a++", "?"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", DIALECTS)
def test_values(text: str, expected: str, dialect: str) -> None:
    assert shown(value(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x as T", "x"),
        ("x as const", "x"),
        ("x satisfies T", "x"),
        ("<T>x", "x"),
        ("x!", "x"),
        ("x!.y", "x.y"),
        ("f<T>(x)", "f(x)"),
        ("f<T>", "f"),
        ("new X<T>(x)", "new X(x)"),
        ("await a.get<T[]>(x)", "a.get(x)"),
        ("(await a.get<T>(x)).data", "a.get(x).data"),
    ],
)
def test_values_with_types(text: str, expected: str) -> None:
    assert shown(value(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", "A"),
        ("A.B.C", "A.B.C"),
        ("Promise<X>", "Promise[X]"),
        ("A.Map<K, V>", "A.Map[[K, V]]"),
        ("X[]", "Array[X]"),
        ("readonly X[]", "Array[X]"),
        ("[A, B]", "[A, B]"),
        ("A | B | C", "A | B | C"),
        ("A & B", "A | B"),
        ("'get' | 'post'", '"get" | "post"'),
        ("1", "1"),
        ("typeof x", "x"),
        ("typeof a.b", "a.b"),
        ("T['k']", 'T["k"]'),
        ("(A)", "A"),
        ("A extends B ? C : D", "C | D"),
        ("`/a/${T}`", '"/a/" + T'),
        ("import('./m').X", "<./m>.X"),
        ("this", "this"),
        ("string", "?"),
        ("() => void", "?"),
        ("{ a: X }", "{a: X}"),
        ("keyof T", "?"),
    ],
)
def test_types(text: str, expected: str) -> None:
    assert shown(read(f"let it: {text};", "typescript").bindings[-1].type) == expected


def test_spans() -> None:
    text = "const é = `/a/${b}` + c('/d', e.f);"
    whole = value(text[text.index("`") :].rstrip(";"))
    assert isinstance(whole, Concat)
    source = b"const it = `/a/${b}` + c('/d', e.f);"

    def at(found: Value) -> bytes:
        assert isinstance(found, Literal | Name | Member | Call | Concat)
        return source[found.start : found.end]

    template, call = whole.parts
    assert isinstance(template, Concat) and isinstance(call, Call)
    assert at(whole) == b"`/a/${b}` + c('/d', e.f)"
    assert at(template) == b"/a/${b}"
    assert [at(part) for part in template.parts] == [b"/a/", b"b"]
    assert at(call) == b"c('/d', e.f)"
    assert [at(argument.value) for argument in call.arguments] == [b"/d", b"f"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("function f(a, b = 1, ...c) { return a; return b }", ["function f(a, b = 1, *c) => a; b"]),
        ("async function* f() { yield a; yield* b }", ["function f() => a; b"]),
        ("const f = x => x.y", ["function f(x) => x.y"]),
        ("const f = async function () {}", ["function f()"]),
        ("const o = { f: () => 1, g() {}, 'h': () => 2, ['i']: () => 3, [j]: () => 4 }",
         ["function f() => 1", "method g()", "function h() => 2", "function i() => 3", "function ()() => 4"]),
        ("f(() => 1); f(x, function () {})", ["function ()() => 1", "function ()()"]),
        ("f = () => 1", ["function f() => 1"]),
        ("exports.f = function () {}; a.b.g = () => 1", ["function f()", "function g() => 1"]),
        ("module.exports = () => 1", ["function ()() => 1"]),
        ("export default () => 1", ["function ()() => 1"]),
        ("export default function () {}", ["function ()()"]),
        ("function f() { function g() {} return () => h }",
         ["function f() => f#2", "function f.g()", "function f.()() => h"]),
        ("function f({ a }, [b] = c) {}", ["function f(#0, #1 = c)"]),
        ("class A extends b.B { constructor(x) {} get a() { return 1 } static async s() {} #p() {} [k]() {} }",
         ["class A < b.B", "method A.constructor(x)", "@property method A.a() => 1", "static method A.s()",
          "method A.#p()", "method A.()()"]),
        ("class A { f = () => 1; static g = async () => 2; h = wrap(() => 3); o = { i: () => 4 } }",
         ["class A", "method A.f() => 1", "static method A.g() => 2", "function A.()() => 3", "function A.i() => 4"]),
        ("const A = class {}; const B = class C {}", ["class A", "class C"]),
        ("class A { f() { this.g = () => 1 } }", ["class A", "method A.f()", "function A.f.g() => 1"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", DIALECTS)
def test_definitions(text: str, expected: list[str], dialect: str) -> None:
    assert definitions(read(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("function f(this: X, a: A, b?: B, c: C = 1, ...d: D[]): Promise<R> {}",
         ["function f(a: A, b: B = undefined, c: C = 1, *d: Array[D]) -> Promise[R]"]),
        ("const f = <T,>(a: T): R => b", ["function f(a: T) -> R => b"]),
        ("class A extends B<X> implements C, d.D<Y> {}", ["class A < B, C, d.D[Y]"]),
        ("abstract class A { abstract f(): void; g() {} }", ["class A", "method A.f() -> ? | null", "method A.g()"]),
        ("class A { f(a: X): X; f(a) { return a } }", ["class A", "method A.f(a) => a"]),
        ("interface A extends B, c.C { a: X }", ["class A < B, c.C"]),
        ("interface A { f(a: X): void } type B = { g(): void }",
         ["class A", "method A.f(a: X) -> ? | null", "class B", "method B.g() -> ? | null"]),
        ("type A = { a: X }; type B = A", ["class A"]),
        ("enum A { X } const enum B { Y } declare enum C { Z }", ["class A", "class B", "class C"]),
        ("declare function f(a: X): void", []),
        ("class A { private f() { } protected static g() { } public h() { } }",
         ["class A", "hidden method A.f()", "hidden static method A.g()", "method A.h()"]),
    ],
)  # fmt: skip
def test_definitions_with_types(text: str, expected: list[str]) -> None:
    assert definitions(read(text, "typescript")) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("text", "expected", "span"),
    [
        ("@C('users') class A {}", '@C("users") class A', "@C('users') class A {}"),
        ("@C() export class A {}", "@C() class A", "@C() export class A {}"),
        ("@C export default class A {}", "@C class A", "@C export default class A {}"),
        ("export @C class A {}", "@C class A", "@C class A {}"),
        ("export class A {}", "class A", "class A {}"),
    ],
)
def test_decorated_classes(text: str, expected: str, span: str, dialect: str) -> None:
    facts = read(text, dialect)
    assert definitions(facts) == [expected]
    assert text[facts.definitions[0].start : facts.definitions[0].end] == span


@pytest.mark.parametrize("dialect", DIALECTS)
def test_decorated_methods(dialect: str) -> None:
    text = """class A {
        x = 1
        @Get(':id')
        // Why.
        @Auth static async f() {}
        g() {}
    }"""
    facts = read(text, dialect)
    assert definitions(facts) == ["class A", '@Get(":id") @Auth static method A.f()', "method A.g()"]
    method = facts.definitions[1]
    assert text[method.start : method.end].startswith("@Get") and text[method.start : method.end].endswith("{}")
    assert text[method.name_start : method.name_end] == "f"
    assert sites(facts) == ['A.f: Get(":id")']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const a = 1, b = a", ["a = 1", "b = a"]),
        ("let a; a = 1", ["a = 1"]),
        ("const { a, b: c, d = 1, e: { f }, ...g } = o",
         ["a = o.a", "c = o.b", "d = o.d ?? 1", "f = o.e.f", "g = o"]),
        ("const { [k]: a, 'b-c': b, ['d']: d } = o", ["a = o[k]", "b = o.b-c", "d = o.d"]),
        ("const [a, , b = 1, [c], ...d] = x", ["a = x[0]", "b = x[2] ?? 1", "c = x[3][0]", "d = ?"]),
        ("const { a } = require('m')", ["a = <m>.a"]),
        ("({ a, b: c.d } = o)", ["a = o.a"]),
        ("a += 'x'; a ??= b; a ||= c; a -= 1", ['a = a + "x"', "a = a ?? b", "a = a ?? c", "a = ?"]),
        ("a = b = c", ["a = c", "b = c"]),
        ("const f = () => 1", ["f = f#0"]),
        ("for (const a of b) {}", ["a = b[?]"]),
        ("for (const [k, v] of b) {}", ["k = b[?][0]", "v = b[?][1]"]),
        ("for (const k in b) {}", ["k = ?"]),
        ("for (let i = 0;;) {}", ["i = 0"]),
        ("if (a) { x = 1 } else x = 2; x = 3", ["x? = 1", "x? = 2", "x = 3"]),
        ("\nif (a) x = 1\nelse x = 2\n", ["x? = 1", "x? = 2"]),
        (";while (a) x = 1; try { x = 2 } catch { x = 3 } finally { x = 4 }", ["x? = 1", "x = 2", "x? = 3", "x = 4"]),
        ("switch (a) { case 1: x = 1; break; default: x = 2 }", ["x? = 1", "x? = 2"]),
        # A name that is set belongs to the scope that declares it.
        (";function f() { a = 1 } let a; ", ["a? = 1"]),
        ("function f() { let a; const g = () => { a = 1 } }", ["f.a? = 1", "f.g = f#1"]),
        ("function f(a) { a = 1 }", ["f.a = 1"]),
        # Parameters.
        ("function f({ a, b = 'x' }, c, [d, { e }]) {}",
         ["f.a = #0.a", 'f.b = #0.b ?? "x"', "f.d = #2[0]", "f.e = #2[1].e"]),
        ("const f = ({ a: { b } } = {}) => b", ["f.b = #0.a.b", "f = f#0"]),
        ("function f(...[a]) {}", ["f.a = #0[0]"]),
        # Classes.
        ("class A { a = 1; static b = 'x'; #c = d; 'e' = 2; [f] = 3; g }",
         ["A.a = 1", 'A.b = "x"', "A.#c = d", "A.e = 2"]),
        ("class A { constructor(x) { this.a = x; this.#b = x; const g = () => { this.c = 1 } } }",
         ["A.a = x", "A.#b = x", "A.c = 1", "A.constructor.g = f#2"]),
        # Imports.
        ("import a, { b, c as d, default as e } from './m'; import 'n'",
         ["a = <./m>.default", "b = <./m>.b", "d = <./m>.c", "e = <./m>.default"]),
        ("import * as a from 'm'; import b, * as c from 'n'", ["a = <m>", "b = <n>.default", "c = <n>"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", DIALECTS)
def test_bindings(text: str, expected: list[str], dialect: str) -> None:
    assert bindings(read(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const a: X = 1; let b: Y", ["a: X = 1", "b: Y = ?"]),
        ("class A { a: X; readonly b: Y = 1; declare c?: Z }", ["A.a: X = ?", "A.b: Y = 1", "A.c: Z = ?"]),
        ("class A { constructor(private readonly a: X, b: Y, @I() public c = 1) {} }",
         ["A.a: X = a", "A.c = c"]),
        ("function f({ a }: P, b?: Q) {}", ["f.a = #0.a"]),
        ("interface A { a: X; b?: Y[]; c: string; d(): void }", ["A.a: X = ?", "A.b: Array[Y] = ?"]),
        ("type A = { a: X; 'b': 'y' }", ["A.a: X = ?", 'A.b: "y" = ?']),
        ("type A = B | C", ["A = B | C"]),
        ("function f(a: { b: X }) {}", []),
        ("enum A { a, b = 'x', c = 2, 'd-e' = `y`, f = A.b + 'z' }",
         ["A.a = ::a", 'A.b = "x"', "A.c = 2", 'A.d-e = "y"', 'A.f = A.b + "z"']),
        ("import type A from 'a'; import { type B } from 'b'; import c = require('c'); import d = A.B",
         ["A = <a>.default", "B = <b>.B", "c = <c>", "d = A.B"]),
    ],
)  # fmt: skip
def test_bindings_with_types(text: str, expected: list[str]) -> None:
    assert bindings(read(text, "typescript")) == expected


def test_where_bindings_begin() -> None:
    text = "f(); import f from 'f'; function g({ a }) { a } class A { constructor(base) { this.base = base } }"
    begins = {binding.name: binding for binding in read(text, "javascript").bindings}
    assert begins["f"].start == 0
    assert begins["a"].start == text.index("})") + 1
    base = begins["base"].value
    assert isinstance(base, Name) and base.start == text.rindex("base }")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("axios.defaults.baseURL = '/api'", ['axios.defaults.baseURL = "/api"']),
        ("axios.defaults.headers['X'] = y", ["axios.defaults.headers.X = y"]),
        ("A.prototype.f = function () {}", ["A.prototype.f = f#0"]),
        ("function A() { this.a = 1 }", ["this.a = 1"]),
        ("a[b] = c; f().x = 1; a.b += 'x'", ["f().x = 1", 'a.b = a.b + "x"']),
        ("({ a: b.c } = d)", ["b.c = d.a"]),
        ("exports.a = 1; module.exports = b", []),
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_assignments(text: str, expected: list[str], dialect: str) -> None:
    assert assignments(read(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export const a = 1, { b, c: [d] } = e", ["a = a", "b = b", "d = d"]),
        ("export function f() {}\nexport class A {}\nexport async function* g() {}", ["f = f", "A = A", "g = g"]),
        ("export { a, b as c, d as default }", ["a = a", "c = b", "default = d"]),
        ("export { a, b as c, default as d } from './m'", ["a = <./m>.a", "c = <./m>.b", "d = <./m>.default"]),
        ("export * from './m'; export * as n from './n'", ["* = <./m>.*", "n = <./n>"]),
        ("export default f(a)", ["default = f(a)"]),
        ("export default { a, b: 1 }", ["default = {a: a, b: 1}"]),
        ("export default function f() {}", ["default = f#0"]),
        ("export default class {}", ["default = f#0"]),
        ("export default async () => 1", ["default = f#0"]),
        ("@C() export default class A {}", ["default = f#0"]),
        ("module.exports = a", ["= = a"]),
        ("module.exports = { a }", ["= = {a: a}"]),
        ("exports.a = b; module.exports.c = d; exports.e.f = g", ["a = b", "c = d"]),
        ("exports.f = function () {}", ["f = f#0"]),
        ("exports = module.exports = a", ["= = a"]),
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_exports(text: str, expected: list[str], dialect: str) -> None:
    assert exports(read(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export interface A {} export type B = C; export enum D {} export abstract class E {}",
         ["A = A", "B = B", "D = D", "E = E"]),
        ("export type { A } from './m'; export { type B } from './n'", ["A = <./m>.A", "B = <./n>.B"]),
        ("export declare const a: X; export declare function f(): void", ["a = a", "f = f"]),
        ("export = a", ["= = a"]),
        ("export import a = b.c", ["a = a"]),
        ("export default interface A {}", ["default = A"]),
        ("namespace N { export const a = 1 }", []),
    ],
)  # fmt: skip
def test_exports_with_types(text: str, expected: list[str]) -> None:
    assert exports(read(text, "typescript")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a)", ["f(a)"]),
        ("a.b?.c(d)", ["a.b.c(d)"]),
        ("new a.X(b)", ["new a.X(b)"]),
        ("client({ url: '/a' })", ['client({url: "/a"})']),
        ("(o.client ?? client).post(a)", ["(o.client ?? client).post(a)"]),
        ("(a || b)(x)", ["(a ?? b)(x)"]),
        ("(a && b)(x)", []),
        ("this.#f(a)", ["this.#f(a)"]),
        ("class A extends B { constructor() { super('/a') } }", ['A.constructor: super("/a")']),
        ("const g = () => { f(h(1)) }", ["g: f(h(1))", "g: h(1)"]),
        ("a.b(1).c(2)", ["a.b(1).c(2)", "a.b(1)"]),
        ("f`x`; import('x'); require('y')", ['f("x")']),
    ],
)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_sites(text: str, expected: list[str], dialect: str) -> None:
    assert sites(read(text, dialect)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("await axios.get<User[]>('/users')", 'axios.get("/users")'),
        ("await f<T>(a)", "f(a)"),
        ("a!.b!(c)", "a.b(c)"),
        ("f<T>(a)", "f(a)"),
    ],
)
def test_sites_with_types(text: str, expected: str) -> None:
    facts = read(text, "typescript")
    assert sites(facts) == [expected]
    call = facts.sites[0].call
    assert text[call.start : call.end] == text.removeprefix("await ")


def test_jsx() -> None:
    text = "const A = ({ id }) => <B on={() => fetch(`/a/${id}`)} {...c}>{f(x)}</B>"
    for dialect in ("tsx", "javascript"):
        assert sites(read(text, dialect)) == ["A: B({on: f#1, ...: c})", 'A.(): fetch("/a/" + id)', "A: f(x)"]


def test_only_the_words_asked_for_are_sites() -> None:
    facts = extract(b"a.get(1); post(2); new Client(3); other(get)", "typescript", {"get", "Client"})
    assert sites(facts) == ["a.get(1)", "new Client(3)"]


def test_components_have_the_facts_of_their_scripts() -> None:
    text = (
        "<script>import a from 'a'</script>\n<script setup lang='ts'>const b = a.get<X>('/é')</script><p>{{ c() }}</p>"
    )
    facts = read(text, "vue")
    assert bindings(facts) == ["a = <a>.default", 'b = a.get("/é")']
    assert sites(facts) == ['a.get("/é")']
    assert text.encode()[facts.sites[0].call.start :].startswith(b"a.get<X>")


SAMPLE = """import a, { b as c } from './m'; export * from 'n'; import * as d from "o";
@C('users') export class A extends B<X> implements D { #x = 1; static y: T = 'é';
  constructor(@I(K) private readonly h: H, { p, q: [r = 1] }: O = {}, ...s) { super(h); this.b = `${c}/x${p}`; }
  @Get(':id') async f<T>(a?: T): Promise<T[]> { for (const [k, v] of await this.g<T>(a!)) { k ??= v } return x ? y : z }
  get v() { return this.#x } }
interface I { a: { b: X }[]; f(): void } type U = { k: 'a' | "b" } & V; enum E { A, B = 'x', }
export const g = async ({ u, ...w }) => <div on={() => f(u)}>{w}</div>, { m, n: { o } } = require('p');
module.exports = { a, b: 1, [k]: 2, ...e, get z() { return 3 }, t() {} }; exports.q = function* () { yield 1 };
switch (a) { case 1: b += 'x'; break; default: ({ c, d: e.f } = g) } try { h() } catch ({ i }) { j } export default l;
export { a as aa }; export { a as bb } from './m'; import r = require('s'); const [t, , ...u] = [1, , ...v];
import('./x').then(m => m.y); new X<Y>(...z); export default class { declare a: B; static { f() } }
"""


@given(st.sampled_from(DIALECTS), st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(dialect: str, at: int, length: int) -> None:
    data = SAMPLE.encode()
    read(data[:at], dialect)
    read(data[at:], dialect)
    read(data[:at] + data[at + length :], dialect)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 900 + "1" + ")" * 900,
        "x = " + "[" * 900 + "1" + "]" * 900,
        "x = " + "{a:" * 900 + "1" + "}" * 900,
        "x = " + "a => " * 3000 + "1",
        "x = " + "f(" * 900 + "1" + ")" * 900,
        "x = 1" + " + a" * 5000,
        "x = a" + ".b()" * 3000,
        "x = a" + " ? b : c" * 3000,
        "x = " + "`${" * 900 + "1" + "}`" * 900,
        "let x: " + "A<" * 3000 + "B" + ">" * 3000,
        "let x: A" + " | A" * 5000,
        "function f({ a: " + "{ a: " * 900 + "b" + " }" * 900 + " }) {}",
        "a = " * 2000 + "1",
        "f(" * 2000,
        "class A { f() { " * 500,
        "if (a) { " * 1500,
        "const f = () => 1;\n" * 5000,
        "class A {" + "@D() f() {}\n" * 5000 + "}",
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.parametrize("dialect", ["tsx", "javascript"])
def test_deep_and_long_texts_are_read_in_little_time(text: str, dialect: str) -> None:
    begin = time.process_time()
    facts = read(text, dialect)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(facts)
