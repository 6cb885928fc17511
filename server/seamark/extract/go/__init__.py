"""Go's syntax: from its trees to facts.

In: nodes of Go's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import GO

__all__ = ["GO"]
