"""Answers that change texts: completion, rename, code actions, commands.

In: the protocol's parameters.
Out: the protocol's edits.
Never: writes a file; the client does.
"""
