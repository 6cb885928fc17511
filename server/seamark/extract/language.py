"""What a language must say so that its files become facts. Languages differ in this and in nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    held: dict[tuple[int, str], Value]
    types: dict[tuple[int, str], Value]
    buffers: set[tuple[int, str]]
    pointers: set[tuple[int, str]]
    fillings: list[Filling]
    unset: set[tuple[int, str]]
    counters: set[tuple[int, str]]
    telling: set[tuple[int, str]]

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
    def lengthened(self, target: Value, added: Sequence[Value], node: Node) -> list[Binding | Assignment]: ...
    def set_member(self, target: Value, value: Value, node: Node) -> list[Binding | Assignment]: ...


Readers: TypeAlias = "dict[str, Callable[[Node, Reading], Value]]"
"""What reads a node of each type."""


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


def _no_exports(_node: Node, _reading: Reading) -> list[Export]:
    return []


class Counted(NamedTuple):
    """How a call counts: see `Site`, whose fields these are."""

    holds: tuple[Value, ...] = ()
    awaited: bool = False


def _has_no_preamble(_data: bytes) -> Preamble:
    return NO_PREAMBLE


def _takes_no_steps(_body: Node | None, _reading: Reading) -> tuple[Step, ...]:
    return ()


def _says_nothing(_node: Node, _reading: Reading, _is_catalogued: bool) -> Counted:
    return Counted()


def awaited(call: Node, _reading: Reading, _is_stated: bool) -> Counted:
    """Whether a call's outcome is waited for, in languages with `await`."""
    # `await get<T>(x)` is to the grammar of TypeScript a call of `await get`.
    nodes = (call.parent, call.child_by_field_name("function"))
    return Counted(awaited=any(node is not None and node.type in _AWAITING for node in nodes))


_AWAITING = ("await", "await_expression")


@dataclass(frozen=True, slots=True)
class Language:
    """A language's syntax.

    `queries` (tree-sitter, one for each dialect, from the `.scm` files beside the language) capture whole nodes:
    `@definition`, `@binding`, `@assignment` (it may set a name of an outer scope, and is read when all bindings are
    known), `@import`, `@export`, `@return`, `@conditional` (a block that may not run), `@arm` together with its
    `@branching` (one of several such blocks of which one runs at most, and what holds them; it is an `@otherwise`, too,
    if it runs when no other one does, and `@left` if it ends where the function does), `@body` together with its
    `@loop` (a block that runs for each item of a list, and what repeats it), and `@call` together with its `@callee`,
    the name that is called. The functions read one such node each; `span` is a definition's, with its decorators.
    `top_level_is_public` is true where every top-level name is offered; other languages have `exports`. `@embedded` is
    a text that the grammar leaves unread; it is parsed by itself, and what the query captures there counts, too.
    `mended` gives the tree without what the grammar stumbles on, where that can be told from the text, and the calls
    that it stands for. `counting` tells how a call counts, `guarding` what holds in a block that may not run, or in an
    expression that is `@guarded`, and what does if it does not; `after` where nothing runs if it does, since it leaves
    what is around. `links` are the types of nodes that chains are made of (`a.b().c()`), with the field that has what
    one is on, or nothing if that is its first child. What `holds_module` is a function around all of a module, whose
    names are the module's. `steps` gives what a function with a body does. `outline`, `callees` and `preamble` look at
    the text alone.
    """

    name: str
    queries: Mapping[str, str]
    top_level_is_public: bool
    span: Callable[[Node, Reading], tuple[int, int]]
    declared: Callable[[Node, Reading], Declared]
    bindings: Callable[[Node, Reading], list[Binding | Assignment]]
    imports: Callable[[Node, Reading], list[Binding]]
    returned: Callable[[Node, Reading], Value]
    values: Readers
    links: Mapping[str, str]
    exports: Callable[[Node, Reading], list[Export]] = _no_exports
    counting: Callable[[Node, Reading, bool], Counted] = _says_nothing
    guarding: Callable[[Node, Reading], tuple[tuple[Value, ...], tuple[Value, ...]]] | None = None
    steps: Callable[[Node | None, Reading], tuple[Step, ...]] = _takes_no_steps
    after: Callable[[Node], tuple[int, int] | None] | None = None
    outline: Callable[[bytes], Outline] | None = None
    callees: Callable[[bytes], Called] | None = None
    preamble: Callable[[bytes], Preamble] = _has_no_preamble
    mended: Callable[[Tree, bytes, Language], tuple[Tree, list[Call]]] | None = None
    holds_module: Callable[[Node], bool] | None = None


def call_of(callee: Value, arguments: list[Argument], node: Node, *, new: bool = False) -> Value:
    """The call that `node` spans."""
    if isinstance(callee, Hole) and not arguments:
        return callee
    return Call(callee, tuple(arguments), new, node.start_byte, node.end_byte)
