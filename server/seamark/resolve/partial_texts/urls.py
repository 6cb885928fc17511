"""Texts that are paths and URLs: how they begin, and how they are put together."""

from __future__ import annotations

import re
from itertools import chain, islice, product

from msgspec.structs import replace

from seamark.catalogue import Scheme
from seamark.keys import PRIVATE_USE, pattern_path
from seamark.patterns import regex
from seamark.resolve.abstract_values import GAP, ParameterPart, Text
from seamark.resolve.port_model import MAX_ALTERNATIVES

from .texts import EMPTY, SLASH, UNKNOWN_TEXT, concat

ROOT = SLASH
BASE_END = "//"

_WEB = regex(r"https?://", re.IGNORECASE)
_ABSOLUTE = regex(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d|\{)")
_HOST_AND_PORT = regex(r"\{\}:(?:\{\}|\d+)(?:/|$)")
_SCHEME = regex(r"\{\}|[A-Za-z][A-Za-z0-9+.-]*(?:\{\})?://")
_WHOLE = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*|\{\})://[^/?#:]*:(?:\{\}|\d+)/?")
_BELOW_BASE = regex(r"(?:\{\}[A-Za-z][\w-]*/|\{\{[^{}]*\}\}[/\w])(?:[\w{])")
_BEHIND_BASE = regex(r"\{\}/\w[^/{}?#]*/[^/?#]")
_HOST = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*:|\{\}:?)//[^/?#]+/?")
_PATH_OR_URL = regex(r"[/?#\s]|^\.\.|^\.?$")
_ORIGIN = regex(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")


def is_origin(text: Text) -> bool:
    """Whether a URL ends with its host, and with nothing that is not known."""
    last = next((part for part in reversed(text.parts) if part != ""), None)
    return isinstance(last, str) and _ORIGIN.fullmatch(text.raw()) is not None


def is_host_and_port(text: Text) -> bool:
    """Whether a URL is nothing but a scheme, a host and a port."""
    return _WHOLE.fullmatch(text.raw()) is not None


def is_whole(text: Text, scheme: Scheme) -> bool:
    """Whether a text begins as the URL of a row with this `scheme` must (see `catalogue.schema.Request`)."""
    if scheme == "host":
        return not text.raw().startswith("/")
    if scheme == "path":
        return looks_like_url(text) or (bool(text.parts) and isinstance(text.parts[0], ParameterPart))
    if scheme == "relative":
        return _RELATIVE.match(text.raw()) is not None
    return not scheme or has_scheme(text, stated=scheme == "stated")


_RELATIVE = regex(r"[A-Za-z][\w-]*/[\w{]")
"""How a path begins that has no slash at its begin, and several segments."""


def has_scheme(text: Text, *, stated: bool = False) -> bool:
    """Whether a text begins with a scheme and a host, or may do so; with `stated`, as its callers give it."""
    if not stated or not text.parts:
        return _SCHEME.match(text.raw()) is not None
    return isinstance(text.parts[0], ParameterPart) or _WEB.match(text.raw()) is not None


def with_scheme(text: Text) -> Text:
    """A text as a URL that begins with its host: with a scheme before it, unless it has one or may have one."""
    raw = text.raw()
    begins = raw[:1] not in ("", "/", "{") and _ABSOLUTE.match(raw) is None
    return concat((Text(("http://",)), text)) if begins or _HOST_AND_PORT.match(raw) else text


def looks_like_url(text: Text) -> bool:
    """Whether a text begins with a slash, an unknown base or a scheme of the web, and says something behind that."""
    raw = text.raw()
    if raw == "/":
        return True
    return raw.startswith(("/", "http://", "https://", "{}/")) and any(c.isalnum() for c in raw)


def begins_with_base(text: Text) -> bool:
    """Whether a text begins with something unknown, which a slash follows: a base, if there is none before it."""
    first, after = (*text.parts, "", "")[:2]
    return not isinstance(first, str) and isinstance(after, str) and after.startswith("/")


def is_below_base(text: Text) -> bool:
    """Whether a text begins with something unknown and goes on as a path of several segments: the former is a base.

    It may be what a template puts in there (`{{ base }}`). What callers give behind a word is a path as well, and
    begins with a slash.
    """
    word, given = (*text.parts, "", "", "")[1:3]
    is_given = isinstance(given, ParameterPart) and isinstance(word, str) and word.isidentifier()
    return (is_given and not isinstance(text.parts[0], str)) or _BELOW_BASE.match(text.raw()) is not None


def states_path(url: Text) -> bool:
    """Whether some of a URL's path is known, be there a host before it or a base that is not known."""
    raw = url.raw()
    origin = _ORIGIN.match(raw)
    return any(c.isalnum() for c in (raw[origin.end() :] if origin is not None else raw))


def of_pattern(text: Text) -> Text:
    """The path that a regular expression stands for."""
    marks = {chr(PRIVATE_USE + place): part for place, part in enumerate(text.parts) if not isinstance(part, str)}
    path = pattern_path("".join(p if isinstance(p, str) else chr(PRIVATE_USE + n) for n, p in enumerate(text.parts)))
    pieces = re.split(f"([{''.join(marks)}])", path) if marks else [path]
    return Text(tuple(marks.get(piece, piece) for piece in pieces if piece) or EMPTY.parts)


def of_patterns(text: Text, *, bare: bool = False) -> list[Text]:
    """The paths that a regular expression stands for: one for each of the words among which a group of it chooses.

    A group that handlers are given is a parameter: one with a name, and also a `bare` one (`(v1|v2)`), if these are not
    said to choose only, as `(?:v1|v2)` does.
    """
    groups = _ANY_WORDS if bare else _WORDS
    pieces = [
        [words.split("|") if number % 2 else [words] for number, words in enumerate(groups.split(part))]
        if isinstance(part, str)
        else [[part]]
        for part in text.parts
    ]
    ways = list(islice(product(*chain.from_iterable(pieces)), MAX_ALTERNATIVES + 1))
    if len(ways) > MAX_ALTERNATIVES:
        return [of_pattern(text)]
    return [of_pattern(concat([Text((part,)) for part in way])) for way in ways]


_CHOICE = r"(?<!\\)\({}([\w/~-]+(?:\|[\w/~-]+)*)\)(?![?*+{{])"
_WORDS, _ANY_WORDS = regex(_CHOICE.format(r"\?:")), regex(_CHOICE.format(r"(?:\?:)?"))


def join_url(base: Text, path: Text) -> Text:
    """`path` below `base`, with one slash between them; `path` itself if it is a whole URL (as clients join them).

    So it is below a host alone if it begins with something unknown, behind which a path of several segments stands.

    Before a path that callers give stands an empty segment (`BASE_END`): it is no parameter of a longer path. So it is
    before one of which a slash is taken away, which has one that nobody wrote.
    """
    if not base.parts or base == EMPTY or is_absolute(path):
        return path
    if _BEHIND_BASE.match(path.raw()) is not None and _HOST.fullmatch(base.raw()) is not None:
        return path
    first = path.parts[1:2] if path.parts[:1] == ROOT.parts and not path.built else path.parts[:1]
    given = any(isinstance(part, ParameterPart) for part in first)
    return concat((trimmed_end(base), Text((BASE_END if given else "/",)), trimmed_start(path)))


def resolve_url(base: Text, path: Text) -> Text:
    """`path` as a reference from `base` (RFC 3986, 5.2): one that begins with a slash replaces the base's path.

    Where it states no path, that is the base's.
    """
    if is_absolute(path) or not path.parts:
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
    if not isinstance(first, str) or is_absolute(path):
        return path
    return resolve_url(url, concat((SLASH, trimmed_start(path))))


def path_behind_host(url: Text) -> Text:
    """The path of a URL that begins with scheme and host; another one as it is, since its base is not known."""
    first, *rest = url.parts or ("",)
    origin = _ORIGIN.match(first) if isinstance(first, str) else None
    if origin is None or not isinstance(first, str):
        return url
    if origin.end() < len(first):
        return replace(url, parts=(first[origin.end() :], *rest))
    slash = next((at for at, part in enumerate(rest) if isinstance(part, str) and "/" in part), None)
    if slash is None:
        return UNKNOWN_TEXT if rest else EMPTY
    begun = str(rest[slash])
    return replace(url, parts=(begun[begun.index("/") :], *rest[slash + 1 :]))


def may_name_route(text: Text) -> bool:
    """Whether a text is written as names of routes are: not like a path, a URL or a sentence."""
    return any(isinstance(part, str | ParameterPart) for part in text.parts) and _PATH_OR_URL.search(text.raw()) is None


def is_absolute(text: Text) -> bool:
    """Whether a text begins with a scheme and the host after it, be these not known (`${protocol}//${host}`)."""
    first, after, host = (*text.parts, "", "", "")[:3]
    if isinstance(first, str):
        return _ORIGIN.match(first) is not None
    return first == host == GAP and after == "//"


def trimmed_end(text: Text) -> Text:
    """The text without slashes at its end."""
    *before, last = text.parts or ("",)
    return replace(text, parts=(*before, last.rstrip("/"))) if isinstance(last, str) else text


def without_rest(text: Text) -> Text:
    """A path without the wildcard at its end that stands for all below it."""
    *before, last = text.parts or ("",)
    return replace(text, parts=(*before, last.removesuffix("/*"))) if isinstance(last, str) else text


def trimmed_start(text: Text) -> Text:
    """The text without slashes at its beginning."""
    first, *after = text.parts or ("",)
    return replace(text, parts=(first.lstrip("/"), *after)) if isinstance(first, str) else text
