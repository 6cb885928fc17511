"""Prefixes of routers and bases of clients that are set elsewhere than where these are made.

In: calls, assignments and settings that the catalogue's tables speak of.
Out: notes of the analysis, and what these make of a router's prefixes and a client's bases.
Never: prefixes that a mount states.
"""
