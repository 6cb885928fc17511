"""What calls make of texts, by the names under which the catalogue has them: joining, formatting, trimming."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice, product, takewhile
from typing import TypeAlias

from msgspec.structs import replace

from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    NOTHINGS,
    UNKNOWN,
    Constant,
    Gap,
    Meaning,
    ParameterPart,
    Part,
    Text,
    each,
    options,
)
from seamark.resolve.port_model import MAX_ALTERNATIVES

from .file_paths import base_name, extension, folder_of, relative_path
from .texts import (
    EMPTY,
    MAX_PARTS,
    SLASH,
    UNKNOWN_TEXT,
    between,
    combine_texts,
    concat,
    in_case,
    mark_built,
    path_of,
    texts,
)
from .urls import (
    ROOT,
    begins_with_base,
    is_absolute,
    is_below_base,
    join_url,
    of_pattern,
    path_behind_host,
    resolve_url,
    states_path,
    trimmed_end,
    trimmed_start,
)


def _same(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """The text itself, which is empty where nothing is given."""
    return list(texts(of if of is not None else given[0])) if of is not None or given else [Text(())]


def _lower(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    return [in_case(text, "lower") for text in _same(of, given, named)]


def _upper(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    return [in_case(text, "upper") for text in _same(of, given, named)]


def _either(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """A text, or another one: `POST.or(PUT)`."""
    return [text for one in (of, *given) if one is not None for text in texts(one)]


def _segments(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """The segments of a path, which read as the path; what is split elsewhere is not known."""
    return _same(of, given, named) if given and texts(given[0]) == (ROOT,) else [UNKNOWN_TEXT]


def _trim_end(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    return [trimmed_end(text) for text in _same(of, given, named)]


def _trim_start(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """A text without a slash at its beginning; what callers give of which one is taken is a path, and keeps one."""
    taken = given[1:] if of is None else given
    slash = any(texts(one) == (ROOT,) for one in taken)
    trimmed = [trimmed_start(text) for text in _same(of, given, named)]
    return [concat((ROOT, text)) if slash and _is_given(text) else text for text in trimmed]


def _is_given(text: Text) -> bool:
    return len(text.parts) == 1 and isinstance(text.parts[0], ParameterPart)


def _trim(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    if not given:
        return _same(of, given, named)
    return [trimmed_start(trimmed_end(text)) for text in _same(of, given, named)]


def _path(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """The path of a URL."""
    return [path_behind_host(path_of(text)) for text in _same(of, given, named)]


def _pattern(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """The path that a regular expression stands for."""
    return [of_pattern(text) for text in _same(of, given, named)]


def _opaque(_of: Meaning | None, _given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    return [UNKNOWN_TEXT]


def _default(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """What stands there if nothing is set: `os.getenv(name, default)`."""
    default = given[1] if len(given) > 1 else named.get("default")
    return [UNKNOWN_TEXT] if default is None else list(texts(default))


def _concat(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    return mark_built(combine_texts([texts(meaning) for meaning in ([of] if of is not None else []) + given]))


def _empty(_of: Meaning | None, _given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """What something holds to which texts will be added."""
    return [EMPTY]


def _begun(_of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """What something begins with to which texts will be added; a number says how many letters it has room for."""
    is_number = not given or any(isinstance(one, Constant) for one in each(given[0]))
    return [EMPTY] if is_number else list(texts(given[0]))


def _before_null(given: list[Meaning]) -> list[Meaning]:
    """What stands before the null that ends a list in C."""
    return list(takewhile(lambda one: not (isinstance(one, Constant) and one.text in NOTHINGS), given))


def _concat_ended(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`g_strconcat(a, b, NULL)`"""
    return _concat(of, _before_null(given), named) if _before_null(given) else [EMPTY]


def _join_ended(_of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """`g_strjoin("/", a, b, NULL)`"""
    if not given:
        return [UNKNOWN_TEXT]
    between, *items = [texts(one) for one in (given[0], *_before_null(given[1:]))]
    return mark_built(combine_texts([part for item in items for part in (between, item)][1:]))


def _add_printf(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`sdscatprintf(text, "/users/%d", id)`"""
    return _concat(None, [given[0], options(list(_printf(None, given[1:], named)))], named) if given else [EMPTY]


def _join_paths(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """Segments with a slash between them, as `path.join` and `URL.joinpath` do; only the second can be a whole path."""
    parts = ([of] if of is not None else []) + given
    found: list[Text] = []
    for first, *pieces in islice(product(*(texts(part) for part in parts)), MAX_ALTERNATIVES if parts else 0):
        whole = first
        for number, piece in enumerate(pieces):
            segment = (trimmed_end(whole), SLASH, trimmed_start(piece))
            whole = concat(segment) if number else join_url(whole, piece)
        found.append(whole)
    return found


def _join_segments(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """As `_join_paths`, for what is nothing but segments of a path: the first one is none of a base, either."""
    return [join_url(ROOT, text) for text in _join_paths(of, given, named)]


def _add_segments(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """A path with further segments; what callers give is one of them, too."""
    slash = (SLASH,)
    pieces = [piece for one in given for piece in (slash, [trimmed_start(text) for text in texts(one)])]
    return list(combine_texts([[trimmed_end(text) for text in texts(of or UNKNOWN)], *pieces]))


def _join_files(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """As `_join_paths`, for what joins paths of files and only now and then those of URLs."""
    joined = _join_paths(of, given, named)
    return [text for text in joined if is_absolute(text)] or [UNKNOWN_TEXT]


BEGINS, ENDS = "begins", "ends"
"""The operations that tell whether a text begins or ends with another one: they make no text."""


def _has_at_end(at: int, stands: Callable[[str, str], bool], text: Text, edge: Text) -> bool | None:
    """Whether a text has another one `at` its begin or its end, as `stands` says; None if that is not known."""
    known = text.parts[at] if text.parts else ""
    if not isinstance(known, str) or edge.known_string is None:
        return None
    if stands(known, edge.known_string):
        return True
    is_open = text.unknown and stands(edge.known_string, known)
    return None if is_open else False


EDGES: Mapping[str, Callable[[Text, Text], bool | None]] = {
    BEGINS: partial(_has_at_end, 0, str.startswith),
    ENDS: partial(_has_at_end, -1, str.endswith),
}
"""What tells whether a text has another one at one of its ends, by the operation."""


def _resolve_url(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`urljoin(base, path)`."""
    pair = ([of] if of is not None else []) + given
    base, path = pair[0] if pair else named.get("base"), pair[1] if len(pair) > 1 else named.get("url")
    if base is None:
        return [UNKNOWN_TEXT]
    if path is None:
        return list(texts(base))
    pairs = islice(product(texts(base), texts(path)), MAX_ALTERNATIVES)
    return [p if _has_own_base(p) and not states_path(b) else resolve_url(b, p) for b, p in pairs]


def _has_own_base(text: Text) -> bool:
    """Whether a path is one behind a base that is not known: what callers give behind that is a path, too."""
    first, given = (*text.parts, "", "")[:2]
    is_given = isinstance(given, ParameterPart) and not isinstance(first, str)
    return is_given or begins_with_base(text) or is_below_base(text)


def _url(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`new URL(path, base)`."""
    return _resolve_url(None, [given[1], given[0]] if len(given) > 1 else given, named)


_PERCENT = regex(
    r"%(?:%|(?:\((?P<name>\w+)\)|(?P<number>[1-9]\d?)\$)?[-#0 +]*"
    r"(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:\[(?P<bracketed>[1-9]\d?)\])?(?:I64|I32|[hlLqjzt]*)[a-zA-Z])"
)
_PLAIN = regex(r"%(?:I64|I32|[hlLqjzt]*)[a-zA-Z]")


_END = Text(("\0",))
"""The character that ends a text in C."""


def _percent(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`'/users/%d' % id`: the specifiers one after the other, or by name or number; a `*` takes one of its own."""

    def piece(match: re.Match[str], index: int) -> tuple[Text, ...]:
        if match[0] == "%%":
            return (Text(("%",)),)
        if match["name"]:
            return texts(named[match["name"]]) if match["name"] in named else (UNKNOWN_TEXT,)
        index = _stated_number(match) - 1 if _stated_number(match) else index + match[0].count("*")
        value = given[index] if index < len(given) else UNKNOWN
        if isinstance(value, Constant) and _PLAIN.fullmatch(match[0]) is None:
            return (UNKNOWN_TEXT,)  # Its digits are others.
        around = match.string[: match.start()], match.string[match.end() :]
        return (EMPTY,) if value == _END else between(value, *around)

    def count_taken(match: re.Match[str]) -> int:
        return 0 if match[0] == "%%" or match["name"] or _stated_number(match) else 1 + match[0].count("*")

    whole = None if of is None else options([_as_template(_with_letters(text)) for text in texts(of)])
    return _fill_template(whole, _PERCENT, piece, count_taken)


def _stated_number(specifier: re.Match[str]) -> int:
    """Which argument a specifier says it takes (`%2$s`, Go's `%[2]s`); 0 if it takes the next one."""
    return int(specifier["number"] or specifier["bracketed"] or 0)


def _as_template(text: Text) -> Text:
    """The text with what callers give of it as templates."""
    return replace(
        text, parts=tuple(replace(p, template=True) if isinstance(p, ParameterPart) else p for p in text.parts)
    )


def conversions(template: Text) -> int:
    """How many arguments a template of `printf` takes."""
    parts = (part for part in _with_letters(template).parts if isinstance(part, str))
    found = (match[0] for part in parts for match in _PERCENT.finditer(part))
    return sum(0 if one == "%%" else 1 + one.count("*") for one in found)


_UNFINISHED = regex(r"(?<!%)(?:%%)*%[-#0 +]*+\d*+(?:\.\d++)?$")


def _with_letters(template: Text) -> Text:
    """The template with a letter for each specifier whose own is not known: `"%" G_GUINT64_FORMAT`."""
    parts: list[Part] = []
    for part in template.parts:
        before = parts[-1] if parts else None
        if isinstance(before, str) and isinstance(part, Gap) and _UNFINISHED.search(before):
            parts[-1] = f"{before}s"
        else:
            parts.append(part)
    return replace(template, parts=tuple(parts))


def _printf(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`Sprintf('/users/%d', id)`: as `_percent`, the template being the first argument."""
    return _percent(given[0], given[1:], named) if given else [UNKNOWN_TEXT]


_BRACES = regex(r"\{\{|\}\}|\{(\w*+)[^{}]*+\}")


def _format(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`'/users/{}'.format(id)`, `format('/users/{}', id)`: fields by their order, number or name."""
    if of is None:
        of, given = (given[0], given[1:]) if given else (UNKNOWN, given)

    def piece(match: re.Match[str], index: int) -> tuple[Text, ...]:
        if match[0] in ("{{", "}}"):
            return (Text((match[0][0],)),)
        field = match[1]
        if field and not field.isdecimal():
            return texts(named[field]) if field in named else (UNKNOWN_TEXT,)
        position = int(field) if field else index
        return texts(given[position]) if position < len(given) else (UNKNOWN_TEXT,)

    return _fill_template(of, _BRACES, piece, taken=lambda match: match[0] not in ("{{", "}}") and not match[1])


_MARKS = regex(r"%L?([1-9]\d?)")


def _put_in(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """`"%1/users/%2".arg(base)`: the marks with the lowest numbers are replaced by what is given; numbers tell how."""
    put = [*given[:1], *takewhile(lambda one: not isinstance(one, Constant), given[1:])]
    found: list[Text] = []
    for text in texts(of) if of is not None else ():
        marks = sorted({int(mark) for part in text.parts if isinstance(part, str) for mark in _MARKS.findall(part)})
        pieces = {mark: texts(one) for mark, one in zip(marks, put, strict=False)}

        def piece(match: re.Match[str], _: int, pieces: Mapping[int, tuple[Text, ...]] = pieces) -> tuple[Text, ...]:
            return pieces.get(int(match[1]), (Text((match[0],)),))

        found += _fill_template(text, _MARKS, piece, taken=lambda _: 0)
    return found or [UNKNOWN_TEXT]


def _fill_template(
    template: Meaning | None,
    pattern: re.Pattern[str],
    piece: Callable[[re.Match[str], int], tuple[Text, ...]],
    taken: Callable[[re.Match[str]], int],
) -> list[Text]:
    """The template's known parts with each match replaced by its piece; `taken` says how many arguments that takes."""
    found: list[Text] = []
    for text in texts(template) if template is not None else ():
        pieces: list[Sequence[Text]] = []
        index = 0
        for part in text.parts:
            if not isinstance(part, str):
                pieces.append((Text((part,)),))
                continue
            done = 0
            for match in islice(pattern.finditer(part), MAX_PARTS):
                pieces.append((Text((part[done : match.start()],)),))
                pieces.append(piece(match, index))
                index += taken(match)
                done = match.end()
            pieces.append((Text((part[done:],)),))
        found.extend(mark_built(combine_texts(pieces)))
    return found or [UNKNOWN_TEXT]


def _url_of_parts(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`url.URL{Scheme: …, Host: …, Path: …}`, `url.format({host, pathname})`, `urlunsplit((scheme, host, path, …))`."""
    if len(given) == 1 and not named:
        return list(texts(given[0]))  # Nobody knows its parts: `urlunsplit(parts._replace(netloc=host))`.
    in_order = dict(zip(("scheme", "host", "path"), given, strict=False))
    parts = in_order | {name.lower(): meaning for name, meaning in named.items()}
    if "url" in parts:
        return list(texts(parts["url"]))
    host = parts.get("host", parts.get("hostname"))
    hosts = [EMPTY] if host is None else texts(host)
    bases = [one if one == EMPTY else concat((Text(("http://",)), one)) for one in hosts]
    paths = texts(parts.get("path", parts.get("pathname", EMPTY)))
    pairs = islice(product(bases, paths), MAX_ALTERNATIVES)
    # Of a path that nobody knows it is not known that there is one.
    return [concat((base, path)) if path == UNKNOWN_TEXT else join_url(base, path) for base, path in pairs]


Operation: TypeAlias = Callable[[Meaning | None, list[Meaning], dict[str, Meaning]], list[Text]]
"""It is given the text whose method is called (or None), the arguments in their order, and the named ones."""

OPERATIONS: dict[str, Operation] = {
    "same": _same,
    "lower": _lower,
    "upper": _upper,
    "either": _either,
    "segments": _segments,
    "trim": _trim,
    "trim end": _trim_end,
    "trim start": _trim_start,
    "opaque": _opaque,
    "path": _path,
    "pattern": _pattern,
    "default": _default,
    "empty": _empty,
    "begun": _begun,
    "concat": _concat,
    "concat ended": _concat_ended,
    "join ended": _join_ended,
    "add printf": _add_printf,
    "join paths": _join_paths,
    "join segments": _join_segments,
    "add segments": _add_segments,
    "join files": _join_files,
    "resolve url": _resolve_url,
    "url": _url,
    "percent": _percent,
    "printf": _printf,
    "url of parts": _url_of_parts,
    "format": _format,
    "put in": _put_in,
    "base name": base_name,
    "folder": folder_of,
    "extension": extension,
    "relative path": relative_path,
    BEGINS: _opaque,
    ENDS: _opaque,
}
