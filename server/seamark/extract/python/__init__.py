"""Python's syntax: from its trees to facts.

In: nodes of Python's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import PYTHON

__all__ = ["PYTHON"]
