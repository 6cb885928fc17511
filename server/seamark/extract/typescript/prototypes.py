"""Classes as they are written without syntax for classes: functions that `new` calls, and their prototypes.

function Users(base) { this.base = base; }              the class `Users`; the function's body is its constructor
Users.prototype.read = function (id) { … };             its method `read`
Users.prototype = { read: function (id) { … } };        the same; so does `Object.assign(Users.prototype, { … })`
Object.defineProperty(Users.prototype, "all", { get: function () { … } });      its property `all`
const users = new function () { this.read = function (id) { … }; }();           the only object of a class
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Value
from seamark.extract.nodes import items
from seamark.patterns import regex

from .inferred_names import name_in_place, stated_key

if TYPE_CHECKING:
    from tree_sitter import Node

    from seamark.extract.language import Reading

CONSTRUCTOR = "constructor"
BODY = "statement_block"

_CLASS = regex(rb"[A-Z]\w*[a-z]")
_SETS_MEMBERS = regex(rb"\bthis\s*(?:\.\s*\w+\s*=[^=]|[;,])")
_LONGEST = 4096
"""So much of a function's body is looked at: members are set at its beginning."""


def makes_objects(function: Node, reading: Reading) -> bool:
    """Whether a function is called as classes are, and sets members of `this`, or keeps that under another name."""
    if function.type not in ("function_declaration", "function_expression"):
        return False
    body = function.child_by_field_name("body")
    if body is None or not (_is_called_new(function, reading) or _is_named_as_class(function, reading)):
        return False
    end = min(body.end_byte, body.start_byte + _LONGEST)
    return _SETS_MEMBERS.search(reading.data, body.start_byte, end) is not None


def _is_named_as_class(function: Node, reading: Reading) -> bool:
    name = function.child_by_field_name("name") or name_in_place(function, reading)[0]
    return name is not None and _CLASS.match(reading.data, name.start_byte, name.end_byte) is not None


def _is_called_new(function: Node, reading: Reading) -> bool:
    """Whether `new` calls a function where it stands: `new function () { … }()`, `new (function () { … })`."""
    around = reading.parent(function)
    while around is not None and around.type == "parenthesized_expression":
        function, around = around, reading.parent(around)
    is_new = around is not None and around.type == "new_expression"
    return is_new and around is not None and around.child_by_field_name("constructor") == function


def is_other_body(node: Node, reading: Reading) -> bool:
    """Whether a node is the body of a function that makes no objects."""
    parent = reading.parent(node) if node.type == BODY else None
    return node.type == BODY and (parent is None or not makes_objects(parent, reading))


def class_of(function: Node, reading: Reading) -> Value | None:
    """The class to whose prototype a function is added, itself or in an object."""
    parent = reading.parent(function)
    if parent is not None and parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        return None if left is None else _class_of_prototype(left.child_by_field_name("object"), reading)
    written = _object_around(function, reading)
    given = None if written is None else reading.parent(written)
    if given is not None and given.type == "assignment_expression":
        return _class_of_prototype(given.child_by_field_name("left"), reading)
    arguments = items(given) if given is not None and given.type == "arguments" else []
    return _class_of_prototype(arguments[0], reading) if len(arguments) > 1 else None


def property_name(accessor: Node, reading: Reading) -> tuple[Node | None, bool]:
    """The name of the property that a function gives or sets, if that is stated, and whether it is such a function."""
    written = _object_around(accessor, reading)
    given = None if written is None else reading.parent(written)
    arguments = items(given) if given is not None and given.type == "arguments" else []
    is_one = len(arguments) == len(("class", "name", "accessors")) and arguments[-1] == written
    return stated_key(arguments[1]) if is_one and arguments[1].type == "string" else None, is_one


def _object_around(function: Node, reading: Reading) -> Node | None:
    """The object in which a function is written as a member."""
    entry = function if function.type == "method_definition" else reading.parent(function)
    written = reading.parent(entry) if entry is not None and entry.type in ("pair", "method_definition") else None
    return written if written is not None and written.type == "object" else None


def _class_of_prototype(prototype: Node | None, reading: Reading) -> Value | None:
    """The class whose prototype an expression is: `Users` of `Users.prototype`."""
    if prototype is None or prototype.type != "member_expression":
        return None
    name, of = prototype.child_by_field_name("property"), prototype.child_by_field_name("object")
    is_one = name is not None and reading.text(name) == "prototype" and of is not None
    return reading.value(of) if is_one and of is not None and of.type in ("identifier", "member_expression") else None
