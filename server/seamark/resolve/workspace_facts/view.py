"""A file's facts, arranged for looking things up."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, TypeVar

from seamark.extract.facts import (
    AFTER_ALL,
    DEFAULTS,
    MODULE,
    NAMELESS_LIST,
    Argument,
    Assignment,
    Binding,
    Branch,
    Call,
    Definition,
    Element,
    Facts,
    Filling,
    Function,
    Guard,
    Hole,
    Import,
    List,
    Literal,
    Loop,
    Member,
    Name,
    Object,
    Scalar,
    Site,
    Value,
    lengthens,
    module_stems,
)
from seamark.extract.nested_spans import OUTSIDE, NestedSpans
from seamark.resolve.port_model import PortSymbol

from .control_flow import Block, Running, StepT
from .held_names import Holders, holders, of_items
from .name_bindings import NameBindings
from .tested import TestedCall, tested_calls

NAMELESS = "()"
"""What stands in keys for the name of what has none."""

FURTHER = "~"
"""What stands in keys of calls that nobody asked for."""

MAX_SCOPES = 64
"""How many scopes around one are looked into, before the file's top level."""
MAX_BINDINGS = 64
"""How many bindings of a name may hold at a position: no more are told apart (`control_flow.MAX_STATES`)."""
LONGEST_KEY = 500
"""The key of a definition says what is around it up to so many characters: a number tells apart what is deeper."""
EVERYTHING: Block = (0, AFTER_ALL)


_NONE: frozenset[str] = frozenset()


class FieldValue(NamedTuple):
    """A value that a field of an object is given, an expression for the object, and what is made in the same function.

    `beside` are the names of the classes of which it makes objects: one may be made for the other. The object is the
    function's `own` if no other one has it but those that it calls.
    """

    of: Value
    value: Value
    scope: int
    start: int
    beside: frozenset[str]
    own: bool


class ListAddition(NamedTuple):
    """What is added to a list, and what has that list: `path = url.segments(); path.push(added)`."""

    of: Value
    added: Value
    start: int


class Beginning(NamedTuple):
    """With what an expression begins, and what is taken of that: `a` and `b` of `a.b(c).d`."""

    root: Value
    member: str


class _Bound(NamedTuple):
    """A binding as a step: where it stands."""

    binding: Binding
    start: int


SUMMED_UP: Mapping[str, object] = {"named": ((), ()), "exports": (), "received": (), "given": ()}
"""The kinds of questions about a name and a file which most files answer with nothing, and what that is.

Of what is `named`, only the file's top level is summed up.
"""


class _MadeEntry(NamedTuple):
    key: str
    value: Call


class View:
    """One file's facts, with an index of its names.

    Each definition has a **key**: the names from the outermost definition to it, and a number where that is not
    enough to tell it apart. Each call that makes something has one too: where it stands, what is called, and a
    number. Keys do not change when text elsewhere in the file does.

    `triggered` tells whether the file's text alone speaks of something that the catalogue knows. A file of which that
    is not so is read for its calls of what others wrap, and of what they offer (routers, clients), and for nothing
    else: whether it is read at all depends on what other files hold, and what it says by itself must not.
    """

    def __init__(self, path: str, facts: Facts, *, triggered: bool = True) -> None:
        self.path = path
        self.triggered = triggered
        self.facts = facts
        self.keys: list[str] = []
        self._by_key: dict[str, int] = {}
        self._namesake_counts: dict[str, int] = {}
        self.imports: list[tuple[int, Import]] = []
        """What names are bound to that is imported, with the scopes in which they are."""
        self._bindings: dict[tuple[int, str], list[Binding]] = {}
        self._summaries: dict[tuple[int, str], NameBindings] = {}
        self._definitions: dict[tuple[int, str], list[int]] = {}
        self._within: dict[int, list[int]] = {}
        self._received: dict[str, list[int]] = {}
        self._exports: dict[str, list[Value]] = {}
        self._call_keys: dict[tuple[int, int], str] = {}
        self._scopes: dict[int, tuple[int, ...]] = {}
        self._scopes_of: dict[tuple[int, int], int] = {}
        self._ordinals: dict[str, dict[int, int]] = {}
        self._turns: dict[tuple[int, str], tuple[tuple[int, ...] | None]] = {}
        self._possible_bindings: dict[tuple[int, str, int], list[Binding]] = {}
        self._beginnings: dict[int, tuple[Call, Beginning]] = {}
        self.marked_tests: dict[int, bool] = {}
        """Whether definitions are said to be test code, as far as `in_test` was asked."""
        self._spans = NestedSpans([(d.start, d.end) for d in facts.definitions])
        for index, definition in enumerate(facts.definitions):
            self._add_key(index, definition)
        for binding in facts.bindings:
            self._bindings.setdefault((binding.scope, binding.name), []).append(binding)
            if type(binding.value) is Import:
                self.imports.append((binding.scope, binding.value))
        for export in facts.exports or ():
            self._exports.setdefault(export.name, []).append(export.value)
        seen: dict[str, int] = {}
        for site in facts.sites:
            stem = f"{self.key(site.scope)}:{last_name(site.call.callee)}"
            seen[stem] = seen.get(stem, 0) + 1
            self._call_keys[site.call.start, site.call.end] = f"{stem}#{seen[stem]}"

    def _add_key(self, index: int, definition: Definition) -> None:
        above = "" if definition.parent == MODULE else self.keys[definition.parent] + "."
        if len(above) > LONGEST_KEY:
            above = above[: above.rfind(".", 0, LONGEST_KEY) + 1]
        stem = key = above + (definition.name or NAMELESS)
        number = self._namesake_counts.get(stem, 1)
        while key in self._by_key:
            number += 1
            key = f"{stem}#{number}"
        self._namesake_counts[stem] = number
        self.keys.append(key)
        self._by_key[key] = index
        self._definitions.setdefault((definition.parent, definition.name), []).append(index)
        if definition.receiver is not None:
            self._received.setdefault(_class_name(definition.receiver), []).append(index)
        elif definition.name:
            self._within.setdefault(definition.parent, []).append(index)

    def twin(self, path: str) -> View:
        """The view of another file with the same text."""
        twin = copy(self)
        twin.path = path
        return twin

    def key(self, scope: int) -> str:
        """The key of a definition by its index; the empty text for the file itself."""
        return "" if scope == MODULE else self.keys[scope]

    def index(self, key: str) -> int | None:
        """The index of the definition with this key."""
        return self._by_key.get(key)

    def named_scope(self, index: int) -> int:
        """The innermost function with a name at or around this one; `MODULE` if there is none."""
        for scope in self.scopes(index):
            if scope == MODULE:
                break
            definition = self.facts.definitions[scope]
            if definition.name and definition.kind not in ("class", "module"):
                return scope
        return MODULE

    def outermost(self, index: int) -> int:
        """The function with a name around this one in which all of its callers stand, but for those of methods.

        That is `useUsers` for the `queryFn` in it, and the method for what stands in one; `MODULE` if there is none.
        """
        scope = self.named_scope(index)
        while scope != MODULE:
            parent = self.facts.definitions[scope].parent
            around = self.named_scope(parent)
            is_in_class = around != MODULE and self.facts.definitions[parent].kind == "class"
            if around == MODULE or is_in_class or scope in self.objects_around:
                break
            scope = around
        return scope

    def symbol(self, index: int) -> PortSymbol:
        """A definition, or with `MODULE` the file, as people see it. A nameless function's qualified name is empty."""
        if index == MODULE:
            return PortSymbol(self.path, "file", self.path)
        definition, offset = self.facts.definitions[index], self.facts.gap.offset
        name = self._qualified_name(index)
        return PortSymbol(
            path=self.path,
            kind=definition.kind,
            qualified_name=name,
            start=offset(definition.start),
            end=offset(definition.end),
            name_start=offset(definition.name_start),
            name_end=offset(definition.name_end),
            ordinal=self._ordinal(index),
        )

    def symbol_at(self, start: int, scope: int) -> PortSymbol:
        """The innermost function with a name around a place, or the entry of an object that goes by its key there.

        That is what a function gives which makes all of these by what it is given: `(b) => ({ list: b.query(…) })`.
        """
        for around in self.scopes(scope):
            entry = self._entry_at(start, around) if around != MODULE else None
            if entry is not None:
                of, at = self.symbol(self.named_scope(around)), self.facts.gap.offset
                begin, end = at(entry.value.start), at(entry.value.end)
                name = f"{of.qualified_name}.{entry.key}" if of.kind != "file" else entry.key
                return PortSymbol(self.path, "function", name, begin, end, begin, begin)
        return self.symbol(self.named_scope(scope) if scope != MODULE else MODULE)

    def _entry_at(self, start: int, scope: int) -> _MadeEntry | None:
        """The entry around a place of an object that a function gives, which it makes by what it is given."""
        function = self.facts.definitions[scope]
        taken = {one.name for one in function.parameters}
        for entry in (one for value in function.returns if isinstance(value, Object) for one in value.entries):
            match entry.value:
                case Call(callee=Member(of=Name(name=name)), start=begin, end=end) as call:
                    if name in taken and begin <= start < end and entry.key not in ("", "..."):
                        return _MadeEntry(entry.key, call)
        return None

    def _ordinal(self, index: int) -> int:
        """How many definitions before one have its qualified name."""
        name = self.facts.definitions[index].name
        known = self._ordinals.get(name)
        if known is None:
            counts: Counter[str] = Counter()
            known = self._ordinals[name] = {}
            for one in self._namesakes[name]:
                qualified = self._qualified_name(one)
                known[one] = counts[qualified]
                counts[qualified] += 1
        return known[index]

    @cached_property
    def _namesakes(self) -> dict[str, list[int]]:
        """The definitions by their names alone."""
        found: dict[str, list[int]] = {}
        for index, definition in enumerate(self.facts.definitions):
            found.setdefault(definition.name, []).append(index)
        return found

    def _qualified_name(self, index: int) -> str:
        if not self.facts.definitions[index].name:
            return ""
        around = [self.facts.definitions[scope] for scope in self.scopes(index) if scope != MODULE]
        owned = [
            (*((_class_name(d.receiver),) if d.receiver is not None and d.kind == "method" else ()), d.name)
            for d in around
        ]
        return ".".join(name for names in reversed(owned) for name in names if name)

    def call_key(self, call: Call) -> str:
        """A name for this call that edits elsewhere do not change."""
        place = call.start, call.end
        return self._call_keys.get(place) or self._further_keys.get(place) or self._stem(call)

    @cached_property
    def blocks(self) -> dict[tuple[int, int], tuple[int, int]]:
        """The innermost conditional block around each call site, by the call's place."""
        return {(s.call.start, s.call.end): (s.block_start, s.block_end) for s in self.facts.sites}

    @cached_property
    def known_conditions(self) -> dict[tuple[int, int], tuple[Value, ...]]:
        """The expressions that are true where each call site runs, by the call's place."""
        return {(s.call.start, s.call.end): s.holds for s in self.facts.sites if s.holds}

    @cached_property
    def awaited_calls(self) -> frozenset[tuple[int, int]]:
        """The places of the calls whose outcome is waited for."""
        return frozenset((s.call.start, s.call.end) for s in self.facts.sites if s.awaited)

    @cached_property
    def tested_calls(self) -> dict[tuple[int, int], TestedCall]:
        """What is known of the calls in conditions of functions that tell texts apart, by their places."""
        found: dict[tuple[int, int], TestedCall] = {}
        for definition in self.facts.definitions:
            for place, one in tested_calls(definition.steps):
                found.setdefault(place, one)  # What is compared with zero is a call, too.
        return found

    def guard(self, offset: int) -> Guard | None:
        """What guards the innermost block of those around `offset` that are guarded."""
        index = self._guard_spans.innermost(offset, offset, itself=True)
        return None if index == OUTSIDE else self.facts.guards[index]

    def guard_of(self, block: Block) -> Guard | None:
        """What guards this block; None if that is not known."""
        return next((one for one in self.guards_around(block[0]) if (one.start, one.end) == block), None)

    def guards_around(self, offset: int) -> Iterator[Guard]:
        """What guards each of the guarded blocks around `offset`, from the innermost on."""
        index = self._guard_spans.innermost(offset, offset, itself=True)
        while index != OUTSIDE:
            yield self.facts.guards[index]
            index = self._guard_spans.parents[index]

    @cached_property
    def _guard_spans(self) -> NestedSpans:
        return NestedSpans([(guard.start, guard.end) for guard in self.facts.guards])

    @cached_property
    def names_of_items(self) -> frozenset[str]:
        """The names that may stand for an item of a list through which a loop goes, or for what is made of one."""
        return of_items(self.facts.bindings)

    @cached_property
    def loops(self) -> dict[tuple[int, int], Loop]:
        """The loops that add to a text or a list, by the places of their bodies."""
        return {(loop.body, loop.end): loop for loop in self.facts.loops}

    def root_of(self, value: Value) -> Name | None:
        """The name with which an expression of the file begins, if it does: that of `a` for `a.b(c).d`."""
        root = self.beginning(value).root
        return root if isinstance(root, Name) else None

    def beginning(self, value: Value) -> Beginning:
        """How an expression of the file begins. Of a chain each call is asked for, which all begin in the same way."""
        passed: list[Call] = []
        known: tuple[Call, Beginning] | None = None
        member = ""
        while known is None and isinstance(value, Member | Element | Call):
            if isinstance(value, Call):
                known = self._beginnings.get(id(value))
                passed.append(value)
            member = value.name if isinstance(value, Member) else ""
            value = value.callee if isinstance(value, Call) else value.of
        found = Beginning(value, member) if known is None else known[1]
        self._beginnings.update((id(call), (call, found)) for call in passed)
        return found

    def call_after(self, call: Call) -> Call | None:
        """The call on what a call gives that stands right after it: `a.b().c()` for `a.b()`."""
        return self._next_calls.get((call.start, call.end))

    @cached_property
    def _next_calls(self) -> dict[tuple[int, int], Call]:
        found: dict[tuple[int, int], Call] = {}
        for site in self.facts.sites:
            call, before = site.call, _before_in_chain(site.call)
            while before is not None and (before.start, before.end) not in found:
                found[before.start, before.end] = call
                call, before = before, _before_in_chain(before)
        return found

    def list_additions(self, scope: int, member: str) -> list[ListAddition]:
        """What is added in this scope to lists that a member of this name gives, in the order of the text."""
        found: list[ListAddition] = []
        for binding in self._longer_lists.get(scope, ()):
            match binding.value:
                case List(items=(Element(of=of), added)):
                    longer = [*self._bound_before(binding, of), *([of] if isinstance(of, Call) else [])]
                    givers = [giver for giver in (_giver(value, member) for value in longer) if giver is not None]
                    found += [ListAddition(giver, added, binding.start - 1) for giver in givers[-1:]]
        return found

    @cached_property
    def _longer_lists(self) -> dict[int, list[Binding]]:
        """The bindings in each scope to a list with one item more."""
        found: dict[int, list[Binding]] = {}
        for binding in self.facts.bindings:
            match binding.value:
                case List(items=(Element(), _)):
                    found.setdefault(binding.scope, []).append(binding)
        return found

    def _bound_before(self, binding: Binding, of: Value) -> list[Value]:
        """What the name was bound to before that a binding gives more to, be it by a chain of calls."""
        while isinstance(of, Call) and isinstance(of.callee, Member):
            of = of.callee.of
        if not isinstance(of, Name) or binding.name not in (of.name, NAMELESS_LIST):
            return []
        return [one.value for one in self.bindings(binding.scope, of.name) if one.start < binding.start]

    def names(self, kind: str) -> Iterable[str]:
        """The names about which a question of this kind has an answer that says something: see `SUMMED_UP`."""
        match kind:
            case "named":
                known = (*self._bindings, *self._definitions)
                return {name for scope, name in known if scope == MODULE}
            case "exports":
                return self._exports
            case "received":
                return self._received
        return self._values_by_field

    def field_values(self, name: str) -> list[FieldValue]:
        """What fields of this name are given, in the order of the text: where they are set, and where objects of
        classes are made.
        """
        return self._values_by_field.get(name, [])

    @cached_property
    def _values_by_field(self) -> dict[str, list[FieldValue]]:
        calls = {place: call for place, call in self._held_calls if call.new}.values()
        made: dict[int, set[str]] = {}
        for call in calls:
            made.setdefault(self.scope_at(call.start), set()).add(last_name(call.callee))
        beside = {scope: frozenset(names) for scope, names in made.items()}
        found = [
            (
                one.target.name,
                FieldValue(
                    one.target.of,
                    one.value,
                    one.scope,
                    one.target.start,
                    beside.get(one.scope, _NONE),
                    self._is_own(one.target.of, one.scope),
                ),
            )
            for one in self.facts.assignments
        ]
        for call in calls:
            scope = self.scope_at(call.start)
            named = [one for one in call.arguments if one.name]
            own = self._is_own(call, scope)
            found += [(one.name, FieldValue(call, one.value, scope, call.start, beside[scope], own)) for one in named]
        given: dict[str, list[FieldValue]] = {}
        for name, one in sorted(found, key=lambda pair: pair[1].start):
            given.setdefault(name, []).append(one)
        return given

    def field_values_before(self, scope: int, variable: str, name: str, at: int) -> Iterator[FieldValue]:
        """What a field of a variable is given in this scope before a position, the last first."""
        given = self._values_of_variables.get((scope, variable, name), [])
        return (given[index] for index in reversed(range(bisect_left(given, at, key=attrgetter("start")))))

    @cached_property
    def _values_of_variables(self) -> dict[tuple[int, str, str], list[FieldValue]]:
        found: dict[tuple[int, str, str], list[FieldValue]] = {}
        for name, given in self._values_by_field.items():
            for one in given:
                if isinstance(one.of, Name):
                    found.setdefault((one.scope, one.of.name, name), []).append(one)
        return found

    def members_set_before(self, scope: int, variable: str, at: int) -> list[Assignment]:
        """The members of a variable that are set in this scope before a position; if these are very many, the last."""
        found = self._members_set.get((scope, variable), [])
        before = bisect_left(found, at, key=lambda one: one.target.start)
        return found[max(0, before - MAX_BINDINGS) : before]

    @cached_property
    def _members_set(self) -> dict[tuple[int, str], list[Assignment]]:
        found: dict[tuple[int, str], list[Assignment]] = {}
        for one in sorted(self.facts.assignments, key=lambda one: one.target.start):
            if isinstance(one.target.of, Name):
                found.setdefault((one.scope, one.target.of.name), []).append(one)
        return found

    def _is_own(self, of: Value, scope: int) -> bool:
        """Whether only one function has an object: a variable that it does not keep, or one that is made for a call."""
        if scope == MODULE:
            return False
        if isinstance(of, Call):
            return (of.start, of.end) in self._made_for_calls
        bound = self.bindings(scope, of.name) if isinstance(of, Name) else []
        begun = all(isinstance(one.value, Hole | Object | List | Scalar | Call) for one in bound)
        return bool(bound) and begun and isinstance(of, Name) and (scope, of.name) not in self._reused_variables

    @cached_property
    def _reused_variables(self) -> frozenset[tuple[int, str]]:
        """The variables that are returned, or to which something else is set."""
        facts = self.facts
        returned = [(scope, value) for scope, one in enumerate(facts.definitions) for value in one.returns]
        bound = [(one.scope, one.value) for one in facts.bindings]
        assigned = [(one.scope, one.value) for one in facts.assignments]
        values = (*returned, *bound, *assigned)
        return frozenset((scope, value.name) for scope, value in values if isinstance(value, Name))

    @cached_property
    def _made_for_calls(self) -> frozenset[tuple[int, int]]:
        """The calls that make an object as the argument of another one."""
        calls = (*(call for _, call in self._held_calls), *(site.call for site in self.facts.sites))
        given = (one.value for call in calls if not call.new for one in call.arguments)
        return frozenset((one.start, one.end) for one in given if isinstance(one, Call) and one.new)

    @cached_property
    def _held_calls(self) -> list[tuple[tuple[int, int], Call]]:
        """All calls that values hold, by their places: one place can have several."""
        return [((call.start, call.end), call) for call in self._holders.held]

    def fillings(self, scope: int, name: str) -> list[Filling]:
        """The calls that may leave a text in a variable of this scope, in the order of the text."""
        return [one for one in self.facts.fillings if (one.scope, one.name) == (scope, name)]

    def fields(self, class_: int) -> tuple[str, ...]:
        """The names that are bound directly in a class, in the order of the text."""
        bound = (one.name for one in self.bindings_in(class_))
        return tuple(dict.fromkeys(name for name in bound if not name.endswith(DEFAULTS)))

    def _stem(self, call: Call) -> str:
        return f"{self.key(self.scope_at(call.start))}:{last_name(call.callee)}"

    @cached_property
    def _further_keys(self) -> dict[tuple[int, int], str]:
        """The keys of calls that nobody asked for, but that values hold."""
        calls = dict(self._held_calls)
        seen: dict[str, int] = {}
        keys: dict[tuple[int, int], str] = {}
        for place in sorted(calls.keys() - self._call_keys.keys()):
            stem = self._stem(calls[place])
            seen[stem] = seen.get(stem, 0) + 1
            keys[place] = f"{stem}{FURTHER}{seen[stem]}"
        return keys

    @cached_property
    def _chains(self) -> dict[int, list[Call]]:
        chains: dict[int, list[Call]] = {}
        for site in self.facts.sites:
            chains.setdefault(site.call.start, []).append(site.call)
        return chains

    def calls_on_result(self, call: Call) -> list[Call]:
        """The call sites on what a call gives: `call().b().c()`."""
        return [other for other in self._chains.get(call.start, ()) if other.end > call.end]

    @cached_property
    def _takers(self) -> dict[int, Call]:
        given = ((argument.value, site.call) for site in self.facts.sites for argument in site.call.arguments)
        return {value.definition: call for value, call in given if isinstance(value, Function)}

    @cached_property
    def _holders(self) -> Holders:
        return holders(self.facts)

    @property
    def calls_by_function(self) -> Mapping[int, Sequence[tuple[str, Call]]]:
        """The calls that are given a function where it is defined, each after a name of what it gives, by function."""
        return self._holders.taken

    @cached_property
    def _keys_of_takers(self) -> dict[int, tuple[Call, str]]:
        given = ((argument.value, site.call) for site in self.facts.sites for argument in site.call.arguments)
        entries = ((entry, call) for value, call in given if isinstance(value, Object) for entry in value.entries)
        return {one.value.definition: (call, one.key) for one, call in entries if isinstance(one.value, Function)}

    @property
    def objects_around(self) -> Mapping[int, tuple[Object, ...]]:
        """The objects in which functions are written as entries, inside out, by the function."""
        return self._holders.objects

    def given_to(self, whole: Object) -> Call | None:
        """The call that is given an object of the file as an argument where it is written."""
        return self._holders.calls.get(id(whole))

    def taker_by_key(self, index: int) -> tuple[Call, str] | None:
        """The call site that is given this function in an object, and the function's key there."""
        return self._keys_of_takers.get(index)

    def taker(self, index: int) -> Call | None:
        """The call site that is given this function where it is defined."""
        return self._takers.get(index)

    def scope_at(self, offset: int) -> int:
        """The innermost definition that holds this offset."""
        return self._spans.innermost(offset, offset)

    def scopes(self, scope: int) -> tuple[int, ...]:
        """The scope and those around it, inside out; if these are very many, the innermost ones and the outermost."""
        known = self._scopes.get(scope)
        if known is None:
            around = [scope]
            while around[-1] != MODULE:
                around.append(self.facts.definitions[around[-1]].parent if len(around) < MAX_SCOPES else MODULE)
            known = self._scopes[scope] = tuple(around)
        return known

    def bindings(self, scope: int, name: str) -> list[Binding]:
        """What `name` is bound to in this scope, in the order of the text."""
        return self._bindings.get((scope, name), [])

    def bindings_in(self, scope: int) -> Sequence[Binding]:
        """All that is bound directly in this scope, in the order of the text."""
        return self._bindings_by_scope.get(scope, ())

    @cached_property
    def _bindings_by_scope(self) -> dict[int, list[Binding]]:
        return _by_scope(self.facts.bindings)

    @cached_property
    def names_worked_out(self) -> frozenset[str]:
        """The names that stand for members whose own names are worked out: `func = getattr(session, method)`."""
        return frozenset(one.name for one in self.facts.bindings if isinstance(one.value, Element))

    def sites_in(self, scope: int) -> Sequence[Site]:
        """The call sites directly in this scope, in the order of the text."""
        return self._sites_by_scope.get(scope, ())

    @cached_property
    def _sites_by_scope(self) -> dict[int, list[Site]]:
        return _by_scope(self.facts.sites)

    def summed_up(self, scope: int, name: str) -> NameBindings:
        """What is known of all that `name` is bound to in this scope."""
        known = self._summaries.get((scope, name))
        if known is None:
            known = self._summaries[scope, name] = NameBindings(self.bindings(scope, name), self.scope_of)
        return known

    def visible(self, scope: int, name: str, at: int) -> list[Binding]:
        """Those of a name's bindings that can hold at a position: the last one that must have run, and conditional
        ones since, the last ones if they are very many; of the arms of a branch only that in which the position is.

        If none stands before it (a function uses what is bound later), all count; of a file's variable that is only
        declared before, those of other functions do.
        """
        bindings = self.bindings(scope, name)
        if at < AFTER_ALL and name in self._names_of_blocks:
            bindings = [one for one in bindings if one.is_seen_at(at)]
        before = bisect_right(bindings, at, key=attrgetter("start")) or len(bindings)
        possible: Iterator[Binding] = (bindings[index] for index in reversed(range(before)))
        if scope == MODULE and before < len(bindings) and self.summed_up(scope, name).unset >= before:
            possible = chain(self.summed_up(scope, name).elsewhere(before, self.scope_at(at)), possible)
        found: list[Binding] = []
        for binding in possible:
            found.append(binding)
            must_have_run = binding.block_start <= at < binding.block_end or binding.block_start == 0
            if must_have_run or len(found) == MAX_BINDINGS:
                break
        found.reverse()
        if len(found) < 2 or bindings[0].start > at or at == AFTER_ALL or not self._arms:
            return found
        known = self._possible_bindings.get((scope, name, at))
        if known is None:
            known = self._possible_bindings[scope, name, at] = self._bindings_possible_at(found, at)
        return known

    def _bindings_possible_at(self, bindings: list[Binding], at: int) -> list[Binding]:
        """Which of these bindings of one name it may have at a position."""
        own = [(one.block_start, one.block_end) for one in bindings]
        steps, branches = self.leading_to([_Bound(one, one.block_start) for one in bindings], at)
        around = [(one.block_start, one.block_end) for one in branches.values()]
        optional = {block for block in (*own, *around) if not block[0] <= at < block[1]}
        running = Running[Binding | None, _Bound](
            branches, optional, lambda _, step: {step.binding: None}, left=self._arms_that_leave(branches, at)
        )
        states = running.through({None: None}, steps, EVERYTHING)
        return [binding for binding in bindings if binding in states] or bindings

    def _arms_that_leave(self, branches: Mapping[Block, Branch], at: int) -> frozenset[Block]:
        """The arms with which the function around a position ends; one within it that ends so goes on here."""
        left = {arm for branch in branches.values() for arm in branch.left}
        return frozenset(arm for arm in left if self.scope_at(arm[0]) == self.scope_at(at))

    def leading_to(self, steps: list[StepT], at: int) -> tuple[list[StepT], dict[Block, Branch]]:
        """Those steps that are in no other arm than a position is, and the branches that they stand in, by their arms.

        Arms in which the position itself is are none.
        """
        around = dict(self.arms_around(at))
        taken: list[StepT] = []
        branches: dict[Block, Branch] = {}
        for step in steps:
            holding = [(arm, branch) for arm, branch in self.arms_around(step.start) if arm not in around]
            if any(not around.keys().isdisjoint(branch.arms) for _, branch in holding):
                continue
            taken.append(step)
            branches.update((arm, branch) for _, branch in holding for arm in branch.arms)
        return taken, branches

    @cached_property
    def _names_of_blocks(self) -> frozenset[str]:
        """The names that a block of the file has for its own."""
        return frozenset(one.name for one in self.facts.bindings if one.block)

    def turns(self, scope: int, name: str) -> tuple[int, ...] | None:
        """The positions from which on a name may mean something else in a scope, in order: where it is bound, and where
        a block ends to which it belongs.

        None if more than that decides: it is bound several times in one of the scopes around, or what it stands for is
        changed in place.
        """
        known = self._turns.get((scope, name))
        if known is None:
            bound = [one for around in self.scopes(scope) if (one := self._bindings.get((around, name)))]
            is_plain = all(len(one) == 1 and not lengthens(one[0]) for one in bound) and not self._is_changed(name)
            at = (place for one in bound for place in (one[0].start, one[0].block_end)[: 1 + one[0].block])
            known = self._turns[scope, name] = (tuple(sorted(at)) if is_plain else None,)
        return known[0]

    def _is_changed(self, name: str) -> bool:
        """Whether what a variable of this name stands for may be changed in place somewhere in the file."""
        return self._has_growing_lists or name in self._changed_in_place

    @cached_property
    def _changed_in_place(self) -> frozenset[str]:
        """The names of variables that calls fill, and of objects whose members are set."""
        targets = (one.target.of for one in self.facts.assignments)
        named = {target.name for target in targets if isinstance(target, Name)}
        return frozenset(named.union(one.name for one in self.facts.fillings))

    @cached_property
    def _has_growing_lists(self) -> bool:
        """Whether something is added to a list, which may be one of the parts of what a name stands for."""
        lists = (one.value for one in self.facts.bindings if isinstance(one.value, List))
        return any(isinstance(item, Element) for one in lists for item in one.items[:1])

    def may_be_left_out(self, offset: int, at: int) -> bool:
        """Whether what stands at `offset` need not have run at `at`, which is behind it: it is in another arm."""
        guard, around = self.guard(offset), dict(self.arms_around(at))
        guarded = guard is not None and not guard.start <= at < guard.end
        return guarded or any(arm not in around for arm, _ in self.arms_around(offset))

    def arms_around(self, offset: int) -> Iterator[tuple[Block, Branch]]:
        """The arms around an offset, inside out, each with its branch."""
        index = self._arm_spans.innermost(offset, offset + 1)
        while index != OUTSIDE:
            yield self._arms[index]
            index = self._arm_spans.parents[index]

    def branch(self, arm: Block) -> Branch | None:
        """The branch of which a block is an arm; None if it is none."""
        return self._branches.get(arm)

    @cached_property
    def _branches(self) -> dict[Block, Branch]:
        return dict(self._arms)

    @cached_property
    def _arms(self) -> list[tuple[Block, Branch]]:
        arms = ((arm, branch) for branch in self.facts.branches for arm in branch.arms)
        return sorted(arms, key=lambda one: (one[0][0], -one[0][1]))

    @cached_property
    def _arm_spans(self) -> NestedSpans:
        return NestedSpans([arm for arm, _ in self._arms])

    def scope_of(self, binding: Binding) -> int:
        """Where a binding's value stands: an attribute can be bound in a method, other names in functions."""
        known = self._scopes_of.get((binding.scope, binding.start))
        if known is None:
            stands = self.scope_at(max(binding.start - 1, 0))
            of_class = binding.scope != MODULE and self.facts.definitions[binding.scope].kind == "class"
            known = stands if of_class or binding.scope in self.scopes(stands) else binding.scope
            self._scopes_of[binding.scope, binding.start] = known
        return known

    def definitions_named(self, scope: int, name: str) -> list[int]:
        """The definitions named `name` directly in this scope."""
        return self._definitions.get((scope, name), [])

    def within(self, scope: int) -> list[int]:
        """The definitions with names directly in this scope, in the order of the text."""
        return self._within.get(scope, [])

    def inheriting_classes(self, name: str) -> list[int]:
        """The classes that inherit from what is called so, here or where it is imported from: a module, by its stem."""
        return self._heirs.get(name, [])

    @cached_property
    def _heirs(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, definition in enumerate(self.facts.definitions):
            for called in {name for base in definition.bases for name in self._names_of_base(base)}:
                found.setdefault(called, []).append(index)
        return found

    def _names_of_base(self, base: Value) -> Iterator[str]:
        yield last_name(base)
        imported = (one.value for one in self.bindings(MODULE, base.name)) if isinstance(base, Name) else ()
        for value in imported:
            if isinstance(value, Import):
                yield from module_stems(value.module) if value.name in ("", "default") else (value.name,)

    def assignments_to(self, name: str) -> list[Assignment]:
        """The assignments to members of this name."""
        return self._assignments.get(name, [])

    @cached_property
    def _assignments(self) -> dict[str, list[Assignment]]:
        found: dict[str, list[Assignment]] = {}
        for one in self.facts.assignments:
            found.setdefault(one.target.name, []).append(one)
        return found

    @cached_property
    def is_script(self) -> bool:
        """Whether nothing is imported or exported."""
        return not self.facts.exports and not any(scope == MODULE for scope, _ in self.imports)

    def texts(self, scope: int) -> frozenset[tuple[str, str]]:
        """The texts that calls in a definition's own code are given, each with the name that is called.

        So are those that another call is given for these: `mg_match(uri, mg_str("/users"), NULL)`.
        """
        calls = [site.call for site in self.sites_in(scope)]
        given = [(last_name(call.callee), one.value) for call in calls for one in call.arguments]
        given += [(name, one.value) for name, made in given if isinstance(made, Call) for one in made.arguments]
        return frozenset((name, value.text) for name, value in given if isinstance(value, Literal))

    def scattered_definitions(self, name: str) -> list[int]:
        """The definitions that belong to a class of that name, though they stand outside of it."""
        return self._received.get(name, [])

    def is_named_in_scope(self, index: int) -> bool:
        """Whether the definition binds its name in the scope it stands in; methods and `const f = () =>` do not."""
        definition = self.facts.definitions[index]
        return (
            definition.kind != "method"
            and definition.receiver is None
            and definition.start <= definition.name_start < definition.end
        )

    @property
    def exported_names(self) -> tuple[str, ...]:
        """The names under which the file offers something, where its language has such a list."""
        return tuple(self._exports)

    def exports(self, name: str) -> list[Value]:
        """What the file offers under this name, where its language has such a list."""
        return self._exports.get(name, [])


_InScope = TypeVar("_InScope", Binding, Site)


def _by_scope(facts: Iterable[_InScope]) -> dict[int, list[_InScope]]:
    found: dict[int, list[_InScope]] = {}
    for one in facts:
        found.setdefault(one.scope, []).append(one)
    return found


def as_call(decorator: Value) -> Call | None:
    """A decorator as the call that it is in effect: one without parentheses has no arguments."""
    if isinstance(decorator, Name | Member):
        return Call(decorator, (), False, decorator.start, decorator.end)
    return decorator if isinstance(decorator, Call) else None


def _before_in_chain(call: Call) -> Call | None:
    """The call on what it gives that another one is."""
    return call.callee.of if isinstance(call.callee, Member) and isinstance(call.callee.of, Call) else None


def with_receiver(call: Call, callee: Member) -> Call:
    """The call of a method as one of a function that is given what it is called on before all else."""
    function = Name(callee.name, callee.start, callee.end)
    return Call(function, (Argument("", callee.of), *call.arguments), call.new, call.start, call.end)


def last_name(callee: Value) -> str:
    """The last name of a callee: `get` of `api.users.get`."""
    return callee.name if isinstance(callee, Name | Member | Import) else NAMELESS


def _class_name(receiver: Value) -> str:
    """What the class is called to which something belongs, without what its parameters are."""
    return _class_name(receiver.of) if isinstance(receiver, Element) else last_name(receiver)


def _giver(value: Value, member: str) -> Value | None:
    """What a chain of calls takes this member of, if it does so."""
    while isinstance(value, Call) and isinstance(value.callee, Member):
        if value.callee.name == member:
            return value.callee.of
        value = value.callee.of
    return None
