"""Which function answers a route, also wrapped, named by a text, or carried by an object.

In: a call site, and the argument that gives the handler.
Out: the definition of the handler.
Never: reads a path.
"""
