"""The syntax of TypeScript, TSX, JavaScript and JSX: from their trees to facts.

In: nodes of the trees of TypeScript or JavaScript.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import TYPESCRIPT

__all__ = ["TYPESCRIPT"]
