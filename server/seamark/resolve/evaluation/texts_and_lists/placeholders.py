"""Texts with keys of properties in them, `"${orders.url:http://orders}/api"`, or expressions, `"#{queue.name}"`.

In scripts of templates they may have marks that put paths in: `"{{ url('/users') }}"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from seamark.documents.template_paths import with_paths
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import Place, Text
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.properties import property_of
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, concat

MAX_DEPTH = 6
"""So deep keys may stand in what stands for others."""
_Within: TypeAlias = tuple[str, ...]
"""What keys stand for in which a text stands, outside in."""
_MARK = regex(r"\{\{|\{!!|:url\s|@\{")
"""With what marks of templates begin that may put a path in."""
_OPENING, _CLOSING = regex(r"[$#]\{"), "}"


def literal(evaluator: Evaluation, text: str, place: Place) -> Text:
    """What a text means that is written somewhere."""
    if _MARK.search(text) is not None and rules_of(evaluator.view(place.path).facts.language).values.in_pages:
        put_in = with_paths(text)
        if put_in != text:
            return of_template(put_in)
    return fill_keys(evaluator, text, place)


def of_template(text: str) -> Text:
    """A text with something unknown wherever it has `{}`."""
    before, *behind = text.split("{}")
    return concat((Text((before,)), *(part for one in behind for part in (UNKNOWN_TEXT, Text((one,))))))


def fill_keys(evaluator: Evaluation, text: str, place: Place, within: _Within = ()) -> Text:
    """A text with what its keys stand for; of one that no settings speak of, and of expressions, it is not known.

    What stands for a key may have the same one in it, for which the environment has a value: `url: ${URL:http://a}`.
    """
    if "{" not in text or not evaluator.catalogue.properties:
        return Text((text,))
    parts: list[Text] = []
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        end = _end(text, opening.end())
        if end < 0:
            break
        is_key, written = opening[0] == "${", text[opening.end() : end]
        parts.append(Text((text[position : opening.start()],) if opening.start() > position else ()))
        parts.append(_value(evaluator, written, place, within) if is_key else UNKNOWN_TEXT)
        position = end + 1
    parts.append(Text((text[position:],) if position < len(text) else ()))
    return concat(parts)


def _end(text: str, start: int) -> int:
    """Where the key ends that begins at `start`; others may stand in it."""
    open_ = 1
    for position in range(start, len(text)):
        if text[position] == _CLOSING:
            open_ -= 1
            if not open_:
                return position
        elif text[position] == "{":
            open_ += 1
    return -1


def _value(evaluator: Evaluation, written: str, place: Place, within: _Within) -> Text:
    key, has_default, default = written.partition(":")
    stated = property_of(evaluator.project, evaluator.catalogue.properties, place.path, key.strip())
    if stated in within:
        stated = None
    if len(within) > MAX_DEPTH or (stated is None and not has_default):
        return UNKNOWN_TEXT
    said = default if stated is None else stated
    return fill_keys(evaluator, said, place, (*within, said))


def configured_prefix(evaluator: Evaluation, properties: Iterable[str], path: str) -> Text:
    """The prefix that properties of a file's service state together."""
    return concat([_configured_prefix(evaluator, keys, path) for keys in properties])


def configured_bases(evaluator: Evaluation, properties: Sequence[str], path: str) -> tuple[Text, ...]:
    """The base that these properties state together for clients of the service of a file; none if they state none."""
    base = configured_prefix(evaluator, properties, path) if properties and path else EMPTY
    return () if base == EMPTY else (base,)


def _configured_prefix(evaluator: Evaluation, keys: str, path: str) -> Text:
    """The prefix that a property of a service states, the first of these that is there."""
    stated = (property_of(evaluator.project, evaluator.catalogue.properties, path, key) for key in keys.split("|"))
    said = next(filter(None, stated), "/")
    return EMPTY if said == "/" else fill_keys(evaluator, said, Place(path, MODULE))
