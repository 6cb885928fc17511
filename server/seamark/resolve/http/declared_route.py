"""A route as a call states it, before it is known whether it is the function's own or left to its callers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from seamark.resolve.abstract_values import Definition, Parameter, Text
from seamark.resolve.findings import Condition, Router, Span


class DeclaredRoute(Struct, frozen=True):
    """A route as a call states it, be it the function's own or its callers'.

    With `decorator` it is one only if a function is decorated with what the function around it gives; one that can be
    `handled` is that also if it has no handler, and one that is handled by what is `around` must begin with a slash.
    `level` counts the functions between the call and the route, which is declared on `conditions`, and has `wildcards`,
    as that of a `Registrar`. What is kept `beside` it may be its verbs. One that is `kept` is one only with a handler,
    one that is `handed` on as that of a `Registrar` is. Of one that is compared, the request's path may be `compared`
    parameters, and what is stated can be a `pattern`, a regular expression. It may serve what is `below` its paths,
    too, as a row of the catalogue says it. Verbs before them may be in small letters with `folds_verbs`.
    """

    router: Router
    verbs: tuple[Text, ...]
    paths: tuple[Text, ...]
    handler: Definition | Parameter | None
    span: Span
    framework: str
    level: int = 0
    decorator: bool = False
    handled: bool = True
    around: bool = False
    conditions: frozenset[Condition] = frozenset()
    wildcards: tuple[tuple[str, str], ...] = ()
    beside: tuple[Parameter, ...] = ()
    kept: bool = False
    handed: bool = False
    compared: tuple[tuple[Definition, int], ...] = ()
    pattern: bool = False
    below: bool | Literal["slash"] = False
    folds_verbs: bool = False
