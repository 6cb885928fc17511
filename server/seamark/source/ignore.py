"""The rules of a `.gitignore`: pathspec says what each of them means, the last one that matches decides.

The walk asks for a folder before it enters it, so a rule must match the whole path that is asked for. (pathspec's own
`GitIgnoreSpec` also tries the folders above, and so loses every folder to the idiom `*`, `!*/`, `!*.py`.)
"""

from __future__ import annotations

import re
import warnings

from msgspec import Struct
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

# With more than two `**`, an expression can take a second for a single path. Nobody writes such rules but to do harm.
_MOST_DOUBLE_STARS = 2


class Rules(Struct, frozen=True):
    """The rules of one ignore file: those that look at a name, and those that look at a path."""

    names: _Alternatives
    paths: _Alternatives

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether the last rule that matches ignores `path` (relative to the ignore file's folder, with `/`).

        `False` if that rule begins with `!`, `None` if no rule matches.
        """
        end = "/" if folder else ""
        found = max(self.names.last(path[path.rfind("/") + 1 :] + end), self.paths.last(path + end))
        return found[1] if found[0] >= 0 else None


class _Alternatives:
    """Rules as the alternatives of one pattern, the last rule first; each with its number and whether it ignores."""

    def __init__(self, rules: list[tuple[str, int, bool]]) -> None:
        # The empty group at an alternative's end tells which one it was.
        pattern = "|".join(f"{expression}()" for expression, _, _ in reversed(rules))
        self._fullmatch = re.compile(pattern or "(?!)", re.DOTALL).fullmatch
        self._verdicts = [(-1, False), *((number, ignores) for _, number, ignores in reversed(rules))]

    def last(self, subject: str) -> tuple[int, bool]:
        match = self._fullmatch(subject)
        return self._verdicts[(match.lastindex or 0) if match else 0]


def parse(text: str) -> Rules:
    """The rules of an ignore file's text; lines that pathspec does not understand match nothing."""
    names: list[tuple[str, int, bool]] = []
    paths: list[tuple[str, int, bool]] = []
    with warnings.catch_warnings(action="ignore", category=FutureWarning):  # `[[` may mean something else some day.
        for number, line in enumerate(text.split("\n")):
            try:
                # pathspec takes `a/**/` for `a/`; for git it means the folders in `a`.
                expression, ignores = GitIgnoreSpecPattern.pattern_to_regex(re.sub(r"/\*\*/\s*$", "/**/*/", line))
                if expression is None or ignores is None or expression.count(".+") > _MOST_DOUBLE_STARS:
                    continue
                is_path = "/" in line.rstrip()[:-1]
                expression = _whole(expression if is_path else expression.removeprefix("^(?:.+/)?"))
                if "[" in line:
                    re.compile(expression)
            except (ValueError, re.error):
                continue
            (paths if is_path else names).append((expression, number, ignores))
        return Rules(_Alternatives(names), _Alternatives(paths))


def _whole(expression: str) -> str:
    """What pathspec searches for, as an expression that matches the whole path, with `/` at its end if it is a folder's.

    Of two stars in a name, the first stops where what follows it fits first, and never goes on from there: that is as
    good as any later place, and no rule can make a match take exponential time.
    """
    if expression in (".", "/", "(?P<ps_d>/)"):
        expression = ".*" + expression
    expression = expression.replace("?P<ps_d>", "?:") + (".+" if expression.endswith("/") else "")
    expression = re.sub(r"\[\^(?!/\])", "(?!/)[^", expression)
    return re.sub(r"\[\^/\]\*((?:\[\^/\](?!\*)|[^/])*?)(?=\[\^/\]\*)", r"(?>[^/]*?\1)", expression)
