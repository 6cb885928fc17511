"""What users can set, and where: one schema, from which validation, documentation and editors' lists come."""

from .layers import Layer, Wrong, kept, read, settings
from .options import Option, options
from .schema import Place, Settings
from .toml import NAME, understood

__all__ = ["NAME", "Layer", "Option", "Place", "Settings", "Wrong", "kept", "options", "read", "settings", "understood"]
