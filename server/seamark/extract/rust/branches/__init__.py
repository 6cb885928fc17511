"""Rust's conditions, `match` and the patterns in both.

In: nodes of conditions and patterns.
Out: what holds in an arm, and the names that a pattern binds.
Never: what the compared values mean.
"""
