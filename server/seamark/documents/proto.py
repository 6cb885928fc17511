"""Protocol buffers: the methods of the gRPC services that a `.proto` file declares (protobuf.dev)."""

from __future__ import annotations

from functools import cache

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from .facts import Facts, Procedure

_SERVICES = """
(service
  (service_name) @service
  (rpc (rpc_name) @method))
"""


def read(data: bytes) -> Facts:
    """The methods of its services, each at its name; those before and after a syntax error, too."""
    language, query = _grammar()
    tree = Parser(language).parse(data)
    found = [
        Procedure(_text(captures["service"][0]), _text(method), method.start_byte, method.end_byte)
        for _, captures in QueryCursor(query).matches(tree.root_node)
        for method in captures["method"]
    ]
    return Facts(procedures=tuple(sorted(found, key=lambda one: one.start)))


def _text(node: Node) -> str:
    return (node.text or b"").decode(errors="replace")


@cache
def _grammar() -> tuple[Language, Query]:
    from tree_sitter_language_pack import get_language

    language = get_language("proto")
    return language, Query(language, _SERVICES)
