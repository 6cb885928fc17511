"""What a check says: whether something is as it should be, and what to do if it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from seamark.cli.layout import Line

State: TypeAlias = Literal["ok", "note", "wrong"]
"""`note` is what may be meant to be as it is, `wrong` what is not."""


class Check(Struct, frozen=True):
    """One sentence, and what there is to add: further sentences, or lines that are written already."""

    state: State
    text: str
    more: Sequence[str | Line] = ()


class Section(Struct, frozen=True):
    """The checks of one thing."""

    title: str
    checks: Sequence[Check]

    @property
    def is_wrong(self) -> bool:
        """Whether something is not as it should be."""
        return any(check.state == "wrong" for check in self.checks)
