"""Reads a workspace of several repositories in several processes, each a share of them, as if there were no others.

In: the files of each repository.
Out: what an index knows of each share, to be joined by `Index`.
Never: decides what others have a part in: whoever joins shares asks that anew (`CurrentPorts.join`).
"""
