"""What an expression means once names are followed: the values of resolution."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from seamark.extract import facts

if TYPE_CHECKING:
    from seamark.catalogue import Method


class Definition(Struct, frozen=True):
    """A function, method or class: its file, and its key there (see `View`), which edits elsewhere do not change."""

    path: str
    key: str

    @property
    def name(self) -> str:
        """What it is called."""
        return self.key.rpartition(".")[2].partition("#")[0]


class Gap(Struct, frozen=True, tag=True):
    """A part of a text that is not known."""


class ParameterPart(Struct, frozen=True, tag=True):
    """A part of a text that a function's caller gives: parameter `index` of `owner`, then `members` of it.

    `default` is what the text has there if the caller gives nothing (`name ?? "all"`). The default that a parameter is
    declared with is no part of it: `evaluation.calls.parameters.arguments_by_parameter` puts that in. A `template` is
    formatted with what it is given for the rest. What is `handed` on is given for this one request, though another
    function makes it:
    see `field_assignments.handed_on`. Of a list, all items are meant with what stands `between` them. In a
    `case` its letters are put: see `partial_texts.texts.in_case`.
    """

    owner: Definition
    index: int
    members: tuple[str, ...] = ()
    default: Text | None = None
    template: bool = False
    handed: bool = False
    between: str | None = None
    case: str = ""


class RouteUrl(Struct, frozen=True, tag=True):
    """A part of a text that is the URL of a route by its `name`, which is one of those of a library (`space`).

    It is `bare` if nothing besides the name is given for the route's parameters.
    """

    space: str
    name: Text
    bare: bool = False


GAP = Gap()

Part: TypeAlias = str | Gap | ParameterPart | RouteUrl


class Text(Struct, frozen=True):
    """A string: parts that are known and parts that are not. It is `built` if the code puts it together of several."""

    parts: tuple[Part, ...]
    built: bool = False

    @property
    def known_string(self) -> str | None:
        """The string, if all of it is known."""
        return "".join(p for p in self.parts if isinstance(p, str)) if not self.unknown else None

    @property
    def unknown(self) -> bool:
        """Whether any part of it is not known."""
        return any(not isinstance(part, str) for part in self.parts)

    @property
    def given_parts(self) -> tuple[ParameterPart, ...]:
        """The parts that callers give."""
        return tuple(part for part in self.parts if isinstance(part, ParameterPart))

    @property
    def route_urls(self) -> tuple[RouteUrl, ...]:
        """The parts that are URLs of routes by their names."""
        return tuple(part for part in self.parts if isinstance(part, RouteUrl))

    def raw(self) -> str:
        """The text with `{}` for each unknown part, as `keys` takes it; a route's URL is a path of something."""
        return "".join(part if isinstance(part, str) else _raw(part) for part in self.parts)


def _raw(part: Gap | ParameterPart | RouteUrl) -> str:
    return "/{url}" if isinstance(part, RouteUrl) else "{}"


class Constant(Struct, frozen=True):
    """A number, boolean or null."""

    text: str


class Symbol(Struct, frozen=True):
    """Something that is not in the workspace: `fastapi.APIRouter`, `globalThis.fetch`.

    A method of a client or a router is one `of` that, by whatever name it goes.
    """

    name: str
    of: Made | None = None

    def member(self, name: str) -> Symbol:
        """What it offers under this name; as `default` itself."""
        return self if name == "default" else Symbol(f"{self.name}.{name}")


class Enumerator(Struct, frozen=True):
    """One of the constants of an enum of the workspace, of which nothing is known but which one it is."""

    of: Definition
    name: str


class Module(Struct, frozen=True):
    """A file of the workspace, as what it offers."""

    path: str


class Package(Struct, frozen=True):
    """A folder of the workspace, as the modules in it."""

    path: str


class Namespace(Struct, frozen=True):
    """A name for names of any files: what a file and those it includes offer, else something outside."""

    name: str


class Place(Struct, frozen=True):
    """Where an expression stands, and what is known of the parameters around it."""

    path: str
    scope: int
    arguments: Arguments = {}
    this: Meaning | None = None
    rounds: Mapping[facts.Element, Item] = {}
    """The item of a list that each loop is at, by the expression that takes one; else all are meant."""
    decided: Mapping[Decision, bool] = {}
    """How conditions turn out, as far as that is told: whether they are true, and whether blocks run."""
    by: str = ""
    """Which call of the function around it makes what is made there, if that is told apart from what others make."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is known of it but where it is."""
        return not (self.arguments or self.this is not None or self.rounds or self.decided or self.by)

    def within(self, scope: int) -> Place:
        """A place in another scope of the same file; outside of all functions, what these are given means nothing."""
        if scope == facts.MODULE:
            return Place(self.path, scope, rounds=self.rounds, decided=self.decided)
        if scope == self.scope:
            return self
        return Place(self.path, scope, self.arguments, self.this, self.rounds, self.decided, self.by)


class Argument(Struct, frozen=True):
    """What a call gives for a parameter: an expression, not looked into before somebody asks."""

    value: facts.Value
    place: Place


class Given(Struct, frozen=True):
    """What a function gives: which of the values that stand there for it, by its file and position."""

    path: str
    start: int


Decision: TypeAlias = Hashable
"""A condition, wherever it is written, which is true or not, a block, which runs or does not, or what is `Given`."""

Arguments: TypeAlias = Mapping[tuple[Definition, int], Argument]
"""What is given for parameters, by their function and number."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of the workspace, and how it was made, where that is known.

    One that is `picked` was given by this function, which was given a text that may tell which of many. `steps` are the
    calls of methods of its own that gave it, one after the other: `request.path("/users").query(…)`.
    """

    of: Definition
    made: tuple[facts.Call, Place] | None = field(default=None, compare=False)
    picked: Definition | None = None
    steps: tuple[tuple[Definition, facts.Call, Place], ...] = field(default=(), compare=False)


class RouteDetail(Struct, frozen=True):
    """A call that states a verb or a handler of a route whose path stands elsewhere; `called` is its own name."""

    row: Method
    called: str
    call: facts.Call
    place: Place


@dataclass(frozen=True, slots=True)
class Made:
    """An object of a type of the catalogue.

    `identity` tells it apart from others of its type: the file, and the call's or parameter's key there. `prefix` is
    what a router brings along by itself, `below` a further path of what is declared on this very object
    (`route('/x')`), `base` the URL below which a client's requests go; empty ones are none at all. `details` is what it
    carries of verbs and handlers to a route, `path_arguments` what its path is made of, `controller` the class whose
    methods are the handlers that are only named on it, and `namespaces` are those in which their classes may be.
    `known_as` stands before the names of routes that are declared on it.
    `named` is what a peer, a client of a service, or a method of one is called. `of` is what an object of a class of
    the workspace goes by where nobody sees which one it is: the class's file, and its key there. What `asks` makes a
    client's requests. What is declared on one that is `either` of several others is declared on each of these.
    """

    type: str
    identity: tuple[str, str]
    prefix: tuple[Text, ...] = ()
    base: tuple[Text, ...] = ()
    below: tuple[Text, ...] = ()
    call: tuple[facts.Call, Place] | None = field(default=None, compare=False)
    details: tuple[RouteDetail, ...] = field(default=(), compare=False)
    path_arguments: tuple[Argument, ...] = field(default=(), compare=False)
    controller: Argument | None = field(default=None, compare=False)
    namespaces: tuple[Text, ...] = field(default=(), compare=False)
    named: tuple[Text, ...] = ()
    of: tuple[str, str] = field(default=("", ""), compare=False)
    asks: Argument | None = field(default=None, compare=False)
    either: tuple[Made, ...] = field(default=(), compare=False)
    known_as: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """An object literal, not yet looked into."""

    value: facts.Object
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list literal, not yet looked into."""

    value: facts.List
    place: Place = field(compare=False)


class Unknown(Struct, frozen=True):
    """Nothing is known."""


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a caller gives: parameter `index` of `owner`, then `members` of it; `type` is what it is declared to be.

    It is `handed` on as a `ParameterPart` is.
    """

    owner: Definition
    index: int
    members: tuple[str, ...] = ()
    type: Meaning = field(default=UNKNOWN, compare=False)
    handed: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A method together with the object it is taken from, or a function with what it keeps."""

    method: Definition
    of: Meaning = field(compare=False)


@dataclass(frozen=True, slots=True)
class Closure:
    """What the functions around a function were given when it was made, which it keeps."""

    arguments: Arguments = field(compare=False)


class Options(Struct, frozen=True):
    """One of several; with `ordered`, the first that turns out to be there."""

    options: tuple[Meaning, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class OpaqueCall:
    """A call that is not looked into: see `Evaluator.source`."""

    call: facts.Call
    place: Place = field(compare=False)


Meaning: TypeAlias = (
    Text
    | Constant
    | Symbol
    | Enumerator
    | Module
    | Package
    | Namespace
    | Definition
    | Instance
    | Made
    | Record
    | Sequence
    | Parameter
    | Bound
    | Closure
    | OpaqueCall
    | Options
    | Unknown
)

Item: TypeAlias = Argument | Meaning
"""An item of a list, not looked into before somebody asks if it is an expression."""

ITEM = "[]"
"""As a member of a list that a caller gives: the item at which a loop through it is."""

OR_ITSELF = "|"
"""What the name of a member ends with where a text that is given for the object is meant itself."""

NOTHINGS = ("None", "nil", "null", "undefined")
"""What stands where nothing is set yet: not what a string that is made of it will hold."""


def is_nothing(meaning: Meaning) -> bool:
    """Whether a meaning says nothing: it is unknown, or null as a variable is that is set later."""
    return meaning == UNKNOWN or (isinstance(meaning, Constant) and meaning.text in NOTHINGS)


def is_empty(meaning: Meaning) -> bool:
    """Whether a meaning is a value that callers give to leave an argument out: null, or an empty text."""
    return isinstance(meaning, Constant) and meaning.text in ("", *NOTHINGS)


def without_nothing(meaning: Meaning) -> Meaning:
    """A meaning without null among several possibilities, as it is where something is asked for: `id ? path : null`."""
    if not isinstance(meaning, Options):
        return meaning
    there = [one for one in meaning.options if not (isinstance(one, Constant) and one.text in NOTHINGS)]
    return options(there, ordered=meaning.ordered) if there else meaning


def is_there(meaning: Meaning) -> frozenset[bool]:
    """Whether something can be anything at all, and whether it can be nothing: null, zero, false or an empty text.

    The first of several that is there is something if one of them certainly is: `given ?? {}`.
    """
    each_of = [_is_there(option) for option in each(meaning)]
    if isinstance(meaning, Options) and meaning.ordered and (True,) in each_of:
        return frozenset((True,))
    return frozenset(found for some in each_of for found in some)


def _is_there(meaning: Meaning) -> tuple[bool, ...]:
    match meaning:
        case Constant(text=text):
            return (text.lower() not in ("", "0", "false") and text not in NOTHINGS,)
        case Text(parts=parts, built=built) if not meaning.unknown or built or len(parts) > 1:
            return (built or any(parts),)
        case Definition() | Bound() | Record() | Sequence():
            return (True,)
        case Symbol() if meaning == COUNTED:
            return (True,)
    return True, False


COUNTED = Symbol(f"{facts.INCREMENT}()")
"""What counting gives, which begins with nothing."""

MAX_OPTIONS = 64
"""How many possibilities are told apart: what is changed in twenty branches one after the other has a million."""


MAX_ALIKE = 4
"""How many objects of one class are told apart, of which one is meant."""


def options(meanings: list[Meaning], *, ordered: bool = False) -> Meaning:
    """One meaning of several, flat and without repetition; of more than `MAX_OPTIONS` the first ones.

    Objects of one class that are made in several places are several: so are their methods.
    """
    if len(meanings) == 1:
        return meanings[0]
    flat: list[Meaning] = []
    for meaning in meanings:
        for option in meaning.options if isinstance(meaning, Options) and meaning.ordered == ordered else (meaning,):
            alike = [one for one in flat if one == option]
            if not alike or _is_made_apart(option, alike):
                flat.append(option)
        del flat[MAX_OPTIONS:]
    if not flat:
        return UNKNOWN
    return flat[0] if len(flat) == 1 else Options(tuple(flat), ordered)


def _is_made_apart(meaning: Meaning, alike: list[Meaning]) -> bool:
    """Whether something is, or is of, an object that is known to be made elsewhere than those that it is like."""
    own = _made_at(meaning)
    known = [_made_at(one) for one in alike] if own is not None and len(alike) < MAX_ALIKE else []
    return bool(known) and None not in known and own not in known


def _made_at(meaning: Meaning) -> Hashable | None:
    """Where an object is made, or that of a method; what a function makes by what that was given."""
    match meaning:
        case Bound(of=of):
            return _made_at(of)
        case Instance(made=(call, place)):
            return place.path, call.start, _given_at(place.arguments)
        case Closure(arguments=arguments) | Record(place=Place(arguments=arguments)):
            return _given_at(arguments)
    return None


def _given_at(arguments: Arguments) -> Hashable:
    """Where what is given for parameters stands."""
    return tuple((of, one.place.path, getattr(one.value, "start", None)) for of, one in arguments.items())


def function_of(function: Definition | Bound) -> Definition:
    """The function itself, whatever object it is taken from."""
    return function.method if isinstance(function, Bound) else function


def each(meaning: Meaning) -> tuple[Meaning, ...]:
    """The possibilities that a meaning stands for, itself if there is one only."""
    if not isinstance(meaning, Options):
        return (meaning,)
    return tuple(inner for option in meaning.options for inner in each(option))


def records(meaning: Meaning | None) -> list[Record]:
    """The possibilities that are objects, as they are written out; none of no meaning."""
    return [one for one in each(meaning) if isinstance(one, Record)] if meaning is not None else []


def record_entries(meaning: Meaning | None) -> Iterator[tuple[facts.Entry, Place]]:
    """What stands in such objects, each with the place where it has its meaning."""
    for record in records(meaning):
        yield from ((entry, record.place) for entry in record.value.entries)


MADE_BY = " by "
"""What stands in the identity of an object before the call that runs the code which makes it."""


def calls_in(identity: tuple[str, str]) -> frozenset[str]:
    """The calls by which what an identity is of is told apart from others, each behind `MADE_BY`."""
    return frozenset(f"{MADE_BY}{one}" for one in identity[1].split(MADE_BY)[1:])
