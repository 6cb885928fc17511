"""What frameworks and clients look like, as data: one table a library, in `libraries/`."""

from .catalogue import CALL, UNKNOWN_TYPE, VERBS, Catalogue, catalogue, libraries
from .schema import (
    Comparison,
    Controller,
    Gathered,
    Library,
    Make,
    Method,
    Mount,
    Option,
    Passing,
    Prefix,
    Request,
    Route,
    Text,
    Type,
)

__all__ = [
    "CALL",
    "UNKNOWN_TYPE",
    "VERBS",
    "Catalogue",
    "Comparison",
    "Controller",
    "Gathered",
    "Library",
    "Make",
    "Method",
    "Mount",
    "Option",
    "Passing",
    "Prefix",
    "Request",
    "Route",
    "Text",
    "Type",
    "catalogue",
    "libraries",
]
