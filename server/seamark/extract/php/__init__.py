"""PHP's syntax: from its trees to facts.

In: nodes of PHP's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import PHP

__all__ = ["PHP"]
