"""Follows names: what an expression means, within its file and across files.

`Evaluator` is what others ask. The other modules hold one kind of question each, and ask it for what is theirs.
"""

from .evaluator import Evaluator

__all__ = ["Evaluator"]
