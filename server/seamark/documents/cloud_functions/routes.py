"""Routes whose requests run functions: what the documents that deploy them have in common."""

from __future__ import annotations

from seamark.documents.facts import Handler, Surface
from seamark.documents.templates import without_templates
from seamark.patterns import regex
from seamark.source.data import Scalar

_VARIABLE = regex(r"\$\{(?:[^{}]|\$\{[^{}]*\})*\}")
_ALL = ("*", "any", "x-amazon-apigateway-any-method")


def handler_of(stated: str | None, folder: str = "") -> Handler | None:
    """The function that a text names: `src/users.show`, from a folder; None if a part of it is not known."""
    file, dot, name = (stated or "").rpartition(".")
    if not dot or not name.isidentifier() or "${" in f"{folder}{file}":
        return None
    return Handler(f"{folder}/{file}" if folder else file, name)


def route(framework: str, verb: str, path: str, stated: Scalar, handler: Handler | None) -> Surface:
    """What answers a verb at a path (`users/{id}`, `/files/{rest+}`, `*`), which is `stated` somewhere."""
    known = without_templates(_VARIABLE.sub("{}", path))
    known = known if known.startswith(("/", "{}")) else f"/{known}"
    is_open = known.endswith(("/*", "+}"))
    of = None if verb.lower() in _ALL else verb.upper()
    return Surface(framework, of, known, stated.start, stated.end, None, not is_open, handler)
