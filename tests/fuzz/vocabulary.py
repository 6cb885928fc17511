"""The tokens of each language: all keywords and signs of its grammar, and those that `vocabulary.txt` has.

These are the beginnings of statements, texts and comments; one a line, escaped as in Python.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from seamark.source import DIALECTS
from tests.calls import CALLS

if TYPE_CHECKING:
    from tree_sitter_language_pack import SupportedLanguage

LANGUAGES = tuple(CALLS)

GRAMMARS: dict[str, tuple[SupportedLanguage, ...]] = {
    **{dialect.name: (dialect.grammar,) for dialect in DIALECTS if dialect.grammar is not None},
    **{name: (name,) for name in ("yaml", "json", "proto", "graphql", "dockerfile")},
    "vue": ("vue", "typescript"),
    "svelte": ("svelte", "typescript"),
    "html": ("html", "typescript"),
    "astro": ("html", "typescript"),
    "nginx": (),
    "http": (),
}
"""The grammars that have the tokens of a language."""

ALIKE = {
    "tsx": ("typescript",),
    "javascript": ("typescript",),
    "cpp": ("c",),
    "vue": ("typescript", "markup"),
    "svelte": ("typescript", "markup"),
    "html": ("typescript", "markup"),
    "astro": ("typescript", "markup"),
}
"""Languages that have the tokens of others."""


@cache
def tokens(language: str) -> tuple[str, ...]:
    """All tokens of a language, in an order that is always the same."""
    from tree_sitter_language_pack import get_language

    sections = _sections()
    found = set[str]().union(*(sections.get(name, ()) for name in ("common", language, *ALIKE.get(language, ()))))
    for grammar in GRAMMARS[language]:
        known = get_language(grammar)
        numbers = range(known.node_kind_count)
        signs = (number for number in numbers if not known.node_kind_is_named(number))
        found.update(known.node_kind_for_id(number) or "" for number in signs if known.node_kind_is_visible(number))
    return tuple(sorted(found - {""}))


@cache
def _sections() -> dict[str, list[str]]:
    """The lines of `vocabulary.txt`, by what stands after the `===` above them."""
    text = Path(__file__).with_name("vocabulary.txt").read_text("utf-8")
    _, *pieces = re.split(r"^=== (\w+)\n", text, flags=re.MULTILINE)
    return {
        name: [line.encode().decode("unicode_escape") for line in body.splitlines() if line]
        for name, body in zip(pieces[::2], pieces[1::2], strict=True)
    }
