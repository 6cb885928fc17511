"""Functions whose callers name a contract: `def tell(topic): channel.basic_publish("", topic, "done")`."""

from __future__ import annotations

from msgspec import Struct

from seamark import keys
from seamark.resolve.abstract_values import Definition, Gap, Given, Parameter, Text
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import Named, Relay, Span
from seamark.resolve.http.handlers import handlers
from seamark.resolve.partial_texts.texts import after
from seamark.resolve.stated_by_callers import MAX_LEVEL

from .instance_arguments import makers
from .substitution import Substitution


class DeclaredContract(Struct, frozen=True):
    """A contract as a call states it, be it the function's own or its callers'.

    `level` counts the functions between the call and the place where it is provided or consumed. `of` is the function
    that is called for, where only its own name says so, and which may serve it by that. What stands `after` the last of
    these marks is the name.
    """

    mechanism: str
    role: str
    name: Text
    handler: Definition | Parameter | None
    span: Span
    framework: str
    level: int = 0
    of: Definition | None = None
    after: str = ""
    serves: bool = False


def note_contract(analysis: FileAnalysis, one: DeclaredContract) -> None:
    """Note a contract: as the file's own, or as a relay if the callers of the function around it name it.

    What an object was made with names it only where that function is given nothing: then who makes the object does.
    """
    instance = makers(analysis, (one.name,), one.span.scope)
    owners = sorted((given.owner for given in one.name.given), key=lambda owner: owner in instance)
    owner = next(iter(owners), None)
    relayed = owner if one.level < MAX_LEVEL else None
    if relayed is not None:
        analysis.relays.append(_relay(relayed, one))
        analysis.call_for_callers(relayed)
    if keys.name_key(one.name.raw()) is not None:
        handler = one.handler if isinstance(one.handler, Definition) else None
        analysis.named.append(
            Named(
                one.mechanism,
                one.role,
                one.name,
                handler,
                one.span,
                one.framework,
                one.level,
                relayed,
                one.of,
                one.serves,
            )
        )
        if one.serves and one.of is not None:
            analysis.call_for_callers(one.of)


def _relay(owner: Definition, one: DeclaredContract) -> Relay:
    """The function whose callers name a contract, with the handler as they or the function give it."""
    handler: Definition | int | None = None
    members: tuple[str, ...] = ()
    if isinstance(one.handler, Definition):
        handler = one.handler
    elif one.handler is not None and one.handler.owner == owner:
        handler, members = one.handler.index, one.handler.members
    return Relay(owner, one.mechanism, one.role, one.name, handler, one.framework, one.level + 1, one.after, members)


def called(site: CallSite, function: Definition, substitution: Substitution) -> bool:
    """Read a call of a function of the workspace; False if it is no relay."""
    relays = site.analysis.relations.relays(function)
    rounds = ((relay, one) for relay in relays for one in substitution.rounds((relay.name,)))
    for relay, at in rounds:
        handler: Definition | Parameter | None = None
        if isinstance(relay.handler, int):
            one = at.argument(Given(function, relay.handler, relay.handler_members))
            handler = None if one is None else handlers.given(site.analysis, one.value, one.place)
        else:
            handler = relay.handler
        span = contract_spans.span(site, at.written(relay.name))
        for name in dict.fromkeys(at.names(relay.name)):
            if keys.name_key(relay.name.raw()) is not None:
                if _gaps(name) > _gaps(relay.name):
                    continue
                site.analysis.passed.add(function)
            own = after(name, relay.after)
            found = DeclaredContract(
                relay.mechanism, relay.role, own, handler, span, relay.framework, relay.level, after=relay.after
            )
            note_contract(site.analysis, found)
    return bool(relays)


def _gaps(name: Text) -> int:
    """How much of a name is not known."""
    return sum(isinstance(part, Gap) for part in name.parts)
