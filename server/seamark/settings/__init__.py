"""What users can set, and where: one schema, from which validation, documentation and editors' lists come.

In: `seamark.toml`, and what a client sets.
Out: checked settings, and problems with the places of mistakes.
Never: applies a setting.
"""

from .layers import Layer, SettingMistake, merged_layer, read_layer, settings
from .options import Option, options
from .patterns import names
from .schema import Diagnostics, Place, Settings, Severity
from .toml import NAME, parse_settings

__all__ = [
    "NAME",
    "Diagnostics",
    "Layer",
    "Option",
    "Place",
    "SettingMistake",
    "Settings",
    "Severity",
    "merged_layer",
    "names",
    "options",
    "parse_settings",
    "read_layer",
    "settings",
]
