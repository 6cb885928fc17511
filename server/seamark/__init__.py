"""Seamark finds the seams between services: contracts that no compiler resolves, and the code on both of their sides.

This is the library. Names are loaded when they are first used, so that importing `seamark` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from seamark.version import __version__

if TYPE_CHECKING:
    from seamark.adapters import (
        Adapter,
        CAdapter,
        CppAdapter,
        GoAdapter,
        JavaAdapter,
        KotlinAdapter,
        PhpAdapter,
        PythonAdapter,
        RustAdapter,
        TypeScriptAdapter,
        YamlAdapter,
        analyze_workspace,
    )
    from seamark.graph import DuplicateNodeError, Edge, Graph, Node, NodeKind, RelationKind, from_json, to_json
    from seamark.index.user_extractors import Extractor, port
    from seamark.resolve.port_model import Port

_HOMES = {
    "DuplicateNodeError": "graph",
    "Edge": "graph",
    "Extractor": "index.user_extractors",
    "Graph": "graph",
    "Node": "graph",
    "NodeKind": "graph",
    "Port": "resolve.port_model",
    "RelationKind": "graph",
    "from_json": "graph",
    "port": "index.user_extractors",
    "to_json": "graph",
}
"""Where what is public is defined, if that is not `adapters`."""

__all__ = [
    "Adapter",
    "CAdapter",
    "CppAdapter",
    "DuplicateNodeError",
    "Edge",
    "Extractor",
    "GoAdapter",
    "Graph",
    "JavaAdapter",
    "KotlinAdapter",
    "Node",
    "NodeKind",
    "PhpAdapter",
    "Port",
    "PythonAdapter",
    "RelationKind",
    "RustAdapter",
    "TypeScriptAdapter",
    "YamlAdapter",
    "__version__",
    "analyze_workspace",
    "from_json",
    "port",
    "to_json",
]


def __getattr__(name: str) -> Any:
    """The public name `name`, from where it is defined."""
    if name in __all__:
        return getattr(import_module(f"seamark.{_HOMES.get(name, 'adapters')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
