"""Files as Seamark reads them: found, decoded, split into regions of one dialect, and parsed.

In: paths and bytes.
Out: decoded texts, their regions, trees and lines.
Never: says what code means.

Positions are byte offsets into UTF-8 text; `LineIndex` converts them to lines and columns and back.
"""

from .dialects import (
    ASTRO,
    C_HEADER,
    CPP,
    DIALECTS,
    HEADER,
    HTML,
    JAVASCRIPT,
    KOTLIN,
    PHP,
    PYTHON,
    SVELTE,
    TSX,
    TYPESCRIPT,
    VUE,
    C,
    Dialect,
    dialect_of,
    grammar,
    language,
)
from .edits import Editing
from .globs import one_of
from .grammars import GRAMMARS, PACK, GrammarName, load
from .identifiers import IDENTIFIER, identifiers, is_identifier
from .limits import Limits, unfit
from .lines import Encoding, LineIndex
from .parsing import ParseLimitError, expect_texts, parse, trust_limits
from .problem import Problem
from .read import read_file
from .regions import (
    PAGE_COMMENTS,
    Region,
    code,
    is_xml,
    regions,
    with_equal_marks,
    without_open_comments,
    without_quotes_in_marks,
)
from .reparsing import Edit, difference, reparse_tree
from .scope import RULES, Rule
from .text import SourceText, decode, digest, encode
from .walk import SHAPING, FoundFile, LeftOut, left_out, look, walk

__all__ = [
    "ASTRO",
    "CPP",
    "C_HEADER",
    "DIALECTS",
    "GRAMMARS",
    "HEADER",
    "HTML",
    "IDENTIFIER",
    "JAVASCRIPT",
    "KOTLIN",
    "PACK",
    "PAGE_COMMENTS",
    "PHP",
    "PYTHON",
    "RULES",
    "SHAPING",
    "SVELTE",
    "TSX",
    "TYPESCRIPT",
    "VUE",
    "C",
    "Dialect",
    "Edit",
    "Editing",
    "Encoding",
    "FoundFile",
    "GrammarName",
    "LeftOut",
    "Limits",
    "LineIndex",
    "ParseLimitError",
    "Problem",
    "Region",
    "Rule",
    "SourceText",
    "code",
    "decode",
    "dialect_of",
    "difference",
    "digest",
    "encode",
    "expect_texts",
    "grammar",
    "identifiers",
    "is_identifier",
    "is_xml",
    "language",
    "left_out",
    "load",
    "look",
    "one_of",
    "parse",
    "read_file",
    "regions",
    "reparse_tree",
    "trust_limits",
    "unfit",
    "walk",
    "with_equal_marks",
    "without_open_comments",
    "without_quotes_in_marks",
]
