"""Globs as regular expressions that never go back to a star: what follows one is taken where it fits first.

That is as good as any later place, as the next star takes all that lies between. So a match takes no more steps than
the length of the text times that of the glob, whatever they hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from seamark.patterns import regex

NEVER = "(?!)"
"""An expression that nothing matches."""


def one_of(globs: Iterable[str]) -> re.Pattern[str]:
    """What matches in full a text that is one of these, in which `*` stands for any text and all else for itself."""
    expressions = [_join_with_stars([*map(re.escape, one.split("*"))], ".") for one in globs]
    return re.compile("|".join(expressions or [NEVER]), re.DOTALL)


def path_expression(glob: str) -> str:
    """What matches in full, with `re.DOTALL`, the paths for which a glob stands in git (`wildmatch.c`).

    `*`, `?` and brackets match no slash, `**` between slashes does. A bracket that is not closed, an unknown class in
    one and a backslash at the end make a glob that matches nothing.
    """
    if _SPECIAL.search(glob) is None:
        return re.escape(glob)
    blocks: list[tuple[str, list[str]]] = [("", [])]
    try:
        for token in _tokens(glob):
            if token in _FOLDERS.values():
                blocks.append((token, []))
            else:
                blocks[-1][1].append(token)
    except _MalformedError:
        return NEVER
    first, *others = (folders + _segments(tokens) for folders, tokens in blocks)
    return "".join((first, *(f"(?>{block})" for block in others[:-1]), *others[-1:]))


def _join_with_stars(pieces: Sequence[str], any_one: str) -> str:
    """What matches pieces with any number of characters between them; what stands behind it matches none of these."""
    first, *others = pieces
    between = (f"(?>{any_one}*?{piece})" for piece in others[:-1])
    return "".join((first, *between, *(f"{any_one}*{piece}" for piece in others[-1:])))


def _segments(tokens: Sequence[str]) -> str:
    """What matches the tokens between two `**`."""
    return "/".join(
        _join_with_stars(["".join(piece) for piece in _split_tokens(segment, _STAR)], _ANY_ONE)
        for segment in _split_tokens(tokens, "/")
    )


def _split_tokens(tokens: Iterable[str], mark: str) -> Iterator[list[str]]:
    part: list[str] = []
    for token in tokens:
        if token == mark:
            yield part
            part = []
        else:
            part.append(token)
    yield part


class _MalformedError(ValueError):
    """A glob that matches nothing."""


_STAR = "*"
_ANY_ONE = "[^/]"
_FOLDERS = {"/": "(?:[^/]*/)*?", "\\/": "(?:[^/]*/)+?", "": ".*"}
"""What `**` stands for, by what follows it: any folders, at least one, everything."""

_SPECIAL = regex(r"[*?\[\\]")
_TOKEN = regex(
    r"(?P<itself>[^][*?\\/]++)|(?P<stars>\*++)(?P<slash>\\?/|\Z)?|(?P<any>\?)|(?P<bracket>\[)|\\?+(?P<escaped>.)",
    re.DOTALL,
)


def _tokens(glob: str) -> Iterator[str]:
    """Expressions for texts of one length, slashes, stars, and what `**` stands for. Raises `_MalformedError`."""
    special = _SPECIAL.search(glob)
    begin = len(glob) if special is None else special.start()
    at = 0
    while at < len(glob):
        token = _TOKEN.match(glob, at)
        if token is None:
            raise _MalformedError
        at = token.end()
        if token["itself"]:
            yield re.escape(token["itself"])
        elif token["stars"]:
            # To git, what begins behind the characters that stand for themselves is a glob of its own.
            begins = token.start() == begin or glob[token.start() - 1] == "/"
            if begins and len(token["stars"]) > 1 and token["slash"] is not None:
                yield _FOLDERS[token["slash"]]
            else:
                yield _STAR
                at = token.end("stars")
        elif token["any"]:
            yield _ANY_ONE
        elif token["bracket"]:
            one_of_them, at = _bracket(glob, at)
            yield one_of_them
        else:
            yield re.escape(token["escaped"])


_ITEM = regex(r"(?P<low>\\.|[^\\])(?:-(?P<high>\\.|[^]\\]))?", re.DOTALL)
"""A character in a bracket, or a range of them."""
_NAMED = {
    "alnum": ("09", "AZ", "az"),
    "alpha": ("AZ", "az"),
    "blank": ("\t\t", "  "),
    "cntrl": ("\0\x1f", "\x7f\x7f"),
    "digit": ("09",),
    "graph": ("!~",),
    "lower": ("az",),
    "print": (" ~",),
    "punct": ("!/", ":@", "[`", "{~"),
    "space": ("\t\n", "\r\r", "  "),
    "upper": ("AZ",),
    "xdigit": ("09", "AF", "af"),
}
"""The first and the last character of each range in a class, as git has them."""


def _named_ranges(name: str) -> tuple[str, ...]:
    """The ranges of a class. Raises `_MalformedError` if there is none of this name."""
    if name not in _NAMED:
        raise _MalformedError
    return _NAMED[name]


def _bracket(glob: str, start: int) -> tuple[str, int]:
    """What matches one of the characters in a bracket, from behind its `[`, and where it ends."""
    is_negated = glob.startswith(("!", "^"), start)
    at = start = start + is_negated
    close = start
    ranges: list[str] = []
    while at == start or not glob.startswith("]", at):
        close = close if close >= at + 2 else glob.find("]", at + 2)
        item = _ITEM.match(glob, at)
        if item is None:
            raise _MalformedError
        if glob.startswith("[:", at) and glob.startswith(":", close - 1) and close > at + 2:
            ranges += _named_ranges(glob[at + 2 : close - 1])
            at = close + 1
        else:
            low = item["low"][-1]
            ranges += (low + low, low + (item["high"] or low)[-1])
            at = item.end()
    # A slash is never among them.
    parts = (
        (max(low, one[0]), min(high, one[1])) for one in ranges for low, high in (("\0", "."), ("0", chr(0x10FFFF)))
    )
    found = "".join(f"{re.escape(low)}-{re.escape(high)}" for low, high in parts if low <= high)
    return f"[^/{found}]" if is_negated else f"[{found}]" if found else NEVER, at + 1
