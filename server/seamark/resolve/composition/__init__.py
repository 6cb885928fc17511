"""Puts the prefixes of routers, the bases that others give to objects, and paths together.

A client's own base is joined where its request is read (`http.requests`).

In: the findings of one file, and what others say of its routers, clients and wrappers.
Out: ports with their keys.
Never: reads facts to find more; evaluates an expression.
"""
