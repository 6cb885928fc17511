"""Parsing has bounds, whatever the text."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from tree_sitter import Parser, Point, Range

from seamark.source import ParseLimitError, load, parse
from seamark.source.parsing import _TRIALS
from seamark.source.parsing.trials import ENDED, Trials
from tests.pace import within

MOST_MEMORY = 300_000_000
MOST_SECONDS = 10

# Each takes memory by the square of its length, in one step at its end: gigabytes, here.
COPIED = {
    "python, operators that nothing stands between": ("python", b"a(1)\n" + b"/*\n" * 4000),
    "python, with comments": ("python", b"a(1)\n" + b"/*#define\n" * 4000),
    "c, arrows": ("c", b"a(1);\n" + b"value =>\n" * 6000),
}
# Each takes steps by the square of its length.
STEPS = {
    "python, signs": ("python", b"a(1)" + b"/+" * 6000),
    "javascript, what may be a name": ("javascript", b"a(1);\n" + b"await+" * 6000),
    "go, arrows": ("go", b"package a\n" + b"->+\n" * 6000),
}


@pytest.fixture(autouse=True)
def _bounded() -> Iterator[None]:
    """Each test takes little time, and this process little memory."""
    if sys.platform == "win32":
        yield
        return
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    before = resource.getrusage(resource.RUSAGE_SELF)
    with within(MOST_SECONDS):
        yield
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before.ru_maxrss) * unit < MOST_MEMORY


@pytest.mark.slow
@pytest.mark.parametrize("name", COPIED)
def test_what_takes_memory_in_one_step_is_tried_elsewhere(name: str) -> None:
    grammar, data = COPIED[name]
    with pytest.raises(ParseLimitError, match=ENDED):
        parse(grammar, data)  # type: ignore[arg-type]
    assert parse("python", b"x = 1\n" * 1000).root_node.child_count == 1000


@pytest.mark.parametrize("name", STEPS)
def test_what_takes_steps_is_stopped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar, data = STEPS[name]
    with pytest.raises(ParseLimitError, match="too many steps"):
        parse(grammar, data)  # type: ignore[arg-type]
    monkeypatch.setattr(_TRIALS, "are_needed", False)
    with pytest.raises(ParseLimitError, match="too many steps"):
        parse(grammar, data)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [1, 1000])
def test_the_tree_is_that_of_the_parser_alone(count: int) -> None:
    data = b"def f(x):\n    return [x, {'a': f'{x}'}]\n" * count + b"broken((\n"
    assert str(parse("python", data).root_node) == str(Parser(load("python")).parse(data).root_node)


def test_ranges_of_a_text() -> None:
    data = b"<script>" + b"f(1);\n" * 1000 + b"</script>"
    within = Range(Point(0, 8), Point(1000, 0), 8, len(data) - 9)
    root = parse("javascript", data, (within,)).root_node
    assert not root.has_error
    assert root.named_child_count == 1000
    data = b"<script>" + b"a => \n" * 10 + b"await+" * 6000
    with pytest.raises(ParseLimitError):
        parse("javascript", data, (Range(Point(0, 8), Point(10, 36_000), 8, len(data)),))


def test_without_a_process_texts_are_parsed() -> None:
    trials = Trials(("no such program",))
    assert trials.failure("python", b"x = 1\n") == ""
