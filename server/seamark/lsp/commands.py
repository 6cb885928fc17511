"""The names of our commands and of our own requests (docs/protocol.md)."""

from __future__ import annotations

EXPLAIN = "seamark.explain"
"""Everything that is known about the contracts at a position: `[uri, position]`; a text."""
SHOW_GRAPH = "seamark.showGraph"
"""The graph of the workspace, as `seamark graph` writes it; no arguments."""
REINDEX = "seamark.reindex"
"""Read the workspace anew, with those files, too, that had been left out; no arguments."""
OPEN = "seamark.open"
"""Open what a lens speaks of: a lens's arguments."""
COMMANDS = (EXPLAIN, SHOW_GRAPH, REINDEX, OPEN)
"""What the server executes."""

SHOW_PLACES = "seamark.showPlaces"
"""A client's own command, for lenses: `[uri, position, data]`. It asks `PLACES`, and shows them at the position."""

PLACES = "seamark/places"
"""The places that a lens speaks of: `{"data": …}`; locations."""

CONTRACTS = "seamark/contracts"
"""Every place that states a contract, and who is joined to whom; no parameters."""

SUMMARY = "seamark/summary"
"""How many files have been read, and how many contracts were found; no parameters."""

CHANGED = "seamark/changed"
"""A notification to clients that wish for it: the answers may be others now."""

PROBLEMS = "seamark/problems"
"""What is wrong in the workspace: no parameters; diagnostics by URI, once all of it is `found`."""

REQUESTS = frozenset([PLACES, CONTRACTS, SUMMARY, PROBLEMS])
"""The requests that only Seamark has; their parameters are whatever the client sent."""
