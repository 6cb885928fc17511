"""Protocol buffers: the methods of the gRPC services that a `.proto` file declares (protobuf.dev).

And the routes under which a gateway serves them, which their options state.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node, QueryCursor

from seamark.patterns import regex
from seamark.source import parse

from .facts import Facts, Procedure, Surface
from .grammars import query_of, text
from .http_rules import ADDITIONAL, CUSTOM, MAX_NESTED, route

NAME = "proto"
_SERVICES = """
(service
  (service_name) @service
  (rpc (rpc_name) @method))
"""
_OPTIONS = "(rpc (option) @option)"
_HTTP = regex(r"option\s*\(\s*google\.api\.http\s*\)\s*(?:\.\s*(\w+)\s*)?=")
_QUOTED = regex(r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'""")


def read(data: bytes) -> Facts:
    """The methods of its services, each at its name, and their routes; those before and after a syntax error, too."""
    tree = parse("proto", data)
    found = [
        Procedure(text(captures["service"][0]), text(method), method.start_byte, method.end_byte)
        for _, captures in QueryCursor(query_of("proto", _SERVICES)).matches(tree.root_node)
        for method in captures["method"]
    ]
    options = QueryCursor(query_of("proto", _OPTIONS)).captures(tree.root_node).get("option", ())
    surfaces = [surface for option in options for surface in _routes(option)]
    return Facts(
        surfaces=tuple(sorted(surfaces, key=lambda one: one.start)),
        procedures=tuple(sorted(found, key=lambda one: one.start)),
    )


def _routes(option: Node) -> Iterator[Surface]:
    """The routes that an option of a method states."""
    named = _HTTP.match(text(option))
    value = option.named_children[-1] if named is not None else None
    if named is None or value is None or value.type != "constant":
        return
    if named[1] is None:
        yield from _of_rule(value, MAX_NESTED)
    else:
        yield from _route(named[1], value)


def _of_rule(value: Node, depth: int) -> Iterator[Surface]:
    """The routes of an `HttpRule` that is written out, and of those in it."""
    for name, stated in _fields(value):
        if name == ADDITIONAL and depth > 0:
            yield from _of_rule(stated, depth - 1)
        elif name == CUSTOM:
            custom = dict(_fields(stated))
            if "kind" in custom and "path" in custom:
                yield from _route(_text_without_quotes(custom["kind"]), custom["path"])
        else:
            yield from _route(name, stated)


def _fields(value: Node) -> Iterator[tuple[str, Node]]:
    """The fields of a message that is written out, each with its value; of a list of values with each of them."""
    name = ""
    for child in (one for block in value.named_children if block.type == "block_lit" for one in block.named_children):
        if child.type == "constant":
            yield name, child
        else:
            name = text(child)


def _route(verb: str, path: Node) -> tuple[Surface, ...]:
    return route(NAME, verb, _text_without_quotes(path), path.start_byte + 1, path.end_byte - 1)


def _text_without_quotes(value: Node) -> str:
    return "".join(double or single for double, single in _QUOTED.findall(text(value)))
