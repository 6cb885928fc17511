"""Kotlin's syntax: from its trees to facts.

In: nodes of Kotlin's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import KOTLIN

__all__ = ["KOTLIN"]
