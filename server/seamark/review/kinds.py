"""The kinds of finding: their names, what each means, and where more is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from seamark.version import REPOSITORY

Kind: TypeAlias = Literal[
    "broken-call",
    "breaking-change",
    "unserved-call",
    "unserved-client",
    "verb-mismatch",
    "near-miss",
    "unknown-prefix",
    "unknown-route-name",
    "document-without-handler",
    "handler-without-document",
    "served-twice",
    "uncalled-route",
]
"""A kind's name is that of the setting which says how bad it is: `diagnostics.verb-mismatch`."""

KINDS: Mapping[Kind, str] = {
    "broken-call": "A call was served before, and is not any more.",
    "breaking-change": "A route was served before, is not any more, and is still called.",
    "unserved-call": "Nobody in the workspace serves what is called, though others of the same base are served.",
    "unserved-client": "Some calls of a client are served, and most are not.",
    "verb-mismatch": "The path that is called is served, but under other verbs only.",
    "near-miss": "Nobody serves the path that is called, and one that somebody serves is almost the same.",
    "unknown-prefix": "Most calls of a client miss the routes of a service by the same prefix.",
    "unknown-route-name": "No route has the name by which something asks for its URL, and others have such names.",
    "document-without-handler": "Nobody serves an operation of a document most of whose others are served.",
    "handler-without-document": "A route is missing in the document of its service, which has most of the others.",
    "served-twice": "Two handlers of one service are declared for the same verb and path.",
    "uncalled-route": "Nobody in the workspace calls a route.",
}
"""What each kind means, as a sentence."""


def page(kind: str) -> str:
    """The address of what the documentation says of a kind."""
    return f"{REPOSITORY}/blob/main/docs/check.md#{kind}"
