"""Macros and conditional groups of C and C++ (C11, 6.10).

In: a file's text, or the trees of its directives.
Out: texts that the grammar understands, and what macros stand for.
Never: other files; what is included is not read here.
"""
