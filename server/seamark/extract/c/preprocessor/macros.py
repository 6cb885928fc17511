"""Macros: what their texts say, and what they stand for where a grammar that knows none of them is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace
from tree_sitter import Tree

from seamark.extract.c.guards.conditions import result
from seamark.extract.c.literals import BETWEEN, number
from seamark.extract.facts import Call, Concat, Hole, List, Literal, Name, Value
from seamark.extract.language import Reading
from seamark.patterns import regex
from seamark.source import CPP, C, grammar, parse, without_open_comments

from .conditionals import without

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Language

T = TypeVar("T")

MAX_LENGTH = 4096
"""A macro's text, or its arguments, that are longer than this say nothing."""
MAX_CLIMB = 60
_BEFORE = b"void f(){("
_AFTER = b"\n);}"


def expression(data: bytes, start: int, end: int, language: Language) -> Value:
    """What a text says as an expression by itself; a `Hole` if it is none."""
    if end - start > MAX_LENGTH:
        return Hole()
    alone = _BEFORE + data[start:end] + _AFTER
    root = _parse_macro(alone, language)
    if root.has_error or root.named_child_count != 1:
        return Hole()
    body = root.named_children[0].child_by_field_name("body")
    statements = [] if body is None else body.named_children
    if len(statements) != 1 or statements[0].type != "expression_statement":
        return Hole()
    return _move_fact(result(statements[0].named_children[0], Reading(alone, language)), start - len(_BEFORE))


def _parse_macro(text: bytes, language: Language) -> Node:
    root = _tree(text, language).root_node
    # C++'s grammar does not know `"/api/" VERSION`.
    return parse(grammar(C), text).root_node if root.has_error and language.name != "c" else root


def _tree(text: bytes, language: Language) -> Tree:
    return parse(grammar(C if language.name == "c" else CPP), text)


_TEXT = regex(rb'"([^"\\\n]*)"\s*$')
_NUMBER = regex(rb"\(?\s*(-?[0-9][0-9a-zA-Z'.]*)\s*+(?:\)\s*+)?$")
_NAME = regex(rb"[^\W\d]\w*\s*$")
_TOKEN = regex(rb'[^\W\d]\w*+|"(?>(?:[^"\\\n]|\\.)*)"')
_TOKENS = regex(rb"(?>(?:(?:%s)\s*+){2,64})$" % _TOKEN.pattern)


def expansion(node: Node, reading: Reading) -> Value:
    """What the text of a `#define` says."""
    start, end = node.start_byte, node.end_byte
    text = reading.data[start:end]
    if (literal := _TEXT.match(text)) is not None:
        return Literal(literal[1].decode("utf-8", "replace"), start + 1, start + 1 + len(literal[1]))
    if (written := _NUMBER.match(text)) is not None:
        return number(written[1].decode())
    if (name := _NAME.match(text)) is not None:
        stripped = name[0].rstrip()
        return Name(stripped.decode("utf-8", "replace"), start, start + len(stripped))
    return _join_names(start, end, reading) or expression(reading.data, start, end, reading.language)


_BLOCK = b"void f(){ "
_QUOTING = regex(rb"(?<!#)#(?=[ \t]*+[^\W\d])")
"""What makes a text of what a macro is given: `#method`."""
_BESIDE = regex(rb"([(,]\s*+[^\W\d]\w*+)[ \t](?=[^\W\d]\w*+\s*+[,)])")
"""What stands between two names of texts that are given as one: `PREFIX path`."""
_AROUND = ("compound_statement", "do_statement")


def statements(node: Node, reading: Reading) -> Value:
    """What statements in the text of a `#define` call one after the other: a list; a `Hole` if they call nothing."""
    start, end = node.start_byte, node.end_byte
    text = reading.data[start:end]
    if len(text) > MAX_LENGTH or b"(" not in text:
        return Hole()
    alone = _BLOCK + _BESIDE.sub(rb"\1+", _QUOTING.sub(b" ", text)) + b"\n;}"
    root = _parse_macro(alone, reading.language)
    body = root.named_children[0].child_by_field_name("body") if root.named_child_count == 1 else None
    if root.has_error or body is None:
        return Hole()
    inner, waiting, done = Reading(alone, reading.language), [body], list[Value]()
    while waiting:
        node = waiting.pop()
        if node.type == "expression_statement":
            done += [value for one in node.named_children[:1] if isinstance(value := inner.value(one), Call)]
        elif node.type in _AROUND:
            waiting += reversed(node.named_children)
    found = List(tuple(done), len(_BLOCK), len(_BLOCK) + len(text)) if done else Hole()
    return _move_fact(found, start - len(_BLOCK))


def _join_names(start: int, end: int, reading: Reading) -> Value | None:
    """Names beside each other, that are texts: `ROOT VERSION "/users"`. The grammars know that of texts alone."""
    if end - start > MAX_LENGTH or _TOKENS.match(reading.data, start, end) is None:
        return None
    spans = [token.span() for token in _TOKEN.finditer(reading.data, start, end)]
    parts = tuple(expression(reading.data, *span, reading.language) for span in spans)
    return None if any(isinstance(part, Hole) for part in parts) else Concat(parts, start, end)


def _move_fact(fact: T, by: int) -> T:
    """`fact` with all its positions moved."""
    if isinstance(fact, tuple):
        return cast("T", tuple(_move_fact(item, by) for item in fact))
    if not isinstance(fact, Struct):
        return fact
    fields = {name: getattr(fact, name) for name in fact.__struct_fields__}
    moved = {name: value + by if name in ("start", "end") else _move_fact(value, by) for name, value in fields.items()}
    return cast("T", replace(fact, **moved))


# Where a declaration is expected, grammars take a macro for something else and lose the class around it:
#
#     class User : public HttpController<User> {
#         METHOD_LIST_BEGIN
#         METHOD_ADD(User::info, "/{1}", Get);
#         ENDPOINT("GET", "/users/{id}", getUser, PATH(Int32, id)) { … }
#
# Such macros are blanked, and what is left is parsed again. What they were given becomes calls. One with a body defines
# a function, which is called by the first name that the macro is given; C knows no others. In C++ a macro between texts
# (`"/users/%" PRIu64 "/items"`) makes one text with them, which literals.py takes apart again.

_MACRO = regex(rb"^[ \t]*+([A-Z][A-Z0-9_]++)[ \t]*+(?=(\()|;|\r?$|//|/\*)", re.MULTILINE)
_PIECE = regex(
    rb'[()]|"(?>(?:[^"\\\n]|\\.)*)"?|\'(?>(?:[^\'\\\n]|\\.){0,12})\'|//[^\n]*+|/\*.*?(?:\*/|\Z)|[{};]', re.DOTALL
)
_ARGUMENT = regex(rb"(?<=[(,])\s*+([^\W\d]\w*+)\s*+(?=[,)])")
_QUOTE = regex(rb'(?<![\\\'])"')
_WORDS = ("identifier", "type_identifier", "literal_suffix")
_REST = regex(rb"[ \t]*+(\s*+\{|;|\r?$|//|/\*)", re.MULTILINE)
_ELSEWHERE = frozenset(
    [
        "compound_statement",
        "initializer_list",
        "enumerator_list",
        "argument_list",
        "comment",
        "string_literal",
        "raw_string_literal",
        "preproc_def",
        "preproc_function_def",
        "preproc_include",
        "preproc_call",
    ]
)


# To the grammars, `/*` begins a comment even in the text of a macro: `#define ANY "/users/*"` has no end.

_DEFINE = regex(rb"^[ \t]*+#[ \t]*+define\b(?>(?:[^\\\n]|\\\r?.)*)", re.MULTILINE | re.DOTALL)


def _without_comment_marks(define: re.Match[bytes]) -> bytes:
    """A macro with something else, of the same length, for what looks like a comment in its texts."""
    if b"/*" not in define[0] or len(define[0]) > MAX_LENGTH:
        return define[0]
    return _PIECE.sub(lambda piece: piece[0].replace(b"/*", b"/+") if piece[0][:1] == b'"' else piece[0], define[0])


# To the grammars, what stands between a pointer's star and a function's name is the name:
#
#     char *__attribute__((malloc)) join(const char *a, const char *b) { … }

_ATTRIBUTE = regex(
    rb"(?<=\*)[ \t]*+__attribute__[ \t]*+\(\((?>(?:[^()]|\((?>(?:[^()]|\([^()]*+\))*)\))*)\)\)(?=\s*+[^\W\d]\w*+\s*+\()"
)


def _without_attributes(data: bytes) -> bytes:
    """The text, of the same length, without the attributes of functions that stand before their names."""
    if b"__attribute__" not in data:
        return data
    return _ATTRIBUTE.sub(lambda attribute: re.sub(rb"[^\n]", b" ", attribute[0]), data)


def mend_tree(tree: Tree, data: bytes, language: Language) -> tuple[Tree, list[Call]]:
    """The tree of the text without the macros that the grammar stumbles on, and what these call."""
    unmarked = _DEFINE.sub(_without_comment_marks, data)
    if unmarked != data:
        tree = _tree(without_open_comments(unmarked), language)
    if tree.root_node.has_error:
        levelled = without(tree.root_node, _without_attributes(unmarked))
        if levelled != unmarked:
            unmarked, tree = levelled, _tree(without_open_comments(levelled), language)
    root = tree.root_node
    if not root.has_error:
        return tree, []
    blanks, calls, done = list[tuple[int, int, bytes]](), list[Call](), 0
    for match in _MACRO.finditer(data):
        found = _declaration(match, data) if match.start() >= done else None
        if found is None or (language.name == "c" and not found.defines):
            continue
        if _is_declaration(root, data, match, done):
            done = found.end + (data[found.end : found.end + 1] == b";")
            blanks += [(match.start(1), done, b"int" if language.name == "c" else b"")]
            blanks += [found.name] if found.name is not None else []
            call = expression(data, match.start(1), found.end, language) if match[2] is not None else None
            calls += [call] if isinstance(call, Call) else []
    for match in BETWEEN.finditer(data) if language.name != "c" else ():
        before = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        node = root.descendant_for_byte_range(match.start(1), match.end(1))
        if node is not None and node.type in _WORDS and len(_QUOTE.findall(before)) % 2:
            blanks.append((match.start(), match.end(2), b""))
    if not blanks:
        return tree, []
    blank = bytearray(unmarked)
    for start, end, text in blanks:
        blank[start:end] = text.ljust(end - start)
    return _tree(without_open_comments(bytes(blank)), language), calls


class _Declaration(Struct):
    """A macro where a declaration may be meant: its end, whether a body follows, and the name with that."""

    end: int
    defines: bool = False
    name: tuple[int, int, bytes] | None = None


def _declaration(match: re.Match[bytes], data: bytes) -> _Declaration | None:
    if match[2] is None:
        return _Declaration(match.end(1))
    end = _end_of_parentheses(data, match.start(2))
    rest = _REST.match(data, end) if end > 0 else None
    if rest is None:
        return None
    found = _Declaration(end, rest[1].endswith(b"{"))
    argument = _ARGUMENT.search(data, match.start(2), end) if found.defines else None
    if argument is not None and data[end : end + 1] != b"{":  # There is room for parentheses after the name.
        found.name = argument.start(1), argument.end(1) + 2, argument[1] + b"()"
    return found


def _is_declaration(root: Node, data: bytes, match: re.Match[bytes], done: int) -> bool:
    """Whether a macro stands where a declaration can begin."""
    before = data[max(0, match.start() - MAX_LENGTH) : match.start()].rstrip()
    line = before[before.rfind(b"\n") + 1 :].lstrip()
    position = match.start() - MAX_LENGTH if match.start() > MAX_LENGTH else 0
    begins = before[-1:] in b";{}:" or position + len(before) <= done or line[:1] == b"#" or before.endswith(b"*/")
    begins = begins or (line.endswith(b")") and _MACRO.match(line) is not None)  # Behind a macro of the same kind.
    if not begins and b"//" not in line:
        return False
    node = root.descendant_for_byte_range(match.start(1), match.end(1))
    for _ in range(MAX_CLIMB):
        if node is None:
            return True
        if node.type in _ELSEWHERE or (node.type == "function_declarator" and not node.has_error):
            return False
        node = node.parent
    return False


def _end_of_parentheses(data: bytes, opening: int) -> int:
    """The offset after the parenthesis that closes the one at `opening`; -1 if there is none nearby."""
    depth = 0
    for piece in _PIECE.finditer(data, opening, min(len(data), opening + MAX_LENGTH)):
        if piece[0] == b"(":
            depth += 1
        elif piece[0] == b")":
            depth -= 1
            if not depth:
                return piece.end()
        elif piece[0] in b"{};":
            return -1
    return -1
