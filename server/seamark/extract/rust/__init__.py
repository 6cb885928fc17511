"""Rust's syntax: from its trees to facts.

In: nodes of Rust's trees.
Out: facts.
Never: reads another file; knows a library.
"""

from .language import RUST

__all__ = ["RUST"]
