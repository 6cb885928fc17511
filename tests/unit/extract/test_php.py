from __future__ import annotations

import time
from collections.abc import Collection

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.facts import Call, Concat, Facts, Import, Literal, Member, Name, Value
from seamark.index.reading.stack import deep_stack
from tests.unit.extract.effort import is_little
from tests.unit.extract.render import EVERY, assignments, bindings, definitions, exports, read, shown, sites


def page(text: str | bytes, words: Collection[str] = EVERY) -> Facts:
    """The facts of a text that is HTML before its first `<?php`."""
    return read(text, "php", words)


def facts(text: str, words: Collection[str] = EVERY) -> Facts:
    return page(f"<?php {text}", words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Strings.
        ("'a'", '"a"'),
        ("''", '""'),
        ('""', '""'),
        (r"'it\'s \\ \n $a'", r'''"it's \\ \\n $a"'''),
        (r'"\n\x41\u{e9}\101\$a\q\""', r'''"\nAéA$a\\q\""'''),
        ("b'a'", '"a"'),
        ('b"a$b"', '"a" + $b'),
        ('"/a/$b/c"', '"/a/" + $b + "/c"'),
        ('"$a $b"', '$a + " " + $b'),
        ('"$a"', "$a"),
        ('"/a/$b[0]/$b[k]/$b[$k]"', '"/a/" + $b[0] + "/" + $b["k"] + "/" + $b[$k]'),
        ('"$a->b->c"', '$a.$b + "->c"'),
        ("\"{$this->a}/{$b['c'][K]}/{$d->e(1)}\"", 'this.$a + "/" + $b["c"][K] + "/" + $d.e(1)'),
        ('"${a}/${b[0]}"', '$a + "/" + ?'),
        ("<<<E\n  /a/$b\n    {$c}\\n\n\n  E", '"/a/" + $b + "\\n  " + $c + "\\n\\n"'),
        ("<<<E\r\na\r\nb\r\nE", '"a\\r\\nb"'),
        ("<<<'E'\n  /a/$b\\n\n  E", '"/a/$b\\\\n"'),
        ("<<<E\nE", '""'),
        ("<<<'E'\n\n E", '""'),
        ("'/a' . $b . \"/c\"", '"/a" + $b + "/c"'),
        ("'/a' . ($b . $c)", '"/a" + ($b + $c)'),
        ("sprintf('/a/%s', $b)", '"/a/%s".sprintf($b)'),
        # Scalars.
        ("1_000", "1000"),
        ("-1.5", "-1.5"),
        ("TRUE", "true"),
        ("Null", "null"),
        # One of several.
        ("$a ?? $b ?? $c", "$a ?? ($b ?? $c)"),
        ("$a ?: $b", "$a ?? $b"),
        ("$c ? $a : $b", "$a | $b"),
        ("match ($c) { 1, 2 => $a, default => $b }", "$a | $b"),
        ("match (true) { $c => $a, default => throw new E() }", "$a"),
        ("$a ?? throw new E()", "$a"),
        ("$a || $b", "?"),
        ("$a + $b", "?"),
        ("!$a", "?"),
        # What says what its inside says.
        ("($a)", "$a"),
        ("(string) $a", "$a"),
        ("@f()", "f()"),
        ("clone $a", "$a"),
        ("$b = $a", "$a"),
        ("&$a", "$a"),
        # Members.
        ("$a->b->c", "$a.$b.$c"),
        ("$a?->b", "$a.$b"),
        ("$a->{'b'}", '$a["b"]'),
        ("$a->$b", "$a[$b]"),
        ("$a['b'][0]", '$a["b"][0]'),
        ("$a[K]", "$a[K]"),
        ("$this->a", "this.$a"),
        ("self::A", "this.A"),
        ("static::$a", "this.$a"),
        ("parent::A", "super.A"),
        ("A::B", "A.B"),
        ("A::$b", "A.$b"),
        ("$a::B", "$a.B"),
        ("A::B->value", "A.B"),
        ("A::B->name", '"B"'),
        ("A::B->c", "A.B.$c"),
        # Classes, functions and constants by their names.
        ("A", "A"),
        ("A\\B\\C", "<.\\A\\B>.C"),
        ("\\A\\B\\C", "<A\\B>.C"),
        ("\\A", "<\\>.A"),
        ("namespace\\A", "A"),
        ("A::class", "A"),
        ("\\A\\B::class", "<A>.B"),
        ("$a::class", "?"),
        # Calls.
        ("f($a, b: $c, ...$d)", "f($a, b=$c, *$d)"),
        ("A\\f()", "<.\\A>.f()"),
        ("\\f()", "<\\>.f()"),
        ("$a(1)", "$a(1)"),
        ("($this->a)(1)", "this.$a(1)"),
        ("$a->b(1)?->c(2)", "$a.b(1).c(2)"),
        ("A::b('/c')->d()", 'A.b("/c").d()'),
        ("self::b()", "this.b()"),
        ("parent::b(1)", "super.b(1)"),
        ("$a->$b(1)", "$a[$b](1)"),
        ("A::{$b}(1)", "A[$b](1)"),
        ("new A(1)", "new A(1)"),
        ("new A", "new A()"),
        ("new \\A\\B", "new <A>.B()"),
        ("new $a(1)", "new $a(1)"),
        ("(new A)->b()", "new A().b()"),
        ("new class(1) extends A { }", "new f#0(1)"),
        ("f(...)", "f"),
        ("$a->b(...)", "$a.b"),
        ("A::b(...)", "A.b"),
        # Other files.
        ("require __DIR__ . '/a.php'", "<./a.php>"),
        ("(include_once(__DIR__ . '/../a' . '.php'))", "<./../a.php>"),
        ("require dirname(__DIR__, 2) . '/a.php'", "<./../../a.php>"),
        ("require dirname(dirname(__FILE__)) . '/a.php'", "<./../a.php>"),
        ("require 'a/b.php'", "<a/b.php>"),
        ("require $a . '/b.php'", 'require($a + "/b.php")'),
        ("(require __DIR__ . '/a.php')($b)", "<./a.php>($b)"),
        # Arrays.
        ("[1, $a, ...$b]", "[1, $a, $b[?]]"),
        ("[]", "[]"),
        ("['a' => 1, 2 => $b, $c => 3, 4, ...$d]", "{a: 1, 2: $b, : 3, : 4, ...: $d}"),
        ("array('a' => /* c */ array(1))", "{a: [1]}"),
        ("[A::class, 'b']", '[A, "b"]'),
        # Functions.
        ("function () { }", "f#0"),
        ("static fn () => 1", "f#0"),
        # Nothing.
        ("`ls`", "?"),
        ("$$a", "?"),
    ],
)
def test_values(text: str, expected: str) -> None:
    found = [binding for binding in facts(f"$it = {text};").bindings if binding.name == "$it"]
    assert [shown(binding.value) for binding in found] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", "A"),
        ("?A", "A"),
        ("\\A\\B", "<A>.B"),
        ("A\\B", "<.\\A>.B"),
        ("A|null|string", "A"),
        ("A|B", "A | B"),
        ("A&B", "A | B"),
        ("(A&B)|null", "A | B"),
        ("self", "f#0"),
        ("?static", "f#0"),
        ("string", None),
        ("?int", None),
        ("array|false", None),
    ],
)
def test_types(text: str, expected: str | None) -> None:
    found = facts(f"class X {{ function f(): {text} {{ }} }}").definitions[1].return_type
    assert (None if found is None else shown(found)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("new self(1)", "new f#0(1)"),
        ("new static", "new f#0()"),
        ("self::class", "f#0"),
        ("__CLASS__", "f#0"),
        ("parent::class", "?"),
    ],
)
def test_the_class_that_an_expression_stands_in(text: str, expected: str) -> None:
    assert bindings(facts(f"class X {{ function f() {{ $it = {text}; }} }}")) == [f"X.f.$it = {expected}"]


def test_spans() -> None:
    source = "<?php $it = f('é', \"/a/{$b}\", <<<E\n  c\n  E, $o->p);".encode()

    def at(found: Value) -> str:
        assert isinstance(found, Literal | Name | Call | Concat | Member)
        return source[found.start : found.end].decode()

    call = page(source).bindings[0].value
    assert isinstance(call, Call)
    accented, built, heredoc, member = (argument.value for argument in call.arguments)
    assert isinstance(built, Concat)
    assert at(call) == source.decode()[12:-1]
    assert [at(accented), at(built), *map(at, built.parts)] == ["é", "/a/{$b}", "/a/", "$b"]
    assert [at(heredoc), at(member)] == ["c", "p"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("function f(A $a, ?int &$b = 1, string ...$c): B { return $a; }",
         ["function f($a: A, $b = 1, *$c) -> B => $a"]),
        ("function f() { yield 1; yield $k => $v; yield from g(); return; }", ["function f() => 1; $v; g()"]),
        ("$f = function ($a) use ($b) { return $b; };", ["function $f($a) => $b"]),
        ("$this->f = fn ($a) => $a;", ["function f($a) => $a"]),
        ("g(['f' => fn () => 1, 'g', fn () => 2]);", ["function f() => 1", "function ()() => 2"]),
        ("g(function () { return fn () => 1; });", ["function ()() => f#1", "function ().()() => 1"]),
        ("#[A('/b', c: [1]), B]\n#[\\C\\D]\nfinal class X extends Y implements Z, \\P\\Q { use T, U { a as b; } }",
         ['@A("/b", c=[1]) @B() @<C>.D() class X < Y, T, U, Z, <P>.Q']),
        ("class X { #[Get('/a')] public static function f(#[P] int $a) { } abstract function g(); }",
         ["class X", '@Get("/a") static method X.f($a)', "method X.g()"]),
        ("class X { function __construct(private readonly A $a, protected $b = 1) { } }",
         ["class X", "method X.__construct($a: A, $b = 1)"]),
        ("interface I extends J, K { function f(): self; }", ["class I < J, K", "method I.f() -> f#0"]),
        ("trait T { function f() { } }", ["class T", "method T.f()"]),
        ("enum E: string implements I { use T; case A = 'a'; static function f() { } }",
         ["class E < T, I", "static method E.f()"]),
        ("class A { private static function f() {} protected function g() {} public function h() {} }",
         ["class A", "hidden static method A.f()", "hidden method A.g()", "method A.h()"]),
        ("$x = new #[A] class($b) extends C { function f() { } };", ["@A() class () < C", "method ().f()"]),
        ("class X { public string $a { get => $this->b; set($v) { } } }",
         ["class X", "method X.()() => this.$b", "method X.()($v)"]),
        ("if (!function_exists('f')) { function f() { function g() { } } }", ["function f()", "function f.g()"]),
        ("namespace A { class X { } }", ["class X"]),
    ],
)  # fmt: skip
def test_definitions(text: str, expected: list[str]) -> None:
    assert definitions(facts(text)) == expected


def test_the_span_of_a_definition_includes_its_attributes() -> None:
    text = "<?php class X {\n/** Why. */\n#[A]\n#[B()]\npublic function f() { }\n}"
    definition = page(text).definitions[1]
    assert text[definition.start : definition.end] == "#[A]\n#[B()]\npublic function f() { }"
    assert text[definition.name_start : definition.name_end] == "f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a = $b = 1;", ["$a = 1", "$b = 1"]),
        ("$a = &$b;", ["$a = $b"]),
        ("$a .= 'x'; $a ??= 'y'; $a += 1;", ['$a = $a + "x"', '$a = $a ?? "y"', "$a = ?"]),
        ("[$a, , [$b]] = $x;", ["$a = $x[0]", "$b = $x[2][0]"]),
        ("list('k' => $a, 'l' => list(, $b)) = $x;", ['$a = $x["k"]', '$b = $x["l"][1]']),
        ("foreach ($x as $a) { }", ["$a = $x[?]"]),
        ("foreach ($x as $k => [$a, &$b]): endforeach;", ["$k = $x[?].[]=", "$a = $x[?][0]", "$b = $x[?][1]"]),
        ("foreach (f() as &$a) g($a);", ["$a = f()[?]"]),
        ("if ($c) { $a = 1; } elseif ($d) $a = 2; else { $a = 3; } $a = 4;",
         ["$a? = 1", "$a? = 2", "$a? = 3", "$a = 4"]),
        ("if ($c): $a = 1; elseif ($d): $a = 2; else: $a = 3; endif;", ["$a? = 1", "$a? = 2", "$a? = 3"]),
        ("while ($c) $a = 1; for (;;) { $a = 2; } foreach ($c as $b) { $a = 3; } do { $a = 4; } while ($c);",
         ["$a? = 1", "$a? = 2", "$b = $c[?]", "$a? = 3", "$a = 4"]),
        ("switch ($c) { case 1: $a = 1; default: $a = 2; }", ["$a? = 1", "$a? = 2"]),
        ("try { $a = 1; } catch (A | B $e) { $a = 2; } finally { $a = 3; }",
         ["$a = 1", "$e?: A = ?", "$a? = 2", "$a = 3"]),
        # Scopes.
        ("$a = 1; function f($b) { $a = $b; static $c = 2; }", ["$a = 1", "f.$a = $b", "f.$c = 2"]),
        ("$a = 1; function f() { global $a; $a = 2; }", ["$a = 1", "$a? = 2"]),
        ("function f() { $a = 1; $g = function () use ($a) { $a = 2; }; }",
         ["f.$a = 1", "f.$g.$a = 2", "f.$g = f#1"]),
        ("function f() { $a = 1; $g = function () use (&$a) { $a = 2; }; }",
         ["f.$a = 1", "f.$a? = 2", "f.$g = f#1"]),
        # Classes.
        ("class X { const A = 'a', B = self::A; const string C = 'c'; }", ['X.A = "a"', "X.B = this.A", 'X.C = "c"']),
        ("class X { public ?A $a; private static $b = 1, $c; var $d = 'd'; public int $e; }",
         ["X.$a: A = ?", "X.$b = 1", 'X.$d = "d"']),
        ("class X { /** @var A|null */ private $a; /** @var string */ private $b; /** @var \\B\\C The c. */ var $c; }",
         ["X.$a: A = ?", "X.$c: <B>.C = ?"]),
        ("class X { function __construct(private readonly A $a, protected $b = 1, $c = 2) { } }",
         ["X.$a: A = $a", "X.$b = $b"]),
        ("class X { function f($a) { $this->a = $a; self::$b = 1; static::$c = 2; g(fn () => $this->d = 3); } }",
         ["X.$a = $a", "X.$b = 1", "X.$c = 2", "X.$d = 3"]),
        ("class X extends Y { function __construct($a) { parent::__construct($a, b: 1); parent::f(); } }",
         ["X.__construct.super() = super.__construct($a, b=1)"]),
        ("enum E: string { case A = 'a'; case B; const C = self::A; }", ['E.A = "a"', "E.B = ::B", "E.C = this.A"]),
        # Constants.
        ("const A = 'a', B = 2; define('C', A . 'c');", ['A = "a"', "B = 2", 'C = A + "c"']),
        # Comments.
        ("/** @var Router $router */ $router->get('/');", ["$router: Router = ?"]),
        ("/** @var A\\B $a */ $a = f();", ["$a = f()", "$a: <.\\A>.B = f()"]),
        ("/* @var int $a */ /** @var A[] $b */ /** @see A $c */", []),
        # Imports.
        ("namespace A\\B; use C; use D\\E, \\F\\G as H; use I\\{J, K as L, M\\N};",
         ["* = <A\\B>.*", '__NAMESPACE__ = "A\\\\B"',
          "C = <\\>.C", "E = <D>.E", "H = <F>.G", "J = <I>.J", "L = <I>.K", "N = <I\\M>.N"]),
        ("use function A\\f; use const A\\B as C; use A\\{function g, const D};",
         ["f = <A>.f", "C = <A>.B", "g = <A>.g", "D = <A>.D"]),
        ("namespace A { use B\\C; } namespace { use D\\E; }",
         ["* = <A>.*", '__NAMESPACE__ = "A"', "C = <B>.C", "E = <D>.E"]),
    ],
)  # fmt: skip
def test_bindings(text: str, expected: list[str]) -> None:
    assert bindings(facts(text)) == expected


def test_names_of_different_kinds_do_not_meet() -> None:
    text = "class X { private $client; function client() { return $this->client ??= client($client); } }"
    found = facts(text)
    assert bindings(found) == ["X.$client = this.$client ?? client($client)"]
    assert definitions(found)[1] == "method X.client() => this.$client ?? client($client)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a->b->c = 1;", ["$a.$b.$c = 1"]),
        ("A::$b = 1;", ["A.$b = 1"]),
        ("[$a->b, $c] = $x;", ["$a.$b = $x[0]"]),
        ("$a['b'] = 1; $a[] = 2; $a->{'b'} = 3;", []),
    ],
)
def test_assignments(text: str, expected: list[str]) -> None:
    assert assignments(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("use A\\B; class X { const Y = 1; } interface I { } trait T { } enum E { } $a = 1;",
         ["X = f#0", "I = f#1", "T = f#2", "E = f#3", "$a = 1"]),
        ("function f() { function g() { } return 1; } const A = 1; define('B', 2);", ["f = f#0", "A = 1", "B = 2"]),
        ("if (c()) { function f() { } }", ["f = f#0"]),
        ("namespace A { function f() { } } namespace B { class X { } }", ["f = f#0", "X = f#1"]),
        ("return ['a' => 1];", ["= = {a: 1}"]),
        ("return function (App $app) { };", ["= = f#0"]),
        ("return require __DIR__ . '/a.php';", ["= = <./a.php>"]),
    ],
)  # fmt: skip
def test_exports(text: str, expected: list[str]) -> None:
    assert exports(facts(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Route::get('/a', [B::class, 'c'])->name('d');",
         ['Route.get("/a", [B, "c"]).name("d")', 'Route.get("/a", [B, "c"])']),
        ("function f() { g(fn () => h()); }", ["f: g(f#1)", "f.(): h()"]),
        ("class X { #[Get('/a')] function f() { $this->g(); $this?->h(); parent::i(); new Y(1); } }",
         ['X.f: Get("/a")', "X.f: this.g()", "X.f: this.h()", "X.f: super.i()", "X.f: new Y(1)"]),
        ("A\\f(1); \\g(2); $h(3); new \\B\\C; $a->$b(4);",
         ["<.\\A>.f(1)", "<\\>.g(2)", "$h(3)", "new <B>.C()", "$a[$b](4)"]),
        ("Route::prefix('a')->group(function () { require __DIR__ . '/b.php'; require base_path('c.php'); });",
         ['Route.prefix("a").group(f#0)', 'Route.prefix("a")', "(): require(<./b.php>)",
          '(): require(base_path("c.php"))', '(): base_path("c.php")']),
        ("(require __DIR__ . '/a.php')($app); $x = require 'b.php';", ["<./a.php>($app)"]),
    ],
)  # fmt: skip
def test_sites(text: str, expected: list[str]) -> None:
    assert sites(facts(text)) == expected


def test_only_the_words_asked_for_are_sites() -> None:
    text = "$a->get(1); post(2); X::get(3); x('get'); $get = get(...); $get(4);"
    assert sites(facts(text, {"get"})) == ["$a.get(1)", "X.get(3)", "$get(4)"]


def test_php_in_html() -> None:
    text = """<html><?php $a = '/a'; if ($b): ?>
      <a href="<?= $this->url("$a/1") ?>">fetch('/no')</a>
    <?php else: $a = '/b'; endif ?>
    <?php foreach ($xs as $x) { ?><i><?= f($x) ?></i><?php } ?>
    </html>"""
    found = page(text)
    assert bindings(found) == ['$a = "/a"', '$a? = "/b"', "$x = $xs[?]"]
    assert sites(found) == ['this.url($a + "/1")', "f($x)"]
    assert page("<p>No code at all</p>") == facts("")


def test_a_module_is_named_as_it_is_written() -> None:
    imported = [binding.value for binding in facts("use A\\B\\C;").bindings]
    assert imported == [Import("A\\B", "C")]


SAMPLE = """<html><?= $x ?><?php
namespace A\\B; use C\\{D, function e as f}; use const G\\H;
#[Route('/é/{id}', methods: ['GET', ...J])]
final class K extends L implements M { use N, O { p as q; } const R = 'r', S = self::R . "t$u";
  /** @var V|null */ private static ?W $x = null; public int $y { get => $this->z; set($a) { } }
  public function __construct(private readonly B $c = new B(), &...$d) { parent::__construct($c, e: 1, ...$d); }
  protected function f(?G $g): static { [$this->h, 'i' => list($j, , $k)] = $l ?? throw new M; global $n;
    foreach ($o as $p => [$q]) { $r .= "/s/{$t->u[0]}/$v[w]/${x}\\n";
      yield $p => match (true) { 1, 2 => fn () => $y, default => 3 }; }
    return new class(1) extends Z { }; } }
enum Aa: string { case Bb = 'b'; }
$cc = <<<EOT
    dd $ee
    EOT . <<<'FF'
  gg
  FF;
try { $hh = static function ($ii) use (&$jj, $kk) { $jj = (require __DIR__ . '/ll.php')($kk); }; } catch (A | B $e) { }
if ($mm): define('NN', 1); elseif ($oo): f(...); else: $pp?->qq(['a' => 1, ...$rr])->{'ss'}; endif ?>
<p><?php /** @var A $tt */ $tt = @file_get_contents("https://u/$vv"); return ['ww' => -1];
"""


@given(st.integers(0, len(SAMPLE)), st.integers(0, 60))
def test_broken_texts_raise_nothing(at: int, length: int) -> None:
    data = SAMPLE.encode()
    page(data[:at])
    page(b"<?php " + data[at:])
    page(data[:at] + data[at + length :])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "$x = " + "(" * 900 + "1" + ")" * 900 + ";",
        "$x = " + "[" * 900 + "1" + "]" * 900 + ";",
        "$x = " + "['a' => " * 900 + "1" + "]" * 900 + ";",
        "$x = " + "fn () => " * 3000 + "1;",
        "$x = " + "f(" * 900 + "1" + ")" * 900 + ";",
        "$x = 1" + " . $a" * 5000 + ";",
        "$x = 1" + " ?? $a" * 3000 + ";",
        "$x = $a" + "->b()" * 3000 + ";",
        "[" * 900 + "$a" + "]" * 900 + " = $x;",
        "$a = " * 2000 + "1;",
        "f(" * 2000,
        "if ($a) { " * 2000,
        "if ($a) { } else " * 2000,
        "function f() { " * 1000,
        "class X { function f() { return new class { " * 300,
        "class X { function f() { " + "{ " * 3000 + "return new self; ",
        "class X { " + "function f(): static { return new static; } " * 2000 + "}",
        "#[A()] function f() { } " * 3000,
        '$x = "' + "{$a}" * 5000 + '";',
        "/** @var A $a */ $a = 1; " * 3000,
    ],
    ids=lambda text: text[:12],
)
def test_deep_and_long_texts_are_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    found = facts(text)
    assert is_little(time.process_time() - begin)
    with deep_stack():
        assert msgspec.msgpack.encode(found)
