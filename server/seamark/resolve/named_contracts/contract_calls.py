"""Contracts that go by a name: topics, tasks, activities, methods of services. Which calls state one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark import keys
from seamark.catalogue import CALL, DECORATED, UNKNOWN_TYPE, Contract
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import UNKNOWN, Definition, Made, Meaning, Parameter, Text, each
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import ContractEffect, Offer, StatedEffect, with_handler
from seamark.resolve.http.handlers import handlers
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import name_relays

from . import (
    contract_names,
    graphql_documents,
    graphql_objects,
    member_contracts,
    payload_types,
    separate_handlers,
    unknown_peers,
)
from .contract_names import Name

CALLED_ON = ("peer", "stub")
"""The roles of objects on which contracts are called that go by a name."""


def called_on(site: CallSite, made: Made) -> bool:
    """Read a call on an object of the catalogue as the contracts that it states; False if there are none."""
    found = False
    for row, library in site.analysis.catalogue.contracts.on(made.type, site.name):
        found |= contract(site, row, library, made)
    return found


def may_be_one(analysis: FileAnalysis, call: facts.Call) -> bool:
    """Whether a call can state a contract that goes by a name, on whatever it is called."""
    name = last_name(call.callee)
    libraries = analysis.catalogue.contract_names.get(name, ())
    told = any(library == "" or analysis.imports(library) for library in libraries)
    return told or analysis.project.has_rpc_method(keys.grpc_name(name))


def called_on_parameter(site: CallSite, receiver: Meaning) -> None:
    """Read a call on a parameter of which no name is known as one on what the function's callers give for it."""
    analysis = site.analysis
    parameters = tuple(_nameless_parameters(analysis, receiver))
    for owner, index, kind in parameters if parameters and may_be_one(analysis, site.call) else ():
        analysis.call_for_callers(owner)
        for one in analysis.brought_to(owner, index):
            if kind is not None and not (one.named and one.type.startswith(kind)):
                continue
            given = Made(one.type, ("", ""), named=one.named)
            method = analysis.evaluator.object_of(analysis.evaluator.member(given, site.name, site.place))
            if analysis.view.triggered or (method is not None and analysis.evaluator.is_declared(method)):
                called_on(site, given) if method is None else called_on(replace(site, name=CALL), method)


def _nameless_parameters(analysis: FileAnalysis, receiver: Meaning) -> Iterator[tuple[Definition, int, str | None]]:
    """The parameters that something may be, with the library of which they are peers; None if nothing is known.

    Of a peer the callers know the name.
    """
    for option in each(receiver):
        if isinstance(option, Parameter) and not option.members and option.type == UNKNOWN:
            yield option.owner, option.index, None
        elif isinstance(option, Made) and not option.named and analysis.catalogue.role(option.type) == "peer":
            given = constructed_identity.parameter_of(option.identity)
            library = option.type.partition(".")[0]
            yield from ((*one, f"{library}.") for one in (given,) if one is not None)


def called_on_unknown(site: CallSite, receiver: Meaning) -> None:
    """Read a call on something of which nothing is known, as a row says that stands alone or whose library is there.

    If none does, those count for which there is little evidence.
    """
    rows, found = site.analysis.catalogue.contracts.on(UNKNOWN_TYPE, site.name), False
    for row, library in rows:
        if not row.evidence and (row.alone or site.analysis.imports(library)):
            found |= contract(site, row, library, None)
    if not found and unknown_peers.may_be_peer(site, receiver):
        any(contract(site, row, library, None) for row, library in rows if row.evidence)


def contract(site: CallSite, row: Contract, library: str, made: Made | None) -> bool:
    """Read a call as a contract; False if it states none."""
    if row.mechanism == "grpc" and site.analysis.project.is_generated(site.place.path):
        return False
    decorates = site.decorated is not None or site.applied is not None
    if (row.handler == DECORATED) != decorates or not _is_meant(site, row, library, made) or not _is_within(site, row):
        return False
    if site.analysis.evaluator.is_refused(row, site.call, site.place) or _has_other_use(site, row):
        return False
    if row.document:
        return graphql_documents.read(site, row.document, library)
    if row.fields:
        return graphql_objects.read(site, row, library)
    handler = (
        (_handler(site, row) or separate_handlers.handler(site.analysis, library, made))
        if row.role == "exposes"
        else None
    )
    found = list(contract_names.of_members(site, row) if row.members else contract_names.of_call(site, row, made))
    if site.decorated is not None and row.taken and not found:
        found, handler = _payload_names(site, row, site.decorated)
    elif site.decorated is not None and not found and not (row.members or row.stated):
        own = Definition(site.analysis.view.path, site.analysis.view.key(site.decorated))
        called = _without_word(site.analysis.evaluator.own_name(row, own), row.less)
        found = [Name(Text((called,)), member_contracts.named_at(site.analysis, site.decorated))] if called else []
    elif isinstance(site.applied, Definition) and not found:
        called = site.analysis.evaluator.own_name(row, site.applied)
        found = [Name(Text((called,)), contract_spans.span(site, None))] if called else []
    if site.decorated is not None and (row.members or row.whole):
        _declares(site.analysis, site.decorated)
    if site.decorated is not None and row.each:
        found = [at for one in found for at in _at_each(site, row, one, site.decorated)] or found
    found = unknown_peers.topic_names(site, row, found) if row.evidence else found
    evidence = unknown_peers.evidence(site, row)
    for one in found:
        for name in [one.name] if row.members else contract_names.names_outside(site, row, one.name):
            bound = one.handler or handler
            if site.decorated is None and row.taken and payload_types.provides(site.analysis, bound, name):
                continue  # It does so wherever it is registered.
            effect = ContractEffect(
                row.mechanism,
                row.role,
                name,
                library,
                of=one.of,
                after=row.after,
                serves=row.serves,
                evidence=evidence,
            )
            name_relays.note_contract(site.analysis, StatedEffect(with_handler(effect, bound), one.span))
    return bool(found)


def _without_word(name: str, words: tuple[str, ...]) -> str:
    """A name without the first of these words with which it begins, if it goes on with another one."""
    for word in words:
        rest = name.removeprefix(word)
        if rest != name and rest[:1].isupper():
            return f"{rest[:1].lower()}{rest[1:]}"
    return name


def _is_within(site: CallSite, row: Contract) -> bool:
    """Whether what a call decorates stands in a class that is decorated as the row wants it."""
    definitions = site.analysis.view.facts.definitions
    parent = MODULE if site.decorated is None else definitions[site.decorated].parent
    if not row.within or parent == MODULE:
        return not row.within
    named = library_decorators(site.analysis.evaluator, site.analysis.view.path, definitions[parent])
    return any(name in row.within for name, *_ in named)


def _at_each(site: CallSite, row: Contract, stated: Name, decorated: int) -> Iterator[Name]:
    """A contract that decorates a class, once for each method that handles it: where that one is named."""
    analysis = site.analysis
    for method in analysis.evaluator.runners(row, Definition(analysis.view.path, analysis.view.key(decorated))):
        index = analysis.view.index(method.key) if method.path == analysis.view.path else None
        span = stated.span if index is None else member_contracts.named_at(analysis, index)
        yield replace(stated, span=span, handler=method)


def _payload_names(site: CallSite, row: Contract, decorated: int) -> tuple[list[Name], Definition]:
    """The names of what a decorated handler takes, or a method of a decorated class; and that method."""
    handler = Definition(site.analysis.view.path, site.analysis.view.key(decorated))
    if site.analysis.view.facts.definitions[decorated].kind == "class":
        given = site.argument("method")
        named = (
            next((text.known_string for text in texts(given) if text.known_string), row.taken)
            if given is not None
            else row.taken
        )
        handler = site.analysis.evaluator.method(handler, named) or handler
    span = member_contracts.named_at(site.analysis, decorated)
    return [Name(*one) for one in payload_types.names(site.analysis, handler, span)], handler


def _is_meant(site: CallSite, row: Contract, library: str, made: Made | None) -> bool:
    """Whether the arguments of a call, and the name of what it is on, are those that a row asks for."""
    if row.typed:
        given_for = site.analysis.evaluator.object_of(site.argument(row.name) or UNKNOWN)
        if given_for is None or given_for.type not in (
            site.analysis.catalogue.type_id(library, name) for name in row.typed
        ):
            return False
    return all(Text((text,)) in _possible_meanings(site, spec, made) for spec, text in row.where.items())


def _has_other_use(site: CallSite, row: Contract) -> bool:
    """Whether the function gives the list that a call is on, its first argument, to something else than a contract."""
    given = site.written_argument("0")
    if not row.other_use or not isinstance(given, facts.Name):
        return False
    others = (one.call for one in site.analysis.view.sites_in(site.place.scope))
    lists = (one.value for other in others if last_name(other.callee) in row.other_use for one in other.arguments)
    return any(isinstance(one, facts.Name) and one.name == given.name for one in lists)


def _possible_meanings(site: CallSite, spec: str, made: Made | None) -> tuple[Meaning, ...]:
    """What an argument may be, or the names of the object that a call is on."""
    if spec == CALL:
        return contract_names.of_object(site, made)
    given = site.argument(spec)
    return () if given is None else each(given)


def _declares(analysis: FileAnalysis, decorated: int) -> None:
    """Note that others may implement the class that is decorated, or whose method is."""
    definition = analysis.view.facts.definitions[decorated]
    index = decorated if definition.kind == "class" or definition.parent == MODULE else definition.parent
    class_ = analysis.view.facts.definitions[index].name
    analysis.offers.add(Offer(class_, class_))


def _handler(site: CallSite, row: Contract) -> Definition | Parameter | None:
    analysis = site.analysis
    if isinstance(site.applied, Definition | Parameter):
        return site.applied
    if site.decorated is not None:
        own = Definition(analysis.view.path, analysis.view.key(site.decorated))
        method = analysis.evaluator.method(own, row.by) if row.by else None
        return method or next(iter(analysis.evaluator.runners(row, own)), own)
    if row.handler == handlers.AROUND:
        return handlers.around(analysis, site.place)
    found = handlers.bound_handler(site, row.handler, row.by)
    method = analysis.evaluator.method(found, row.taken) if row.taken and isinstance(found, Definition) else None
    return method or found
