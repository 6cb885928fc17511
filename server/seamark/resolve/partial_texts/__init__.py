"""Texts of which some parts are unknown.

In: meanings.
Out: what they read as, joined, formatted, and read as URLs and path segments.
Never: looks up a name.
"""
