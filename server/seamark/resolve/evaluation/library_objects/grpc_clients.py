"""Clients of gRPC services: what generated code calls them, and which methods they have.

That something is called as generated code calls it says nothing: the workspace must declare a service of that name,
or what makes the client must be given a connection of the library's.
"""

from __future__ import annotations

from seamark import keys
from seamark.catalogue.generated import Names
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Definition, Made, Meaning, Module, Place, Symbol, Text, each
from seamark.resolve.evaluation.calls.arguments import argument
from seamark.resolve.evaluation.protocol import Evaluation

from .constructed_identity import identity_of

STUB = "stub"
"""The role of clients of services."""
ACCEPTOR = "acceptor"
"""The role of what takes calls of a service."""
METHODS = {STUB: "method", ACCEPTOR: "accepted"}
"""The types of the methods of these, in the table of their library."""
CONNECTION = "connection"
"""The role of what clients are given to reach a service."""


def stub_of_call(evaluator: Evaluation, callee: Meaning, call: facts.Call, place: Place) -> Made | None:
    """The client that a call makes, if that is what it does."""
    known = evaluator.catalogue.generated
    connecting = known.connecting.get(callee.name) if isinstance(callee, Symbol) else None
    if connecting is not None:
        row, names = connecting
        given = argument(evaluator, call, row.service, place) or UNKNOWN
        service = service_of(evaluator, known.descriptors, given) or described_service(names, given)
    else:
        service = service_of(evaluator, known.makers, callee)
        outside = service is None
        undeclared = known.makers.services(callee.name) if outside and isinstance(callee, Symbol) else ()
        if undeclared and _connects(evaluator, call, place):
            service = min((name for name, _ in undeclared), key=len)
    return None if service is None else _object(evaluator, service, identity_of(evaluator, call, place), STUB)


def described_service(names: Names, meaning: Meaning) -> str | None:
    """The service that something from outside of the workspace describes, by what it is called."""
    found = (names.services(option.name) for option in each(meaning) if isinstance(option, Symbol))
    return next((service for services in found for service, _ in services), None)


def instance(evaluator: Evaluation, kind: Meaning, identity: tuple[str, str]) -> Made | None:
    """The client, or what takes calls, that an object of this type is, if it is one."""
    known = evaluator.catalogue.generated
    for role, names in ((STUB, known.clients), (ACCEPTOR, known.acceptors)):
        service = service_of(evaluator, names, kind)
        if service is not None:
            return _object(evaluator, service, identity, role)
    return None


def method(evaluator: Evaluation, stub: Made, name: str) -> Made | None:
    """The method of a client's service that a member of the client calls."""
    service = next((text.known_string.rpartition(".")[2] for text in stub.named if text.known_string is not None), None)
    declared = None if service is None else procedure(evaluator, service, name)
    type_id = f"{stub.type.rpartition('.')[0]}.{METHODS[evaluator.catalogue.role(stub.type)]}"
    return None if declared is None else Made(type_id, stub.identity, named=(Text((declared,)),))


def procedure(evaluator: Evaluation, service: str, name: str, *, declared_so: bool = False) -> str | None:
    """The key of a service's method, by any of its spellings.

    A service that nobody declares has all methods, or all those whose names are written as they are `declared_so`.
    """
    methods = evaluator.project.procedures(service)
    prefixes = ("", *evaluator.catalogue.generated.prefixes)
    for prefix in prefixes if methods else ():
        spelled = keys.grpc_name(name.removeprefix(prefix)) if name.startswith(prefix) else None
        for declared in methods:
            if keys.grpc_name(declared) == spelled:
                return keys.grpc_key(service, declared)
    if methods or (declared_so and name != keys.camel(name)):
        return None
    return keys.grpc_key(service, keys.camel(name))


def generated_symbol(evaluator: Evaluation, module: Module, name: str) -> Symbol | None:
    """What generated code offers under the name of a client, a server or a descriptor: it is what it is called."""
    exported = evaluator.catalogue.generated.exported.services(name)
    if not exported or not evaluator.project.is_generated(module.path):
        return None
    declared = any(_declared_name(evaluator, service) is not None for service, _ in exported)
    return Symbol(f"{module.path}.{name}") if declared else None


def is_declared(evaluator: Evaluation, made: Made) -> bool:
    """Whether the workspace declares the service whose client this is, or one of its methods."""
    names = (text.known_string.partition("/")[0] for text in made.named if text.known_string is not None)
    return any(evaluator.project.procedures(name.rpartition(".")[2]) for name in names)


def service_of(evaluator: Evaluation, names: Names, meaning: Meaning) -> str | None:
    """The service for which something was generated that is called like one of these, if it is known."""
    for option in each(meaning):
        known = names.services(_name(option))
        if known and isinstance(option, Definition) and not evaluator.project.is_generated(option.path):
            continue
        for service, certain in sorted(known, key=lambda one: len(one[0])):  # `NewOrdersClient` makes one of `Orders`.
            declared = _declared_name(evaluator, service)
            if declared is not None or certain:
                return declared or service
    return None


def _declared_name(evaluator: Evaluation, service: str) -> str | None:
    """What the service is called that has this name in generated code, where all names begin with a capital."""
    names = (service, service[:1].lower() + service[1:])
    return next((name for name in names if evaluator.project.procedures(name)), None)


def _name(meaning: Meaning) -> str:
    """What something is called; bodies of one name are told apart by numbers, which are no part of it."""
    if isinstance(meaning, Definition):
        return _NUMBER.sub("", meaning.key) if "#" in meaning.key else meaning.key
    return meaning.name if isinstance(meaning, Symbol) else ""


_NUMBER = regex(r"#\d+")


def _connects(evaluator: Evaluation, call: facts.Call, place: Place) -> bool:
    """Whether a call is given a connection over which methods of services are called, be it in an object."""
    given = [one.value for one in call.arguments]
    given += [entry.value for one in given if isinstance(one, facts.Object) for entry in one.entries]
    return any(is_connection(evaluator, evaluator.meaning(one, place)) for one in given)


def is_connection(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether something is a connection of a library's."""
    made = evaluator.object_of(meaning)
    return made is not None and evaluator.catalogue.role(made.type) == CONNECTION


def _object(evaluator: Evaluation, service: str, identity: tuple[str, str], role: str) -> Made | None:
    alike = (type_id for type_id, kind in evaluator.catalogue.types.items() if kind.role == role)
    type_id = next(alike, None)
    return None if type_id is None else Made(type_id, identity, named=(Text((service,)),))
