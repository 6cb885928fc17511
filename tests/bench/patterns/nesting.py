"""What every language has: brackets in brackets, brackets that nobody closes, what is nested, and texts that are
broken in its way.

All of it stands behind a call that must not be lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from seamark.languages import LANGUAGES
from tests.calls import CALLS

from .pattern import Files, Pattern, pattern

BRACKETS = {"round": ("(", ")"), "square": ("[", "]"), "curly": ("{", "}"), "angle": ("<", ">")}
BRACKETED = (*(language.name for language in LANGUAGES), "tsx", "yaml", "json", "graphql", "proto")

BROKEN: Mapping[str, tuple[str, str]] = {
    "py_arrows": ("python", "-->\n"),
    "py_open_comments": ("python", "/*"),
    "py_open_calls": ("python", "f(a, "),
    "py_open_lambdas": ("python", "lambda: "),
    "py_open_formats": ("python", 'f"{'),
    "py_decorators_of_nothing": ("python", "@a\n"),
    "py_words": ("python", "a "),
    "py_names_of_their_own_type": ("python", "a: a\n"),
    "py_calls_of_calls": ("python", "()()"),
    "rs_arrows": ("rust", "-->\n"),
    "rs_open_generics": ("rust", "A::<"),
    "rs_open_closures": ("rust", "|a| "),
    "rs_open_macros": ("rust", "a!{ "),
    "rs_open_comments": ("rust", "/* "),
    "rs_words": ("rust", "a "),
    "go_html_comments": ("go", "<!--\n"),
    "go_open_functions": ("go", "func() { "),
    "go_open_types": ("go", "struct { a "),
    "go_words": ("go", "a "),
    "go_names_of_their_own_type": ("go", "var a a\n"),
    "ts_open_templates": ("typescript", "`${"),
    "ts_open_arrows": ("typescript", "a => "),
    "ts_open_generics": ("typescript", "a<"),
    "ts_open_elements": ("tsx", "<a>"),
    "ts_questions": ("typescript", "a ? "),
    "ts_words": ("typescript", "a "),
    "js_regexes": ("javascript", "/a"),
    "js_calls_of_calls": ("javascript", "a()"),
    "vue_open_scripts": ("vue", "<script>\n"),
    "svelte_open_blocks": ("svelte", "{#if a}\n"),
    "php_tags": ("php", "?><?php "),
    "php_open_functions": ("php", "function () {\n "),
    "php_heredocs": ("php", "<<<A\n"),
    "php_words": ("php", "a "),
    "c_words": ("c", "a "),
    "c_declared_again": ("c", "int a;\nvoid f() { a(); }\n"),
    "c_ifs_of_preprocessor": ("c", "#if A\n"),
    "c_open_casts": ("c", "(a)("),
    "c_stars": ("c", "*"),
    "cpp_words": ("cpp", "a "),
    "java_words": ("java", "a "),
    "kotlin_words": ("kotlin", "a "),
    "cpp_open_templates": ("cpp", "a<"),
    "cpp_open_lambdas": ("cpp", "[&] { "),
    "yaml_dashes": ("yaml", "- "),
    "yaml_questions": ("yaml", "? "),
    "json_open_pairs": ("json", '{"a":'),
    "proto_open_messages": ("proto", "message A { "),
    "nginx_open_blocks": ("nginx", "location / {\n "),
    "graphql_open_selections": ("graphql", "{ a "),
    "http_separators": ("http", "###\n"),
}
"""Languages, and what is repeated behind a call in them."""

NESTED: Mapping[str, tuple[str, str, str, str]] = {
    "py_comprehensions": ("python", "[a for a in\n ", "b", "]"),
    "ts_classes": ("typescript", "class A { m() {\n ", "", "} }\n"),
    "ts_ifs": ("typescript", "if (a) {\n ", "b();", "}\n"),
    "ts_calls": ("typescript", "f(\n ", "a", ")\n"),
    "ts_nots": ("typescript", "!\n ", "a", ""),
    "go_functions": ("go", "var a = func() {\n ", "", "}\n"),
    "go_switches": ("go", "func f() { switch a { case 1:\n ", "", "} }\n"),
    "rs_functions": ("rust", "fn a() {\n ", "", "}\n"),
    "rs_generic_functions": ("rust", "fn a<T: A>(t: T) { t.b();\n ", "", "}\n"),
    "rs_nots": ("rust", "fn f() { a(!\n ", "a", ") }\n"),
    "php_functions": ("php", "$a = fn () =>\n ", "1", ""),
    "php_ifs": ("php", "if ($a) {\n ", "b();", "}\n"),
    "php_own_classes": ("php", "if ($a) { self::a(__NAMESPACE__);\n ", "", "}\n"),
    "c_calls": ("c", "f(\n ", "a", ")\n"),
    "c_nested_ifs": ("c", "if (a) {\n ", "b();", "}\n"),
}
"""Languages, and what is nested behind a call in them: how it begins, what is inside, and how it ends."""


def _behind_call(language: str, text: str) -> Pattern:
    """A text so many times behind a call."""

    @pattern(250)
    def broken(n: int) -> Files:
        path, call, _ = CALLS[language]
        return {path: call + text * n + "\n"}

    return broken


def _nested(language: str, opening: str, inside: str, closing: str) -> Pattern:
    """A text so many times in itself, behind a call; in a function, where there must be one."""

    @pattern(250)
    def nested(n: int) -> Files:
        path, call, _ = CALLS[language]
        before, after = ("void g() { ", "; }\n") if language == "c" else ("", "\n")
        return {path: call + before + opening * n + inside + closing * n + after}

    return nested


def _brackets(language: str, *, closed: bool) -> Pattern:
    """A file for each kind of brackets."""

    @pattern(250)
    def nested(n: int) -> Files:
        path, call, _ = CALLS[language]
        return {
            f"{name}/{path}": call + opening * n + (closing * n if closed else "") + "\n"
            for name, (opening, closing) in BRACKETS.items()
        }

    return nested


PATTERNS = {
    **{f"{language}_brackets": _brackets(language, closed=True) for language in BRACKETED},
    **{f"{language}_open_brackets": _brackets(language, closed=False) for language in BRACKETED},
    **{name: _behind_call(language, text) for name, (language, text) in BROKEN.items()},
    **{name: _nested(*parts) for name, parts in NESTED.items()},
}
