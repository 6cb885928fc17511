"""The messages of SCIP (the SCIP Code Intelligence Protocol) that Seamark writes.

Names, numbers and types are those of the official schema, `scip.proto` in https://github.com/sourcegraph/scip, of which
no package of Python exists. What Seamark does not write is left out, and enumerations are the numbers that they are on
the wire. `tests/features/test_scip.py` compares this with the official schema.

Importing this module needs `protobuf`: the extra `scip`.
"""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

MESSAGES = {
    "Index": {
        "metadata": (1, "Metadata"),
        "documents": (2, "Document*"),
        "external_symbols": (3, "SymbolInformation*"),
    },
    "Metadata": {"tool_info": (2, "ToolInfo"), "project_root": (3, "string"), "text_document_encoding": (4, "int32")},
    "ToolInfo": {"name": (1, "string"), "version": (2, "string")},
    "Document": {
        "relative_path": (1, "string"),
        "occurrences": (2, "Occurrence*"),
        "symbols": (3, "SymbolInformation*"),
        "language": (4, "string"),
        "position_encoding": (6, "int32"),
    },
    "Occurrence": {"range": (1, "int32*"), "symbol": (2, "string"), "symbol_roles": (3, "int32")},
    "SymbolInformation": {
        "symbol": (1, "string"),
        "documentation": (3, "string*"),
        "relationships": (4, "Relationship*"),
        "kind": (5, "int32"),
        "display_name": (6, "string"),
    },
    "Relationship": {"symbol": (1, "string"), "is_reference": (2, "bool"), "is_implementation": (3, "bool")},
}
"""Each message's fields, with number and type; a `*` after it says that there may be several."""

UTF8 = 1
"""Of `TextEncoding`."""
CODE_POINTS = 3
"""Of `PositionEncoding`: `UTF32CodeUnitOffsetFromLineStart`."""
INTERFACE = 21
"""Of `SymbolInformation.Kind`."""
DEFINITION, TEST = 1, 32
"""Of `SymbolRole`."""

_Field = descriptor_pb2.FieldDescriptorProto
_SCALARS = {"string": _Field.TYPE_STRING, "int32": _Field.TYPE_INT32, "bool": _Field.TYPE_BOOL}


def file() -> descriptor_pb2.FileDescriptorProto:
    """The schema as protobuf has it."""
    described = descriptor_pb2.FileDescriptorProto(name="seamark/scip.proto", package="scip", syntax="proto3")
    for name, fields in MESSAGES.items():
        message = described.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            scalar = kind.removesuffix("*")
            added = message.field.add(name=field, number=number)
            added.label = _Field.LABEL_REPEATED if kind.endswith("*") else _Field.LABEL_OPTIONAL
            added.type = _SCALARS.get(scalar, _Field.TYPE_MESSAGE)
            if scalar not in _SCALARS:
                added.type_name = f".scip.{scalar}"
    return described


def index() -> Any:
    """An empty `Index`, of a class that is made when it is needed: what its messages have is in `MESSAGES`."""
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("scip.Index"))()
