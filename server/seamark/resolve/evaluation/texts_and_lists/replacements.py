"""Calls that replace a part of a text: `path.replace("/api", "")`, `strings.ReplaceAll(path, "/api", "")`."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Meaning, Place, Symbol, Text, each, options
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.replacement import filled, replaced_by_pattern
from seamark.resolve.partial_texts.replacement import replaced as replaced_text
from seamark.resolve.partial_texts.texts import texts

_PATTERN = Symbol("globalThis.RegExp")
"""What makes a regular expression of a text."""


def replaced(evaluator: Evaluation, of: Meaning | None, call: facts.Call, place: Place) -> Meaning:
    """What is left of the text that the call is on, or is given first; the text itself if not all of the rest is known.

    What is put in without being known counts for a segment.
    """
    given = [one.value for one in call.arguments if one.name == ""]
    text = of if of is not None or not given else evaluator.value(given.pop(0), place)
    if text is None or len(given) < 2:
        return UNKNOWN if text is None else text
    new = texts(evaluator.value(given[1], place))[0]
    pattern = _pattern(evaluator, given[0], place)
    old = evaluator.value(given[0], place) if pattern is None else UNKNOWN
    known = old.known if isinstance(old, Text) else None
    found = texts(text)
    if pattern is not None and new.known is not None:
        return options([replaced_by_pattern(one, pattern, new.known) for one in found])
    if known is not None:
        plain = new.known
        return options(
            [filled(one, known, new) if plain is None else replaced_text(one, known, plain) for one in found]
        )
    return options(list(found))


def _pattern(evaluator: Evaluation, value: facts.Value, place: Place) -> str | None:
    """The text of a regular expression that is made where it stands."""
    if not isinstance(value, facts.Call) or not value.new or not value.arguments:
        return None
    source = evaluator.value(value.arguments[0].value, place)
    is_made = _PATTERN in each(evaluator.value(value.callee, place))
    return source.known if is_made and isinstance(source, Text) else None
