"""Texts to which a loop adds something for each item of a list: `for (auto& part : parts) path += "/" + part;`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import Binding, Element, Loop, lengthens, lists_more, within
from seamark.resolve.abstract_values import UNKNOWN, Argument, Item, Meaning, Parameter, Place, Text, options
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import all_given, combine_texts, mark_built, texts
from seamark.resolve.workspace_facts import loops
from seamark.resolve.workspace_facts.view import View

from . import concatenation, elements


def meanings(evaluator: Evaluation, view: View, visible: Sequence[Binding], at: int, place: Place) -> list[Meaning]:
    """What each of a name's bindings that can hold at a position gives it.

    Those of a loop that adds to a text, and lies behind, give one meaning together if its list is known: the text with
    something added for each item. All that the loop does with the name it must do in each round.
    """
    # What a list holds is the same in whatever order.
    if not any(map(lengthens, visible)) or any(map(_begins_list, visible)):
        return [evaluator.bound_value(one, place) for one in visible]
    for number in range(len(visible) - 1, -1, -1):
        last = visible[number]
        loop = evaluator.project.loop(view, last.start - 1) if lengthens(last) else None
        added = (
            None
            if loop is None or loop.start <= at < loop.end
            else _value_after_loop(evaluator, view, last, loop, place)
        )
        if loop is not None and added is not None:
            before = [one for one in visible[:number] if one.start < loop.start]
            around = range(loop.block_start, loop.block_end)
            kept = [] if at in around else [one for one in before if one.start not in around]
            bound = [evaluator.bound_value(one, place) for one in (*kept, *visible[number + 1 :])]
            return [*bound[: len(kept)], added, *bound[len(kept) :]]
    looped = [one for one in visible if lengthens(one) and evaluator.project.repeats(view, one.start, at)]
    if looped and not any(map(_begins_part, looped)):
        others = [evaluator.bound_value(one, place) for one in visible if one not in looped]
        if all(map(_is_empty, others)):
            return [UNKNOWN]  # It is put together letter by letter, as what encodes or trims a text does.
    return [evaluator.bound_value(one, place) for one in visible]


def _begins_list(binding: Binding) -> bool:
    """Whether a binding makes a list, or adds one to another."""
    return any(isinstance(part, facts.List) for part in (binding.value, *_added_parts(binding)))


def _is_empty(meaning: Meaning) -> bool:
    return not any(isinstance(part, str) and part for text in texts(meaning) for part in text.parts)


def _begins_part(adding: Binding) -> bool:
    """Whether what is added is a segment of a path, or a field of a query."""
    begins = next(iter(_added_parts(adding)), None)
    return isinstance(begins, facts.Literal) and begins.text[:1] in ("/", "?", "&")


def _value_after_loop(evaluator: Evaluation, view: View, last: Binding, loop: Loop, place: Place) -> Meaning | None:
    """What a name stands for behind a loop; None if that is not known to add the same text in each round."""
    named = evaluator.project.bindings(view, last.scope, last.name)
    adding = [one for one in named if loop.start <= one.start <= loop.end]
    through = _through(view, loop, adding)
    if through is None or not all(_is_added_for_each(view, one, loop, through) for one in adding):
        return None
    step = (view.path, last.scope, f"{last.name} added to", loop.start)
    if evaluator.trail.is_closed(step):
        return None
    place = place.within(view.scope_of(last))
    with evaluator.trail.within(step):
        listed = elements.lists(evaluator, whole(evaluator, through.of, place))
        found = [_after(evaluator, adding, through, items, place) for items in listed]
        known = [one for one in found if one is not None]
        return options(known) if found and len(known) == len(found) else None


def _is_added_for_each(view: View, adding: Binding, loop: Loop, through: Element) -> bool:
    """Whether a loop adds something for each item, or for each that is there: `if (part != null) …`."""
    block = adding.block_start, adding.block_end
    if block == (loop.body, loop.end):
        return True
    guard = view.guard_of(block)
    if guard is None or not loop.body <= guard.start or view.guard(loop.body) != view.guard(guard.start - 1):
        return False
    said = list(within(*guard.holds, *guard.otherwise))
    scope, names = view.scope_of(adding), [one for one in said if isinstance(one, facts.Name)]
    of_item = all({through} == set(loops.taken_by(view, one, scope)) for one in names)
    return bool(names) and of_item and not any(isinstance(one, facts.Literal) and one.text for one in said)


def whole(evaluator: Evaluation, listed: facts.Value, place: Place) -> Meaning:
    """What a list is, if what it holds is all known: nothing is of one to which a loop has added."""
    view = evaluator.view(place.path)
    for scope in evaluator.project.scopes(view, place.scope) if isinstance(listed, facts.Name) else ():
        if isinstance(listed, facts.Name):
            visible = evaluator.project.visible(view, scope, listed.name, listed.start)
            if any(lists_more(one) and evaluator.project.repeats(view, one.start, listed.start) for one in visible):
                return UNKNOWN
            if visible:
                break
    return evaluator.inner(listed, place)


def _through(view: View, loop: Loop, adding: Sequence[Binding]) -> Element | None:
    """The item of the loop's list that is added, if all that the loop adds is of the same one."""
    if not all(map(lengthens, adding)):
        return None
    parts = [(part, view.scope_of(one)) for one in adding for part in _added_parts(one)]
    taken = {element for part, scope in parts for element in loops.taken_by(view, part, scope)}
    whole = [one for one in taken if not any(_within(one, other) for other in taken)]
    return whole[0] if len(whole) == 1 and loops.heads(loop, whole[0]) else None


def _within(one: Element, other: Element) -> bool:
    """Whether a list is spread within another one."""
    (start, _), (first, end) = loops.place(one), loops.place(other)
    return first < start < end


def _added_parts(binding: Binding) -> tuple[facts.Value, ...]:
    return binding.value.parts[1:] if isinstance(binding.value, facts.Concat) else ()


def _name_before(adding: Sequence[Binding]) -> facts.Value:
    """The name before the loop."""
    value = adding[0].value
    return value.parts[0] if isinstance(value, facts.Concat) else facts.Hole()


def _after(
    evaluator: Evaluation, adding: Sequence[Binding], through: Element, items: Iterable[Item], place: Place
) -> Meaning | None:
    """What the name stands for after the loop has gone through these items; None if these are not all known.

    What callers give is known if it has the same text between its items.
    """
    added = [part for one in adding for part in _added_parts(one)]
    rounds = [(item, replace(place, rounds={**place.rounds, through: item})) for item in items]
    if all(isinstance(item, Argument) for item, _ in rounds):
        standing = [(part, in_round) for _, in_round in rounds for part in added]
        return concatenation.join_parts(evaluator, [(_name_before(adding), place), *standing]) if standing else None
    pieces = [texts(evaluator.value(_name_before(adding), place))]
    for item, in_round in rounds:
        if isinstance(item, Argument):
            pieces += [texts(evaluator.value(part, in_round)) for part in added]
        elif isinstance(item, Parameter) and (given := _joined(evaluator, added, item, in_round)):
            pieces += given
        else:
            return None
    return options(list(mark_built(combine_texts(pieces))))


def _joined(
    evaluator: Evaluation, added: Sequence[facts.Value], item: Parameter, in_round: Place
) -> list[tuple[Text, ...]]:
    """What is added for all of a list that callers give: its items, if each has the same text before or after it."""
    between = [part.text for part in added if isinstance(part, facts.Literal)]
    others = [part for part in added if not isinstance(part, facts.Literal)]
    if len(between) != 1 or len(others) != 1 or texts(evaluator.value(others[0], in_round)) != texts(item):
        return []
    edge = (Text((between[0],)),)
    listed = (all_given(item, between[0]),)
    return [edge, listed] if isinstance(added[0], facts.Literal) else [listed, edge]
