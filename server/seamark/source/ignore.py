"""The rules of a `.gitignore`, matched as git matches them.

The walk asks for a folder before it enters it, so a rule is matched against whole paths only, never against the folders
above them (pathspec does the latter, and so loses every folder to the idiom `*`, `!*/`, `!*.py`).
"""

from __future__ import annotations

import re

from msgspec import Struct

# Ends the path of a folder where it is matched. No name holds it, and no wildcard within a name matches it.
_FOLDER = "\0"
_ANY = r"[^/\0]"


class Rules(Struct, frozen=True):
    """The rules of one ignore file: those that look at a name, and those that look at a path."""

    names: _Alternatives
    paths: _Alternatives

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether the last rule that matches ignores `path` (relative to the ignore file's folder, with `/`).

        `False` if that rule begins with `!`, `None` if no rule matches.
        """
        mark = _FOLDER if folder else ""
        found = max(self.names.last(path[path.rfind("/") + 1 :] + mark), self.paths.last(path + mark))
        return found[1] if found[0] >= 0 else None


class _Alternatives(Struct, frozen=True):
    """Rules as the groups of one pattern, the last rule first; each with its number and whether it ignores."""

    pattern: re.Pattern[str] | None
    verdicts: tuple[tuple[int, bool], ...]

    def last(self, subject: str) -> tuple[int, bool]:
        match = self.pattern.fullmatch(subject) if self.pattern is not None else None
        return self.verdicts[match.lastindex - 1] if match is not None and match.lastindex else (-1, False)


def parse(text: str) -> Rules:
    """The rules of an ignore file's text; lines that git would not understand match nothing."""
    names: list[tuple[str, int, bool]] = []
    paths: list[tuple[str, int, bool]] = []
    for number, line in enumerate(text.split("\n")):
        glob = _trimmed(line.removesuffix("\r"))
        if not glob or glob.startswith("#"):
            continue
        ignores, glob = not glob.startswith("!"), glob.removeprefix("!")
        folders_only, glob = glob.endswith("/"), glob.removesuffix("/")
        if not glob:
            continue
        try:
            expression = _expression(glob.removeprefix("/"))
        except ValueError:
            continue
        rules = paths if "/" in glob else names
        rules.append((expression + (_FOLDER if folders_only else _FOLDER + "?"), number, ignores))
    return Rules(_alternatives(names), _alternatives(paths))


def _alternatives(rules: list[tuple[str, int, bool]]) -> _Alternatives:
    backwards = rules[::-1]
    pattern = "|".join(f"({expression})" for expression, _, _ in backwards)
    return _Alternatives(
        re.compile(pattern, re.DOTALL) if pattern else None,
        tuple((number, ignores) for _, number, ignores in backwards),
    )


def _trimmed(line: str) -> str:
    """The line without trailing spaces, but with one that is escaped."""
    trimmed = line.rstrip(" ")
    escapes = len(trimmed) - len(trimmed.rstrip("\\"))
    return trimmed + " " if escapes % 2 and len(trimmed) < len(line) else trimmed


_TOKEN = re.compile(r"(?s)/|\*+|\?|\[(?:[!^]?+\]?+(?:\[:[a-z]*:\]|\\.|[^\]\\])*)\]|\\.|[^/\\\[*?]+")


def _expression(glob: str) -> str:
    """A regular expression for a glob; `ValueError` if it is malformed.

    What follows a wildcard is tried at its first place only, in an atomic group: for globs that place is as good as any
    later one, and no rule can make a match take exponential time.
    """
    groups: list[list[str]] = [[]]
    for segment in _segments(glob):
        if len(segment) == 1 and segment[0].startswith("**"):
            groups.append([])
        else:
            groups[-1].append(_segment(segment))
    first, *rest = ("/".join(group) for group in groups)
    if not rest:
        return first
    *middle, last = rest
    return "".join(
        (
            first + "/" if first else "",
            *(f"(?>(?:.*?/)??{group}/)" for group in middle if group),
            f"(?:.*/)?{last}" if last else ".+",
        )
    )


def _segments(glob: str) -> list[list[str]]:
    """What stands between a glob's slashes: wildcards, brackets, escapes, and plain text."""
    segments: list[list[str]] = [[]]
    position = 0
    while position < len(glob):
        token = _TOKEN.match(glob, position)
        if token is None:
            raise ValueError(f"malformed: {glob}")
        if token[0] == "/":
            segments.append([])
        else:
            segments[-1].append(token[0])
        position = token.end()
    return segments


def _segment(tokens: list[str]) -> str:
    """A regular expression for what stands between two slashes."""
    pieces = [""]
    for token in tokens:
        match token[0]:
            case "*":
                pieces.append("")
            case "?":
                pieces[-1] += _ANY
            case "[":
                pieces[-1] += _characters(token[1:-1])
            case "\\":
                pieces[-1] += re.escape(token[1])
            case _:
                pieces[-1] += re.escape(token)
    first, *rest = pieces
    if not rest:
        return first
    *middle, last = rest
    return "".join((first, *(f"(?>{_ANY}*?{piece})" for piece in middle), f"{_ANY}*{last}"))


_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}

_MEMBER = re.compile(r"(?s)\[:(?P<named>[a-z]*):\]|(?P<low>\\.|.)(?:-(?P<high>\\.|.))?")


def _characters(inside: str) -> str:
    """A regular expression for a bracket expression without its brackets; `ValueError` if it names no known class."""
    negated = inside.startswith(("!", "^"))
    members = ""
    for member in _MEMBER.finditer(inside, 1 if negated else 0):
        if member["named"] is not None:
            if member["named"] not in _CLASSES:
                raise ValueError(f"malformed: [{inside}]")
            members += _CLASSES[member["named"]]
            continue
        low = member["low"][-1]
        high = (member["high"] or low)[-1]
        members += f"{re.escape(low)}-{re.escape(max(low, high))}"
    return f"(?![/\\0])[{'^' if negated else ''}{members}]"
