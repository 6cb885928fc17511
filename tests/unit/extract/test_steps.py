"""What functions do: one program says the same in all languages whose functions are read so."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from seamark.extract import extract
from seamark.extract.facts import Call, Literal, Scalar, Step, within

DEEP = 300

C = """
    int answer(struct request *r) {
        if (strcmp(r->method, "PUT") == 0) return change(r);
        else if (strcmp(r->method, "GET") == 0) { note("read"); list(r); }
        else { r->status = 405; }
        while (more(r)) { skip(r); }
        return refuse(r, 404);
    }
"""
TYPESCRIPT = """
    function answer(r) {
        if (r.method === "PUT") return change(r);
        else if (r.method === "GET") { note("read"); list(r); }
        else { r.status = 405; }
        while (more(r)) { skip(r); }
        return refuse(r, 404);
    }
"""
PYTHON = """
    def answer(r):
        if r.method == "PUT":
            return change(r)
        elif r.method == "GET":
            note("read")
            list(r)
        else:
            r.status = 405
        while more(r):
            skip(r)
        return refuse(r, 404)
"""
PHP = """
    <?php
    function answer($r) {
        if ($r->method === "PUT") return change($r);
        elseif ($r->method === "GET") { note("read"); list_all($r); }
        else { $r->status = 405; }
        while (more($r)) { skip($r); }
        return refuse($r, 404);
    }
"""
RUST = """
    fn answer(r: &mut Call) -> Answer {
        if r.method == "PUT" { return change(r); }
        else if r.method == "GET" { note("read"); list(r); }
        else { r.status = 405; }
        while more(r) { skip(r); }
        return refuse(r, 404);
    }
"""
KOTLIN = """
    fun answer(r: Call): Answer {
        if (r.method == "PUT") { return change(r) }
        else if (r.method == "GET") { note("read"); list(r) }
        else { r.status = 405 }
        while (more(r)) { skip(r) }
        return refuse(r, 404)
    }
"""
TOLD = [
    ("choose", [], [(["PUT"], [("leave", [])]), (["GET"], [("do", ["read"]), ("do", [])]), ([], [("set", ["405"])])]),
    ("around", [], [([], [("do", [])])]),
    ("leave", ["404"]),
]


def steps(dialect: str, text: str) -> tuple[Step, ...]:
    (one,) = [one for one in extract(dedent(text).encode(), dialect, ()).definitions if one.name == "answer"]
    return one.steps


def told(step: Step) -> tuple[Any, ...]:
    """A step's kind and constants, and those of its arms."""
    arms = [([*_constants(*arm.tests)], [told(one) for one in arm.steps]) for arm in step.arms]
    return (step.kind, [*_constants(*step.values)], *([arms] if arms else []))


def _constants(*values: object) -> list[str]:
    """The texts and numbers in values, but for what C compares with zero."""
    found = [one.text for one in within(*values) if isinstance(one, Literal | Scalar)]
    return [one for one in found if one != "0"]


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("c", C),
        ("cpp", C),
        ("typescript", TYPESCRIPT),
        ("javascript", TYPESCRIPT),
        ("python", PYTHON),
        ("php", PHP),
        ("rust", RUST),
        ("kotlin", KOTLIN),
    ],
)
def test_one_program_is_the_same_in_all_languages(dialect: str, text: str) -> None:
    assert [told(step) for step in steps(dialect, text)] == TOLD


def test_arms_of_a_match_are_told_by_their_patterns() -> None:
    text = """
        fn answer(r: Request) -> Response {
            match (r.method(), r.path()) {
                (&Method::GET, "/users" | "/people") => list(r),
                (_, path) if path == "/teams" => teams(r),
                _ => refuse(404),
            }
        }
    """
    (one,) = steps("rust", text)
    tests = [[*_constants(*arm.tests)] for arm in one.arms]
    assert ([sorted(one) for one in tests], [len(arm.steps) for arm in one.arms]) == (
        [["/people", "/users"], ["/teams"], []],
        [1, 1, 1],
    )


@pytest.mark.parametrize("condition", ['r.kind === "put"', "ready(r)", "r.count > 404"])
def test_a_function_that_tells_no_such_texts_apart_has_no_steps(condition: str) -> None:
    assert steps("typescript", f"function answer(r) {{ if ({condition}) return a('/users'); return b(405); }}") == ()


def test_of_what_a_function_is_made_of_no_function_within_is_a_part() -> None:
    text = """function answer(r) { if (r.method === "PUT") run(() => { if (r.method === "GET") inner(r); }); }"""
    found = {one.callee for one in within(*steps("typescript", text)) if isinstance(one, Call)}
    assert not any("inner" in str(one) for one in found)


@pytest.mark.parametrize(
    ("begin", "again", "end"),
    [
        ('if (m == "GET") {', "if (a) {", "}"),
        ('if (m == "GET") c(); ', "else if (b) c(); ", ""),
        ('x = m == "GET"', " && a(b)", ""),
        ('x = m == "GET" && ', "a(", ")"),
        ('x = m == "GET" && a', "!b", ""),
    ],
)
def test_what_is_nested_deep_is_left_out(begin: str, again: str, end: str) -> None:
    found = steps("typescript", f"function answer(m) {{ {begin}{again * DEEP}{end * DEEP} }}")
    assert _depth(found) < 100


def _depth(found: tuple[Step, ...]) -> int:
    return 1 + max((_depth(arm.steps) for step in found for arm in step.arms), default=0)
