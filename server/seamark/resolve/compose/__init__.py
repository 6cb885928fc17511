"""Puts prefixes, base URLs and paths together.

In: the findings of one file, and what others say of its routers, clients and wrappers.
Out: ports with their keys.
Never: reads facts to find more; evaluates an expression.
"""
