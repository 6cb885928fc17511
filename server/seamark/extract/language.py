"""What a language must say so that its files become facts. Languages differ in this and in nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from .callee_patterns import Called
from .facts import (
    NO_PREAMBLE,
    Argument,
    Assignment,
    Binding,
    Call,
    Definition,
    Export,
    Filling,
    Hole,
    Outcome,
    Parameter,
    Preamble,
    Step,
    Value,
)
from .outline import Outline

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

MAX_DEPTH = 80
"""Expressions nested deeper than this say nothing; hostile input must not exhaust the stack."""


class Reading(Protocol):
    """What a language's functions may ask about the nodes that they are given, while their file is read.

    What its methods give, and its fields hold, `FileReading` says.
    """

    data: bytes
    language: Language
    definitions: list[Definition]
    notes: Notes

    # Texts and values
    def text(self, node: Node) -> str: ...
    def slice(self, start: int, end: int) -> str: ...
    def value(self, node: Node | None) -> Value: ...
    def keep(self, node: Node, value: Value) -> Value: ...
    def embedded(self, node: Node) -> Node | None: ...
    def function(self, node: Node) -> Value: ...

    # Scopes
    def scope(self, node: Node) -> int: ...
    def in_class(self, node: Node) -> bool: ...
    def instance_class(self, scope: int) -> int | None: ...
    def class_named(self, name: str) -> int | None: ...
    def declare(self, name: str, node: Node) -> None: ...
    def borrow(self, name: str, node: Node) -> None: ...
    def borrowed(self, name: str, node: Node) -> bool: ...
    def is_bound(self, scope: int, name: str) -> bool: ...

    # What is set
    def binding(
        self,
        name: str,
        value: Value,
        node: Node,
        *,
        scope: int | None = None,
        declared: Value | None = None,
        start: int | None = None,
    ) -> Binding: ...
    def assigned(self, name: str, value: Value, node: Node) -> Binding: ...
    def lengthened(
        self, target: Value, added: Sequence[Value], node: Node, *, in_front: bool = False
    ) -> list[Binding | Assignment]: ...
    def set_member(self, target: Value, value: Value, node: Node) -> list[Binding | Assignment]: ...


Readers: TypeAlias = "Mapping[str, Callable[[Node, Reading], Value]]"
"""What reads an expression's node of each type."""
Binders: TypeAlias = "Mapping[str, Callable[[Node, Reading], Iterable[Binding | Assignment]]]"
"""What reads a node of each type that binds names or sets members."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a definition's syntax says of it, apart from its place: see `facts.Definition`."""

    kind: str
    name: Node | None = None
    parameters: tuple[Parameter, ...] = ()
    decorators: tuple[Value, ...] = ()
    bases: tuple[Value, ...] = ()
    returns: tuple[Value, ...] = ()
    return_type: Value | None = None
    static: bool = False
    receiver: Value | None = None
    hidden: bool = False
    internal: bool = False
    abstract: bool = False
    outcomes: tuple[Outcome, ...] = ()
    macro: bool = False


@dataclass(slots=True)
class Notes:
    """What a language notes of one file while it reads it, and what is asked of that when all is read."""

    types: dict[tuple[int, str], Value] = field(default_factory=dict)
    """What variables of functions are declared to be, where that is apart from what they are given."""
    fillings: list[Filling] = field(default_factory=list)
    """The calls that may set what they are given."""
    telling: set[tuple[int, str]] = field(default_factory=set)
    """The variables of functions of which it matters under which conditions they are set, by their scope."""


class Counted(NamedTuple):
    """How a call counts: see `Site`, whose fields these are."""

    holds: tuple[Value, ...] = ()
    awaited: bool = False


def awaited(call: Node, _reading: Reading, _is_stated: bool) -> Counted:
    """Whether a call's outcome is waited for, in languages with `await`."""
    # `await get<T>(x)` is to the grammar of TypeScript a call of `await get`.
    nodes = (call.parent, call.child_by_field_name("function"))
    return Counted(awaited=any(node is not None and node.type in _AWAITING for node in nodes))


_AWAITING = ("await", "await_expression")


def _binds_nothing(_node: Node, _reading: Reading) -> list[Binding]:
    return []


def _itself(node: Node, _reading: Reading) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def _says_nothing(_node: Node, _reading: Reading, _is_catalogued: bool) -> Counted:
    return Counted()


def _takes_no_steps(_body: Node | None, _reading: Reading) -> tuple[Step, ...]:
    return ()


def _has_no_preamble(_data: bytes) -> Preamble:
    return NO_PREAMBLE


@dataclass(frozen=True, slots=True)
class Declarations:
    """What statements say: each function reads one node that the queries capture."""

    declared: Callable[[Node, Reading], Declared]
    """A `@definition`: a function, method or class."""
    bindings: Binders
    """What reads a `@binding` or an `@assignment` of each type of nodes."""
    returned: Callable[[Node, Reading], Value]
    """A `@return`."""
    imports: Callable[[Node, Reading], list[Binding]] = _binds_nothing
    """An `@import`."""
    exports: Callable[[Node, Reading], list[Export]] | None = None
    """An `@export`; None where every top-level name is offered."""
    span: Callable[[Node, Reading], tuple[int, int]] = _itself
    """Where a `@definition` stands, with its decorators."""
    holds_module: Callable[[Node], bool] | None = None
    """Whether a `@definition` is a function around all of a module, whose names are the module's."""


@dataclass(frozen=True, slots=True)
class Expressions:
    """What expressions say."""

    values: Readers
    """What reads a node of each type; others say nothing."""
    links: Mapping[str, str]
    """The types of nodes that chains are made of (`a.b().c()`), each with its field that has what it is on.

    The field is empty if that is its first child.
    """
    counting: Callable[[Node, Reading, bool], Counted] = _says_nothing
    """How a `@call` counts, of which the catalogue speaks or does not."""


@dataclass(frozen=True, slots=True)
class Control:
    """When what stands in a function runs."""

    guarding: Callable[[Node, Reading], tuple[tuple[Value, ...], tuple[Value, ...]]] | None = None
    """What holds in an `@arm`, a `@conditional` or what is `@guarded`, and what does if that does not run."""
    after: Callable[[Node], tuple[int, int] | None] | None = None
    """Where nothing runs if this node does, since it leaves what is around."""
    steps: Callable[[Node | None, Reading], tuple[Step, ...]] = _takes_no_steps
    """What a function with this body does."""


@dataclass(frozen=True, slots=True)
class Unparsed:
    """What a text tells without being parsed, so that most are not."""

    outline: Callable[[bytes], Outline] | None = None
    """The identifiers among which are all names of which its facts can say something."""
    callees: Callable[[bytes], Called] | None = None
    """The identifiers among which are all that it calls, extends or renames."""
    preamble: Callable[[bytes], Preamble] = _has_no_preamble
    """What it is a part of, and what a part of it."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language's syntax: what is read, and what reads it.

    Queries capture whole nodes: those of which `Declarations` speak, and `@call` together with its `@callee`, the name
    that is called. An `@assignment` may set a name of an outer scope, and is read when all bindings are known. Of what
    may not run they capture `@conditional` (a block), or `@arm` together with its `@branching` (one of several blocks
    of which one runs at most, and what holds them; it is an `@otherwise`, too, if it runs when no other one does, and
    `@left` if it ends where the function does), and what is `@guarded` (an expression that runs on a condition).
    `@body` together with its `@loop` is a block that runs for each item of a list, and what repeats it. `@embedded` is
    a text that the grammar leaves unread; it is parsed by itself, and what the query captures there counts, too.
    """

    name: str
    queries: Mapping[str, str]
    """Tree-sitter's, one for each dialect, from the `.scm` files beside the language."""
    declarations: Declarations
    expressions: Expressions
    control: Control = Control()
    unparsed: Unparsed = Unparsed()
    mended: Callable[[Tree, bytes, Language], tuple[Tree, list[Call]]] | None = None
    """The tree without what the grammar stumbles on, where the text tells that, and the calls that it stands for."""
    notes: Callable[[], Notes] = Notes
    """What is noted of a file."""


def query(package: str, *names: str) -> str:
    """The text of `.scm` files beside a language's modules."""
    return "\n".join(files(package).joinpath(f"{name}.scm").read_text("utf-8") for name in names)


def call_of(callee: Value, arguments: list[Argument], node: Node, *, new: bool = False) -> Value:
    """The call that `node` spans."""
    if isinstance(callee, Hole) and not arguments:
        return callee
    return Call(callee, tuple(arguments), new, node.start_byte, node.end_byte)
