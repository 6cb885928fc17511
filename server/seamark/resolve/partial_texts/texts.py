"""Texts with unknown parts: those that a meaning reads as, and how texts are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec.structs import replace

from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    GAP,
    NOTHINGS,
    UNKNOWN,
    Constant,
    Enumerator,
    Gap,
    Instance,
    Made,
    Meaning,
    Options,
    Parameter,
    ParameterPart,
    Part,
    Symbol,
    Text,
    Unknown,
    each,
    is_empty,
    options,
)
from seamark.resolve.port_model import MAX_ALTERNATIVES

MAX_PARTS = 64
MAX_LENGTH = 4096

UNKNOWN_TEXT = Text((GAP,))
EMPTY = Text(("",))
SLASH = Text(("/",))

_UNNAMING = frozenset((*NOTHINGS, "True", "False", "true", "false"))
"""Constants that name neither a verb nor a part of a path, but stand where one is missing."""


def texts(meaning: Meaning) -> tuple[Text, ...]:
    """What the meaning reads as in a string: one text for each possibility.

    Of several possibilities the unknown ones are left out if there are known ones; of ordered ones those after the
    first that is known, and those after a parameter are what it defaults to. What is named reads as that name.
    """
    if isinstance(meaning, Options):
        found = _first(meaning.options) if meaning.ordered else [text for o in meaning.options for text in texts(o)]
        stated = _shortest([text for text in dict.fromkeys(found) if text != UNKNOWN_TEXT and text.parts != ()])
        return tuple(stated[:MAX_ALTERNATIVES]) or (UNKNOWN_TEXT,)
    if isinstance(meaning, Text):
        return (meaning,)
    if isinstance(meaning, Made) and meaning.named:
        return meaning.named
    if isinstance(meaning, Constant):
        return (UNKNOWN_TEXT if meaning.text in _UNNAMING else Text((meaning.text,)),)
    if isinstance(meaning, Parameter):
        return (Text((given_by(meaning),)),)
    return (UNKNOWN_TEXT,)


def between(meaning: Meaning, before: str, after: str) -> tuple[Text, ...]:
    """What the meaning reads as in a string, between what stands before and after it.

    What may be anything, and is a segment among others of a path, is a parameter of that: what else it may be is what
    it is by default. So is what may be anything, or else nothing, before the path; and so is a segment that is empty:
    `state = { id: "" }` says only what it is before something sets it. What has a slash before it, or else gets one,
    has it behind a word: `"/users" + (path.startsWith("/") ? path : "/" + path)`.
    """
    found = _rooted(meaning, before) or texts(meaning)
    if found == (EMPTY,) and _has_segment(before) and before.endswith("/") and after[:1] in ("", "/", "?"):
        return (UNKNOWN_TEXT,)
    if found == (EMPTY,) and not before and after.startswith("/") and isinstance(meaning, Options):
        is_told = meaning.ordered or all(isinstance(one, Text | Constant) for one in meaning.options)
        return found if is_told else (UNKNOWN_TEXT,)
    is_open = isinstance(meaning, Options) and not meaning.ordered and UNKNOWN in each(meaning)
    if not is_open or not before.endswith("/") or after[:1] not in ("", "/", "?"):
        return found
    has_slash = any("/" in part for text in found for part in text.parts if isinstance(part, str))
    is_among_others = any(map(_has_segment, (before, after)))
    return (UNKNOWN_TEXT,) if is_among_others and not has_slash else found


def _rooted(meaning: Meaning, before: str) -> tuple[Text, ...]:
    """What the meaning reads as behind a word, if each possibility is there with a slash before it, and without one."""
    if not isinstance(meaning, Options) or meaning.ordered or not before[-1:].isalnum():
        return ()
    read = {text.parts: text for option in meaning.options for text in texts(option)}
    rooted = {concat((SLASH, text)).parts: parts for parts, text in read.items() if text != EMPTY}
    bare = {rooted[parts] for parts in read.keys() & rooted.keys()}
    kept = read.keys() - bare
    return tuple(text for parts, text in read.items() if parts in kept) if kept and kept <= rooted.keys() else ()


_AUTHORITY = regex(r"^[^/]*//[^/]*")


def _has_segment(text: str) -> bool:
    """Whether a word stands in a path, behind the host if there is one."""
    return re.search(r"/\w", _AUTHORITY.sub("", text, count=1)) is not None


def compared_by(meaning: Meaning) -> list[str | ParameterPart | None]:
    """What a comparison tells apart: the text of each possibility, in small letters, or which enumerator it is.

    Or which method of a library's object, or what callers give, if that is all, in whatever case; None for what is not
    known.
    """
    named = [told for one in each(meaning) if (told := told_by(one))]
    read = [] if len(named) == len(each(meaning)) else texts(meaning)
    found = [text.known_string if text.known_string is not None else _all_given(text) for text in read]
    return [one.casefold() if isinstance(one, str) else one for one in (*named, *found)]


def told_by(one: Meaning) -> str:
    """What tells an enumerator or a method of a library's object from others; nothing for all else.

    An enumerator may be an object that stands in its enum: `GET("get")`.
    """
    match one:
        case Enumerator(of=of, name=name):
            return f"{of.path}:{of.key}.{name}"
        case Instance(of=of, made=(facts.Call(callee=facts.Function(), new=True, start=start), _)):
            return f"{of.path}:{of.key}:{start}"
    return method_text(one.of.type, one.name) if isinstance(one, Symbol) and one.of is not None else ""


def is_told(one: Meaning) -> bool:
    """Whether something is told from others though it is no text."""
    return bool(told_by(one))


def method_text(of: str, name: str) -> str:
    """What tells a method of objects of a type from others; its name may have others before it."""
    return f"{of}.{name.rpartition('.')[2]}".casefold()


def _all_given(text: Text) -> ParameterPart | None:
    only = text.parts[0] if len(text.parts) == 1 else None
    return replace(only, case="") if isinstance(only, ParameterPart) else None


def given_by(meaning: Parameter) -> ParameterPart:
    """What a caller gives, as a part of a text."""
    return ParameterPart(meaning.owner, meaning.index, meaning.members, handed=meaning.handed)


def all_given(meaning: Parameter, between: str) -> Text:
    """The items of a list that a caller gives, with a text between them."""
    return Text((replace(given_by(meaning), between=between),))


_CASES = {"lower": str.lower, "upper": str.upper}


def in_case(text: Text, case: str) -> Text:
    """A text in small (`lower`) or in capital letters (`upper`): `type.toLowerCase()`; as it is without a case."""
    return replace(text, parts=tuple(_part_in_case(part, case) for part in text.parts)) if case else text


def _part_in_case(part: Part, case: str) -> Part:
    if isinstance(part, str):
        return _CASES[case](part)
    return replace(part, case=case) if isinstance(part, ParameterPart) else part


def possible_texts(meaning: Meaning | None) -> tuple[Text, ...]:
    """The texts that something can be; none if it is certainly something else than a text."""
    can_be = (Text, Unknown, Parameter, Symbol)
    found = meaning is not None and any(isinstance(option, can_be) for option in each(meaning))
    return texts(without_constants(meaning)) if meaning is not None and found else ()


def without_constants(meaning: Meaning) -> Meaning:
    """The meaning without its constants among several possibilities: `path or False` is `path`."""
    if not isinstance(meaning, Options):
        return meaning
    kept = [without_constants(option) for option in meaning.options if not isinstance(option, Constant)]
    return options(kept, ordered=meaning.ordered)


def before(text: Text, mark: str) -> Text | None:
    """What stands before the first `mark` in a text's known parts; None if there is none."""
    for number, part in enumerate(text.parts):
        if isinstance(part, str) and mark in part:
            return replace(text, parts=(*text.parts[:number], *filter(None, [part.partition(mark)[0]])))
    return None


def path_of(url: Text) -> Text:
    """A URL without its query, as far as its known parts tell."""
    found = before(url, "?")
    return url if found is None else found


def after(text: Text, marks: str) -> Text:
    """What stands after the last of these marks in a text's known parts; the whole text if there is none."""
    for number, part in reversed([*enumerate(text.parts)]):
        at = max(map(part.rfind, marks), default=-1) if isinstance(part, str) else -1
        if isinstance(part, str) and at >= 0:
            return replace(text, parts=(*filter(None, [part[at + 1 :]]), *text.parts[number + 1 :]))
    return text


def in_words(text: Text) -> list[Text]:
    """What stands between the spaces in a text's known parts."""
    found: list[list[Part]] = [[]]
    for part in text.parts:
        pieces = re.split(r"\s+", part) if isinstance(part, str) else [part]
        found[-1].append(pieces[0])
        found += [[piece] for piece in pieces[1:]]
    return [replace(text, parts=parts) for word in found if (parts := tuple(piece for piece in word if piece != ""))]


def without_optional_base(paths: tuple[Text, ...]) -> tuple[Text, ...]:
    """The paths of which none is another one below a base that is not known: that may be set or not.

    What says nothing but how many segments it has is no such path: `/{}`, `/{}/{}`.
    """
    known = {path.raw().strip("/") for path in paths if not path.unknown or path.raw().strip("/{}")}
    return tuple(path for path in paths if not _is_below_unknown(path, known))


def _is_below_unknown(path: Text, known: set[str]) -> bool:
    before, unknown, rest = path.raw().partition("{}")
    is_base = path.unknown and bool(unknown) and not before.strip("/") and rest[:1] in ("", "/")
    return is_base and rest.strip("/") in known


def _shortest(alternatives: list[Text]) -> list[Text]:
    """The alternatives without those that only add something unknown to another: `url`, and `url + query`.

    Nor does a slash stand before something unknown if nothing does in another one: it is a base. Nor does a query
    follow without its mark if it does so with it in another one: `path`, `path?query`, `pathquery`, `path&query`.
    """
    known = {text.parts for text in alternatives}
    shorter = [text for text in alternatives if not _adds_unknown(text) or text.parts[:-1] not in known]
    shorter = [text for text in shorter if text.parts[:1] != SLASH.parts or text.parts[1:] not in known]
    queried = [raw for text in shorter if "?" in (raw := text.raw())] if shorter[1:] else []
    return [text for text in shorter if not _continues(text.raw(), queried)] if queried else shorter


def _continues(raw: str, queried: list[str]) -> bool:
    """Whether a text goes on with a query that only these begin, which are others of its kind."""
    unmarked = {text.replace("?", "", 1) for text in queried}
    return "?" not in raw and (raw in unmarked or any(raw.startswith(f"{t.partition('?')[0]}&") for t in queried))


def _adds_unknown(text: Text) -> bool:
    """Whether the text ends with an unknown part that is no segment of its own."""
    if len(text.parts) < 2 or not isinstance(text.parts[-1], Gap):
        return False
    before = text.parts[-2]
    return not (isinstance(before, str) and before.endswith("/"))


def ends_unknown(text: Text) -> bool:
    """Whether it is not known where a path ends: its last part is not known, and may go on after a word, or be none.

    What follows a colon or another mark is a part of that segment: `/users/:${name}`, `/reports/${day}.${format}`.
    """
    before = text.parts[-2] if len(text.parts) > 1 else ""
    return _adds_unknown(text) and not (isinstance(before, str) and not before[-1:].isalnum())


def _first(ordered: Sequence[Meaning]) -> list[Text]:
    """The texts of the first possibility that is there."""
    found: list[Text] = []
    for number, option in enumerate(ordered):
        if is_empty(option) and number + 1 < len(ordered):
            continue
        if isinstance(option, Parameter):
            defaults: list[Text | None] = [*_first(ordered[number + 1 :])] or [None]
            given = [replace(given_by(option), default=default) for default in defaults]
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
            if part == "":
                continue
            if isinstance(part, str):
                length += len(part)
                if parts and isinstance(parts[-1], str):
                    parts[-1] += part
                    continue
            parts.append(part)
    if len(parts) > MAX_PARTS or length > MAX_LENGTH:
        return UNKNOWN_TEXT
    nothing = EMPTY.parts if any(piece.parts for piece in pieces) else ()
    return Text(tuple(parts) or nothing, any(piece.built for piece in pieces))


def mark_built(found: Iterable[Text]) -> list[Text]:
    """The texts, marked as `built` by the code, but for an empty one and one that is unknown as a whole."""
    return [text if text in (UNKNOWN_TEXT, EMPTY) else replace(text, built=True) for text in found]


def combine_texts(alternatives: Iterable[Sequence[Text]]) -> list[Text]:
    """Every way to put one of each of these one after the other."""
    ways = islice(product(*_with_slashes(alternatives)), MAX_ALTERNATIVES)
    return list(dict.fromkeys(concat(_place_slashes(way)) for way in ways))


_EITHER_SLASH = Text(("/",), built=True)
"""A slash that is there if none stands beside it: `path[0] == '/' ? "" : "/"`"""


def _with_slashes(alternatives: Iterable[Sequence[Text]]) -> Iterator[Sequence[Text]]:
    """Slashes that may be nothing: with what may be nothing after it both are there, or none is.

    Before anything else it is there if none stands beside it; of what callers give that is not known yet.
    """
    slash: Sequence[Text] | None = None
    for pieces in alternatives:
        if slash is None or EMPTY not in pieces:
            yield from () if slash is None else (slash if any(map(_begins_given, pieces)) else [_EITHER_SLASH],)
            slash = pieces if set(pieces) == {EMPTY, SLASH} else None
            yield from (pieces,) if slash is None else ()
        elif set(pieces) != {EMPTY}:
            yield [one if one == EMPTY else concat((SLASH, one)) for one in pieces]
            slash = None
    yield from () if slash is None else (slash,)


def _begins_given(text: Text) -> bool:
    return bool(text.parts) and isinstance(text.parts[0], ParameterPart)


def _place_slashes(way: Sequence[Text]) -> Sequence[Text]:
    """These texts, of which some are slashes that are there if none stands beside them."""
    if not any(one is _EITHER_SLASH for one in way):
        return way
    kept = [one for at, one in enumerate(way) if one is not _EITHER_SLASH or not _has_slash_beside(way, at)]
    return [SLASH if one is _EITHER_SLASH else one for one in kept]


def _has_slash_beside(way: Sequence[Text], at: int) -> bool:
    before, after = concat(way[:at]), concat(way[at + 1 :])
    return before.raw().endswith("/") or after.raw().startswith("/")


def replace_marks(text: Text, marks: Mapping[str, str]) -> Text:
    """The text with these marks in its known parts replaced, of two that begin at one place the longer one."""
    if not marks:
        return text
    pattern = re.compile("|".join(map(re.escape, sorted(marks, key=len, reverse=True))))
    parts = (pattern.sub(lambda mark: marks[mark[0]], p) if isinstance(p, str) else p for p in text.parts)
    return replace(text, parts=tuple(parts))
