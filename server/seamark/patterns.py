"""Regular expressions that are compiled when they are first used: a start needs few of the hundreds that there are."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def regex(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, as far as its attributes and methods go."""
    return cast("re.Pattern[AnyStr]", _Regex(expression, flags))


class _Regex:
    def __init__(self, expression: str | bytes, flags: int) -> None:
        self.pattern = expression
        self.flags = flags  # Those that were stated, as `re.compile` takes them.

    def __getattr__(self, name: str) -> Any:
        """What a pattern has of this name. It is kept, so that only the first use is slower than that of a pattern."""
        found = getattr(re.compile(self.pattern, self.flags), name)
        setattr(self, name, found)
        return found
