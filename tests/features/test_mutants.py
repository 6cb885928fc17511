"""What is turned round, and whether it is said that no test notices."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from .conditions import turns
from .mutants import Suite, chosen, mutants, surviving

SERVER = Path(__file__).parents[2] / "server/seamark"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("if a:  # why\n    b()", ["if not (a):  # why\n    b()"]),
        ("while a(): ...", ["while not (a()): ..."]),
        ("b if a else c", ["b if not (a) else c"]),
        ("[b for b in c if b.d]", ["[b for b in c if not (b.d)]"]),
        ("match a:\n    case b if c: ...", ["match a:\n    case b if not (c): ..."]),
        ("if (a := b()): ...", ["if (not (a := b())): ..."]),
        ("a == b", ["a != b"]),
        ("if a  <  b: ...", ["if a  >=  b: ..."]),
        ("a < b <= c", ["a >= b <= c", "a < b > c"]),
        ("a(b) is not c, d in e", ["a(b) is c, d in e", "a(b) is not c, d not in e"]),
        ("(a\n # or b\n and c)", ["(a\n # or b\n or c)"]),
        ("a = b or c or d", ["a = b and c or d", "a = b or c and d"]),
        ("if a and b: ...", ["if not (a and b): ...", "if a or b: ..."]),
        ("'ä', a is b", ["'ä', a is not b"]),
        ("def f() -> bool:\n    return a", ["def f() -> bool:\n    return not (a)"]),
        ("def f() -> bool:\n    def g():\n        return 1\n    return a is g", None),
        ("def f() -> int:\n    return a", []),
        ("f'{a == b}'", []),
        ("'a == b'  # c == d", []),
        ("for a in b: ...", []),
    ],
)
def test_what_is_turned_round(text: str, turned: list[str] | None) -> None:
    found = [turn.applied(text.encode()).decode() for turn in turns(text.encode())]
    expected = [text.replace("a is g", "a is not g")] if turned is None else turned
    assert sorted(found) == sorted(expected)


def test_a_condition_of_several_lines_says_which() -> None:
    (turn,) = turns(b"x = (\n    a\n    in b\n)\n")
    assert (turn.first, turn.last) == (2, 3)


@pytest.mark.parametrize("name", ["keys.py", "resolve/http/routes.py", "index/index.py"])
def test_each_is_another_program(name: str) -> None:
    text = (SERVER / name).read_bytes()
    programs = [ast.dump(ast.parse(turn.applied(text))) for turn in turns(text)]
    assert len(programs) > 20
    assert len({*programs, ast.dump(ast.parse(text))}) == len(programs) + 1


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with a package, and a test that notices some of what can be turned round there."""
    server = tmp_path / "tree/server"
    server.mkdir(parents=True)
    (server / "signs.py").write_text(
        "def sign(number: int) -> str:\n"
        "    if number < 0:\n"
        "        return 'minus'\n"
        "    return 'plus' if number > 0 else ''\n"
        "def unused(number: int) -> bool:\n"
        "    return number == 7\n",
        "utf-8",
    )
    (tmp_path / "tree/test_signs.py").write_text(
        "from signs import sign\ndef test_minus():\n    assert sign(-1) == 'minus'\n", "utf-8"
    )
    return tmp_path / "tree"


def test_the_same_are_chosen_whatever_else_changes(tree: Path) -> None:
    before = chosen(tree, list(mutants(tree, ["server"])), seed=3, count=2)
    said = [one.difference(tree) for one in before]
    assert before == chosen(tree, list(mutants(tree, ["server"])), seed=3, count=2)
    file = tree / "server/signs.py"
    file.write_text("def other() -> None: ...\n" + file.read_text("utf-8"), "utf-8")
    after = chosen(tree, list(mutants(tree, ["server"])), seed=3, count=2)
    assert [one.difference(tree) for one in after] == said
    assert [one.turn.first for one in after] == [one.turn.first + 1 for one in before]


def test_a_path_is_a_folder_a_file_or_a_line(tree: Path) -> None:
    assert len(list(mutants(tree, ["server"]))) == len(list(mutants(tree, ["server/signs.py"]))) == 3
    assert [one.place for one in mutants(tree, ["server/signs.py:4"])] == ["server/signs.py:4"]
    with pytest.raises(SystemExit, match=r"other\.py: neither a file nor a folder"):
        list(mutants(tree, ["server/other.py"]))


@pytest.mark.slow
def test_what_no_test_notices_is_said(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tried = chosen(tree, list(mutants(tree, ["server"])), seed=1, count=9)
    survivors = list(surviving(Suite(tree, ["test_signs.py"]), tree, tried, tree.parent / "copies"))
    assert [one.place for one in survivors] == ["server/signs.py:4", "server/signs.py:6"]
    assert survivors[1].difference(tree) == "    -     return number == 7\n    +     return number != 7"
    assert capsys.readouterr().out.splitlines() == [
        "server/signs.py:2: noticed",
        "server/signs.py:4: survives 0 tests",
        "server/signs.py:6: survives 0 tests",
    ]


@pytest.mark.slow
def test_tests_that_fail_by_themselves_say_nothing_of_conditions(tree: Path) -> None:
    (tree / "test_signs.py").write_text("def test_wrong():\n    assert 0, 'wrong'\n", "utf-8")
    with pytest.raises(SystemExit, match=r"(?s)With nothing turned round:.*wrong"):
        Suite(tree, ["test_signs.py"])
