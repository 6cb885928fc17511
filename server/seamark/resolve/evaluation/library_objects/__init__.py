"""Objects of the catalogue: routers, clients, peers, and contracts that declarations make.

In: a meaning, or a definition with its decorators.
Out: the object as a `Made`: its type in the catalogue, with its prefix, base and names.
Never: finds a route or a request.
"""
