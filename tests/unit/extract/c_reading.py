"""Reads texts in C and C++, which need no file to be told apart."""

from __future__ import annotations

from tree_sitter_language_pack import get_parser

from seamark.extract.c import CPP, C
from seamark.extract.facts import Facts
from seamark.extract.reading import read_facts
from seamark.source import Dialect, Region
from tests.unit.extract.render import EVERY

_C = Dialect("c", (".c",), "c", "c")
_CPP = Dialect("cpp", (".cpp",), "cpp", "cpp")


def c(text: str | bytes) -> Facts:
    data = text if isinstance(text, bytes) else text.encode()
    return read_facts([Region(_C, ((0, len(data)),), get_parser("c").parse(data))], data, C, EVERY, ())


def cpp(text: str | bytes) -> Facts:
    data = text if isinstance(text, bytes) else text.encode()
    return read_facts([Region(_CPP, ((0, len(data)),), get_parser("cpp").parse(data))], data, CPP, EVERY, ())
