"""Follows names: what an expression means, within its file and across files.

In: an expression and the place where it stands.
Out: its meaning: a text, a definition, an object, a symbol, a parameter, or nothing known.
Never: decides whether something is a contract; keeps an answer that depends on who asked first.

`Evaluator` is what others ask. Each other module answers one kind of question, and asks the `Evaluator` for the rest
by the interface in `protocol`.
"""

from .evaluator import Evaluator

__all__ = ["Evaluator"]
