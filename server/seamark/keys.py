"""Contract keys: the one place where the two sides of a contract are reduced to the same string.

A raw text is a path or a URL as the source code states it, in which every part that is unknown has already been
written as `{}`. Nothing here raises on a raw text, however malformed, and all of it takes linear time.

Source: the specification, sections 2.2 (ids) and 2.5 (key normalization).
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Literal

import msgspec

from seamark.patterns import regex

GRAPHQL = "graphql"
MECHANISMS = ("http", "grpc", "queue", "temporal", GRAPHQL)
"""The specification's mechanisms (2.2), and one that it does not have."""

HOLE = "{}"
"""What every path parameter, number and unknown part becomes."""

WILDCARD = "*"
"""What every catch-all becomes: it stands for any number of segments."""


def boundary_id(mechanism: str, key: str) -> str:
    """The id of the boundary with this mechanism and normalized key, in every analysis (2.2): 16 hex digits.

    Raises `ValueError` for a mechanism that is not one of `MECHANISMS`.
    """
    if mechanism not in MECHANISMS:
        raise ValueError(f"unknown mechanism {mechanism!r}: expected one of {', '.join(MECHANISMS)}")
    return sha256(f"boundary::{mechanism}::{key}".encode(errors="surrogatepass")).hexdigest()[:16]


def qualified_name(mechanism: str, key: str) -> str:
    """A boundary's qualified name, `<mechanism>:<key>` (2.2)."""
    return f"{mechanism}:{key}"


VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
"""The usual verbs of HTTP. Requests may have others, too."""

ANY_VERB = "ANY"
"""The verb of a route that serves all verbs, and of a request of which it is not known."""


WEBSOCKET = "WEBSOCKET"
"""What tables say for the verb of a WebSocket's handshake, which is a GET (RFC 6455, 4.1), and is one in keys."""


def verbs_fit(one: str, other: str) -> bool:
    """Whether a request with one verb may be served by a route with the other."""
    return one == other or ANY_VERB in (one, other)


def http_key(verb: str | None, raw_path: str) -> str:
    """The key `<VERB> <path>` of a raw path or URL, its optional segments included; no verb gives `ANY` (2.2)."""
    return http_keys(verb, raw_path)[0]


def http_keys(verb: str | None, raw_path: str) -> tuple[str, ...]:
    """The keys `<VERB> <path>` of a raw path or URL, one per path of `http_paths`; no verb gives `ANY` (2.2)."""
    method = verb.upper() if verb else ANY_VERB
    method = "GET" if method == WEBSOCKET else method
    return tuple(f"{method} {path}" for path in http_paths(raw_path))


def route_keys(verb: str, raw_path: str) -> tuple[str, ...]:
    """As `http_keys`, of what a service serves: its paths may begin with two slashes, and not with a host for that."""
    return http_keys(verb, f"/{raw_path.lstrip('/')}" if raw_path.startswith("//") else raw_path)


def http_path(raw: str) -> str:
    """The normalized path of a raw path or URL (2.5), its optional segments included. Idempotent."""
    return http_paths(raw)[0]


@lru_cache(maxsize=8192)
def http_paths(raw: str) -> tuple[str, ...]:
    """The normalized paths (2.5) that a raw path or URL states, the longest first.

    They are more than one only if parts are optional (`/users/:id?`): the first four are, in a path of a length that
    people write. A text that `http_target` rejects is read as a path.
    """
    target = http_target(raw)
    path = target.path if target else _without_query(raw)
    optionals = MAX_OPTIONAL if len(path) <= 1000 else 0
    normalized = dict.fromkeys(_normalize_path(variant) for variant in _variants(path, optionals))
    return tuple(sorted(normalized, key=len, reverse=True))


def name_key(raw: str) -> str | None:
    """The key of a contract that goes by a name: a topic, a task, an activity. None if nothing of it is known."""
    name = _merge_holes(raw.strip())
    return name if any(c not in "{}" for c in name) else None


def format_key(mechanism: str, key: str) -> str:
    """A key as people are shown it: that of a request shows by itself what it is."""
    return key if mechanism == "http" else f"{mechanism} {key}"


def grpc_key(service: str, method: str) -> str:
    """The key `Service/Method` of a gRPC method; the service's package is no part of it."""
    return f"{service.rpartition('.')[2]}/{method}"


def grpc_name(name: str) -> str:
    """What a method's name is in every casing in which languages write it: `get_user`, `getUser`, `GetUser`."""
    return name.replace("_", "").casefold()


def camel(name: str) -> str:
    """A method's name as services declare it: `get_user` and `getUser` as `GetUser`."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def graphql_key(operation: str, field: str) -> str:
    """The key `Query.users` of a field of one of GraphQL's root types (GraphQL specification, 3.3.1).

    The type is that of the operation, whatever the schema calls it.
    """
    return f"{operation}.{field}"


def lower_camel(name: str) -> str:
    """The name of a field that libraries make of one of code: `create_user` and `CreateUser` as `createUser`.

    Capitals at the beginning are a word, and of the next one as well if that goes on in small letters (`URLPath` as
    `urlPath`). What stands before the name in underscores stays.
    """
    marks = name[: len(name) - len(name.lstrip("_"))]
    first, *others = name.removeprefix(marks).split("_") if name.strip("_") else [""]
    return marks + _CAPITALS.sub(lambda found: found[0].lower(), first) + "".join(map(_capital, others))


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:] or "_"


_CAPITALS = regex(r"^[A-Z]+(?![a-z])|^[A-Z]+(?=[A-Z][a-z])|^[A-Z]")


def only_holes(path: str) -> bool:
    """Whether a path, normalized or not, consists of parameters alone. The root does not, nor does a catch-all."""
    return http_path(path).replace(f"/{HOLE}", "") == ""


def join_paths(*parts: str) -> str:
    """A raw path composed of prefixes and a path, with one slash between them; empty parts add nothing.

    An absolute URL discards what stands before it, as it does for every HTTP client with a base. The result starts
    with `/`, unless it starts with a host or an unknown base.
    """
    joined = ""
    for part in parts:
        if not joined or _SCHEME_AND_HOST.match(part):
            joined = part
        elif part:
            joined = f"{joined.rstrip('/')}/{part.lstrip('/')}"
    if joined.startswith(("/", HOLE)) or _ORIGIN.match(joined):
        return joined
    return f"/{joined}"


_PATTERN_PIECE = regex(
    r"^\^|\$$|\\[AzZ]"  # anchors
    r"|(?P<any>\.[*+]\??)"
    r"|\[(?P<only>[^]^\\\w])\](?![*+?{])"  # `[.]`
    r"|(?P<some>(?:\\[dDwWsS]|\[(?:\\.|\[:\^?\w+:\]|[^]\\]){1,200}\])(?:[*+?]\??|\{[\d,\uE000-\uF8FF]+\})?)"
    r"|\\(?P<escaped>.)"
    r"|(?P<group>\()"
    r"|(?<=/)\?$"
)
PRIVATE_USE = 0xE000
_NOT_KNOWN = regex("[\ue000-\uf8ff]")
_LOOKED_AT = regex(r"\(\?<?[=!]")
_SEGMENTS = regex(r"\((?:\?:|\?P?<\w+>)?(/[^()|]*)\)")
"""A group that stands for a part of the path with its first slash, and for nothing else."""


def pattern_path(pattern: str) -> str:
    """The raw path that a regular expression stands for, with groups and whatever else can vary as parameters.

    Characters for private use, from `PRIVATE_USE` on, stand for what is not known of it: they are kept, but for those
    in groups. A group that takes anything, but something, is a parameter as well: `(.+)`. What is only looked at is no
    part of a path, and one that cannot be left out is as if it were none: `(/.*)`.
    """
    closed_at = _matching_brackets(pattern)
    found: list[str] = []
    at = 0
    while piece := _PATTERN_PIECE.search(pattern, at):
        found.append(pattern[at : piece.start()])
        at = piece.end()
        if piece["group"] and piece.start() in closed_at:
            at = closed_at[piece.start()] + 1
            group = pattern[piece.start() : at]
            segments = _SEGMENTS.fullmatch(group)
            if segments is not None and pattern[at : at + 1] not in ("?", "*"):
                found.append(pattern_path(segments[1]))
            elif pattern[at : at + 1] == "*" and "/" not in group and "".join(found).endswith(HOLE):
                at += 1  # `[a-z]+(,[a-z]+)*` is one parameter.
            elif not _LOOKED_AT.match(group):
                is_parameter = group in ("(.+)", "(.+?)") or _NOT_KNOWN.search(group) is not None
                found.append(HOLE if is_parameter else group)
        elif piece["any"]:
            found.append("(.*)")
        elif piece["some"]:
            found.append(HOLE)
        else:
            found.append(piece["escaped"] or piece["only"] or "")
    return "".join([*found, pattern[at:]])


class HttpTarget(msgspec.Struct, frozen=True):
    """What a raw path or URL says about where it leads."""

    host: str | None
    """The authority as stated, without credentials, its unknown parts as `{}`."""
    path: str
    """The path, not normalized: it starts with one `/`, and has neither query nor fragment."""
    base_unknown: bool
    """Whether an unknown part that may hold the beginning of the path has been dropped or stands for the path."""


def http_target(raw: str) -> HttpTarget | None:
    """Split a raw path or URL (RFC 3986, section 3); `None` if it is a URL that HTTP and WebSocket clients reject.

    An unknown part at the beginning is dropped as a host is. When nothing follows it, it is the path: `/{}`. What is
    relative to the page that asks (`./users`) is below a base that is not known.
    """
    raw = _TEMPLATE.sub("", raw)
    origin = _ORIGIN.match(raw)
    if origin:
        path = _without_query(raw[origin.end() :])
        authority = _BRACES.sub(HOLE, origin["authority"] or origin["bare"] or "").rpartition("@")[2]
        host = _merge_holes(authority)
        if host == HOLE:
            return HttpTarget(None, _add_leading_slash(path or HOLE), True)
        if host.endswith(HOLE) and host[-3].isalnum():
            return HttpTarget(host.removesuffix(HOLE), _add_leading_slash(path or HOLE), True)
        if _AFTER_PORT.search(authority):
            return HttpTarget(host, _add_leading_slash(path or HOLE), True)
        behind = _BEHIND_FOLDER.search(authority)
        if behind:
            return HttpTarget(None, _add_leading_slash(behind[1] + path), True)
        return HttpTarget(host or None, _add_leading_slash(path), False)
    base = _BASE.match(raw)
    if base:
        rest = raw[base.end() :]
        user = _USER.match(rest)
        if user:
            return HttpTarget(None, _add_leading_slash(_without_query(rest[user.end() :]) or HOLE), True)
        return HttpTarget(None, _add_leading_slash(_without_query(behind_base(rest)) or HOLE), True)
    if _SCHEME.match(raw):
        return None
    above = _ABOVE.match(raw)
    return HttpTarget(None, _add_leading_slash(_without_query(raw[above.end() :] if above else raw)), above is not None)


def behind_base(rest: str) -> str:
    """What follows an unknown beginning of a path, which is a base, unless it is a part of the first segment."""
    return HOLE + rest if rest.startswith((".", "-", ":")) and not rest.startswith(_WELL_KNOWN) else rest


_WEB_SCHEME = r"(?:https?|wss?|lb|(?:http|ws)\{\}|\{[^{}]*\})://"
_SCHEME_AND_HOST = regex(_WEB_SCHEME, re.IGNORECASE)
_ORIGIN = regex(
    rf"(?:{_WEB_SCHEME}|//|\{{\}}//(?=localhost|[^/?#]*[.:{{]))(?P<authority>(?:\{{[^{{}}]*\}}|[^/?#])*)"
    r"|(?P<bare>(?:[\w.-]+|\{\}):(?:\d+|\{\})|localhost(?:\{\})+)(?=/)",
    re.IGNORECASE,
)
_SCHEME = regex(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ABOVE = regex(r"(?:\.{1,2}/)+")
_LEADING_HOLES = regex(r"(?:\{\})+")
_BASE = regex(r"(?:\{[^{}]*\}|\{\{[^{}]*\}\}|<%[^%]*%>|__[A-Z][A-Z0-9_]*__(?=/|\{))+")
"""What is not known before a path, also as templates write it: `{{ root }}/users`, `<%= root %>/users`,
or `__ROOT__/users`.
"""
_TEMPLATE = regex(r"\$(?=\{\w[^{}]*\})")
"""The mark of what some templates put in there: `${root}`."""
_WELL_KNOWN = ".well-known/"
"""How the paths begin that RFC 8615 keeps for what is known of a host: whatever stands before it is a base."""
_USER = regex(r"[^/?#@]*@[^/?#]*")
_BRACES = regex(r"\{[^{}]*\}")
_AFTER_PORT = regex(r":\{\}(?:\{\})+$")
_BEHIND_FOLDER = regex(r"\{\}\{\}(\w+)$")
"""A word behind a host and a folder that are not known: the folder ends with a slash, as `location.pathname` does."""


def _add_leading_slash(path: str) -> str:
    return "/" + path.lstrip("/")


def _merge_holes(text: str) -> str:
    return _LEADING_HOLES.sub(HOLE, text)


# A path is read as tokens: `/`, `?`, `#`; a group in brackets with all that it holds; a parameter, which is `:name` or
# `$name` in a segment that begins with one, though the name of `:name` may not be known; and text.

_Kind = Literal["/", "?", "#", "group", "parameter", "text"]
_Token = tuple[_Kind, str]

_PUNCTUATION: dict[str, _Kind] = {"/": "/", "?": "?", "#": "#"}
_PIECE = regex(r"[/?#{(\[<]|:(?:\w|\{\})+(?:-(?:\w|\{\})+)*|\$[^\W\d]\w*|[^/?#{(\[<:$]+|[:$]")
_CLOSERS = {"}": "{", ")": "(", "]": "[", ">": "<"}
_BRACKET = regex(r"[][{}()<>]")


def _tokens(path: str) -> list[_Token]:
    return list(_read_tokens(path))


def _read_tokens(path: str) -> Iterator[_Token]:
    closed_at = _matching_brackets(path)
    marker: str | None = None
    at, at_segment_start = 0, True
    while piece := _PIECE.match(path, at):
        text = piece.group()
        first = text[0]
        if at_segment_start:
            marker = first if first in ":$" and len(text) > 1 else None
        at_segment_start = text == "/"
        if at in closed_at:
            text = path[at : closed_at[at] + 1]
            yield "group", text
        elif text in _PUNCTUATION:
            yield _PUNCTUATION[text], text
        elif first == marker and len(text) > 1:
            yield "parameter", text
        else:
            yield "text", text
        at += len(text)


def _matching_brackets(text: str) -> dict[int, int]:
    """Where each bracket that is closed is closed. Pairs never overlap; an opening one inside a pair may stay open."""
    closed_at: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    count = dict.fromkeys(_CLOSERS.values(), 0)
    for found in _BRACKET.finditer(text):
        bracket = found.group()
        opener = _CLOSERS.get(bracket)
        if opener is None:
            opened.append((bracket, found.start()))
            count[bracket] += 1
        elif count[opener]:
            while True:
                popped, start = opened.pop()
                count[popped] -= 1
                if popped == opener:
                    break
            closed_at[start] = found.start()
    return closed_at


def _without_query(path: str) -> str:
    if "?" not in path and "#" not in path:
        return path
    tokens = _tokens(path)
    for i, (kind, text) in enumerate(tokens):
        is_query = kind == "?" and not _marks_optional(tokens, i)
        if is_query or kind == "#" or text.startswith("{?"):  # `{?page}` is a query in RFC 6570, section 3.2.8
            return _text(tokens[:i]).rstrip()
    return path


def _text(tokens: list[_Token]) -> str:
    return "".join(text for _, text in tokens)


def _marks_optional(tokens: list[_Token], i: int) -> bool:
    """Whether the `?` at `i` makes what precedes it optional, rather than beginning a query."""
    if i == 0:
        return False
    kind, text = tokens[i - 1]
    after_parameter = kind == "parameter" or (
        i > 1 and tokens[i - 2][0] == "parameter" and _is_constraint(tokens, i - 1)
    )
    if not after_parameter and text[0] != "(" and _optional_content(text) is None:
        return False
    if i + 1 == len(tokens):
        return True
    following = tokens[i + 1][1]
    return following[0] in "/.-(" or _optional_content(following) is not None


def _is_constraint(tokens: list[_Token], i: int) -> bool:
    """Whether the token at `i`, which follows a parameter, restricts it: `:id([0-9]+)`, `:id{[0-9]+}`, `:id<int>`."""
    if i >= len(tokens):
        return False
    kind, text = tokens[i]
    return kind == "group" and text[0] != "[" and text != HOLE and _optional_content(text) is None


_OPTIONAL_PARAMETER = regex(r"\{(\w[\w-]*(?::\w+)?(?:<[^<>]*>)?)\?[^/{}]*\}")
"""`{id?}`, `{id:int?}`; with a default and a pattern, `{page<\\d+>?1}`."""
_OPTIONAL_PARTS = (
    regex(r"\{(/.*|[^\w/]?:\w.*)\}", re.DOTALL),  # path-to-regexp: `{/:id}`, `{.:format}`
    regex(r"\((?:\?:)?(/[^|]*|[.-]:\w[^|]*)\)"),  # `(/:id)?`, `(?:/:id)?`, `(.:format)`
    regex(r"\[(/.*|[.-]\{\w.*\}|\[[^\W\d][\w-]*\])\]", re.DOTALL),  # FastRoute: `[/{id}]`, `[.{ext}]`; `[[id]]`
)


def _optional_content(group: str) -> str | None:
    """What an optional group stands for when it is there; `None` if it is not optional by itself."""
    parameter = _OPTIONAL_PARAMETER.fullmatch(group)
    if parameter:
        return f"{{{parameter[1]}}}"
    for pattern in _OPTIONAL_PARTS:
        part = pattern.fullmatch(group)
        if part:
            return part[1]
    return None


def _variants(path: str, optionals: int) -> Iterator[str]:
    """The path with and without each of its first `optionals` optional parts; a dot before one goes with it."""
    tokens = _tokens(path)
    found = _first_optional(tokens) if optionals else None
    if found is None:
        yield path
        return
    start, end, content = found
    before, after = _text(tokens[:start]), _text(tokens[end:])
    for variant in (before + content + after, before.removesuffix(".") + after):
        yield from _variants(_without_query(variant), optionals - 1)


def _first_optional(tokens: list[_Token]) -> tuple[int, int, str] | None:
    for i, (kind, text) in enumerate(tokens):
        end = i + 1
        content = _optional_content(text) if kind == "group" else None
        if kind == "parameter" and _is_constraint(tokens, end):
            end += 1
        marked = kind in ("parameter", "group") and end < len(tokens) and tokens[end][0] == "?"
        if content is not None or marked:
            return i, end + marked, _text(tokens[i:end]) if content is None else content
    return None


def _normalize_path(path: str) -> str:
    segments: list[str] = []
    tokens = _tokens(path)
    start = 0
    for i in range(len(tokens) + 1):
        if i < len(tokens) and tokens[i][0] != "/":
            continue
        segment = _normalized_segment(tokens[start:i])
        start = i + 1
        if segment == "..":
            del segments[-1:]
        elif segment not in ("", "."):
            segments.append(segment)
    return "/" + "/".join(segments)


_CATCH_ALL_SEGMENT = regex(r"\*[\w*]*")
_NUMBER = regex(r"[0-9]+")


def _normalized_segment(tokens: list[_Token]) -> str:
    if tokens == [("group", "{$}")]:  # Go's end-of-path marker
        return ""
    segment = _merge_holes("".join(_normalized_tokens(tokens)))
    if segment in (".*", ".+"):
        return WILDCARD
    if _NUMBER.fullmatch(segment):
        return HOLE
    if segment.startswith(WILDCARD):
        return _CATCH_ALL_SEGMENT.sub(WILDCARD, segment, count=1)
    return segment


def _normalized_tokens(tokens: list[_Token]) -> Iterator[str]:
    i = 0
    while i < len(tokens):
        kind, text = tokens[i]
        i += 1
        if kind == "parameter":
            constraint = ""
            if _is_constraint(tokens, i):
                constraint = tokens[i][1]
                i += 1
            repeated = i < len(tokens) and tokens[i][0] == "text" and tokens[i][1][0] in "*+"
            yield WILDCARD if repeated or _catches_all(constraint[1:-1]) else HOLE
            if repeated:
                yield tokens[i][1][1:]
                i += 1
        elif kind == "group" and text[1] != "}" and i + 1 == len(tokens) and tokens[i] == ("text", WILDCARD):
            yield WILDCARD  # Actix Web's `{tail}*`
            return
        elif kind == "group":
            yield _normalized_group(text)
        elif kind == "text":
            yield text


def _normalized_group(group: str) -> str:
    content = group[1:-1]
    if not content:
        return group
    opener = group[0]
    name, _, constraint = content.partition(":")
    if opener == "{":
        catches_all = name.startswith("*") or name.endswith(("...", "*", "+")) or _catches_all(constraint)
    elif opener == "[":
        catches_all = content.lstrip("[").startswith("...")
    elif opener == "<":
        catches_all = name == "path" or name.endswith("..") or (constraint == "path" and name not in _CONVERTERS)
    else:
        catches_all = _catches_all(_REGEX_GROUP_NAME.sub("", content, count=1))
    return WILDCARD if catches_all else HOLE


_CONVERTERS = frozenset(("string", "str", "int", "float", "uuid", "any"))
"""Before the colon, these tell Flask's `<type:name>` from Bottle's and Sanic's `<name:type>`."""
_REGEX_GROUP_NAME = regex(r"^\?(?::|P?<\w+>)")


_REST = regex(r"(?:\{(\w+)(?::[^{}]*)?\}|<(?:path:)?(\w+)(?::[^<>]*)?>)$")


def rest_parameter(raw_path: str) -> str:
    """The name of the parameter that holds all of the rest of a route's path: `rest` of `/files/{rest:path}`."""
    found = _REST.search(raw_path)
    if found is None or not any(path.endswith(WILDCARD) for path in http_paths(raw_path)):
        return ""
    return found[1] or found[2]


_LAST_PARAMETER = regex(r"\{(\w+)(?:<[^<>{}]*>)?\}$")
MAX_OPTIONAL = 4
"""How many optional parts of a path are told apart."""


def with_optional(raw_path: str, names: Collection[str]) -> str:
    """A route's path in which the parameters of these names that it ends with are optional: `/{year?}/{month?}`."""
    before, after = raw_path, ""
    for _ in range(MAX_OPTIONAL):
        found = _LAST_PARAMETER.search(before)
        if found is None or found[1] not in names or after[:1] not in ("", "/", "."):
            break
        start = found.start() - (before[found.start() - 1 : found.start()] in ("/", "."))
        before, after = before[:start], f"{before[start:-1]}?}}{after}"
    return before + after


def _catches_all(constraint: str) -> bool:
    return constraint.strip("()") in ("path", ".*", ".+")
