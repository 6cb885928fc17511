"""Strings that are built of parts: `'/users/' + id`, `f'/users/{id}'`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    GAP,
    UNKNOWN,
    Argument,
    Made,
    Meaning,
    ParameterPart,
    Place,
    Sequence,
    Text,
    each,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.last_parameter import is_path_by_name
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, between, combine_texts, mark_built
from seamark.resolve.partial_texts.urls import has_scheme
from seamark.resolve.workspace_facts import loops
from seamark.resolve.workspace_facts.view import View

from . import decided, own_texts

MAX_PARTS = 64


def concat(evaluator: Evaluation, parts: tuple[facts.Value, ...], place: Place) -> Meaning:
    """What a string means that is put together of these parts, or a list of several."""
    flat = list(_flat(parts))
    if _is_list(evaluator, flat, place):
        return Sequence(facts.List(tuple(facts.Element(part, facts.Hole()) for part in flat), 0, 0), place)
    return join_parts(evaluator, [(part, place) for part in parts])


def _is_list(evaluator: Evaluation, parts: list[facts.Value], place: Place) -> bool:
    """Whether what is put together are lists, at least one of which is known: `own + others`.

    Routers are no texts: what goes by one of them is a list of its routes (`users.urls + orders.urls`).
    """
    if not rules_of(evaluator.view(place.path).facts.language).values.adds_lists:
        return False
    if len(parts) > MAX_PARTS or any(isinstance(part, facts.Literal) for part in parts):
        return False
    found = (one for part in parts for one in each(evaluator.value(part, place)))
    return any(
        isinstance(one, Sequence) or (isinstance(one, Made) and evaluator.catalogue.role(one.type) == "router")
        for one in found
    )


def join_parts(evaluator: Evaluation, parts: Iterable[tuple[facts.Value, Place]]) -> Meaning:
    """What a string means that is put together of these parts, each of which stands at a place of its own."""
    standing = [(part, place) for whole, place in parts for part in _flat((whole,))]
    if len(standing) > MAX_PARTS:
        return UNKNOWN
    flat = [part for part, _ in standing]
    pieces: list[tuple[Text, ...]] = []
    query = _query(flat)
    for index, (part, place) in enumerate(standing):
        if index > query and not isinstance(part, facts.Literal):
            pieces.append((UNKNOWN_TEXT,))
            continue
        meaning = own_texts.as_text(evaluator, evaluator.value(part, place), place)
        read = between(meaning, _before(pieces), _after(flat, index))
        if index == 0 and UNKNOWN in each(meaning) and _begins_with_word(flat[1:2]) and not any(map(has_scheme, read)):
            read = (UNKNOWN_TEXT,)
        data = _fills_segment(flat, index) and _is_local(evaluator, part, place)
        data = data and not (_has_slash(read) or _are_given(read) or _are_queries(read))
        pieces.append((UNKNOWN_TEXT,) if data else read)
    found = [_below_empty(pieces[0], text) for text in combine_texts(pieces)]
    return options(list(found if all(isinstance(part, facts.Literal) for part in flat) else mark_built(found)))


def _query(parts: list[facts.Value]) -> int:
    """Which part a query begins in, which is none of a path, and may be any of very many; all if there is none.

    The mark may also say, in a route, that what stands before it is optional, or belong to a regular expression.
    """
    said = (part.text if isinstance(part, facts.Literal) else "" for part in parts)
    is_pattern = isinstance(parts[0], facts.Literal) and parts[0].text[:1] == "^" if parts else True
    found = (index for index, text in enumerate(said) if _QUERY.search(text) is not None)
    return len(parts) if is_pattern else next(found, len(parts))


_QUERY = regex(r"(?:^|/)[\w.~%-]*\?(?![/:])")
"""What begins a query: a mark behind a segment that is no parameter, or behind what is not written."""


def _below_empty(first: tuple[Text, ...], text: Text) -> Text:
    """What follows a base that is empty as yet, and an empty part after it: a path with two slashes, and no host."""
    empty = EMPTY in first and text.raw().startswith("//")
    return replace(text, parts=(GAP, *text.parts)) if empty else text


def _begins_with_word(parts: list[facts.Value]) -> bool:
    """Whether it goes on with a word: a base that it follows would be one that ends with a slash."""
    return any(isinstance(part, facts.Literal) and part.text[:1].isalpha() for part in parts)


def _is_local(evaluator: Evaluation, part: facts.Value, place: Place) -> bool:
    """Whether an expression stands for data of the moment: a function's variable, or some element of a list.

    `/users/{email}` with a local `email` states a parameter, whatever word the variable holds just now; a constant
    of the module or a class states what it says, a condition that decides between words states both, and what a
    parameter is taken apart into is what callers give, and so is what one is changed to for a caller that is known.
    """
    if isinstance(part, facts.Element):
        item = place.rounds.get(part)
        if isinstance(item, Argument):
            return _is_local(evaluator, item.value, item.place)
        if rounds := _rounds_in(evaluator.view(place.path), part, place.scope, place):
            return any(_is_local(evaluator, one, place) for one in rounds)
        return not isinstance(part.key, facts.Literal)
    view = evaluator.view(place.path)
    for scope in evaluator.project.scopes(view, place.scope) if isinstance(part, facts.Name) else ():
        bound = evaluator.project.bindings(view, scope, part.name) if isinstance(part, facts.Name) else []
        if bound and bound[-1].value in place.rounds:
            return _is_local(evaluator, bound[-1].value, place)
        if bound and isinstance(bound[-1].value, facts.Member) and bound[-1].value.name == facts.KEY:
            return bound[-1].value.of not in place.rounds
        if bound and (rounds := _rounds_in(view, bound[-1].value, scope, place)):
            return any(_is_local(evaluator, one, place) for one in rounds)
        if bound and scope != MODULE:
            if _is_choice_of_words(bound[-1].value):
                return False
            around = evaluator.project.definition(view, scope)
            if place.arguments and any(one.name == bound[-1].name for one in around.parameters):
                return False
            return around.kind != "class" and not decided.is_taken_apart(around, bound)
    return False


def _rounds_in(view: View, value: facts.Value, scope: int, place: Place) -> list[facts.Element]:
    """What loops are at of which a value is made."""
    taken = loops.taken_by(view, value, scope) if place.rounds else ()
    return [one for one in taken if one in place.rounds and one != value]


def _is_choice_of_words(value: facts.Value) -> bool:
    """Whether a condition decides between words: `'stop' if busy else 'start'`."""
    options = value.options if isinstance(value, facts.Choice) else ()
    return len(options) > 1 and all(isinstance(one, facts.Literal) and one.text[:1].isalpha() for one in options)


def _flat(parts: Iterable[facts.Value]) -> Iterable[facts.Value]:
    for part in parts:
        if isinstance(part, facts.Concat):
            yield from _flat(part.parts)
        else:
            yield part


def _fills_segment(parts: list[facts.Value], index: int) -> bool:
    """Whether a part of what is built is a whole segment of a path."""
    before = parts[index - 1] if index else None
    after = parts[index + 1] if index + 1 < len(parts) else None
    if not isinstance(before, facts.Literal) or not before.text.endswith("/"):
        return False
    return after is None or (isinstance(after, facts.Literal) and after.text[:1] in "/?")


def _before(pieces: list[tuple[Text, ...]]) -> str:
    """What is known of what stands before a part of what is built, by the first that each piece may be."""
    return "".join(texts[0].raw() if texts else "{}" for texts in pieces)


def _after(parts: list[facts.Value], index: int) -> str:
    """What is written behind a part of what is built."""
    return "".join(part.text if isinstance(part, facts.Literal) else "{}" for part in parts[index + 1 :])


def _are_given(read: tuple[Text, ...]) -> bool:
    """Whether texts are nothing but what callers give: a variable may hold that with a slash less, or its own base."""
    parts = [text.parts[0] if len(text.parts) == 1 else "" for text in read]
    return bool(parts) and all(
        isinstance(part, ParameterPart) and all(map(is_path_by_name, part.members[-1:])) for part in parts
    )


def _are_queries(read: Iterable[Text]) -> bool:
    """Whether a variable holds a query, or nothing if there is none: that is no segment."""
    said = [text.raw() for text in read if text != EMPTY]
    return bool(said) and all(text.startswith("?") for text in said)


def _has_slash(read: Iterable[Text]) -> bool:
    return any("/" in part for text in read for part in text.parts if isinstance(part, str))
