"""The keys of definitions stay short, and are different from each other, however deep these stand in each other."""

from __future__ import annotations

from seamark.extract import extract
from seamark.resolve.workspace_facts.view import LONGEST_KEY, View

DEEP = 400


def keys(text: str) -> list[str]:
    return View("a.ts", extract(text.encode(), "typescript", frozenset({"get"}))).keys


def test_a_key_says_what_is_around() -> None:
    assert keys("function a() { function b() { function c() {} } }") == ["a", "a.b", "a.b.c"]


def test_keys_of_deep_definitions_are_short() -> None:
    around = "".join(f"function f{number}() {{\n" for number in range(DEEP))
    found = keys(f"{around}function same() {{}}\n{'}' * (DEEP - 1)}\nfunction same() {{}}\n}}\n")
    assert len(set(found)) == len(found) == DEEP + 2
    assert max(map(len, found)) < 2 * LONGEST_KEY
