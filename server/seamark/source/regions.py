"""The parts of a file that are each written in one dialect, parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct
from tree_sitter import Range, Tree

from seamark.patterns import regex

from .dialects import ASTRO, HTML, JAVASCRIPT, PHP, TSX, TYPESCRIPT, Dialect, grammar
from .parsing import parse
from .reparsing import points


class Region(Struct, frozen=True):
    """A part of a file in one dialect: its byte ranges in the file, and its tree, whose offsets are the file's too."""

    dialect: Dialect
    ranges: tuple[tuple[int, int], ...]
    tree: Tree


def regions(dialect: Dialect, data: bytes) -> list[Region]:
    """Parse a file's UTF-8 text.

    A plain file is one region; a page or a component has one for each `<script>` with a content in a dialect we know,
    and for the code before the page, in the order of the text; an XML document has none, whatever its name. Raises
    `ParseLimitError`.
    """
    if is_xml(dialect, data):
        return []
    if dialect.grammar is not None:
        return [Region(dialect, ((0, len(data)),), parse(grammar(dialect), without_open_comments(data)))]
    plain = without_open_comments(_with_quoted_values(without_quotes_in_marks(data)))
    scripts = list(_scripts(dialect, data))
    places = points(data, [offset for _, start, end in scripts for offset in (start, end)])
    return [
        Region(inner, ((start, end),), parse(grammar(inner), plain, (Range(first, last, start, end),)))
        for (inner, start, end), first, last in zip(scripts, places[::2], places[1::2], strict=True)
    ]


def is_xml(dialect: Dialect, data: bytes) -> bool:
    """Whether a file that is named like a plain source is an XML document: Qt calls its translations `app_de.ts`."""
    return data.startswith(b"<?xml") and dialect.grammar is not None and dialect is not PHP


def code(dialect: Dialect, data: bytes) -> bytes:
    """What a file's text holds in dialects with a grammar: all of a plain file, and of others the scripts.

    What is at the top level of a script begins a line, as in a file of its own, however far the page indents it.
    """
    if is_xml(dialect, data):
        return b""
    if dialect.grammar is not None:
        return data
    return b"\n".join(_outdented(data[start:end]) for _, start, end in _scripts(dialect, data))


def _outdented(script: bytes) -> bytes:
    """The script without the indentation of its first line."""
    content = script.lstrip()
    indentation = script[: len(script) - len(content)].rpartition(b"\n")[2]
    return content.replace(b"\n" + indentation, b"\n")


MAX_OPEN = 16
"""How many marks of comments that never end are looked for: grammars do so to the end of the text, for each of them."""


def without_open_comments(data: bytes) -> bytes:
    """The text with something else, of the same length, for the marks of comments that never end, if they are many."""
    last = data.rfind(b"*/")
    end = 0 if last < 0 else last + 2
    return data if data.count(b"/*", end) <= MAX_OPEN else data[:end] + data[end:].replace(b"/*", b"/+")


_WITHIN = rb"(?>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)"
"""What stands in a mark, which may have an object: `{{ path("user", {id: 1}) }}`."""
_MARKED = regex(rb"\{\{%b\}\}|\{%%[^%%]*+%%\}|\{!![^!]*+!!\}" % _WITHIN)
_TAG = regex(rb"<%[^%]*+%>|<\?[^?]*+(?:\?(?!>)[^?]*+){0,50}\?>")
"""What a template puts in there: `{{ name }}`, `{% name %}`, `{!! name !!}`, `<%= name %>`, `<?= $name ?>`."""
_QUOTES = bytes.maketrans(b"\"'`", b"___")
_BRACES = bytes.maketrans(b"{}", b"__")


def without_quotes_in_marks(data: bytes) -> bytes:
    """The text with something else, of the same length, for the quotes within the marks of templates.

    They are not those of scripts: `fetch('{{ route('users') }}')`.
    """
    return _MARKED.sub(lambda mark: mark[0].translate(_QUOTES), data)


_PUT_IN = regex(rb"(?<![\w/\"'`}.-])\{\{%b\}\}" % _WITHIN)
_AS_VALUE = regex(rb"\|\s*(?:tojson|json_encode)\b")
"""What is in a mark that puts a value in: `{{ route("users")|tojson }}`."""


def _with_quoted_values(data: bytes) -> bytes:
    """The text with quotes for the outer braces of those marks that put values in: each is one expression."""
    return _PUT_IN.sub(lambda mark: b'"%b"' % mark[0][1:-1] if _AS_VALUE.search(mark[0]) else mark[0], data)


_WORDS = (
    rb"(?:else|end)?(?:if|isset|empty|foreach|forelse|for|while|switch|can|cannot|canany|auth|guest|unless|env|error"
    rb"|production|push|prepend|section|once|php|script|verbatim)|else|case|default|break|continue|stop|csrf"
)
_GIVEN = rb"""(?>[^<>"'()]{1,500}|"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)){0,50}"""
_DIRECTIVE = rb"</?[#@][A-Za-z]%b>" % _GIVEN
"""What tells a template what to do, as FreeMarker writes it: `<#if user??>`, `</@page>`."""
_STATEMENTS = (
    rb"\{%[^%]*+%\}",
    rb"\{#[^#]*+#\}",
    rb"\{\{--(?>(?:[^-]{1,500}|-(?!-\}\})){0,200})--\}\}",
    rb"@(?:%b)\b(?:[ \t]*+\((?>(?:[^()\n]{1,300}|\([^()\n]{0,300}\)){0,20})\))?" % _WORDS,
    _DIRECTIVE,
    rb"</?[a-z]+:[A-Za-z]+%b>" % _GIVEN,
)
_STATEMENT_LINE = regex(rb"(?m:^)[ \t]*+(?:(?:%b)[ \t]*+)+(?m:\r?$)" % rb"|".join(_STATEMENTS))
"""Marks of a template that have a line for themselves and put nothing in: `{% if admin %}`, `{# note #}`, `@endif`."""
_DIRECTIVE_WITHIN = regex(_DIRECTIVE)
_NO_BREAK = regex(rb"[^\r\n]")
_INLINED = regex(
    rb"""/\*\[\[(?P<link>@\{[^\]\n]*\})\]\]\*/(?:[ \t]*+(?:"[^"\n]*"|'[^'\n]*'|null\b))?"""
    rb"""|(?<![\w"'`])\[\[(?P<bare>@\{[^\]\n]*\})\]\]"""
)
"""A link that Thymeleaf puts into a script, in the place of what stands behind it: `/*[[@{/users}]]*/ ""`."""


def with_equal_marks(dialect: Dialect, data: bytes) -> bytes:
    """The text of a file, of the same length, with equal marks of templates if it is a page: `{{= id }}`.

    Of lines that only tell the template what to do, nothing is left.
    """
    if dialect.grammar is not None:
        return data
    data = _STATEMENT_LINE.sub(lambda line: _NO_BREAK.sub(b" ", line[0]), data)
    data = _INLINED.sub(_quoted_link, data)
    for marks in (_TAG, _DIRECTIVE_WITHIN):
        data = marks.sub(lambda mark: b"{{%b}}" % mark[0][2:-2].translate(_BRACES), data)
    return data


def _quoted_link(mark: re.Match[bytes]) -> bytes:
    """A link in quotes and braces, as long as the mark that puts it in."""
    link = mark["link"] or mark["bare"]
    before = mark.start(mark.lastgroup or 0) - mark.start()
    text = b'"{%b}"' % link.translate(_QUOTES)
    return (b" " * (before - 2) + text).ljust(len(mark[0]))


PAGE_COMMENTS: Mapping[bytes, bytes] = {b"<!--": b"-->", b"<#--": b"-->", b"<%--": b"--%>"}
"""How comments of pages begin, those of FreeMarker and JSP among them, and how they end."""
_OPENING = regex(rb"<[!#%]--|<(?:script|SCRIPT)(?=[\s/>])")
_OPENING_OF_PAGE = regex(
    rb"""<[!#%]--|<(?:script|SCRIPT)(?=[\s/>])|(?<=\s)(?:on[a-z]+|x-(?:data|effect|init)|(?:x-on:|@)[a-z][\w.:-]*)"""
    rb"""=(?:"(?P<double>[^"]{1,2000})"|'(?P<single>[^']{1,2000})')"""
)
_STATED_PATH = regex(rb"""[\w.]\([^()]*["'`](?:[\w.-]*/|https?:|\{[{%!]|\$\{|<[?%]=)""")
"""What an attribute has that is a script of its own, if it may send a request: `onclick="fetch('/books')"`."""
MAX_HANDLERS = 200
"""How many such attributes of a page are read."""
_ATTRIBUTE = regex(rb"""[\s/]*+([^\s=>"'/]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++)))?""")
_TAG_END = regex(rb"\s*+(/?+)>")
_SCRIPT_END = regex(rb"</(?:script|SCRIPT)(?=[\s/>])")

_LANGUAGES = {
    "": JAVASCRIPT,
    "js": JAVASCRIPT,
    "jsx": JAVASCRIPT,
    "javascript": JAVASCRIPT,
    "ecmascript": JAVASCRIPT,
    "babel": JAVASCRIPT,
    "module": JAVASCRIPT,
    "ts": TYPESCRIPT,
    "typescript": TYPESCRIPT,
    "tsx": TSX,
}


_FRONT = regex(rb"\s*---[ \t]*\r?\n")
_FRONT_END = regex(rb"(?m:^)---")
"""Between what code stands before a page: https://docs.astro.build/en/basics/astro-components/"""


def _scripts(dialect: Dialect, data: bytes) -> Iterator[tuple[Dialect, int, int]]:
    """The dialect and byte range of every script's content, one pass over the text whatever stands in it.

    As in HTML, an unclosed comment or script reaches to the end of the text: the closing tag may not be typed yet.
    """
    position = 0
    front = _FRONT.match(data) if dialect is ASTRO else None
    if front is not None:
        behind = _FRONT_END.search(data, front.end())
        position = len(data) if behind is None else behind.start()
        yield TYPESCRIPT, front.end(), position
    handlers, openings = 0, _OPENING_OF_PAGE if dialect is HTML else _OPENING
    while (opening := openings.search(data, position)) is not None:
        if opening.lastgroup is not None:
            start, position = opening.span(opening.lastgroup)
            if handlers < MAX_HANDLERS and _STATED_PATH.search(opening[opening.lastgroup]) is not None:
                handlers += 1
                yield JAVASCRIPT, start, position
            continue
        if opening[0] in PAGE_COMMENTS:
            ending = PAGE_COMMENTS[opening[0]]
            position = _after(data.find(ending, opening.end()), len(ending), data)
            continue
        attributes, position = _attributes(data, opening.end())
        tag_end = _TAG_END.match(data, position)
        if tag_end is None:
            continue
        start = position = tag_end.end()
        if tag_end[1]:
            continue
        closing = _SCRIPT_END.search(data, start)
        end = position = len(data) if closing is None else closing.start()
        written = _dialect(attributes)
        if written is not None and "src" not in attributes and data[start:end].strip():
            yield written, start, end


def _attributes(data: bytes, position: int) -> tuple[dict[str, str], int]:
    """The attributes of a tag from `position` on, and the offset after the last."""
    found: dict[str, str] = {}
    while (attribute := _ATTRIBUTE.match(data, position)) is not None:
        value = attribute[2] or attribute[3] or attribute[4] or b""
        found[attribute[1].decode()] = value.decode()
        position = attribute.end()
    return found, position


def _dialect(attributes: dict[str, str]) -> Dialect | None:
    """The dialect by `lang`, else by `type`: `ts`, `module`, `text/typescript`, but no data, template or shader."""
    name = attributes.get("lang") or attributes.get("type", "")
    return _LANGUAGES.get(name.strip().lower().removeprefix("text/").removeprefix("application/"))


def _after(found: int, width: int, data: bytes) -> int:
    return len(data) if found < 0 else found + width
