"""Names: bindings in scopes, imports, globals, variables that calls fill.

In: a name and where it stands.
Out: the meaning of what it is bound to, in this file or another.
Never: what follows a dot.
"""
