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
    "broken-call": "A call used to be served and no longer is.",
    "breaking-change": "A route is gone, but is still called.",
    "unserved-call": "Nothing in the workspace serves the call, although other calls of the same base URL are served.",
    "unserved-client": "Some calls of a client are served, but most are not.",
    "verb-mismatch": "The path is served, but only under other verbs.",
    "near-miss": "Nothing serves the path, but a similar one is served.",
    "unknown-prefix": "Most calls of a client miss the routes of a service by the same prefix.",
    "unknown-route-name": "No route has this name, although others have similar names.",
    "document-without-handler": "Nothing serves an operation of a document whose other operations are mostly served.",
    "handler-without-document": "A route is missing from the document of its service, which has most of the others.",
    "served-twice": "Two handlers of one service are declared for the same verb and path.",
    "uncalled-route": "Nothing in the workspace calls the route.",
}
"""What each kind means, as a sentence."""


def page(kind: str) -> str:
    """The address of what the documentation says of a kind."""
    return f"{REPOSITORY}/blob/main/docs/check.md#{kind}"
