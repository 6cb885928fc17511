"""Where grammars come from: from tree-sitter-language-pack, which has them as files beside it.

In: the name of a grammar.
Out: the grammar.
Never: fetches one, as later releases of the pack do. Whoever takes grammars from elsewhere changes this module.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from tree_sitter import Language

GrammarName: TypeAlias = Literal[
    "c", "cpp", "go", "graphql", "java", "javascript", "kotlin", "php", "proto", "python", "rust", "tsx", "typescript"
]

GRAMMARS: tuple[GrammarName, ...] = get_args(GrammarName)
"""All that are ever loaded. The pack has some 160 others."""

PACK = "tree-sitter-language-pack"
"""What they are installed by."""


@cache
def load(grammar: GrammarName) -> Language:
    """The grammar of this name."""
    from tree_sitter_language_pack import get_language

    return get_language(grammar)


def remove_unused() -> None:
    """Delete the files of the grammars that are never loaded: where nothing but Seamark is installed."""
    from importlib.resources import files

    bindings = files("tree_sitter_language_pack").joinpath("bindings")
    for file in Path(str(bindings)).iterdir():
        if file.suffix in (".so", ".pyd") and file.name.split(".")[0] not in GRAMMARS:
            file.unlink()
