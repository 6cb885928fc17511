"""Finds providers for calls that have no provider of the same key, and the ways in which the two match.

`publication.answers` asks it: a provider with the same key comes first.

In: ports and their keys.
Out: matches, each with its reason.
Never: changes a key; makes a port.
"""
