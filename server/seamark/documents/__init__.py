"""Documents that say what services offer and how they are reached: a module for each kind, each a row of `KINDS`.

In: the text of a YAML, JSON, Dockerfile, nginx, `.proto`, GraphQL, `.http` or shell document.
Out: its facts: surfaces, gateways, services, requests, channels.
Never: reads another file; makes a port.

A document's facts depend on its text alone. Only what an OpenAPI document refers to in other files is found out later.
"""

from .facts import NOTHING, Facts, Field, Gateway, Handler, Link, Mount, Procedure, Request, Service, Surface
from .kinds import facts_of, is_document, language_of

__all__ = [
    "NOTHING",
    "Facts",
    "Field",
    "Gateway",
    "Handler",
    "Link",
    "Mount",
    "Procedure",
    "Request",
    "Service",
    "Surface",
    "facts_of",
    "is_document",
    "language_of",
]
