"""Python's syntax: from its trees to facts.

In: nodes of Python's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .syntax import PYTHON

__all__ = ["PYTHON"]
