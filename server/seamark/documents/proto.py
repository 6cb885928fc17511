"""Protocol buffers: the methods of the gRPC services that a `.proto` file declares (protobuf.dev)."""

from __future__ import annotations

from tree_sitter import QueryCursor

from seamark.source import parse

from .facts import Facts, Procedure
from .grammars import query_of, text

_SERVICES = """
(service
  (service_name) @service
  (rpc (rpc_name) @method))
"""


def read(data: bytes) -> Facts:
    """The methods of its services, each at its name; those before and after a syntax error, too."""
    query = query_of("proto", _SERVICES)
    tree = parse("proto", data)
    found = [
        Procedure(text(captures["service"][0]), text(method), method.start_byte, method.end_byte)
        for _, captures in QueryCursor(query).matches(tree.root_node)
        for method in captures["method"]
    ]
    return Facts(procedures=tuple(sorted(found, key=lambda one: one.start)))
