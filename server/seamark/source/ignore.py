"""The rules of a `.gitignore`: pathspec says what each of them means, the last one that matches decides.

The walk asks for a folder before it enters it, so a rule must match the whole path that is asked for. (pathspec's own
`GitIgnoreSpec` also tries the folders above, and so loses every folder to the idiom `*`, `!*/`, `!*.py`.)
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

from msgspec import Struct
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

# Nobody writes a rule with more `**` but to keep us busy for a second per path: it matches nothing.
_MOST_DOUBLE_STARS = 2

_NONE = (-1, False)
"""That no rule matches."""


class Rules(Struct, frozen=True):
    """The rules of one ignore file, its `lines`: those that look at a name, and those that look at a path."""

    lines: tuple[str, ...]
    names: Callable[[str], tuple[int, bool]]
    paths: Callable[[str], tuple[int, bool]]

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether the last rule that matches ignores `path` (relative to the ignore file's folder, with `/`).

        `False` if that rule begins with `!`, `None` if no rule matches.
        """
        number, ignores = self.last(path, folder)
        return ignores if number >= 0 else None

    def last(self, path: str, folder: bool) -> tuple[int, bool]:
        """The line, from 0, of the last rule that matches `path`, and whether it ignores; -1 if none matches."""
        end = "/" if folder else ""
        return max(self.names(path[path.rfind("/") + 1 :] + end), self.paths(path + end))


def parse(text: str) -> Rules:
    """The rules of an ignore file's text; lines that pathspec does not understand match nothing."""
    names: list[tuple[str, int, bool]] = []
    paths: list[tuple[str, int, bool]] = []
    with warnings.catch_warnings(action="ignore", category=FutureWarning):  # `[[` may mean something else some day.
        lines = text.split("\n")
        for number, line in enumerate(lines):
            rule = re.sub(r"/\*\*/\s*$", "/**/*/", line)  # pathspec takes `a/**/` for `a/`.
            try:
                expression, ignores = GitIgnoreSpecPattern.pattern_to_regex(rule)
                if expression is None or ignores is None or expression.count(".+") > _MOST_DOUBLE_STARS:
                    continue
                is_path = "/" in rule.rstrip()[:-1]
                expression = _whole(expression if is_path else expression.removeprefix("^(?:.+/)?"))
                re.compile(expression if "[" in rule else "")
            except (ValueError, re.error):
                continue
            (paths if is_path else names).append((expression, number, ignores))
        return Rules(tuple(lines), _last(names), _last(paths))


def _whole(expression: str) -> str:
    """What pathspec searches for, as an expression for the whole path, which ends with `/` if it is a folder's.

    Of two stars in a name, the first stops where what follows it fits first, and never goes on from there: that is as
    good as any later place, and no rule can make a match take exponential time.
    """
    if expression in (".", "/", "(?P<ps_d>/)"):
        expression = ".*" + expression
    expression = expression.replace("?P<ps_d>", "?:") + (".+" if expression.endswith("/") else "")
    expression = re.sub(r"\[\^(?!/\])", "(?!/)[^", expression)
    return re.sub(r"\[\^/\]\*((?:\[\^/\](?!\*)|[^/])*?)(?=\[\^/\]\*)", r"(?>[^/]*?\1)", expression)


def _last(rules: list[tuple[str, int, bool]]) -> Callable[[str], tuple[int, bool]]:
    """What finds the last rule that matches, its number and whether it ignores; `_NONE` if there is none."""
    if not rules:
        return lambda _: _NONE
    # The rules are alternatives of one pattern, the last first; the empty group at its end tells which one it was.
    fullmatch = re.compile("|".join(f"{rule[0]}()" for rule in reversed(rules)), re.DOTALL).fullmatch
    verdicts = [_NONE, *((number, ignores) for _, number, ignores in reversed(rules))]

    def last(subject: str) -> tuple[int, bool]:
        match = fullmatch(subject)
        return verdicts[match.lastindex or 0] if match is not None else verdicts[0]

    return last
