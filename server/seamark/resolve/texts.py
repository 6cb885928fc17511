"""Strings of which some parts are not known: how they are joined, formatted and cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product

from seamark.keys import pattern_path

from .meaning import (
    GAP,
    NOTHINGS,
    UNKNOWN,
    Constant,
    Gap,
    Given,
    Meaning,
    Options,
    Parameter,
    Part,
    Symbol,
    Text,
    Unknown,
    each,
    options,
)

MAX_ALTERNATIVES = 8
MAX_PARTS = 64
MAX_LENGTH = 4096

UNKNOWN_TEXT = Text((GAP,))
EMPTY = Text(("",))
BASE_END = "//"
_ROOT = Text(("/",))


def texts(meaning: Meaning) -> tuple[Text, ...]:
    """What the meaning reads as in a string: one text for each possibility.

    Of several possibilities the unknown ones are left out if there are known ones; of ordered ones those after the
    first that is known, and those after a parameter are what it defaults to.
    """
    if isinstance(meaning, Options):
        found = _first(meaning.options) if meaning.ordered else [text for o in meaning.options for text in texts(o)]
        stated = _shortest([text for text in dict.fromkeys(found) if text != UNKNOWN_TEXT and text.parts != ()])
        return tuple(stated[:MAX_ALTERNATIVES]) or (UNKNOWN_TEXT,)
    if isinstance(meaning, Text):
        return (meaning,)
    if isinstance(meaning, Constant):
        return (UNKNOWN_TEXT if meaning.text in NOTHINGS else Text((meaning.text,)),)
    if isinstance(meaning, Parameter):
        return (Text((Given(meaning.owner, meaning.index, meaning.members),)),)
    return (UNKNOWN_TEXT,)


def stated(meaning: Meaning | None) -> tuple[Text, ...]:
    """The texts that something can be; none if it is certainly something else than a text."""
    can_be = (Text, Unknown, Parameter, Symbol)
    return texts(meaning) if meaning is not None and any(isinstance(o, can_be) for o in each(meaning)) else ()


def has_scheme(text: Text, *, stated: bool = False) -> bool:
    """Whether a text begins with a scheme and a host, or may do so; with `stated`, as its callers give it."""
    if not stated or not text.parts:
        return _SCHEME.match(text.raw()) is not None
    return isinstance(text.parts[0], Given) or _WEB.match(text.raw()) is not None


def with_scheme(text: Text) -> Text:
    """A text as a URL that begins with its host: with a scheme before it, unless it has one or may have one."""
    raw = text.raw()
    begins = raw[:1] not in ("", "/", "{") and _ABSOLUTE.match(raw) is None
    return concat((Text(("http://",)), text)) if begins or _HOST_AND_PORT.match(raw) else text


def before(text: Text, mark: str) -> Text | None:
    """What stands before the first `mark` in a text's known parts; None if there is none."""
    for number, part in enumerate(text.parts):
        if isinstance(part, str) and mark in part:
            return replace(text, parts=(*text.parts[:number], part.partition(mark)[0]))
    return None


def looks_like_url(text: Text) -> bool:
    """Whether a text begins as paths and URLs of the web do."""
    raw = text.raw()
    if raw == "/":
        return True
    return raw.startswith(("/", "http://", "https://", "{}/")) and any(c.isalnum() for c in raw)


_WEB = re.compile(r"https?://", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d|\{)")
_HOST_AND_PORT = re.compile(r"\{\}:(?:\{\}|\d+)(?:/|$)")
_SCHEME = re.compile(r"\{\}|[A-Za-z][A-Za-z0-9+.-]*(?:\{\})?://")


def _shortest(alternatives: list[Text]) -> list[Text]:
    """The alternatives without those that only add something unknown to another: `url`, and `url + query`."""
    known = {text.parts for text in alternatives}
    return [text for text in alternatives if not _adds_unknown(text) or text.parts[:-1] not in known]


def _adds_unknown(text: Text) -> bool:
    """Whether the text ends with an unknown part that is no segment of its own."""
    if len(text.parts) < 2 or not isinstance(text.parts[-1], Gap):
        return False
    before = text.parts[-2]
    return not (isinstance(before, str) and before.endswith("/"))


def _first(ordered: Sequence[Meaning]) -> list[Text]:
    """The texts of the first possibility that is there."""
    found: list[Text] = []
    for number, option in enumerate(ordered):
        if isinstance(option, Parameter):
            defaults: list[Text | None] = [*_first(ordered[number + 1 :])] or [None]
            given = [Given(option.owner, option.index, option.members, default) for default in defaults]
            return [*found, *(Text((part,)) for part in given)]
        found.extend(texts(option))
        if found and not found[-1].unknown:
            break
    return found


def concat(pieces: Sequence[Text]) -> Text:
    """The pieces one after the other; unknown if that is too long to be a contract."""
    parts: list[Part] = []
    length = 0
    for piece in pieces:
        for part in piece.parts:
            if isinstance(part, str):
                length += len(part)
                if parts and isinstance(parts[-1], str):
                    parts[-1] += part
                    continue
            parts.append(part)
    if len(parts) > MAX_PARTS or length > MAX_LENGTH:
        return UNKNOWN_TEXT
    return Text(tuple(parts), any(piece.built for piece in pieces))


def built(found: Iterable[Text]) -> list[Text]:
    """The texts as such that the code puts together; nothing, and what is not known at all, stay so."""
    return [text if text in (UNKNOWN_TEXT, EMPTY) else replace(text, built=True) for text in found]


def combined(alternatives: Iterable[Sequence[Text]]) -> list[Text]:
    """Every way to put one of each of these one after the other."""
    return [concat(pieces) for pieces in islice(product(*alternatives), MAX_ALTERNATIVES)]


def of_pattern(text: Text) -> Text:
    """The path that a regular expression stands for."""
    return Text(tuple(pattern_path(part) if isinstance(part, str) else part for part in text.parts))


def join_url(base: Text, path: Text) -> Text:
    """`path` below `base`, with one slash between them; `path` itself if it is a whole URL (as clients join them).

    Before a path that callers give stands an empty segment (`BASE_END`): it is no parameter of a longer path.
    """
    if not base.parts or base == EMPTY or _is_absolute(path):
        return path
    given = bool(path.parts) and isinstance(path.parts[0], Given)
    return concat((_trimmed_end(base), Text((BASE_END if given else "/",)), _trimmed_start(path)))


def rewritten(text: Text, marks: Mapping[str, str]) -> Text:
    """The text with these marks in its known parts replaced, of two that begin at one place the longer one."""
    if not marks:
        return text
    pattern = re.compile("|".join(map(re.escape, sorted(marks, key=len, reverse=True))))
    parts = (pattern.sub(lambda mark: marks[mark[0]], p) if isinstance(p, str) else p for p in text.parts)
    return replace(text, parts=tuple(parts))


def resolve_url(base: Text, path: Text) -> Text:
    """`path` as a reference from `base` (RFC 3986, 5.2): one that begins with a slash replaces the base's path.

    Where it states no path, that is the base's.
    """
    if _is_absolute(path) or not path.parts:
        return path
    if path.raw()[:1] in ("", "?"):
        return concat((base, path))
    first = path.parts[0]
    origin = _ORIGIN.match(base.parts[0]) if base.parts and isinstance(base.parts[0], str) else None
    if isinstance(first, str) and first.startswith("/"):
        if origin is not None:
            return concat((Text((origin[0],)), path))
        return concat((UNKNOWN_TEXT, path)) if base.unknown else path
    *before, last = base.parts or ("",)
    if not isinstance(last, str):
        return concat((Text((*base.parts, "/")), path))
    is_origin = origin is not None and origin[0] == last
    folder = f"{last}/" if is_origin else last[: last.rfind("/") + 1]
    return concat((Text((*before, folder)), path))


def with_path(url: Text, path: Text) -> Text:
    """The URL with another path; `path` itself if that is made of the URL's own."""
    first = path.parts[0] if path.parts else ""
    if not isinstance(first, str) or _is_absolute(path):
        return path
    return resolve_url(url, concat((Text(("/",)), _trimmed_start(path))))


_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


def _is_absolute(text: Text) -> bool:
    first = text.parts[0] if text.parts else ""
    return isinstance(first, str) and _ORIGIN.match(first) is not None


def _trimmed_end(text: Text) -> Text:
    *before, last = text.parts or ("",)
    return replace(text, parts=(*before, last.rstrip("/"))) if isinstance(last, str) else text


def _trimmed_start(text: Text) -> Text:
    first, *after = text.parts or ("",)
    return replace(text, parts=(first.lstrip("/"), *after)) if isinstance(first, str) else text


# Operations on texts, by the names that the catalogue calls them. Each is given the text whose method is called (or
# None), the arguments in their order, and the named ones.


def _same(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """The text itself, which is empty where nothing is given."""
    return list(texts(of if of is not None else given[0])) if of is not None or given else [Text(())]


def _segments(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """The segments of a path, which read as the path; what is split elsewhere is not known."""
    return _same(of, given, named) if given and texts(given[0]) == (_ROOT,) else [UNKNOWN_TEXT]


def _trim_end(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    return [_trimmed_end(text) for text in _same(of, given, named)]


def _trim_start(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    return [_trimmed_start(text) for text in _same(of, given, named)]


def _trim(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    if not given:
        return _same(of, given, named)
    return [_trimmed_start(_trimmed_end(text)) for text in _same(of, given, named)]


def _opaque(_of: Meaning | None, _given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    return [UNKNOWN_TEXT]


def _default(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """What stands there if nothing is set: `os.getenv(name, default)`."""
    default = given[1] if len(given) > 1 else named.get("default")
    return [UNKNOWN_TEXT] if default is None else list(texts(default))


def _concat(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    return built(combined([texts(meaning) for meaning in ([of] if of is not None else []) + given]))


def _join_paths(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """Segments with a slash between them, as `path.join` and `URL.joinpath` do; only the second can be a whole path."""
    parts = ([of] if of is not None else []) + given
    found: list[Text] = []
    for first, *pieces in islice(product(*(texts(part) for part in parts)), MAX_ALTERNATIVES if parts else 0):
        whole = first
        for number, piece in enumerate(pieces):
            segment = (_trimmed_end(whole), Text(("/",)), _trimmed_start(piece))
            whole = concat(segment) if number else join_url(whole, piece)
        found.append(whole)
    return found


def _join_segments(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """As `_join_paths`, for what is nothing but segments of a path: the first one is none of a base, either."""
    return [join_url(_ROOT, text) for text in _join_paths(of, given, named)]


def _join_files(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """As `_join_paths`, for what joins paths of files and only now and then those of URLs."""
    joined = _join_paths(of, given, named)
    return [text for text in joined if _is_absolute(text)] or [UNKNOWN_TEXT]


def _resolve_url(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`urljoin(base, path)`."""
    pair = ([of] if of is not None else []) + given
    base, path = pair[0] if pair else named.get("base"), pair[1] if len(pair) > 1 else named.get("url")
    if base is None:
        return [UNKNOWN_TEXT]
    if path is None:
        return list(texts(base))
    return [resolve_url(b, p) for b, p in islice(product(texts(base), texts(path)), MAX_ALTERNATIVES)]


def _url(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`new URL(path, base)`."""
    return _resolve_url(None, [given[1], given[0]] if len(given) > 1 else given, named)


_PERCENT = re.compile(r"%(?:%|(?:\((\w+)\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:I64|I32|[hlLqjzt]*)[a-zA-Z])")
_PLAIN = re.compile(r"%(?:I64|I32|[hlLqjzt]*)[a-zA-Z]")


def _percent(of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`'/users/%d' % id`: the specifiers one after the other, or by name; a `*` takes an argument of its own."""

    def piece(match: re.Match[str], index: int) -> tuple[Text, ...]:
        if match[0] == "%%":
            return (Text(("%",)),)
        if match[1]:
            return texts(named[match[1]]) if match[1] in named else (UNKNOWN_TEXT,)
        index += match[0].count("*")
        value = given[index] if index < len(given) else UNKNOWN
        if isinstance(value, Constant) and _PLAIN.fullmatch(match[0]) is None:
            return (UNKNOWN_TEXT,)  # Its digits are others.
        return texts(value)

    def taken(match: re.Match[str]) -> int:
        return 0 if match[0] == "%%" or match[1] else 1 + match[0].count("*")

    whole = None if of is None else options([_with_letters(text) for text in texts(of)])
    return _filled(whole, _PERCENT, piece, taken)


_UNFINISHED = re.compile(r"(?<!%)(?:%%)*%[-#0 +]*\d*(?:\.\d+)?$")


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


_BRACES = re.compile(r"\{\{|\}\}|\{(\w*)[^{}]*\}")


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

    return _filled(of, _BRACES, piece, taken=lambda match: match[0] not in ("{{", "}}") and not match[1])


def _filled(
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
        found.extend(built(combined(pieces)))
    return found or [UNKNOWN_TEXT]


def _url_of_parts(_of: Meaning | None, _given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`url.URL{Scheme: …, Host: …, Path: …}`."""
    parts = {name.lower(): meaning for name, meaning in named.items()}
    bases = [concat((Text(("http://",)), host)) for host in texts(parts["host"])] if "host" in parts else [EMPTY]
    paths = texts(parts["path"]) if "path" in parts else (EMPTY,)
    return [join_url(base, path) for base, path in islice(product(bases, paths), MAX_ALTERNATIVES)]


def _join_listed(_of: Meaning | None, given: list[Meaning], named: dict[str, Meaning]) -> list[Text]:
    """`strings.Join(items, separator)`; the items stand already one by one in `given`."""
    return _join(given[-1], given[:-1], named) if given else [UNKNOWN_TEXT]


def _join(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """`separator.join(items)`; the items stand already one by one in `given`."""
    pieces: list[Sequence[Text]] = []
    for index, item in enumerate(given):
        if index and of is not None:
            pieces.append(texts(of))
        pieces.append(texts(item))
    return built(combined(pieces))


OPERATIONS: dict[str, Callable[[Meaning | None, list[Meaning], dict[str, Meaning]], list[Text]]] = {
    "same": _same,
    "segments": _segments,
    "trim": _trim,
    "trim end": _trim_end,
    "trim start": _trim_start,
    "opaque": _opaque,
    "default": _default,
    "concat": _concat,
    "join paths": _join_paths,
    "join segments": _join_segments,
    "join files": _join_files,
    "resolve url": _resolve_url,
    "url": _url,
    "percent": _percent,
    "printf": _printf,
    "join listed": _join_listed,
    "url of parts": _url_of_parts,
    "format": _format,
    "join": _join,
}
