"""C's and C++'s syntax: from their trees to facts.

In: nodes of trees of C or C++.
Out: facts.
Never: reads another file; knows a library's routes.
"""

from .language import CPP, C

__all__ = ["CPP", "C"]
