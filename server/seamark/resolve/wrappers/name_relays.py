"""Functions whose callers name a contract: `def tell(topic): channel.basic_publish("", topic, "done")`."""

from __future__ import annotations

from msgspec.structs import replace

from seamark import keys
from seamark.resolve.abstract_values import Definition, Gap, Text
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import ContractEffect, NamedContract, StatedEffect, Summary, with_handler
from seamark.resolve.http.handlers import handlers
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, after
from seamark.resolve.stated_by_callers import MAX_LEVEL

from .instance_arguments import makers
from .interface_methods import leave_to_callers
from .substitution import Substitution


def note_contract(analysis: FileAnalysis, stated: StatedEffect[ContractEffect]) -> None:
    """Note a contract: as the file's own, or for the callers of the function around it if they name it.

    What an object was made with names it only where that function is given nothing: then who makes the object does.
    """
    effect = stated.effect
    instance = makers(analysis, (effect.name,), stated.span.scope)
    owners = sorted((given.owner for given in effect.name.given_parts), key=lambda owner: owner in instance)
    owner = next(iter(owners), None)
    relayed = owner if stated.level < MAX_LEVEL else None
    if relayed is not None:
        brought = effect.brought if effect.brought is not None and effect.brought.owner == relayed else None
        left = replace(effect, brought=brought, of=None, serves=False)
        leave_to_callers(analysis, relayed, left, stated.level + 1)
    if keys.name_key(effect.name.raw()) is not None:
        named = NamedContract(effect.mechanism, effect.role, effect.name, effect.handler, stated.span, effect.framework)
        named = replace(named, level=stated.level, maybe=relayed, of=effect.of, serves=effect.serves)
        named = replace(named, evidence=effect.evidence)
        analysis.named.append(named)
        if effect.serves and effect.of is not None:
            analysis.call_for_callers(effect.of)


def apply_contract(site: CallSite, summary: Summary, effect: ContractEffect, substitution: Substitution) -> None:
    """Note the contract that this caller of a function names, or for which it decorates a handler."""
    handler = handlers.of_caller(site.analysis, effect, substitution.argument)
    if handler is None and effect.role == "exposes" and site.decorated is not None:
        handler = Definition(site.analysis.view.path, site.analysis.view.key(site.decorated))
    own = with_handler(effect, handler)
    span = contract_spans.span(site, substitution.written_argument(effect.name))
    names = substitution.text(effect.name) if effect.evidence else substitution.names(effect.name)
    if site.decorated is not None and isinstance(handler, Definition) and all(name in _NO_NAMES for name in names):
        names = list(site.analysis.evaluator.names_of(handler))
    for name in dict.fromkeys(names):
        if keys.name_key(effect.name.raw()) is not None:
            if _gaps(name) > _gaps(effect.name):
                continue
            site.analysis.passed.add(summary.of)
        note_contract(site.analysis, StatedEffect(replace(own, name=after(name, effect.after)), span, summary.level))


_NO_NAMES = (EMPTY, UNKNOWN_TEXT)


def _gaps(name: Text) -> int:
    """How much of a name is not known."""
    return sum(isinstance(part, Gap) for part in name.parts)
