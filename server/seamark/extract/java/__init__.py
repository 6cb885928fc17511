"""Java's syntax: from its trees to facts.

In: nodes of Java's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import JAVA

__all__ = ["JAVA"]
