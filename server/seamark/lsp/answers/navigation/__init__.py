"""Answers that lead elsewhere: definitions, references, call hierarchies.

In: the protocol's parameters.
Out: the protocol's locations.
Never: looks a contract up; `features/navigation` does.
"""
