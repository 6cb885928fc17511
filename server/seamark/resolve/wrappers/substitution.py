"""Puts what one caller of a wrapper gives into the texts of the wrapper's contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from itertools import islice, pairwise, product
from math import prod

from msgspec.structs import replace

from seamark.extract import facts
from seamark.extract.facts import SETTER, Element, Hole, Member, is_setter
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    GAP,
    ITEM,
    OR_ITSELF,
    UNKNOWN,
    Argument,
    Arguments,
    Bound,
    Closure,
    Constant,
    Definition,
    Instance,
    Item,
    Made,
    Meaning,
    Options,
    Parameter,
    ParameterPart,
    Part,
    Place,
    Record,
    RouteUrl,
    Sequence,
    Text,
    each,
    is_empty,
    is_there,
    options,
    without_nothing,
)
from seamark.resolve.evaluation import Evaluator
from seamark.resolve.evaluation.calls.arguments import argument_items, entry
from seamark.resolve.evaluation.calls.set_members import set_by
from seamark.resolve.evaluation.members.classes import gives_itself, is_constructor, this
from seamark.resolve.evaluation.texts_and_lists.elements import looked_into
from seamark.resolve.findings import NOTHING, Condition
from seamark.resolve.partial_texts.operations import BEGINS, EDGES, OPERATIONS
from seamark.resolve.partial_texts.texts import (
    EMPTY,
    UNKNOWN_TEXT,
    combine_texts,
    compared_by,
    in_case,
    is_told,
    mark_built,
    path_of,
    texts,
)
from seamark.resolve.partial_texts.urls import trimmed_start
from seamark.resolve.port_model import MAX_ALTERNATIVES
from seamark.resolve.stated_by_callers import segments_behind_base
from seamark.resolve.workspace_facts.view import last_name

MAX_ROUNDS = 1000
"""How many rounds of loops through lists that a caller gives are told apart."""


class Substitution:
    """One call of a wrapper: what it gives for the wrapper's parameters, and for its instance's constructor's."""

    def __init__(
        self,
        evaluator: Evaluator,
        called: Definition,
        function: Definition | Bound,
        given: Arguments,
        call: facts.Call,
        place: Place,
    ) -> None:
        self._evaluator = evaluator
        self._called = called
        self._given = dict(given)
        self._call = call
        self._place = place
        instance = function.of if isinstance(function, Bound) else None
        self._keeps_instance = isinstance(instance, Instance) and instance.made is None
        if isinstance(instance, Instance):
            self._given = {**evaluator.made_with(instance), **self._given}
        elif isinstance(instance, Closure):
            self._given |= instance.arguments
        self.at: dict[ParameterPart, Item] = {}
        """The items at which loops through lists are that the caller gives."""

    def rounds(self, texts: Iterable[Text]) -> Iterator[Substitution]:
        """What this call gives in each round of the loops that take what is in these texts out of lists it gives.

        A list that is not known, or that is for the caller's own callers to give, has one round. So have loops in loops
        with more than `MAX_ROUNDS` together: what they take is not known.
        """
        lists = dict.fromkeys(before for text in texts for part in text.given_parts for before in _lists(part))
        items = {one: found for one in lists if (found := self._items(one))}
        if prod(map(len, items.values())) > MAX_ROUNDS:
            items = {}
        for at in product(*items.values()):
            yield self._in_round(dict(zip(items, at, strict=True)))

    def _in_round(self, at: dict[ParameterPart, Item]) -> Substitution:
        found = copy(self)
        found.at = at
        return found

    def _item_taken(self, part: ParameterPart) -> tuple[Item, tuple[str, ...]] | None:
        """The item of a list that this round takes for a part, and the members of it that are the part."""
        before = next((one for one in reversed(_lists(part)) if one in self.at), None)
        return None if before is None else (self.at[before], part.members[len(before.members) + 1 :])

    def _items(self, listed: ParameterPart) -> list[Item]:
        meaning = self._find_meaning(listed)
        return [] if meaning is None else self._evaluator.loop_items(meaning)

    def text(self, text: Text) -> list[Text]:
        """The text with the caller's values in it."""
        end = path_of(text).parts[-1:]
        pieces = [self._in_part(part, is_end=part in end) for part in text.parts]
        for at, (before, part) in enumerate(pairwise(text.parts), start=1):
            if isinstance(part, ParameterPart) and isinstance(before, str) and _SLASH.search(before):
                pieces[at] = tuple(map(trimmed_start, pieces[at]))
        based: list[Text] = []
        if pieces and not _WORD.search("".join(p for p in text.parts if isinstance(p, str))):
            pieces[-1] = tuple(one for one in pieces[-1] if one != EMPTY) or pieces[-1]  # Then nothing is asked for.
            based = [one for one in pieces[-1] if text.parts[0] == GAP and _has_own_base(one)]
            pieces[-1] = tuple(one for one in pieces[-1] if one not in based)
        found = [*based, *(_without_second_slash(one, text) for one in combine_texts(pieces))] if pieces else [EMPTY]
        return mark_built(found) if text.built else found

    def by_steps(self, alternatives: Iterable[Text]) -> tuple[Text, ...]:
        """Those of several texts that calls before this one state, which gave the object: `request.path("/users")`.

        If there are none those that need no such call, or of which this one states the rest. What calls there are
        before one on `this` is not known.
        """
        of_steps = {
            text: [one for one in text.given_parts if gives_itself(self._evaluator, one.owner)] for text in alternatives
        }
        stated = {
            text: [(one.owner, one.index) in self._given for one in parts] for text, parts in of_steps.items() if parts
        }
        told = tuple(text for text, parts in stated.items() if all(parts))
        return told or tuple(
            text
            for text, parts in of_steps.items()
            if not parts or self._is_on_own_object() or any(one.owner == self._called for one in text.given_parts)
        )

    def _is_left_out(self, part: ParameterPart) -> bool:
        """Whether a part is what the object keeps if a method is called before, and the caller does not call that."""
        is_kept = (part.owner, part.index) not in self._given and gives_itself(self._evaluator, part.owner)
        return is_kept and not self._is_on_own_object()

    def _is_on_own_object(self) -> bool:
        """Whether the caller calls a method of the object that it is a method of itself, whatever it names that by."""
        callee = self._call.callee
        if not isinstance(callee, Member) or isinstance(callee.of, facts.This | facts.Super):
            return True
        own = this(self._evaluator, self._place)
        return isinstance(own, Instance) and self._evaluator.meaning(callee.of, self._place) == own

    def _in_part(self, part: Part, *, is_end: bool) -> tuple[Text, ...]:
        """A part of a text with the caller's values in it."""
        if isinstance(part, RouteUrl):
            return tuple(Text((replace(part, name=name),)) for name in self.text(part.name))
        return self._part(part, is_end=is_end) if isinstance(part, ParameterPart) else (Text((part,)),)

    def verb(self, text: Text, default: str) -> list[Text]:
        """The verb for this caller, or each of several; `default` if it states none."""
        return [Text((default,)) if t in (EMPTY, Text(())) else t for t in self.texts_of_items(text)]

    def texts_of_items(self, text: Text) -> list[Text]:
        """The text for this caller, or each of several if all of it is what the caller gives."""
        return (
            self._texts_of_part(text.given_parts[0])
            if len(text.given_parts) == len(text.parts) == 1
            else self.text(text)
        )

    def names(self, text: Text) -> list[Text]:
        """The name for this caller, or each of several; objects that it gives go by those of their classes."""
        given = text.given_parts[0] if len(text.given_parts) == len(text.parts) == 1 else None
        argument = None if given is None or given.members else self._given.get((given.owner, given.index))
        meaning = self._evaluator.meaning(argument.value, argument.place) if argument is not None else UNKNOWN
        classes = [option.of for option in each(meaning) if isinstance(option, Instance)]
        return [name for class_ in classes for name in self._evaluator.names_of(class_)] or self.texts_of_items(text)

    def _texts_of_part(self, part: ParameterPart) -> list[Text]:
        """What a caller gives that may be a list."""
        meaning = self._find_meaning(part)
        if meaning is None or is_empty(meaning):
            return list(self._part(part))
        return [self._or_default(text, part) for one in argument_items(self._evaluator, meaning) for text in texts(one)]

    def _part(self, part: ParameterPart, *, is_end: bool = False) -> tuple[Text, ...]:
        meaning = self._find_meaning(part)
        if meaning is None:
            is_kept = self._keeps_instance or all(part.owner != owner for owner, _ in self._given)
            return (Text((part,)),) if is_kept else (UNKNOWN_TEXT,)
        if part.members and meaning == EMPTY and isinstance(self.written_for(part), facts.Literal):
            return (EMPTY,)  # Who writes nothing there means nothing, and not what stands there by default.
        if is_empty(meaning) or (part.default is not None and meaning == EMPTY):
            return (EMPTY,) if part.default is None else tuple(self.text(part.default))
        meaning = self._url_of(without_nothing(meaning))
        if part.between is not None:
            return self._evaluator.joined_texts(meaning, part.between, self._place)
        meaning = self._evaluator.as_text(meaning, self._place)
        found = OPERATIONS["percent"](meaning, self._rest(part), {}) if part.template else texts(meaning)
        if is_end and isinstance(meaning, Options) and tuple(found) == (EMPTY,):
            return (UNKNOWN_TEXT,)  # It stands for what is missing: `find(name) ?? ""`.
        filled = (self._or_default(text, part, is_end=is_end) for text in islice(found, MAX_ALTERNATIVES))
        return tuple(in_case(text, part.case) for text in filled)

    def _url_of(self, meaning: Meaning) -> Meaning:
        """The URL of what comes with one: a request that is to be sent, or what one can be made of."""
        with_urls = self._evaluator.catalogue.with_urls
        urls: list[Meaning] = [
            one for of in each(meaning) if isinstance(of, Made) and of.type in with_urls for one in of.base
        ]
        return options(urls) if urls else meaning

    def _or_default(self, text: Text, part: ParameterPart, *, is_end: bool = False) -> Text:
        """What the caller gives for a part; if it hands that on, with what stands there where it is given nothing.

        The end of a path that the caller states is that, though some option that it hands on may replace it.
        """
        handed = text.parts[0] if len(text.parts) == 1 else None
        if part.default is not None and text == EMPTY and any(map(is_setter, part.members)):
            return self.text(part.default)[0]
        if part.default is None or not isinstance(handed, ParameterPart) or handed.default is not None:
            return text
        default = self.text(part.default)
        if len(default) != 1:
            return text
        if is_end and part.default.given_parts and handed.members and _states_something(default[0]):
            return default[0]
        return Text((replace(handed, default=default[0]),))

    def _rest(self, template: ParameterPart) -> list[Meaning]:
        """What the caller gives after a template; nothing if an object keeps that, and formats it later."""
        is_kept = template.owner != self._called or is_constructor(self._evaluator, self._called)
        written = None if is_kept else self._argument(template)
        given = [one.value for one in self._call.arguments if one.name == ""]
        after = given[given.index(written) + 1 :] if written in given else []
        return [self._evaluator.meaning(value, self._place) for value in after]

    def meaning_of(self, part: ParameterPart) -> Meaning | None:
        """The meaning of what the caller gives for a part of a text; None if it gives nothing."""
        return self._find_meaning(part)

    def written_for(self, part: ParameterPart) -> facts.Value | None:
        """The argument that the caller writes for a part."""
        return self._argument(part) if part.owner == self._called else None

    def _find_meaning(self, part: ParameterPart) -> Meaning | None:
        """What the caller gives for a part; None if it gives nothing."""
        taken = self._item_taken(part)
        if taken is not None:
            return self._member_of(looked_into(self._evaluator, taken[0]), taken[1])
        given = self._given.get((part.owner, part.index))
        meaning = None if given is None else self._evaluator.meaning(given.value, given.place)
        members = part.members
        is_here = given is not None and members and given.place.path == self._place.path
        held = self._evaluator.field(given.value, members[0], given.place) if given is not None and is_here else []
        set_to = self._set_before(given, members) if not held else None
        if set_to is not None:
            meaning, members = set_to, members[1:]
        if given is not None and held:
            meaning, members = options([self._evaluator.meaning(one, given.place) for one in held]), members[1:]
        if meaning is None or (is_empty(meaning) and meaning != EMPTY):
            return meaning  # Who gives no object gives none of its members.
        return self._member_of(meaning, members)

    def _set_before(self, given: Argument | None, members: tuple[str, ...]) -> Meaning | None:
        """What the function around sets a member to of what it hands on: `options.url = base + options.url`."""
        if given is None or not members or given.place.path != self._place.path:
            return None
        return self._evaluator.set_of_parameter(given.value, members[0], given.place)

    def _member_of(self, meaning: Meaning, members: tuple[str, ...]) -> Meaning:
        for name in members:
            meaning = self._member(without_nothing(meaning), name)
        return meaning

    def _member(self, of: Meaning, name: str) -> Meaning:
        """A member of what is given; nothing at all if that is an object without it, or a text.

        One that is set is what a function that is given sets of what it is called with.
        """
        if is_setter(name) and not isinstance(of, Parameter):
            return set_by(self._evaluator, of, name.removesuffix(SETTER))
        for option in each(of):
            if isinstance(option, Record):
                return self._evaluator.entry(option, name.removesuffix(OR_ITSELF)) or Constant("")
            if isinstance(option, Constant):
                return option if is_empty(option) else UNKNOWN
            if isinstance(option, Sequence) and _is_beyond(option, name):
                return Constant("")
        found = self._evaluator.member(of, name, self._place)
        has_none = (
            isinstance(one, Text) and self._evaluator.member(one, name, self._place) == UNKNOWN
            for one in each(of)
            if one == of or one != UNKNOWN_TEXT
        )
        return Constant("") if any(has_none) else found

    def mistakes(self, url: Text) -> bool:
        """Whether the caller gives an object for the text that ends a URL, or a text for the object which has that."""
        last = url.parts[-1] if url.parts else None
        if not isinstance(last, ParameterPart) or last.default is not None or last.between is not None:
            return False
        meaning = self._find_meaning(last)
        if meaning is not None and all(isinstance(one, Record | Sequence) for one in each(without_nothing(meaning))):
            return True
        of = self._find_meaning(replace(last, members=())) if last.members else None
        is_text = of is not None and all(isinstance(one, Text) for one in each(without_nothing(of)))
        return is_text and meaning == Constant("")

    def last(self, url: Text) -> tuple[Text, ...]:
        """What the caller gives for the last part of this URL's path."""
        return tuple(
            text for part in path_of(url).parts[-1:] if isinstance(part, ParameterPart) for text in self._part(part)
        )

    def gives_path(self, url: Text) -> bool:
        """Whether the caller gives the last part of this URL's path, one with a slash, or a path for its first.

        What stands there if it gives nothing is none of its own. Right behind a base, a word is a path.
        """
        segments = (text for part in segments_behind_base(url) for text in self._part(part))
        if any(isinstance(piece, str) and piece for text in segments for piece in text.parts):
            return True
        first = [one for one in url.parts[:1] if isinstance(one, ParameterPart)]
        given = [one for one in first if one.owner != self._called or self._argument(one) is not None]
        starts = [text for part in given for text in self._part(part)]
        rest = any("/" in part for text in self.last(url) for part in text.parts if isinstance(part, str))
        return rest or any(_PATH.match(text.raw()) for text in starts)

    def hands_on_path(self, url: Text) -> bool:
        """Whether the caller hands on what it is given itself for the last part of this URL's path.

        Then that is the question for its own callers. But below a path behind a base that the caller gives, what is
        handed on is a segment.
        """
        based = any(isinstance(part, ParameterPart) and part.owner == self._called for part in url.parts[:1])
        is_segment = based and any(str(part).endswith("/") for part in path_of(url).parts[-2:-1])
        segments = [text for part in segments_behind_base(url) for text in self._part(part)]
        handed = segments or ([] if is_segment else self.last(url))
        return any(isinstance(part, ParameterPart) for text in handed for part in text.parts[:1])

    def unmet_conditions(self, conditions: frozenset[Condition], *, made: bool = True) -> frozenset[Condition] | None:
        """The conditions that are the caller's own callers' to meet; None if the caller fails one of them.

        With `made` also those of others, which make what the caller hands on; else what these give is left aside.
        """
        left: set[Condition] = set()
        for condition in conditions:
            if self._is_left_out(condition.given):
                if condition.other == (condition.texts == NOTHING):
                    return None
                continue
            if condition.edge:
                unmet = self._unmet_at_edge(condition)
                if unmet is None:
                    return None
                left |= unmet
                continue
            found = self._distinguishing_texts(condition.given)
            found = found if made else [one for one in found if not self._is_made(one)] or found
            if condition.texts == NOTHING:
                there = self._is_there(condition.given)
                if condition.other not in there:
                    return None
                if there == {True}:
                    continue
            elif all(isinstance(one, str) and (one in condition.texts) == condition.other for one in found):
                return None
            is_met = any(isinstance(one, str) and (one in condition.texts) != condition.other for one in found)
            if condition.certain and not is_met and not any(isinstance(one, ParameterPart) for one in found):
                return None
            for one in found:
                # What another function gives to what it makes is for its callers, whatever others give to theirs.
                if isinstance(one, ParameterPart) and (len(found) == 1 or not is_met or self._is_made(one)):
                    left.add(replace(condition, given=one))
        return frozenset(left)

    def _unmet_at_edge(self, condition: Condition) -> frozenset[Condition] | None:
        """What of a condition on an end of a text is the caller's own callers' to meet; None if it is not met."""
        found = self.text(Text((condition.given,)))
        at = 0 if condition.edge == BEGINS else -1
        outermost = list(dict.fromkeys(text.parts[at] if text.parts else "" for text in found))
        if len(outermost) == 1 and isinstance(outermost[0], ParameterPart):
            return frozenset((replace(condition, given=outermost[0]),))
        has = EDGES[condition.edge]
        told = [{has(text, Text((one,))) for one in condition.texts} for text in found]
        known = [True if True in one else None if None in one else False for one in told]
        return None if known and all(one is condition.other for one in known) else frozenset()

    def makers(self, conditions: Iterable[Condition]) -> frozenset[Definition]:
        """The functions whose callers are to meet some of these because they make what the caller hands on."""
        return frozenset(one.given.owner for one in conditions if self._is_made(one.given))

    def _is_made(self, one: str | ParameterPart | None) -> bool:
        """Whether it is what another function is given than the one in which the call stands."""
        view = self._evaluator.view(self._place.path)
        return isinstance(one, ParameterPart) and one.owner != Definition(view.path, view.key(self._place.scope))

    def _distinguishing_texts(self, part: ParameterPart) -> list[str | ParameterPart | None]:
        """What the caller gives for a part, as far as that tells it apart from others."""
        meaning = self._find_meaning(part)
        if meaning is not None and any(map(is_told, each(meaning))):
            return compared_by(meaning)
        return [one for text in self.text(Text((part,))) for one in compared_by(text)]

    def _is_there(self, part: ParameterPart) -> frozenset[bool]:
        """Whether the caller can give anything at all for a part, and whether it can give nothing.

        What a call makes is there, as far as nothing says otherwise; what it looks up may be nothing.
        """
        meaning = self._find_meaning(part)
        found = frozenset((True, False)) if meaning is None else is_there(meaning)
        given = self._given.get((part.owner, part.index))
        if meaning is None or given is None or any(isinstance(one, Constant) for one in each(meaning)):
            return found
        values: list[facts.Value] = [given.value]
        for member in part.members:
            values = [held for one in values for held in self._evaluator.field(one, member, given.place)]
        bound = [one for value in values for one in self._bound_values(value, given.place)]
        return frozenset((True,)) if bound and all(map(self._makes, bound)) else found

    def _makes(self, value: facts.Value) -> bool:
        """Whether a value is what a call gives that makes it, and does not look it up: `kwargs.get("async")`."""
        methods = self._evaluator.catalogue.text_methods
        is_looked_up = isinstance(value, facts.Call) and "entry" in methods.get(last_name(value.callee), ())
        return isinstance(value, facts.Call) and not is_looked_up

    def _bound_values(self, value: facts.Value, place: Place) -> list[facts.Value]:
        """What a name has been bound to where it is written; the value itself if it is none."""
        if not isinstance(value, facts.Name):
            return [value]
        visible = self._evaluator.project.visible(
            self._evaluator.view(place.path), place.scope, value.name, value.start
        )
        return [one.value for one in visible if one.start <= value.start]

    def written_argument(self, text: Text) -> facts.Value | None:
        """The argument that states the last part of this text that the caller gives, before a query if it can.

        It may be what stands there if the caller gives nothing.
        """
        of_path = path_of(text).given_parts
        named = (given for one in text.route_urls for given in one.name.given_parts)
        for part in (*named, *reversed(of_path), *reversed(text.given_parts[len(of_path) :])):
            value = self._argument(part) if part.owner == self._called else self._written_before(part)
            if part.default is not None and part.default.given_parts and not self._is_stated(part):
                value = self.written_argument(part.default) or value
            if value is not None:
                return value
        return None

    def _written_before(self, part: ParameterPart) -> facts.Value | None:
        """What the call before this one was given in its own text: `request.path("/users").get()`."""
        given = self._given.get((part.owner, part.index))
        if given is None or given.place.path != self._place.path or not isinstance(given.value, _WITH_SPAN):
            return None
        return given.value if self._call.start <= given.value.start < given.value.end <= self._call.end else None

    def _is_stated(self, part: ParameterPart) -> bool:
        """Whether some of what the caller gives for a part is known."""
        return any(map(_states_something, texts(self._find_meaning(part) or UNKNOWN)))

    def argument(self, part: ParameterPart) -> Argument | None:
        """What the caller gives for a part, as an expression."""
        given, members = self._item_taken(part) or (self._given.get((part.owner, part.index)), part.members)
        if not isinstance(given, Argument):
            return None
        value = given.value
        for name in members:
            start = self._call.start
            value = Element(value, Hole()) if name == ITEM else Member(value, name, start, start)
        return Argument(value, given.place)

    def _argument(self, part: ParameterPart) -> facts.Value | None:
        item, members = self._item_taken(part) or (None, ())
        if isinstance(item, Argument) and item.place.path == self._place.path:
            taken = item.value
            for member in members:
                taken = entry(taken, member) or taken
            return taken
        parameters = self._evaluator.project.facts_of(part.owner).parameters
        if part.index >= len(parameters):  # It has changed since it was found to state something.
            return None
        name = parameters[part.index].label
        position = sum(p.kind != "self" for p in parameters[: part.index])
        positional = [given.value for given in self._call.arguments if given.name == ""]
        value = next((given.value for given in self._call.arguments if given.name == name), None)
        if value is None and position < len(positional):
            value = positional[position]
        for member in part.members:
            held = [] if value is None else self._evaluator.field(value, member, self._place)
            value = held[0] if held else entry(value, member.removesuffix(OR_ITSELF)) or value
        return value


def _is_beyond(listed: Sequence, name: str) -> bool:
    """Whether a list certainly has no item of this number."""
    items = listed.value.items
    return name.isdecimal() and int(name) >= len(items) and not any(isinstance(item, Element) for item in items)


def _states_something(text: Text) -> bool:
    """Whether some of a text is known."""
    return any(isinstance(part, str) and part for part in text.parts)


def _lists(part: ParameterPart) -> list[ParameterPart]:
    """The lists out of which loops take what a caller gives, outer ones first."""
    at = [number for number, name in enumerate(part.members) if name == ITEM]
    return [ParameterPart(part.owner, part.index, part.members[:number]) for number in at]


_WORD = regex(r"\w")
_SLASH = regex(r"(?<!/)/\Z")
_PATH = regex(r"/|[A-Za-z_][\w-]*/[\w{]")
"""What a path begins with, be it without its first slash: then it is more than a word, and no host."""
_WITH_SPAN = (facts.Literal, facts.Concat, facts.Name, facts.Member, facts.Call)


def _has_own_base(text: Text) -> bool:
    """Whether a text is a path below a base that is not known: what is put before it stands in the place of that."""
    return len(text.parts) > 1 and text.parts[0] == GAP and str(text.parts[1]).startswith("/")


def _without_second_slash(filled: Text, text: Text) -> Text:
    """A path that begins with a slash before a path of the caller's: it is none of a host (`/` and `/users`)."""
    first = filled.parts[0] if filled.parts and not text.raw().startswith("//") else ""
    rest = first.lstrip("/") if isinstance(first, str) and first.startswith("//") else ""
    return replace(filled, parts=(f"/{rest}", *filled.parts[1:])) if rest else filled
