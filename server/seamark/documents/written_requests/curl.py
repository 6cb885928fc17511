"""Shell scripts: the requests that curl is called for, with what the script's own variables stand for.

Sources: https://curl.se/docs/manpage.html, and for words and expansions
https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct

from seamark.catalogue import VERBS
from seamark.documents.facts import Facts, Request
from seamark.patterns import regex

from .variables import MAX_URL, UNKNOWN, url_of

NAME = "curl"
TELLS = (regex(rb"curl[ \t]"),)

_COMMENT = regex(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_HERE = regex(rb"<<-?[ \t]*['\"\\]?(\w+)")
"""A document that stands in a script begins below the line of this, and ends with a line that is the word."""
_QUOTED = rb"""'[^']*'|"(?>(?:[^"\\]|\\.)*)"|\\."""
_WORD = regex(rb"""(?:\$\([^()\n]*\)|[^\s;&|<>()'"\\`]|%s)+""" % _QUOTED, re.DOTALL)
_BETWEEN = regex(rb"(?:[ \t]|\\\r?\n)+")
_REDIRECTION = regex(rb"\d*(?:[<>]{1,2}|&>{1,2})[ \t]*&?")
_COMMAND = (
    rb"""(?:^|[;&|(`!]|\{[ \t]|\b(?:if|then|else|elif|while|until|do|time|sudo|exec)[ \t])[ \t]*"""
    rb"""(?:\w{1,80}=(?:[^\s;&|()'"\\]|'[^'\n]{0,200}'|"[^"\n]{0,200}"){0,80}[ \t]+){0,8}"""
)
"""Where a command begins: on a line, behind what ends another one, behind variables that are set for it."""
_RUNS_OTHERS = (
    _COMMAND
    + rb"(?:docker|podman|nerdctl|kubectl|oc|ssh|timeout|retry|watch|xargs|nohup|env)"
    + rb"""(?:(?>(?:[ \t]|\\\r?\n)+)(?>(?:[^\s;&|()'"`\\]|'[^'\n]*+'|"[^"\n]*+")+)){0,30}?(?>(?:[ \t]|\\\r?\n)+)"""
)
"""The begin of a command that runs the one which is among its words: `docker exec api curl …`"""
_PROGRAM = rb"(?:/[\w/.-]{0,80}/)?curl"
_IMAGE = rb"(?:[\w.-]{1,80}/){0,4}curl(?::[\w.-]{1,80})?"
_ENDS = rb"(?=[ \t]|\\\r?\n)"
_HOLDS_CURL = regex(r"(?:^|[\s/\"'-])curl(?::[\w.-]+)?[\"'}]*$")


_ASSIGNED = regex(rb"(?:^|[;&]|\{[ \t]|\b(?:export|local|readonly|do|then)[ \t])[ \t]*(\w+)=(?=\S)", re.MULTILINE)
_PIECE = regex(
    r"""'(?P<literal>[^']*)'|\$\{(?P<name>\w+)(?P<rest>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|\$(?P<bare>[A-Za-z_]\w*)"""
    r"""|(?P<unknown>\$\([^()]*\)|\$\{[^{}]*\}|\$.?|`[^`]*`)|\\(?P<escaped>.)|(?P<quote>")""",
    re.DOTALL,
)
_URL = regex(r"(?:[A-Za-z][A-Za-z0-9+.-]*://|\{|[\w.-]+(?::(?:\d+|\{\}))?/)\S*$")

_TAKING_VALUES = frozenset("AbcCdDeEFHKmoPQrtTuUwxXyYz")
"""The options of one letter behind which stands what they are set to."""
_LONG_FLAG = regex(
    r"--(?:anyauth|append|basic|compressed|create-dirs|digest|disable|fail(?:-early|-with-body)?|get|globoff|head"
    r"|http\d[\w.-]*|include|insecure|ipv[46]|junk-session-cookies|location(?:-trusted)?|negotiate|netrc(?:-optional)?"
    r"|next|no-[\w-]+|ntlm|parallel|path-as-is|post30[123]|progress-bar|raw|remote-header-name|remote-name(?:-all)?"
    r"|retry-all-errors|retry-connrefused|show-error|silent|ssl|ssl-reqd|tcp-nodelay|tlsv1(?:\.\d)?|verbose|version)"
)
"""The options behind which nothing stands."""
_LONG_NAMES = {
    "X": "--request",
    "d": "--data",
    "F": "--form",
    "T": "--upload-file",
    "I": "--head",
    "G": "--get",
    ":": "--next",
}
_MEANT = {
    "--get": "GET",
    "--head": "HEAD",
    "--upload-file": "PUT",
    **dict.fromkeys(("--data", "--data-ascii", "--data-binary", "--data-raw", "--data-urlencode"), "POST"),
    **dict.fromkeys(("--form", "--form-string", "--json"), "POST"),
}
"""The verbs that options mean where none is stated: of several the first one here."""


class _Word(Struct, frozen=True):
    """A word of a command as it is written, and where it stands."""

    text: str
    start: int
    end: int


def read(data: bytes) -> Facts:
    """The requests of a script, each with what the script's own variables stand for in its URL."""
    code = _COMMENT.sub(_blank, _without_documents(data))
    values = dict(_assignments(code))
    variables = {name: _expand_word(value, values.keys() - {name}) for name, value in values.items()}
    standing = [name for name, value in values.items() if len(value) <= MAX_URL and _HOLDS_CURL.search(value)]
    return Facts(requests=tuple(one for words in _calls(code, standing) for one in _requests(iter(words), variables)))


def _blank(found: re.Match[bytes]) -> bytes:
    return b" " * len(found[0])


def _without_documents(data: bytes) -> bytes:
    """The script with blanks for the documents that stand in it: what they hold is no command."""
    ends: defaultdict[bytes, list[int]] = defaultdict(list)
    at = 0
    for line in data.splitlines(keepends=True):
        ends[line.strip()].append(at)
        at += len(line)
    code, at = bytearray(data), 0
    while (begun := _HERE.search(data, at)) is not None and (below := data.find(b"\n", begun.end())) >= 0:
        found = ends[begun[1]]
        number = bisect(found, below)
        at = begun.end() if number == len(found) else found[number]
        if number < len(found):
            code[below + 1 : at] = b" " * (at - below - 1)
    return bytes(code)


def _assignments(code: bytes) -> Iterator[tuple[str, str]]:
    """The variables that a script sets, each with the word that it is set to, as it is written."""
    at = 0
    while (name := _ASSIGNED.search(code, at)) is not None:
        word = _WORD.match(code, name.end())
        if word is not None:
            yield name[1].decode(), word[0].decode(errors="replace")
        at = name.end() if word is None else word.end()


def _calls(code: bytes, standing: Iterable[str]) -> Iterator[list[_Word]]:
    """The words behind each curl of a script, for which variables may be `standing`; none in the words of another."""
    names = [rb"[\"']?\$\{?%s\}?[\"']?" % name.encode() for name in standing]
    program, image = b"|".join((_PROGRAM, *names)), b"|".join((_IMAGE, *names))
    curl = re.compile(rb"(?:%s(?:%s)|%s(?:%s))%s" % (_COMMAND, program, _RUNS_OTHERS, image, _ENDS), re.MULTILINE)
    at = 0
    while (called := curl.search(code, at)) is not None:
        words, at = _words(code, called.end())
        yield words


def _words(code: bytes, at: int) -> tuple[list[_Word], int]:
    """The words of a command from a position on, without what it is redirected to; and where the command ends."""
    words: list[_Word] = []
    is_target = False
    while True:
        between = _BETWEEN.match(code, at)
        at = at if between is None else between.end()
        redirected = _REDIRECTION.match(code, at)
        found = redirected or _WORD.match(code, at)
        if found is None or code[at : at + 1] == b"#":
            return words, at
        if redirected is None and not is_target:
            words.append(_Word(found[0].decode(errors="replace"), at, found.end()))
        at, is_target = found.end(), redirected is not None


def _requests(words: Iterator[_Word], variables: Mapping[str, str]) -> Iterator[Request]:
    """The requests of a call of curl: what stands before `--next` is of one kind, for each of its URLs."""
    verb, meant, urls = "", set[str](), list[_Word]()
    for option, value in (*_options(words), ("--next", None)):
        if option == "--request" and value is not None:
            verb = _expand_word(value.text, frozenset())
        elif option in ("", "--url") and value is not None:
            urls.append(value)
        elif option in _MEANT:
            meant.add(option)
        elif option == "--next":
            asked = verb or next((_MEANT[one] for one in _MEANT if one in meant), "GET")
            yield from _requests_of_urls(asked.upper(), urls, variables)
            verb, meant, urls = "", set(), []


def _requests_of_urls(verb: str, urls: list[_Word], variables: Mapping[str, str]) -> Iterator[Request]:
    for word in urls if verb.lower() in VERBS else ():
        stated = _expand_word(word.text, variables.keys()) if len(word.text) <= MAX_URL else ""
        if _URL.match(stated) is not None:
            quotes = len(word.text) - len(word.text.lstrip("\"'"))
            yield Request(NAME, verb, url_of(stated, variables), word.start + quotes, word.end - quotes)


def _options(words: Iterator[_Word]) -> Iterator[tuple[str, _Word | None]]:
    """The options of a call, by their long names where these matter, each with its value; a URL's name is empty."""
    for word in words:
        if word.text.startswith("--"):
            yield word.text, None if _LONG_FLAG.fullmatch(word.text) else next(words, None)
        elif word.text.startswith("-"):
            yield from _letters(word, words)
        else:
            yield "", word


def _letters(word: _Word, words: Iterator[_Word]) -> Iterator[tuple[str, _Word | None]]:
    """The options of one letter that stand in a word: `-sX`; the last may have its value in the word, or behind it."""
    for number, letter in enumerate(word.text[1:], 2):
        name, rest = _LONG_NAMES.get(letter, letter), word.text[number:]
        if letter in _TAKING_VALUES:
            yield name, _Word(rest, word.start + number, word.end) if rest else next(words, None)
            return
        yield name, None


def _expand_word(text: str, known: AbstractSet[str]) -> str:
    """What a word says, with `{{name}}` for each variable that is `known`; of others what stands in their place."""

    def piece(found: re.Match[str]) -> str:
        name = found["name"] or found["bare"]
        if name is None:
            return UNKNOWN if found["unknown"] else found["literal"] or found["escaped"] or ""
        if name in known:
            return f"{{{{{name}}}}}"
        default = (found["rest"] or "").lstrip(":")
        return _expand_word(default[1:], known) if default[:1] in ("-", "=") else UNKNOWN

    return _PIECE.sub(piece, text)
