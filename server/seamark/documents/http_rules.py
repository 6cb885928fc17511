"""Rules by which a gateway serves methods of gRPC services over HTTP: `google.api.HttpRule`.

https://github.com/googleapis/googleapis/blob/master/google/api/http.proto
"""

from __future__ import annotations

from seamark.catalogue import VERBS
from seamark.patterns import regex

from .facts import Surface

ADDITIONAL = "additional_bindings"
"""The field of a rule that has further ones."""
CUSTOM = "custom"
"""The field of a rule for another verb (`kind`) with its `path`; `*` is all of them."""
MAX_NESTED = 4
"""How deep bindings are looked for in each other; the format allows one level."""
_VARIABLE = regex(r"\{[^{}=]*(?:=([^{}]*))?\}")
_WILDCARD = regex(r"(?<=/)(\*\*?)(?=[/:]|$)")


def route(framework: str, verb: str, path: str, start: int, end: int) -> tuple[Surface, ...]:
    """The route of a verb and a path; none if the verb is none, but another field. `*` is any verb."""
    template = _template(path)
    if not template.startswith("/") or (verb != "*" and verb.lower() not in VERBS):
        return ()
    return (Surface(framework, None if verb == "*" else verb.upper(), template, start, end),)


def _template(path: str) -> str:
    """A path template as `keys` takes it: `/v1/{name=shelves/*}` is `/v1/shelves/{}`, and `**` is the rest."""
    segments = _VARIABLE.sub(lambda found: "{}" if found[1] is None else found[1], path)
    return _WILDCARD.sub(lambda found: "{}" if found[1] == "*" else "*", segments)
