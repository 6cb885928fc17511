"""Lists and object literals, and what is taken out of them: `urls[0]`, `paths.users`, `...rest`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, product

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    ITEM,
    UNKNOWN,
    Argument,
    Constant,
    Definition,
    Item,
    Made,
    Meaning,
    Parameter,
    Place,
    Record,
    Sequence,
    Symbol,
    Text,
    Unknown,
    each,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts import loops

from . import filled_tables, tuples

MAX_ITEMS = 1000
"""How many items of a list are looked at, as many as a table of routes may have."""
MAX_ALTERNATIVES = 64
"""How many items may be meant where it is not known which one is."""
MAX_LISTS = 8
"""How many lists, or texts of a table, are told apart that something may be."""
_DIGITS = len(str(MAX_ITEMS))
"""More of them say nothing else: there is no such item."""

LISTED = ("entries", "keys", "values")
"""What a call can list of an object literal."""


def element(evaluator: Evaluation, taken: facts.Element, place: Place) -> Meaning:
    """What `of[key]` means; all items of a list where the key is not known."""
    if taken in place.rounds:
        return looked_into(evaluator, place.rounds[taken])
    key = taken.key
    whole = evaluator.inner(taken.of, place)
    if isinstance(whole, Symbol) and whole.name.rpartition(".")[2] in evaluator.catalogue.generics:
        first = key.items[0] if isinstance(key, facts.List) and key.items else key
        return evaluator.value(first, place)
    if isinstance(whole, Definition | Symbol):
        return whole
    named = evaluator.value(key, place) if isinstance(key, facts.Literal | facts.Name | facts.Member) else UNKNOWN
    if isinstance(named, Text) and named.known_string is not None:
        return evaluator.member(whole, named.known_string, place)
    if isinstance(named, Constant):
        key = facts.Scalar(named.text)
    found: list[Meaning] = []
    for option in (tuples.as_list(evaluator, one) for one in each(whole)):
        if isinstance(option, Sequence):
            found += [looked_into(evaluator, one) for one in islice(raw_items(evaluator, option), *_item_range(key))]
        elif isinstance(option, Made) and (below := evaluator.element_of(option)) is not None:
            found.append(below)
        elif isinstance(option, Made) and isinstance(key, facts.Scalar):
            found.append(option)
        elif isinstance(option, Record) and isinstance(key, facts.Hole):
            found += [looked_into(evaluator, one) for one in loop_items(evaluator, option)[:MAX_ALTERNATIVES]]
            found += _filled(evaluator, option, _VALUE)
        elif isinstance(option, Record) and isinstance(key, facts.Scalar):
            found.append(evaluator.member(option, key.text, place))
        elif isinstance(option, Record):
            found += _table(evaluator, option)
        elif isinstance(option, Parameter) and isinstance(key, facts.Hole):
            found.append(evaluator.member(option, ITEM, place))
        elif isinstance(option, Parameter) and isinstance(key, facts.Scalar):
            found.append(evaluator.member(option, key.text, place))
    return options(found)


def item_at(listed: facts.List, key: str) -> facts.Value | None:
    """The item of a list at the position that a key states; behind another list that is spread there, one of that."""
    position = int(key[:_DIGITS])
    for number, item in enumerate(listed.items[: position + 1]):
        if isinstance(item, facts.Element) and isinstance(item.key, facts.Hole):
            return facts.Element(item.of, facts.Scalar(str(position - number)))
    return listed.items[position] if position < len(listed.items) else None


def _table(evaluator: Evaluation, record: Record) -> list[Meaning]:
    """What the few entries of an object mean, if they are texts, or what libraries offer: each may be by some key."""
    values = [one.value for one in record.value.entries]
    if len(values) > MAX_LISTS or not all(isinstance(one, _TEXTS | facts.Name) for one in values):
        return []
    meant = [evaluator.value(one, record.place) for one in values]
    are_texts = all(isinstance(one, _TEXTS) for one in values)
    return meant if are_texts or all(isinstance(one, Symbol) for one in meant) else []


_TEXTS = facts.Literal | facts.Concat


def _item_range(key: facts.Value) -> tuple[int, int]:
    """Which items of a list a key means, from the first to the one before the last."""
    if isinstance(key, facts.Scalar) and key.text.isdecimal():
        position = int(key.text[:_DIGITS])
        return position, position + 1
    return 0, MAX_ALTERNATIVES


def loop_items(evaluator: Evaluation, meaning: Meaning) -> list[Item]:
    """What a loop goes through: what a list holds, and in some languages the values of an object; else nothing."""
    if isinstance(meaning, Sequence):
        return list(raw_items(evaluator, meaning))
    if not isinstance(meaning, Record):
        return []
    if not rules_of(evaluator.view(meaning.place.path).facts.language).values.loops_values:
        return []
    return [Argument(one.value, meaning.place) for one in meaning.value.entries[:MAX_ITEMS] if one.key != "..."]


def key(evaluator: Evaluation, item: facts.Element, place: Place) -> Meaning:
    """The key of what a loop takes out of an object: of the item that it is at, or else of each."""
    whole, at = evaluator.inner(item.of, place), place.rounds.get(item)
    filled = _filled(evaluator, whole, _KEY) if isinstance(whole, Record) and not isinstance(at, Argument) else []
    if not isinstance(whole, Record) or not (loop_items(evaluator, whole) or filled):
        return UNKNOWN
    entries = [one for one in whole.value.entries if one.key != "..."]
    meant = [one for one in entries if not isinstance(at, Argument) or one.value is at.value]
    stated = [Text((one.key,)) if one.named is None else evaluator.value(one.named, whole.place) for one in meant]
    return options([*stated[:MAX_ALTERNATIVES], *filled])


def _filled(evaluator: Evaluation, table: Record, number: int) -> list[Meaning]:
    """The key or the value that a function puts into a table, where a loop goes through its values."""
    loops_values = rules_of(evaluator.view(table.place.path).facts.language).values.loops_values
    pair = filled_tables.filled(evaluator, table) if loops_values else None
    return [] if pair is None else [evaluator.meaning(pair.value.items[number], pair.place)]


_KEY, _VALUE = 0, 1


def raw_items(evaluator: Evaluation, meaning: Meaning) -> Iterator[Item]:
    """What a list holds, its items not looked into; anything else is taken as the one item.

    A list that stands in several others, since it was added to on conditions, is gone through once.
    """
    return islice(_walk_items(evaluator, meaning, {}), MAX_ITEMS)


def _walk_items(evaluator: Evaluation, meaning: Meaning, seen: dict[tuple[object, ...], Sequence]) -> Iterator[Item]:
    for option in (tuples.as_list(evaluator, one) for one in each(meaning)):
        if not isinstance(option, Sequence):
            yield option
            continue
        place = option.place
        known = place.by, place.scope, *map(id, (option.value, place.arguments, place.this, place.rounds))
        if known in seen:
            continue
        seen[known] = option
        for item in option.value.items:
            if isinstance(item, facts.Element) and isinstance(item.key, facts.Hole):
                yield from _walk_items(evaluator, evaluator.meaning(item.of, place), seen)
                continue
            through = _through(evaluator, item, option.value, place)
            of = UNKNOWN if through is None or through in place.rounds else evaluator.inner(through.of, place)
            if through is None or not all(isinstance(one, Sequence) for one in each(of)):
                yield Argument(item, place)
            else:
                yield from (_made_item(evaluator, item, through, one, place) for one in raw_items(evaluator, of))


def lists(evaluator: Evaluation, meaning: Meaning) -> list[tuple[Item, ...]]:
    """What each of the lists holds that something may be; `raw_items` says it of all of them together."""
    found: list[tuple[Item, ...]] = []
    for option in each(meaning):
        if isinstance(option, Sequence):
            whole = option.value
            parts = [_parts(evaluator, item, whole, option.place) for item in whole.items[:MAX_ITEMS]]
            ways = islice(product(*parts), MAX_LISTS)
            found += [tuple(islice(chain.from_iterable(way), MAX_ITEMS)) for way in ways]
        else:
            found.append((option,))
    return found[:MAX_LISTS]


def _parts(evaluator: Evaluation, item: facts.Value, whole: facts.List, place: Place) -> list[tuple[Item, ...]]:
    """What an item of a list may be: itself, each of the lists that are spread there, or what is made of another."""
    if isinstance(item, facts.Element) and isinstance(item.key, facts.Hole):
        return lists(evaluator, evaluator.meaning(item.of, place))
    through = _through(evaluator, item, whole, place)
    if through is None:
        return [(Argument(item, place),)]
    of = lists(evaluator, evaluator.inner(through.of, place))
    return [tuple(_made_item(evaluator, item, through, one, place) for one in items) for items in of]


def _through(evaluator: Evaluation, item: facts.Value, whole: facts.List, place: Place) -> facts.Element | None:
    """The item of another list of which each of this one is made: `[trim(part) for part in parts]`."""
    if len(whole.items) != 1:
        return None
    taken = loops.taken_by(evaluator.view(place.path), item, place.scope)
    within = [one for one in dict.fromkeys(taken) if whole.start <= loops.place(one)[0] < whole.end]
    return within[0] if len(within) == 1 else None


def _made_item(evaluator: Evaluation, made: facts.Value, through: facts.Element, item: Item, place: Place) -> Item:
    """What is made of an item; of what callers give only what is the same but for its ends."""
    within = replace(place, rounds={**place.rounds, through: item})
    if isinstance(item, Argument):
        return Argument(made, within)
    return item if texts(evaluator.meaning(made, within)) == texts(item) else UNKNOWN


def looked_into(evaluator: Evaluation, item: Item) -> Meaning:
    """What an item of a list means."""
    return evaluator.meaning(item.value, item.place) if isinstance(item, Argument) else item


def entry(evaluator: Evaluation, record: Record, name: str) -> Meaning | None:
    """The value under a key of an object literal: the one it states itself, else what is spread into it.

    What something unknown that is spread after it may replace, is one possibility. What callers' objects may replace
    is what stands there if they do not; but a path is stated for all callers.
    """
    replaced, given = False, list[Meaning]()
    for one in reversed(record.value.entries):
        if one.key == "...":
            after = evaluator.meaning(one.value, record.place)
            replaced = replaced or is_open(evaluator, after)
            given += (evaluator.member(of, name, record.place) for of in each(after) if isinstance(of, Parameter))
        if one.key == name:
            stated = evaluator.meaning(one.value, record.place)
            if given and isinstance(stated, Text) and "/" not in stated.raw():
                return options([*given, stated], ordered=True)
            return options([stated, UNKNOWN]) if replaced else stated
    found: list[Meaning] = []
    for one in reversed(record.value.entries):
        spread = each(evaluator.meaning(one.value, record.place)) if one.key == "..." else ()
        held = [held for option in spread if (held := _of_spread(evaluator, option, name, record.place)) is not None]
        found += held
        if held and len(held) == len(spread) and not any(isinstance(option, Parameter) for option in spread):
            break
    return options(found, ordered=True) if found else None


def _of_spread(evaluator: Evaluation, spread: Meaning, name: str, place: Place) -> Meaning | None:
    """What may be under a key in what is spread into an object: callers' objects may hold any, clients have methods."""
    if isinstance(spread, Record):
        return entry(evaluator, spread, name)
    is_method = isinstance(spread, Made) and evaluator.catalogue.states(spread.type, name)
    return evaluator.member(spread, name, place) if is_method or isinstance(spread, Parameter) else None


def is_open(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something that is an object, or is spread into one, can hold any key."""
    return any(
        _holds_open(evaluator, option) if isinstance(option, Record) else isinstance(option, Symbol | Unknown)
        for option in each(meaning)
    )


def _holds_open(evaluator: Evaluation, record: Record) -> bool:
    """Whether something is spread into an object literal that can hold any key."""
    spread = (one.value for one in record.value.entries if one.key == "...")
    return any(is_open(evaluator, evaluator.meaning(value, record.place)) for value in spread)


def lists_of_record(evaluator: Evaluation, which: str, record: Meaning) -> list[Meaning]:
    """`Object.entries(record)`, `Object.keys(record)`, `Object.values(record)`, and what a function fills it with."""
    if not isinstance(record, Record):
        return [UNKNOWN]
    whole = record.value
    keyed = [(_key_of(entry, whole), entry.value) for entry in whole.entries if entry.key != "..."]
    pairs = [pair for pair in keyed if not isinstance(pair[0], facts.Hole)]
    filled = filled_tables.filled(evaluator, record)
    stated = [_list_of_pairs(which, pairs, whole, record.place)] if pairs or filled is None else []
    added = [] if filled is None else [_list_of_pairs(which, [filled.value.items], filled.value, filled.place)]
    return [*stated, *added]


def _key_of(entry: facts.Entry, whole: facts.Object) -> facts.Value:
    """What an entry of an object stands under, if that can be told."""
    if entry.named is not None:
        return entry.named
    return facts.Literal(entry.key, whole.start, whole.end) if entry.key else facts.Hole()


def _list_of_pairs(
    which: str, pairs: Iterable[tuple[facts.Value, ...]], whole: facts.Object | facts.List, place: Place
) -> Sequence:
    if which == "entries":
        items: list[facts.Value] = [facts.List(pair, whole.start, whole.end) for pair in pairs]
    else:
        items = [key if which == "keys" else value for key, value in pairs]
    return Sequence(facts.List(tuple(items), whole.start, whole.end), place)
