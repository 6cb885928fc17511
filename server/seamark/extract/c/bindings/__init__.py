"""What C and C++ bind: variables, fields, parameters, buffers, and what loops go through.

In: nodes of declarations and assignments.
Out: facts of names and the values that they are bound to.
Never: what a name means elsewhere; other files.
"""
