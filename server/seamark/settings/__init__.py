"""What users can set, and where: one schema, from which validation, documentation and editors' lists come."""

from .layers import Layer, Wrong, kept, read, settings
from .options import Option, options
from .patterns import names
from .schema import Place, Settings, Severity
from .toml import NAME, understood

__all__ = [
    "NAME",
    "Layer",
    "Option",
    "Place",
    "Settings",
    "Severity",
    "Wrong",
    "kept",
    "names",
    "options",
    "read",
    "settings",
    "understood",
]
