"""Classes and objects that provide contracts by what they are: implementations of gRPC services, jobs."""

from __future__ import annotations

from collections.abc import Iterator

from seamark import keys
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import (
    Argument,
    Bound,
    Definition,
    Instance,
    Meaning,
    Parameter,
    ParameterPart,
    Place,
    Record,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.exports import inherited_names
from seamark.resolve.evaluation.library_objects import grpc_clients
from seamark.resolve.evaluation.trail import MAX_DEPTH
from seamark.resolve.findings import ImplementingMethod, NamedContract, Offer, ServiceEffect, Span, Summary
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.stated_by_callers import MAX_LEVEL
from seamark.resolve.workspace_facts.view import last_name

from . import listener_lists, payload_types

GRPC = "grpc"


def read_all(analysis: FileAnalysis) -> None:
    """Read all classes of the file, and the methods in it that belong to classes of others."""
    if analysis.project.is_generated(analysis.view.path):
        return
    served: dict[Definition, tuple[str, ...]] = {}
    for index, definition in enumerate(analysis.view.facts.definitions):
        if definition.kind == "class" and definition.receiver is None:
            _performs(analysis, index)
            _implements(analysis, index)
        if definition.kind != "method" or not _may_serve(analysis, definition):
            continue
        class_ = _class_of(analysis, definition)
        if class_ is None:
            continue
        if class_ not in served:
            served[class_] = tuple(dict.fromkeys(_implemented_services(analysis, class_)))
        own = Definition(analysis.view.path, analysis.view.key(index))
        for service in served[class_]:
            is_told = analysis.view.triggered and _takes_request(analysis, definition)
            if not is_told and not analysis.project.procedures(service):
                continue  # What it is called is all there is to tell: that counts where the text says more.
            span = Span(definition.name_start, definition.name_end, index)
            by_name = analysis.catalogue.generated.given is None
            _provide(analysis, service, own, span, within=class_, declared_so=by_name)


def read_served(analysis: FileAnalysis) -> None:
    """Read the functions of the file that serve what somebody calls for by them."""
    for one in analysis.relations.serving_functions(analysis.view.path) if analysis.catalogue.serving else ():
        index = analysis.view.index(one.of.key)
        if index is not None:
            own = analysis.view.facts.definitions[index]
            span = Span(own.name_start, own.name_end, index)
            analysis.named.append(NamedContract(one.mechanism, "exposes", one.name, one.of, span, one.framework))


def read_registration(site: CallSite) -> None:
    """Read a call that is given the implementation of a service, if it is one."""
    for service, spec in _registered_services(site):
        given, span = site.argument(spec), contract_spans.span(site, site.written_argument(spec))
        for option in each(given) if given is not None else ():
            if isinstance(option, Record):
                _written_out(site, service, option, span)
            else:
                _register(site.analysis, service, option, span)


def register_for_caller(
    site: CallSite, summary: Summary, effect: ServiceEffect, argument: Argument, written: facts.Value | None
) -> None:
    """Read a call that is given the implementation of a service, be it `written` there, by a function that does so."""
    span = contract_spans.span(site, written)
    for option in each(site.analysis.evaluator.meaning(argument.value, argument.place)):
        _register(site.analysis, effect.service, option, span, summary.level)


def _register(analysis: FileAnalysis, service: str, given: Meaning, span: Span, level: int = 0) -> None:
    """Note that an object implements a service, or that callers say which one does."""
    kind = given.type if isinstance(given, Parameter) else given
    is_told = isinstance(kind, Instance) and not _is_declared_only(analysis, kind.of)
    if isinstance(kind, Instance) and service in _implemented_services(analysis, kind.of):
        analysis.used.add(kind.of)
    elif isinstance(kind, Instance) and is_told:
        for method in analysis.evaluator.methods(kind.of):
            if analysis.project.procedures(service) or _is_given_request(analysis, method):
                _provide(analysis, service, method, span)
    elif isinstance(given, Parameter) and level < MAX_LEVEL:
        owner = given.owner
        effect = ServiceEffect(service, ParameterPart(owner, given.index, given.members))
        analysis.summaries.append(Summary(owner, effect, level + 1))
        analysis.call_for_callers(owner)


def _is_given_request(analysis: FileAnalysis, method: Definition) -> bool:
    return _takes_request(analysis, analysis.project.facts_of(method))


def _is_declared_only(analysis: FileAnalysis, class_: Definition) -> bool:
    """Whether a class is an interface, or stands in code that a program wrote, and so implements nothing."""
    is_abstract = any(analysis.project.facts_of(method).abstract for method in analysis.evaluator.methods(class_))
    return is_abstract or analysis.project.is_generated(class_.path)


def may_register(analysis: FileAnalysis, name: str) -> bool:
    """Whether a call of this name may register the implementation of a service."""
    generated = analysis.catalogue.generated
    return name in generated.registering or any(names.services(name) for names, _ in generated.registers)


def _registered_services(site: CallSite) -> Iterator[tuple[str, str]]:
    """The services that a call registers implementations of, and which argument these are.

    On a server of the library's these may be services that the workspace does not declare.
    """
    evaluator, generated, callee = site.analysis.evaluator, site.analysis.catalogue.generated, site.call.callee
    for names, implementation in generated.registers:
        if names.services(site.name) and site.may_be_given(implementation):
            called = site.meaning(callee)
            service = evaluator.generated_service(names, called)
            if service is None and _is_server(site, site.argument("0")):
                service = grpc_clients.described_service(names, called)
            if service is not None:
                yield service, implementation
    row = generated.registering.get(site.name)
    given = site.argument(row.service) if row is not None and site.may_be_given(row.implementation) else None
    if row is None or given is None:
        return
    service = evaluator.generated_service(generated.descriptors, given)
    if service is None and isinstance(callee, facts.Member) and _is_server(site, site.meaning(callee.of)):
        service = grpc_clients.described_service(generated.endings, given)
    if service is not None:
        yield service, row.implementation


def _is_server(site: CallSite, meaning: Meaning | None) -> bool:
    return meaning is not None and grpc_clients.is_connection(site.analysis.evaluator, meaning)


def _written_out(site: CallSite, service: str, record: Record, span: Span) -> None:
    """Read an object that holds the functions that implement a service's methods."""
    here = record.place.path == site.analysis.view.path
    for entry in record.value.entries:
        if not entry.key.isidentifier():
            continue  # What is spread there, or goes by a key that is worked out.
        found = each(site.analysis.evaluator.meaning(entry.value, record.place))
        handler = next((function_of(one) for one in found if isinstance(one, Definition | Bound)), None)
        at = named_at(site, entry.value) if here else span
        # A function is a method however it is spelled; what is not known is one if it is named as methods are declared.
        _provide(site.analysis, service, handler, at, name=entry.key, declared_so=handler is None)


def named_at(site: CallSite, value: facts.Value) -> Span:
    """Where an object names the function that implements a method."""
    if isinstance(value, facts.Function):
        own = site.analysis.view.facts.definitions[value.definition]
        named = own.name_end > own.name_start
        start, end = (own.name_start, own.name_end) if named else (own.start, own.start + 1)
        return Span(start, end, value.definition)
    return contract_spans.span(site, value)


def _provide(
    analysis: FileAnalysis,
    service: str,
    method: Definition | None,
    span: Span,
    name: str = "",
    within: Definition | None = None,
    *,
    declared_so: bool = True,
) -> None:
    """Note that a function is a method of a service, if the service has one of its name, or of the one it goes by.

    It is one of a class, or what is registered itself. Of a service that nobody declares, a class may have functions
    that are no methods: these are then told by being written as they are `declared_so`.
    """
    if method is not None and not name:
        name = method.name if rules_of(analysis.view.facts.language).functions.is_public(method.name) else ""
    key = analysis.evaluator.procedure(service, name, declared_so=declared_so) if name else None
    if key is not None:
        named = NamedContract(
            GRPC, "exposes", Text((key,)), method, span, GRPC, within=within, registered=within is None
        )
        analysis.named.append(named)


def _may_serve(analysis: FileAnalysis, method: facts.Definition) -> bool:
    """Whether a method is called like one of a service, or is given a request, or of what is called like a service.

    For what inherits from nothing it is not.
    """
    names, parent = analysis.catalogue.generated.servers, method.parent
    definitions = analysis.view.facts.definitions
    is_constructor = parent != MODULE and method.name == definitions[parent].name
    if method.hidden or is_constructor:
        return False
    bases = list(definitions[parent].bases) if parent != MODULE else []
    if method.receiver is not None:
        of = last_name(method.receiver)
        bases += (base for one in definitions if one.kind == "class" and one.name == of for base in one.bases)
    own = any(names.services(_with_holder(base)) for base in bases)
    own = own or (bool(bases) and analysis.catalogue.generated.given is not None and _takes_request(analysis, method))
    takes_any = any(one.kind != "self" for one in method.parameters)
    return own or (takes_any and analysis.project.has_rpc_method(keys.grpc_name(method.name)))


def _with_holder(base: facts.Value) -> str:
    """The name of a class, behind that of the one in which it is: `OrdersGrpc.OrdersImplBase`"""
    named = base.callee if isinstance(base, facts.Call) else base
    within = last_name(named.of) if isinstance(named, facts.Member) else ""
    return f"{within}.{last_name(base)}" if within else last_name(base)


def _takes_request(analysis: FileAnalysis, method: facts.Definition) -> bool:
    """Whether a method has a parameter that those of services have, if there is one by which they can be told."""
    given = analysis.catalogue.generated.given
    types = (_type_name(one.type) for one in method.parameters if one.kind != "self" and one.type is not None)
    return given is None or any(map(given.fullmatch, types))


def _type_name(value: facts.Value) -> str:
    """The last part of a type's name, without what is given to it: `ServerStreamingServer[Reply]`."""
    return last_name(value.of if isinstance(value, facts.Element) else value)


def _class_of(analysis: FileAnalysis, definition: facts.Definition) -> Definition | None:
    """The class to which a method belongs."""
    view = analysis.view
    if definition.receiver is not None:
        found: Meaning = analysis.evaluator.meaning(definition.receiver, Place(view.path, definition.parent))
        return next((one for one in each(found) if isinstance(one, Definition)), None)
    if definition.parent == MODULE:
        return None
    parent = view.facts.definitions[definition.parent]
    return Definition(view.path, view.key(definition.parent)) if parent.kind == "class" else None


def _implemented_services(analysis: FileAnalysis, class_: Definition, depth: int = 0) -> Iterator[str]:
    """The services that a class implements, by what it inherits from."""
    for base in analysis.evaluator.bases(class_):
        for option in each(base):
            service = analysis.evaluator.generated_service(analysis.catalogue.generated.servers, option)
            if service is not None:
                yield service
            elif isinstance(option, Definition) and option != class_ and depth < MAX_DEPTH:
                yield from _implemented_services(analysis, option, depth + 1)


def _performs(analysis: FileAnalysis, index: int) -> None:
    """Read a class as one that provides contracts by what it inherits from, or by what its methods take."""
    class_ = Definition(analysis.view.path, analysis.view.key(index))
    own = analysis.view.facts.definitions[index]
    known = analysis.view.triggered or inherits_exported(analysis, own)
    for row, library in (*(analysis.evaluator.performing_rows(class_) if known else ()), *analysis.catalogue.taking):
        if row.bases:  # Others may inherit from it.
            analysis.offers.add(Offer(own.name, own.name))
            analysis.offer(own.name, analysis.evaluator.object_of(class_))
        if row.field:
            listener_lists.note_listed(analysis, row, class_, index, library)
            continue
        method = analysis.evaluator.method(class_, row.handler) if row.handler else None
        if method is None or (own.abstract and row.taken is None):
            continue
        span = Span(own.name_start, own.name_end, index)
        found = [(name, span) for name in analysis.evaluator.names_of(class_, member=row.goes_by)]
        if row.taken is not None:
            type_id = analysis.catalogue.type_id(library, row.of) if row.of else ""
            found = list(payload_types.names(analysis, method, span, row.taken, type_id, row.goes_by))
            if found:  # Those that inherit from it take the same.
                analysis.offers.add(Offer(own.name, own.name))
        for name, at in () if own.abstract else found:
            analysis.named.append(NamedContract(row.mechanism, "exposes", name, method, at, library))


def _implements(analysis: FileAnalysis, index: int) -> None:
    """Note which methods of a class do what those of an interface only declare that is a contract."""
    own = analysis.view.facts.definitions[index]
    if not inherits_exported(analysis, own):
        return
    for method in analysis.evaluator.methods(Definition(analysis.view.path, analysis.view.key(index))):
        analysis.implementing += [
            ImplementingMethod(above, method) for above in analysis.evaluator.base_methods(method)
        ]


def inherits_exported(analysis: FileAnalysis, class_: facts.Definition) -> bool:
    """Whether a class inherits from what is called like a class of another file that matters to those who do."""
    return any(map(analysis.relations.offers_object, inherited_names(analysis.view, class_)))
