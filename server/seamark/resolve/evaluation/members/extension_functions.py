"""Functions of the workspace that extend types, and are called as if they were methods of these.

suspend fun HttpClient.load(path: String) = get("/api$path")
client.load("/users")
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import (
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    Unknown,
    each,
    options,
)
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of


def is_extension(definition: facts.Definition) -> bool:
    """Whether a function belongs to no class, and is called as if it was a method of one."""
    return definition.kind == "function" and any(one.kind == "self" for one in definition.parameters[:1])


def or_extension(evaluator: Evaluation, found: Meaning, of: Meaning, written: facts.Member, place: Place) -> Meaning:
    """What a call of a member calls: what was found for that, or functions of the workspace that extend what it is on.

    Of what is not known at all, each function of this name may be an extension.
    """
    if not evaluator.catalogue.applying or any(isinstance(one, Definition | Bound) for one in each(found)):
        return found
    named = evaluator.value(facts.Name(written.name, written.start, written.end), place)
    functions: list[Meaning] = [
        one for one in each(named) if isinstance(one, Definition) and _extends(evaluator, one, of)
    ]
    return options(functions) if functions else found


def _extends(evaluator: Evaluation, function: Definition, of: Meaning) -> bool:
    """Whether a function is an extension of what may be called so."""
    extended = extended_object(evaluator, function)
    this = of.type if isinstance(of, Parameter) else of
    match this:
        case _ if extended is None:
            return False
        case Made(type=type_id):
            return isinstance(extended, Made) and extended.type == type_id
        case Instance(of=class_):
            return isinstance(extended, Instance) and extended.of in evaluator.lineage(class_)
        case Symbol() | Unknown():
            return not is_standard(evaluator, this, function.path) or not isinstance(extended, Made | Instance)
    return not isinstance(extended, Made | Instance)


def is_standard(evaluator: Evaluation, meaning: Meaning, path: str) -> bool:
    """Whether something comes with the language of a file, which no library's type does."""
    known = rules_of(evaluator.view(path).facts.language).globals
    return isinstance(meaning, Symbol) and known.is_standard(meaning.name)


def extended_object(evaluator: Evaluation, function: Definition) -> Meaning | None:
    """What a function is called on that extends a type; None for one that extends none."""
    definition = evaluator.project.facts_of(function)
    if not is_extension(definition) or definition.parameters[0].type is None:
        return None
    declared = evaluator.value(definition.parameters[0].type, Place(function.path, definition.parent))
    return objects.instance(evaluator, declared, of_parameter(function, 0))
