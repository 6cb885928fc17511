from __future__ import annotations

from pathlib import Path

from seamark.index.folders.roots import Roots
from seamark.index.reading.files import Files
from seamark.index.reading.twins import Twins
from seamark.resolve.call_words import Word


def test_which_files_are_alike() -> None:
    twins = Twins()
    for path, dialect, data in [("a", "c", b"x"), ("b", "c", b"x"), ("c", "cpp", b"x"), ("d", "c", b"y")]:
        twins.put(path, (dialect, data))
    assert [sorted(twins.of(path)) for path in "abcde"] == [["a", "b"], ["a", "b"], ["c"], ["d"], []]
    twins.put("a", ("c", b"y"))
    twins.remove("b")
    twins.remove("never")
    assert [sorted(twins.of(path)) for path in "abcd"] == [["a", "d"], [], ["c"], ["a", "d"]]


def test_a_text_is_read_once(tmp_path: Path) -> None:
    files = Files(Roots([tmp_path]))
    for path in ("a.py", "b/a.py"):
        files.show(path, b"def f():\n    fetch(1)\n")
        files.update(path)
    one, other = files.view("a.py"), files.view("b/a.py")
    assert one is not None and other is not None
    assert one.facts is other.facts
    assert (one.symbol(0).path, other.symbol(0).path) == ("a.py", "b/a.py")
    files.show("a.py", b"def g(): pass\n")
    files.update("a.py")
    one, other = files.view("a.py"), files.view("b/a.py")
    assert one is not None and other is not None
    assert (one.symbol(0).qualified_name, other.symbol(0).qualified_name) == ("g", "f")
    # What is asked for is the same for both.
    assert set().union(*files.set_words(frozenset({("python", Word("fetch"))}))) == {"b/a.py"}
    other = files.view("b/a.py")
    assert other is not None and len(other.facts.sites) == 1
