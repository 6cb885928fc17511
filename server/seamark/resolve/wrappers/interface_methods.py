"""Wrappers that are called by the method that declares them: of a trait, an interface or an abstract class."""

from __future__ import annotations

from msgspec.structs import replace

from seamark.resolve.abstract_values import Definition, Given, Text
from seamark.resolve.findings import Held, RequestEffect, Summary


def by(summary: Summary, above: Definition) -> Summary:
    """A request as callers see it who call the declaring method `above`, whose parameters have the same order."""
    own, effect = summary.of, summary.effect
    assert isinstance(effect, RequestEffect)
    return replace(
        summary,
        of=above,
        effect=replace(
            effect,
            verbs=tuple(_text(text, own, above) for text in effect.verbs),
            urls=tuple(_text(text, own, above) for text in effect.urls),
            held=None if effect.held is None else _held(effect.held, own, above),
        ),
        conditions=frozenset(replace(one, given=_given(one.given, own, above)) for one in summary.conditions),
    )


def _held(held: Held, own: Definition, above: Definition) -> Held:
    return replace(held, by=_given(held.by, own, above)) if isinstance(held.by, Given) else held


def _text(text: Text, own: Definition, above: Definition) -> Text:
    return replace(text, parts=tuple(_given(p, own, above) if isinstance(p, Given) else p for p in text.parts))


def _given(part: Given, own: Definition, above: Definition) -> Given:
    return replace(part, owner=above) if part.owner == own else part
