"""Facts: what one file says, in one vocabulary for all languages.

A file's facts are the slice of it on which contracts can depend: what its names are bound to, which functions and
classes it defines, and the calls whose name can matter. They depend on the file's bytes, its dialect and the words
asked for, and on nothing else. What a module specifier leads to, and what a call means, is decided in `resolve`.

Positions are byte offsets into the file's UTF-8 text, `start` inclusive, `end` exclusive. The span of a string literal
is its content, without the quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TypeAlias, TypeVar, cast

import msgspec

from seamark.patterns import regex

T = TypeVar("T")

MODULE = -1
"""The scope of what stands at a file's top level; any other scope is an index into `Facts.definitions`."""


SUPER_CALL = "super()"
"""The name to which a constructor binds its call of the constructor that it takes the place of."""

THIS_CALL = "this()"
"""The name to which a constructor binds its call of another one of its class."""

MACRO = "!"
"""What the names of macros end with, where they are called or used as attributes: functions may be called the same."""

NAMELESS_LIST = "[]"
"""The name to which a list is bound that something is added to where it is given: `url.segments().push(added)`."""

EVERY_FIELD = "*"
"""What is set of an object of which all fields are set to nothing: `memset(&request, 0, sizeof(request))`."""

KEY = "[]="
"""The name of the member of a loop's item that is the key under which the item stands in what is gone through."""

ENTRY_OF_ENTRY = "[][]="
"""The name of what sets an entry of an entry, in a call that is given both keys: `of[path][verb] = value`."""

CHARACTERS, SEGMENTS = "[]==", "[/]=="
"""The names of what compares two texts by their characters, in a call; the latter one does so up to slashes."""

END = "[-:]"
"""The name of what gives the end of a text, however long, as a call that is given that: `path + length - size`."""

SETTER = "="
"""What the name of a member ends with where it is set, which is then read as a call: `x.url = …` as `x.url=(…)`.

So are names that the file itself sets, or a class in its body, as members of these.
"""

DEFAULTS = "()"
"""What the name ends with to which a scope binds what a function takes by default that it only declares.

That is a list, in the order of the parameters, with a `Hole` for each that has no default.
"""

INCREMENT = "++"
"""The name of what gives a number that is one more, as a call of that: `count++`."""

ALL, ONLY = "*", "="
"""The names of exports that have none: all that another file exports, and one thing as a whole."""

WORKED_OUT = "[...]"
"""The name that stands for that of a client's method which is worked out: `axios[method]`, `getattr(client, name)`."""

LOADED = "amd:"
"""What stands before the name of a module that a module loader finds below a folder of its own (AMD)."""

DOCUMENT = "{...}"
"""The name of what a text that is a GraphQL document is given to, as a call of that."""

HELD = "(0)"
"""What the name of a member ends with that is what a variant of an enum holds: `Far(0)` for `Inner::Far(client)`.

Where it is no such variant of the workspace, what has the member is meant itself.
"""

TAG = "`"
"""The name of what gives a field what its tag says, as a call of that: `Port string `env:"PORT" default:"80"``."""

TYPE_GIVEN = "<>"
"""The name of the argument that is the type which a call is given beside a function, or alone: `create<Api>()`."""

PACKAGE = "package"
"""The name to which a file binds the name of the package that it is a part of, where its text states that."""


AFTER_ALL = 1 << 62
"""A position after everything in a file."""


FAR = 1 << 39
"""No text is as long as this: positions from here on, but `AFTER_ALL`, are those behind a gap."""


class Gap(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """By how much positions in facts are greater than the offsets in the text, and behind which offset they are.

    What stands behind the place where somebody types need not be made anew with each letter, as text editors have a
    gap in their buffers: only this changes. A text that was read as a whole has none. When another part is edited, the
    gap goes there, and the facts between the two places are moved. Positions stay in the order of the text, which is
    all that resolution asks of them; ports, symbols and reasons have offsets.
    """

    at: int = AFTER_ALL
    by: int = 0

    def offset(self, position: int) -> int:
        """Where a position in facts is in the text."""
        return position - self.by if FAR <= position < AFTER_ALL else position

    def position(self, offset: int) -> int:
        """How facts state an offset in the text; what is a position behind the gap already stays as it is.

        What is exactly `at` the gap stands before it, be it the end of the part before or the begin of what follows.
        """
        return offset + self.by if self.at < offset < FAR else offset


NO_GAP = Gap()


class _Fact(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=True, tag_field="_"):
    """A record of the vocabulary: immutable, hashable, compact when encoded."""


class Literal(_Fact, frozen=True):
    """A string literal's text, escapes decoded."""

    text: str
    start: int
    end: int


class Scalar(_Fact, frozen=True):
    """A number, boolean or null, as it is written into a string (`1`, `true`, `None`)."""

    text: str


UNDEFINED = Scalar("undefined")
"""What a caller gives to leave an argument out, so that the parameter's default counts (ECMA-262, 10.2.11)."""


FALSE = Scalar("0")
"""What conditions say of something that is not there, or not true: that it is equal to this."""


class Enumerator(_Fact, frozen=True):
    """One of an enum's constants, bound in the scope of that, of which nothing is known but which one it is."""

    name: str


class Hole(_Fact, frozen=True):
    """An expression about which nothing is known."""


class Name(_Fact, frozen=True):
    """A name, to be looked up from the scope in which it stands, as bound before `start`."""

    name: str
    start: int
    end: int


class This(_Fact, frozen=True):
    """The instance whose method is running."""


class Super(_Fact, frozen=True):
    """The instance whose method is running, seen as its class's base."""


class Member(_Fact, frozen=True):
    """`of.name`; the span is the name's."""

    of: Value
    name: str
    start: int
    end: int


class Element(_Fact, frozen=True):
    """`of[key]`; an element at an unknown place, as a loop takes it, has a `Hole` as its key."""

    of: Value
    key: Value


class Argument(_Fact, frozen=True):
    """One argument: `name` is empty for a positional one, `*` for a spread list, `**` for spread keywords."""

    name: str
    value: Value


class Call(_Fact, frozen=True):
    """A call, or with `new` the making of an object by a keyword; the span is the whole expression's."""

    callee: Value
    arguments: tuple[Argument, ...]
    new: bool
    start: int
    end: int


def is_element(value: Value) -> bool:
    """Whether a value is an element of JSX: a call of its component, whose attributes are all of its text."""
    match value:
        case Call(arguments=(Argument(value=Object(start=start, end=end)),)):
            return (start, end) == (value.start, value.end)
    return False


class Result(_Fact, frozen=True):
    """What a call gives beside its first result, where functions have several: `index` 1 is the second."""

    of: Call
    index: int


class Entry(_Fact, frozen=True):
    """A key with its value in an object; the key is `...` for a spread, empty for a computed one, which is `named`.

    A name that may be a constant's is a key and `named`, too; so is a text that may be a path (see `stated_entry`).
    """

    key: str
    value: Value
    named: Value | None = None


def stated_entry(key: Literal, value: Value) -> Entry:
    """What stands under a key that is written out: if that is like a path, be it behind a verb, or empty, with that."""
    return Entry(key.text, value, key if _LIKE_PATH.match(key.text) is not None else None)


_NEAR_HOST = (
    r"""[\w-]{1,60}|[^\s/"'`\\]{0,60}(?:[{%$:]|\.(?:test|local|internal|localhost)\b|\bexample\.)[^\s/"'`\\]{0,60}"""
)
NEAR_ORIGIN = rf"(?:https?|wss?)://(?:{_NEAR_HOST})(?=/)"
"""A host of a test or of one's own network, by its name, or by a port or a part of it that is filled in."""
_LIKE_PATH = regex(r"(?:[A-Z]{3,7} )?\[?/|$")


class Object(_Fact, frozen=True):
    """An object, dictionary or struct literal."""

    entries: tuple[Entry, ...]
    start: int
    end: int


class List(_Fact, frozen=True):
    """A list, tuple, set or array literal, or flags that are set together.

    A spread item is an `Element` of what is spread, at a `Hole`.
    """

    items: tuple[Value, ...]
    start: int
    end: int


class Concat(_Fact, frozen=True):
    """A string built from parts, in whichever way the language does so; the span is the text without outer quotes."""

    parts: tuple[Value, ...]
    start: int
    end: int


class Choice(_Fact, frozen=True):
    """One of several values: the arms of a conditional; or with `ordered`, the first that is there (`a ?? b`).

    `tests` are expressions that are all true if it is the first one, and not if it is the second, as far as is known.
    """

    options: tuple[Value, ...]
    ordered: bool = False
    tests: tuple[Value, ...] = ()


class Function(_Fact, frozen=True):
    """A function or class written in place: an index into `Facts.definitions`."""

    definition: int


class Import(_Fact, frozen=True):
    """What `name` is in the module that `module` leads to; the module itself if `name` is empty.

    The module is as written, relative marks included. A default export's name is `default`.
    """

    module: str
    name: str


class SharedCall(_Fact, frozen=True):
    """In facts that are kept: the call of the site of that number."""

    number: int


Value: TypeAlias = (
    Literal
    | Scalar
    | Enumerator
    | Hole
    | Name
    | This
    | Super
    | Member
    | Element
    | Call
    | Result
    | Object
    | List
    | Concat
    | Choice
    | Function
    | Import
    | SharedCall
)


class Parameter(_Fact, frozen=True):
    """A parameter. `kind` is `plain`, `self` (the instance), `rest` (takes what is left), `keyword` (by name only),
    `others` (takes what else is given by name, as an object).

    One that is taken apart in place has no name of its own and is called `#0`, `#1`, … by its position. `decorators`
    are its attributes, in Rust.
    """

    name: str
    kind: str
    type: Value | None
    default: Value | None
    decorators: tuple[Value, ...] = ()

    @property
    def label(self) -> str:
        """The name by which a call may give it: a variable's mark is no part of that."""
        return self.name.removeprefix("$")

    @property
    def is_pattern(self) -> bool:
        """Whether it is taken apart in place."""
        return self.name.startswith("#")


class Outcome(_Fact, frozen=True):
    """What a function may give, and if it is a constant also what compares then: a call that gives what is true."""

    value: Value
    truth: Call | None


class Step(_Fact, frozen=True):
    """A statement of a function. Its `values` are those of its expressions, or of their parts, or what holds in these.

    By its `kind` it may `set` something to the first of its values, `leave` a block or the function with them, run one
    of its arms at most (`choose`), run its one arm (`around`; if that has tests, perhaps), or just `do` something.
    """

    kind: str
    start: int
    end: int
    values: tuple[Value, ...] = ()
    arms: tuple[Arm, ...] = ()


class Arm(_Fact, frozen=True):
    """Steps that are done where one of the `tests` is true, as far as these are understood; without any, otherwise."""

    start: int
    end: int
    tests: tuple[Value, ...]
    steps: tuple[Step, ...]


class FurtherResult(_Fact, frozen=True):
    """A result of a function beside its first: what it is declared to be, and what is returned for it."""

    type: Value | None
    returns: tuple[Value, ...] = ()


class Definition(_Fact, frozen=True):
    """A function, method, class, enum or interface.

    `kind` is `function`, `method`, `class` (enums and interfaces are classes), or `module`: names of a module that is
    written within a file. The span includes decorators and attributes; that of the name is empty for a nameless
    function. `parent` is the definition it stands in, or `MODULE`. `static` members belong to the class, not to its
    instances; `hidden` ones are for a class, or a module, alone, or for what inherits from the class, `internal` ones
    for a library or program alone. Of an `abstract` class there are no objects, but of those that inherit from it;
    an `abstract` method is only declared, and has no body.

    `receiver` is the class to which the definition belongs though it stands outside of it: a method by itself, or a
    `class` that adds its members and bases to that one (Rust's `impl`), and binds no name. A function that does no more
    than to match a text with a pattern has `outcomes`; one that tells texts apart by conditions has the `steps` that it
    does. The text of a `macro` stands for that of its calls. `returns` and `return_type` are those of the first result,
    `further_results` are the others.
    """

    kind: str
    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    parent: int
    parameters: tuple[Parameter, ...]
    decorators: tuple[Value, ...]
    bases: tuple[Value, ...]
    returns: tuple[Value, ...]
    return_type: Value | None
    static: bool
    receiver: Value | None = None
    hidden: bool = False
    internal: bool = False
    abstract: bool = False
    outcomes: tuple[Outcome, ...] = ()
    steps: tuple[Step, ...] = ()
    macro: bool = False
    further_results: tuple[FurtherResult, ...] = ()


class Binding(_Fact, frozen=True):
    """A name bound in a scope. In a class's scope it is an attribute, also where a method binds it (`self.x = …`).

    `start` is where the binding takes effect. `block_start` and `block_end` span the innermost conditional block
    that holds it (the whole file if there is none): outside of it, the binding is one possibility among others, or
    none at all if the name is the `block`'s own.
    """

    name: str
    scope: int
    value: Value
    type: Value | None
    start: int
    block_start: int
    block_end: int
    block: bool = False

    def is_seen_at(self, offset: int) -> bool:
        """Whether the name stands for this binding's variable there, or may."""
        return not self.block or self.block_start <= offset < self.block_end


class Assignment(_Fact, frozen=True):
    """A member of something else than the instance is set: `axios.defaults.baseURL = …`.

    Where all fields of an object are set to nothing, that is the member `EVERY_FIELD`.
    """

    target: Member
    value: Value
    scope: int


class Export(_Fact, frozen=True):
    """A name that the file offers to others, where its language has such a list; `*` offers all of a module.

    The span is that of the name, or of what stands for it.
    """

    name: str
    value: Value
    start: int
    end: int


class Site(_Fact, frozen=True):
    """A call whose name was asked for, or a member that is set (see `SETTER`), and the innermost definition around it.

    It is `catalogued` if every file is read for its name, and not only those that hold it for what others have.
    `block_start` and `block_end` span the innermost conditional block that holds it, as for a `Binding`. `holds` are
    expressions that are true where the call counts as a part of a condition, or if it is not `catalogued`, wherever it
    stands, and choices of lists of such ones. It may be `awaited`. If nobody asked for its name it is there for the
    text only that it is given, and that is like a path: it is not `asked`.
    """

    call: Call
    scope: int
    block_start: int
    block_end: int
    catalogued: bool = True
    holds: tuple[Value, ...] = ()
    awaited: bool = False
    asked: bool = True


class Branch(_Fact, frozen=True):
    """Blocks of which one runs at most, in the order of the text: the arms of a condition or a switch.

    One that is `complete` has an arm for what none of the others is for, so that one of them runs in any case. The
    innermost conditional block around it is from `block_start` to `block_end`, as for a `Binding`. The function ends
    with arms that are `left`.
    """

    arms: tuple[tuple[int, int], ...]
    complete: bool
    block_start: int
    block_end: int
    left: tuple[tuple[int, int], ...] = ()


class Guard(_Fact, frozen=True):
    """A block that runs only if something `holds`, and does not if something else does `otherwise`: as for a `Site`."""

    start: int
    end: int
    holds: tuple[Value, ...]
    otherwise: tuple[Value, ...]


class Loop(_Fact, frozen=True):
    """A loop that begins at `start`, the block from `body` to `end` that it repeats, and the block that holds it all.

    As for a `Binding`, the latter is the innermost conditional one.
    """

    start: int
    body: int
    end: int
    block_start: int
    block_end: int


class Filling(_Fact, frozen=True):
    """A variable that a call is given, as its argument number `argument`, to leave a text in it at `start`."""

    name: str
    scope: int
    call: Call
    argument: int
    start: int


class Facts(_Fact, frozen=True):
    """All that one file says.

    `exports` is None where every top-level name is offered (Python). Definitions are in the order of their start, outer
    ones first; so are bindings and sites. Sites that are not asked for are `with_paths`. `called` are the names that
    the file's calls lead to, asked for or not: to ask for others, too, makes no difference to it. The branches are
    those around sites, and where names get other values; the guards those around sites, in the order of their start,
    outer ones first. Fillings are those of variables that nothing else in the file fills, loops those that add to a
    text or a list. Its `steps` are those that the file itself does, outside of functions. It has `items` if bindings or
    arguments are one item of a list after the other, or hold one. Positions may have a `gap`: they are in the order of
    the text all the same.
    """

    language: str
    definitions: tuple[Definition, ...]
    bindings: tuple[Binding, ...]
    assignments: tuple[Assignment, ...]
    exports: tuple[Export, ...] | None
    sites: tuple[Site, ...]
    called: frozenset[str]
    with_paths: tuple[Site, ...] = ()
    branches: tuple[Branch, ...] = ()
    guards: tuple[Guard, ...] = ()
    fillings: tuple[Filling, ...] = ()
    loops: tuple[Loop, ...] = ()
    steps: tuple[Step, ...] = ()
    items: bool = False
    gap: Gap = NO_GAP


def parts_of_fact(fact: object) -> Iterable[object]:
    """What a fact holds that holds others, or may be one: of a tuple its items, of others what is no text or number."""
    if type(fact) is tuple:
        return fact
    parts = _PARTS[type(fact)]
    return () if parts is None else parts(fact)


def within(*facts: object, without: type | None = None) -> Iterator[object]:
    """These facts, and all that they hold, but for those of one kind with what these hold.

    A call that several hold comes once: of a chain each call is a site of its own, and holds those before it.
    """
    waiting: list[object] = list(facts)
    calls: set[int] = set()
    while waiting:
        fact = waiting.pop()
        kind = type(fact)
        if kind is Call:
            if id(fact) in calls:
                continue
            calls.add(id(fact))
        if kind is tuple:
            waiting.extend(cast("tuple[object, ...]", fact))
        elif kind is not without:
            yield fact
            parts = _PARTS[kind]
            waiting.extend(() if parts is None else parts(fact))


def _parts(kind: type) -> Callable[[object], Iterable[object]] | None:
    """What gives those fields of a record that may hold facts; None for what is no record."""
    if kind not in FACTS:
        return None
    names = [field.name for field in msgspec.structs.fields(kind) if field.type not in (str, int, bool)]
    if len(names) == 1:
        get = attrgetter(*names)
        return lambda fact: (get(fact),)
    return attrgetter(*names) if names else None


FACTS: tuple[type[msgspec.Struct], ...] = tuple(_Fact.__subclasses__())
"""All kinds of records."""


class ByKind(dict[type, T]):
    """Something for each kind of records, and for others: it is worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[type], T], known: Mapping[type, T] = MappingProxyType({})) -> None:
        super().__init__(known)
        self._work_out = work_out

    def __missing__(self, kind: type) -> T:
        found = self[kind] = self._work_out(kind)
        return found


_PARTS = ByKind(_parts)


def negation(truth: Call) -> Call:
    """That what a condition says is not true."""
    callee, at = truth.callee, truth.start
    if isinstance(callee, Member) and callee.name in ("==", "!="):
        other = msgspec.structs.replace(callee, name="!=" if callee.name == "==" else "==")
        return msgspec.structs.replace(truth, callee=other)
    return Call(Member(truth, "==", at, at), (Argument("", FALSE),), False, at, truth.end)


def makes_text(value: Value) -> bool:
    """Whether a text or a list is put together there, or a method makes something of one: `(base + "/x").trim()`."""
    match value:
        case Call(callee=Member(of=of)):
            return makes_text(of)
    return isinstance(value, Concat | Literal | List)


def lengthens(binding: Binding) -> bool:
    """Whether a binding adds to the text that its name stood for before."""
    parts = binding.value.parts if isinstance(binding.value, Concat) else ()
    return bool(parts) and isinstance(parts[0], Name) and parts[0].name == binding.name


def adds_query(binding: Binding) -> bool:
    """Whether a binding adds a part of a query to the text that its name stood for before: `url += "&page=" + page`."""
    added = binding.value.parts[1:] if isinstance(binding.value, Concat) and lengthens(binding) else ()
    return any(_QUERY.match(one.text) is not None for one in within(*added) if isinstance(one, Literal))


_QUERY = regex(r"[?&]|[\w.\[\]-]+=")


def lists_more(binding: Binding) -> bool:
    """Whether a binding adds to the list that its name stood for before."""
    items = binding.value.items if isinstance(binding.value, List) else ()
    return any(
        isinstance(one, Element)
        and isinstance(one.key, Hole)
        and isinstance(one.of, Name)
        and one.of.name == binding.name
        for one in (*items[:1], *items[-1:])
    )


def module_stems(module: str) -> tuple[str, ...]:
    """What a module is called by itself: the last part of its specifier, as it is and without an ending."""
    last = module.rpartition("/")[2]
    return last, last.rpartition(".")[0] or last


def is_setter(name: str) -> bool:
    """Whether a name is that of a member that is set, rather than of an operator."""
    return name.endswith(SETTER) and name.removesuffix(SETTER)[-1:].replace("_", "a").isalnum()


class Preamble(_Fact, frozen=True):
    """The `package` of which a text says that it is a part, and the files that it says are `included` in it.

    A file that is included as one of the system's is in `<>`. Of a path that is put together this is the end.
    """

    package: str = ""
    included: tuple[str, ...] = ()


NO_PREAMBLE = Preamble()
