"""What a language must say so that its files become facts, and what its functions may ask while they are read.

Languages differ in this and in nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from .callee_patterns import CalledNames
from .facts import (
    AFTER_ALL,
    KEY,
    MODULE,
    NO_GAP,
    NO_PREAMBLE,
    Argument,
    Assignment,
    Binding,
    Call,
    Concat,
    Definition,
    Element,
    Export,
    Filling,
    Function,
    FurtherResult,
    Hole,
    List,
    Literal,
    Member,
    Name,
    Object,
    Outcome,
    Parameter,
    Preamble,
    Step,
    This,
    Value,
)
from .nested_spans import OUTSIDE, NestedSpans
from .nodes import Branching, before, first
from .outline import Outline
from .surroundings import Surroundings

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

MAX_DEPTH = 80
"""Expressions nested deeper than this say nothing; hostile input must not exhaust the stack."""


Readers: TypeAlias = "Mapping[str, Callable[[Node, Reading], Value]]"
"""What reads an expression's node of each type."""
Binders: TypeAlias = "Mapping[str, Callable[[Node, Reading], Iterable[Binding | Assignment]]]"
"""What reads a node of each type that binds names or sets members."""


class DefinitionSyntax(Struct, frozen=True):
    """What a definition's syntax says of it, apart from its place: see `facts.Definition`."""

    kind: str
    name: Node | None = None
    parameters: tuple[Parameter, ...] = ()
    decorators: tuple[Value, ...] = ()
    bases: tuple[Value, ...] = ()
    returns: tuple[Value, ...] = ()
    return_type: Value | None = None
    further_results: tuple[FurtherResult, ...] = ()
    """The results beside the first, without what each `@return` gives for them."""
    static: bool = False
    receiver: Value | None = None
    hidden: bool = False
    internal: bool = False
    abstract: bool = False
    outcomes: tuple[Outcome, ...] = ()
    macro: bool = False
    called: str = ""
    """The name of what no node names."""


class Notes(Struct):
    """What a language notes of one file while it reads it, and what is asked of that when all is read."""

    types: dict[tuple[int, str], Value] = {}
    """What variables of functions are declared to be, where that is apart from what they are given."""
    fillings: list[Filling] = []
    """The calls that may set what they are given."""
    telling: set[tuple[int, str]] = set()
    """The variables of functions of which it matters under which conditions they are set, by their scope."""
    worthwhile: list[int] | None = None
    """Where texts stand that may be paths or verbs, if that was asked for."""
    awaited: set[int] = set()
    """Where those calls begin that may be waited for, of those that were looked at."""


class Counted(NamedTuple):
    """How a call counts: see `Site`, whose fields these are."""

    holds: tuple[Value, ...] = ()
    awaited: bool = False


def count_awaited_call(call: Node, reading: Reading, _is_stated: bool) -> Counted:
    """Whether a call's outcome is waited for, in languages with `await`."""
    start, known = call.start_byte, reading.notes.awaited
    # Of those that begin alike the outermost comes first.
    if start in known or before(call, reading.data) not in (b"t", b"/"):
        return Counted()
    known.add(start)
    around = reading.parent(call)
    return Counted(awaited=around is not None and around.type in AWAITING)


AWAITING = ("await", "await_expression")


def _binds_nothing(_node: Node, _reading: Reading) -> list[Binding]:
    return []


def _itself(node: Node, _reading: Reading) -> tuple[int, int]:
    return node.start_byte, node.end_byte


def _says_nothing(_node: Node, _reading: Reading, _is_catalogued: bool) -> Counted:
    return Counted()


def _takes_no_steps(_body: Node | None, _reading: Reading) -> tuple[Step, ...]:
    return ()


def _returns_nothing_more(_node: Node, _reading: Reading, _count: int) -> tuple[Value, ...]:
    return ()


def _has_no_preamble(_data: bytes) -> Preamble:
    return NO_PREAMBLE


class Declarations(Struct, frozen=True):
    """What statements say: each function reads one node that the queries capture."""

    declared: Callable[[Node, Reading], DefinitionSyntax]
    """A `@definition`: a function, method or class."""
    bindings: Binders
    """What reads a `@binding` or an `@assignment` of each type of nodes."""
    returned: Callable[[Node, Reading], Value]
    """A `@return`."""
    imports: Callable[[Node, Reading], list[Binding]] = _binds_nothing
    """An `@import`."""
    exports: Callable[[Node, Reading], list[Export]] | None = None
    """An `@export`; None where every top-level name is offered."""
    is_whole: Callable[[Value], bool] | None = None
    """Whether a value is all that the file offers: what names for it are given is offered, too."""
    span: Callable[[Node, Reading], tuple[int, int]] = _itself
    """Where a `@definition` stands, with its decorators."""
    defines_nothing: Callable[[Node, Reading], bool] | None = None
    """Whether a `@definition` is none by itself, as a function around all of a module, whose names are the module's."""
    setting: frozenset[str] = frozenset()
    """The types of nodes that set a bare name, which in a nameless function may be a member of its object."""
    returned_further: Callable[[Node, Reading, int], tuple[Value, ...]] = _returns_nothing_more
    """What a `@return` gives for so many results beside the first."""


class Expressions(Struct, frozen=True):
    """What expressions say."""

    values: Readers
    """What reads a node of each type; others say nothing."""
    links: Mapping[str, str]
    """The types of nodes that chains are made of (`a.b().c()`), each with its field that has what it is on.

    The field is empty if that is its first child.
    """
    counting: Callable[[Node, Reading, bool], Counted] = _says_nothing
    """How a `@call` counts, of which the catalogue speaks or does not."""


class Control(Struct, frozen=True):
    """When what stands in a function runs."""

    guarding: Callable[[Node, Reading], tuple[tuple[Value, ...], tuple[Value, ...]]] | None = None
    """What holds in an `@arm`, a `@conditional` or what is `@guarded`, and what does if that does not run."""
    after: Callable[[Node, Reading], tuple[int, int] | None] | None = None
    """Where nothing runs if this node does, since it leaves what is around."""
    steps: Callable[[Node | None, Reading], tuple[Step, ...]] = _takes_no_steps
    """What a function with this body does."""


class Unparsed(Struct, frozen=True):
    """What a text tells without being parsed, so that most are not."""

    outline: Callable[[bytes], Outline] | None = None
    """The identifiers among which are all names of which its facts can say something."""
    callees: Callable[[bytes], CalledNames] | None = None
    """The identifiers among which are all that it calls, extends or renames."""
    preamble: Callable[[bytes], Preamble] = _has_no_preamble
    """What it is a part of, and what a part of it."""


class Introduction(Struct, frozen=True):
    """How definitions introduce themselves to people who look at one."""

    apart: frozenset[str] = frozenset()
    """The types of what stands before a definition as comments do, and is no part of its signature: decorators."""
    around: frozenset[str] = frozenset()
    """The types of what stands around a single definition, with its documentation before that."""
    documented_within: bool = False
    """Whether a text at the begin of its body documents a definition, and not the comment before it."""


class Language(Struct, frozen=True):
    """A language's syntax: what is read, and what reads it.

    Queries capture whole nodes: those of which `Declarations` speak, and `@call` together with its `@callee`, the name
    that is called. An `@element` with its `@tag` is such a call, too, but none for the paths that it is given: these
    lead to pages. An `@assignment` may set a name of an outer scope, and is read when all bindings are known. Of what
    may not run they capture `@conditional` (a block), or `@arm` together with its `@branching` (one of several blocks
    of which one runs at most, and what holds them; it is an `@otherwise`, too, if it runs when no other one does, and
    `@left` if it ends where the function does), and what is `@guarded` (an expression that runs on a condition).
    `@body` together with its `@loop` is a block that runs for each item of a list, and what repeats it. `@embedded` is
    a text that the grammar leaves unread; it is parsed by itself, and what the query captures there counts, too.

    `@callee.field` is the name in that field of the captured node, `@callee.last` that with which its last child
    begins, `@loop.parent` what is around it. A pattern that goes on to these takes the square of a chain's length.
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
    introduction: Introduction = Introduction()
    misread: Callable[[Tree], bool] | None = None
    """Whether a tree is mended at all; without it, names that stand anywhere in the text may decide that."""


def query(package: str, *names: str) -> str:
    """The text of `.scm` files beside a language's modules."""
    folder = Path(__file__).parent / package.rpartition(".")[2]
    return "\n".join((folder / f"{name}.scm").read_text("utf-8") for name in names)


MAX_LINKS = 2000
"""How many links of chains nest at most (`a.b().c()`, four, and those among their arguments): the rest is not read."""

_HOLE = Hole()


class Reading:
    """What a language's functions may ask about the nodes that they are given, while their file is read."""

    def __init__(self, data: bytes, language: Language) -> None:
        self.data = data
        self.language = language
        self.definitions: list[Definition] = []
        self._spans = NestedSpans(())
        self._root_spans = NestedSpans(())
        self._surroundings: list[Surroundings] = []
        self._conditionals = NestedSpans(())
        self._conditional_spans: list[tuple[int, int]] = []
        self._places: dict[tuple[int, int], int] = {}
        self._calls: dict[int, tuple[Value, int]] = {}
        self._embedded: dict[tuple[int, int], Node] = {}
        self._values = language.expressions.values
        self._bound: set[tuple[int, str]] = set()
        self._borrowed: set[tuple[int, str]] = set()
        self._lists: set[tuple[int, str]] = set()
        self._filled: set[tuple[int, str]] = set()
        self._classes: dict[str, int] | None = None
        self.arms: dict[int, tuple[Branching | None, int]] = {}
        """The branches of which nodes are arms, and which ones they are, as far as `branches` was asked."""
        self._depth = 0
        self._links = language.expressions.links
        self._left_links = MAX_LINKS
        self._gap = NO_GAP
        self._linked: dict[int, Value] = {}
        self._lengths: dict[int, int] = {}
        self.notes = language.notes()

    def parent(self, node: Node) -> Node | None:
        """What is around a node: to ask a node itself for that costs as much as it is deep."""
        index = self._root_spans.innermost(node.start_byte, node.end_byte, itself=True)
        return node.parent if index == OUTSIDE else self._surroundings[index].parent(node)

    def _set_roots(self, roots: Iterable[Node]) -> None:
        """Know the trees of the nodes that are asked about."""
        by_span = {(root.start_byte, root.end_byte): Surroundings(root) for root in roots}
        spans = sorted(by_span, key=lambda span: (span[0], -span[1]))
        self._root_spans, self._surroundings = NestedSpans(spans), [by_span[span] for span in spans]

    def text(self, node: Node) -> str:
        """The node's source text."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def slice(self, start: int, end: int) -> str:
        """The source text from `start` to `end`."""
        return self.data[start:end].decode("utf-8", "replace")

    def value(self, node: Node | None) -> Value:
        """What the expression `node` says; a `Hole` if that is nothing."""
        if node is None or self._depth > MAX_DEPTH:
            return _HOLE
        kind = node.type
        read = self._values.get(kind)
        if read is None:
            return _HOLE
        known = self._calls.get(node.id)
        if known is not None and known[1] >= self._depth:
            return known[0]
        if kind in self._links:
            linked = self._linked.get(node.id)
            return self._chain(node, read) if linked is None else linked
        return self._read_value(node, read)

    def _read_value(self, node: Node, read: Callable[[Node, Reading], Value]) -> Value:
        self._depth += 1
        value = read(node, self)
        self._depth -= 1
        if type(value) is Call:
            self._calls[node.id] = value, self._depth
        return value

    def _chain(self, node: Node, read: Callable[[Node, Reading], Value]) -> Value:
        """What a chain says, read from its beginning on: it nests as deep as it is long."""
        on = self._on(node)
        if on is None or on.type not in self._links:
            return self._read_value(node, read)
        chain = [node]
        value: Value = _HOLE
        length = 0
        while on is not None and on.type in self._links and on.id not in self._linked:
            known = self._calls.get(on.id)
            length = 0 if known is None or known[1] < self._depth else self._lengths.get(on.id, 0)
            if len(chain) + length > self._left_links:
                self._linked[on.id], length = _HOLE, 0  # Of a longer chain the beginning is not read.
            elif known is not None and length:
                self._linked[on.id] = known[0]
            else:
                chain.append(on)
                on = self._on(on)
        self._left_links -= len(chain)
        for link in reversed(chain):
            self._linked[link.id] = value = self._read_value(link, self._values[link.type])
            length += 1
            self._lengths[link.id] = length
        self._left_links += len(chain)
        for link in chain if on is not None and self._linked.get(on.id) is _HOLE else ():
            self._calls.setdefault(link.id, (self._linked[link.id], self._depth))  # A call of nothing is nothing.
        for link in chain if on is None else (*chain, on):
            self._linked.pop(link.id, None)
        return value

    def _on(self, link: Node) -> Node | None:
        """What a link of a chain is on."""
        field = self._links[link.type]
        return link.child_by_field_name(field) if field else first(link)

    def keep(self, node: Node, value: Value) -> Value:
        """Remembers what the call `node` says, that was read as a part of another one; gives it back."""
        self._calls.setdefault(node.id, (value, self._depth))
        return value

    def embedded_node(self, node: Node) -> Node | None:
        """What the text of `node` is when it is parsed by itself, if the query asks for that."""
        return self._embedded.get((node.start_byte, node.end_byte))

    def function(self, node: Node) -> Value:
        """The function or class that `node` defines in place."""
        index = self._places.get(self._positions(self.language.declarations.span(node, self)))
        return Hole() if index is None else Function(index)

    def scope(self, node: Node) -> int:
        """The innermost definition in which `node` stands, or `MODULE`."""
        return self._spans.innermost(*self._positions((node.start_byte, node.end_byte)))

    def in_class(self, node: Node) -> bool:
        """Whether `node` stands directly in a class."""
        scope = self.scope(node)
        return scope != MODULE and self.definitions[scope].kind == "class"

    def instance_class(self, scope: int) -> int | None:
        """The class whose instance is meant by `this` within `scope`, if there is one."""
        while scope != MODULE:
            definition = self.definitions[scope]
            if definition.kind == "method":
                parent = definition.parent
                if definition.receiver is not None:
                    return self.class_named(last_name(definition.receiver))
                return parent if parent != MODULE and self.definitions[parent].kind == "class" else None
            if definition.kind == "class":
                return scope
            scope = definition.parent
        return None

    def class_named(self, name: str) -> int | None:
        """The first class of that name in the file, if there is one."""
        if self._classes is None:
            named = ((d, index) for index, d in enumerate(self.definitions) if d.kind == "class")
            classes = [(d.name, index) for d, index in named if d.receiver is None]
            self._classes = dict(reversed(classes))
        return self._classes.get(name)

    def binding(self, name: str, value: Value, node: Node, *, scope: int | None = None,
                declared: Value | None = None, start: int | None = None, block: bool = False) -> Binding:  # fmt: skip
        """`name` bound to `value` by `node`, in the scope where `node` stands unless another one is given.

        The binding takes effect at `node`'s end unless `start` says otherwise; `declared` is its type. The name may be
        the `block`'s own in which `node` stands.
        """
        block_start, block_end = self._block(node.start_byte, node.end_byte)
        scope = self.scope(node) if scope is None else scope
        self._bound.add((scope, name))
        if isinstance(value, List) and scope != MODULE and (not value.items or _begins_text(value.items)):
            self._lists.add((scope, name))
            if value.items:
                self._filled.add((scope, name))
        return Binding(
            name=name,
            scope=scope,
            value=value,
            type=declared,
            start=node.end_byte if start is None else start,
            block_start=block_start,
            block_end=block_end,
            block=block and block_start > 0,
        )

    def _block(self, start: int, end: int, *, itself: bool = True) -> tuple[int, int]:
        """The innermost conditional block around what stands there; the whole file if there is none."""
        block = self._conditionals.innermost(start, end, itself=itself)
        return (0, AFTER_ALL) if block < 0 else self._conditional_spans[block]

    def declare(self, name: str, node: Node) -> None:
        """`name` belongs to the scope where `node` stands, though nothing is bound to it there."""
        self._bound.add((self.scope(node), name))

    def borrow(self, name: str, node: Node) -> None:
        """`name` belongs to an outer scope, although what follows sets it in the scope where `node` stands."""
        self._borrowed.add((self.scope(node), name))

    def is_borrowed(self, name: str, node: Node) -> bool:
        """Whether `name` belongs to an outer scope than that where `node` stands, as was stated before."""
        return bool(self._borrowed) and (self.scope(node), name) in self._borrowed

    def set_name(self, name: str, value: Value, node: Node) -> Binding:
        """`name` set by `node`, in the scope that the name belongs to, where no syntax tells apart the two.

        What a function sets in an outer scope is one possibility among others outside of that function.
        """
        own = scope = self.scope(node)
        while scope != MODULE and not self._owns(scope, name):
            scope = self.definitions[scope].parent
        binding = self.binding(name, value, node, scope=scope, declared=self.notes.types.get((scope, name)))
        if scope == own or self.definitions[own].start < binding.block_start:
            return binding
        return replace(binding, block_start=self.definitions[own].start, block_end=self.definitions[own].end)

    def lengthen_list(
        self, target: Value, added: Sequence[Value], node: Node, *, in_front: bool = False
    ) -> list[Binding | Assignment]:
        """What it says that `node` adds to what may be a list: something at the file's top level, or if a function
        holds texts in it.

        It does so if it begins with one, or if one is the first that is added: most other lists are data.
        """
        if isinstance(target, Member) and isinstance(target.of, This):
            return self.lengthen_field(target.name, added, node)
        if not isinstance(target, Name):
            return []
        whole = Element(target, Hole())
        longer = List((*added, whole) if in_front else (whole, *added), node.start_byte, node.end_byte)
        scope = self.scope(node)
        if scope == MODULE:
            return [self.set_name(target.name, longer, node)]
        while scope != MODULE and not self._owns(scope, target.name):
            scope = self.definitions[scope].parent
        if (scope, target.name) not in self._lists:
            return []
        if (scope, target.name) not in self._filled and not _has_text(added):
            self._lists.discard((scope, target.name))
            return []
        return [self.set_name(target.name, longer, node)]

    def lengthen_field(self, name: str, added: Sequence[Value], node: Node) -> list[Binding | Assignment]:
        """What it says that `node` adds paths, or rows with some, to a list in a field of the instance.

        The field may hold these: each method is read by itself.
        """
        owner = self.instance_class(self.scope(node))
        if owner is None or not any(_has_path(one, depth=2) for one in added):
            return []
        return [self.binding(name, List(tuple(added), node.start_byte, node.end_byte), node, scope=owner)]

    def set_value(self, target: Value, value: Value, node: Node) -> list[Binding | Assignment]:
        """What it says that `node` sets a name, in the scope that it belongs to, or a member."""
        if isinstance(target, Name):
            return [self.set_name(target.name, value, node)]
        return self.set_member(target, value, node)

    def set_member(self, target: Value, value: Value, node: Node) -> list[Binding | Assignment]:
        """What it says that `node` sets a member; one of the instance is one of its class."""
        if not isinstance(target, Member) or isinstance(target.of, Hole):
            return []
        scope = self.scope(node)
        owner = self.instance_class(scope) if isinstance(target.of, This) else None
        if owner is not None:
            return [self.binding(target.name, value, node, scope=owner)]
        return [Assignment(target, value, scope)]

    def set_entry(self, target: Node, value: Value, node: Node) -> list[Binding | Assignment]:
        """What it says that `node` sets what stands under a key: if that is a text with a slash, a member of this name.

        If both are what a function is given, `KEY` of what is filled is the pair of these. All else is data.
        """
        scope = self.scope(node)
        has_slash = b"/" in self.data[target.start_byte : target.end_byte]
        entry = self.value(target) if has_slash or self._is_given(value, scope) else None
        if not isinstance(entry, Element):
            return []
        key = entry.key
        if isinstance(key, Literal) and "/" in key.text:
            return [Assignment(Member(entry.of, key.text, key.start, key.end), value, scope)]
        if isinstance(entry.of, Name) and isinstance(key, Name) and self._is_given(key, scope):
            pair = List((key, value), node.start_byte, node.end_byte)
            return [Assignment(Member(entry.of, KEY, key.start, key.end), pair, scope)]
        return []

    def _is_given(self, value: Value, scope: int) -> bool:
        """Whether a value is a parameter of a function around."""
        while scope != MODULE and isinstance(value, Name):
            if any(one.name == value.name for one in self.definitions[scope].parameters):
                return True
            scope = self.definitions[scope].parent
        return False

    def _owns(self, scope: int, name: str) -> bool:
        return self.definitions[scope].kind != "class" and self.is_bound(scope, name)

    def is_bound(self, scope: int, name: str) -> bool:
        """Whether what was read so far binds `name` in this very scope, or it is a parameter's."""
        if (scope, name) in self._bound:
            return True
        return scope != MODULE and any(parameter.name == name for parameter in self.definitions[scope].parameters)

    def _positions(self, span: tuple[int, int]) -> tuple[int, int]:
        """A span of the text, as facts state it."""
        if not self._gap.by:
            return span
        start, end = span
        return self._gap.position(start), self._gap.position(end)


def call_of(callee: Value, arguments: list[Argument], node: Node, *, new: bool = False) -> Value:
    """The call that `node` spans."""
    if isinstance(callee, Hole) and not arguments:
        return callee
    return Call(callee, tuple(arguments), new, node.start_byte, node.end_byte)


def last_name(value: Value) -> str:
    """The name of what a value names, without that of what it is a member of."""
    if isinstance(value, Element):
        value = value.of
    return value.name if isinstance(value, Name | Member) else ""


def _begins_text(items: Sequence[Value]) -> bool:
    """Whether a list may begin with a text: with one that stands there, or with one thing that has a name, a base."""
    return _has_text(items) or (len(items) == 1 and isinstance(items[0], Name | Member))


def _has_text(values: Iterable[Value]) -> bool:
    """Whether one of some values is a text, or what is made of a path, or a row with a path, be it in a list that is
    spread there.
    """
    return any(isinstance(value, Literal | Concat) or _has_path(value, depth=2) for value in values)


def _has_path(value: Value, depth: int) -> bool:
    """Whether a row has a path, or a list of rows does."""
    match value:
        case Element(of=List() as inner, key=Hole()):
            return _has_path(inner, depth)
        case List(items=items):
            return depth > 0 and any(_has_path(one, depth - 1) for one in items[:MAX_ROW])
        case Object(entries=entries):
            return depth > 0 and any(_has_path(one.value, depth - 1) for one in entries[:MAX_ROW])
        case Concat(parts=(first, *_)):
            return _has_path(first, depth) or (isinstance(first, Literal) and first.text == "^")
        case Call(arguments=(Argument(value=Literal() | Concat() as made_of), *_)):
            return depth > 0 and _has_path(made_of, depth)
        case Literal(text=text):
            return text.startswith(_PATHS)
    return False


MAX_ROW = 8
"""How many items of a row are looked at."""
_PATHS = ("/", "^/")
