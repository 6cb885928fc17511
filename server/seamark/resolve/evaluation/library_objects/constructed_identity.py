"""The identity of an object of the catalogue, which tells it from all others."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import MADE_BY, Definition, Instance, Made, Meaning, Place
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of

Identity = tuple[str, str]
_OF = " of "
"""What stands in an identity before the class that inherits the code which makes the object."""


def identity_of(evaluator: Evaluation, call: facts.Call, place: Place) -> Identity:
    """The identity of the object that a call makes: the file of the call, and its key there."""
    return place.path, evaluator.view(place.path).call_key(call) + place.by


def own_identity(evaluator: Evaluation, call: facts.Call, place: Place) -> Identity:
    """The identity of a router that a call makes: another one for each object whose own code is around the call."""
    found = identity_of(evaluator, call, place)
    return found if place.this is None else of_object(evaluator, found, place.this)


def of_parameter(function: Definition, parameter: int, members: tuple[str, ...] = ()) -> Identity:
    """The identity of what a function is given as the parameter with this number, or as a member of it."""
    return function.path, f"{function.key}({'.'.join((str(parameter), *members))})"


def parameter_of(identity: Identity) -> tuple[Definition, int] | None:
    """The parameter, by its function and number, that an object of this identity is given as; None if it is none."""
    path, key = identity
    function, _, number = key.removesuffix(")").rpartition("(")
    return (Definition(path, function), int(number)) if key.endswith(")") and number.isdecimal() else None


def told_apart(evaluator: Evaluation, call: facts.Call, place: Place) -> str:
    """What tells apart what a call of a function makes from what its other calls make."""
    path, key = identity_of(evaluator, call, place)
    return "" if isinstance(call.callee, facts.Hole) else f"{MADE_BY}{path} {key}"


def is_made_in(evaluator: Evaluation, identity: Identity, function: Place) -> bool:
    """Whether the object of an identity is made when a function runs, be it by others that it calls."""
    path, key = identity
    _, by, last = key.rpartition(MADE_BY)
    around = f"{evaluator.view(function.path).key(function.scope)}:"
    return last.startswith(f"{function.path} {around}") if by else path == function.path and key.startswith(around)


def of_object(evaluator: Evaluation, identity: Identity, this: Meaning) -> Identity:
    """What the identity of a router is where an object's own code makes it, or what it inherits."""
    if not isinstance(this, Instance):
        return identity
    plain = _plain(identity)
    maker = _maker(evaluator, plain)
    if maker not in evaluator.with_bases(this.of):
        return identity[0], identity[1] + _made_beside(evaluator, identity, this)
    of_class = "" if this.of == maker else f"{_OF}{this.of.path} {this.of.key}"
    made = "" if this.made is None else told_apart(evaluator, *this.made)
    by = identity[1].partition(MADE_BY)
    return plain[0], f"{plain[1]}{of_class}{by[1]}{by[2]}{made}"


def _made_beside(evaluator: Evaluation, identity: Identity, this: Instance) -> str:
    """What tells apart a router that the function makes which makes the object: `s := &Server{}; s.r = New()`"""
    at = None if this.made is None else this.made[1]
    if at is None or not at.by or MADE_BY in identity[1]:
        return ""
    function = at.path, evaluator.view(at.path).key(at.scope)
    return at.by if function == (identity[0], identity[1].rpartition(":")[0]) else ""


def fallback_identities(evaluator: Evaluation, made: Made) -> Iterator[Identity]:
    """The identities by which a router goes where less is known of who makes it; last where it is made."""
    path, key = made.identity
    while MADE_BY in key:
        key = key.rpartition(MADE_BY)[0]
        yield path, key
    if made.of not in ((path, key), ("", "")):
        yield made.of
        for class_ in evaluator.with_bases(Definition(*made.of))[1:]:
            yield class_.path, class_.key
    this = made.call[1].this if made.call is not None else None
    if isinstance(this, Instance) and _OF in key:
        plain = _plain(made.identity)
        maker = _maker(evaluator, plain)
        above = evaluator.with_bases(this.of)
        for class_ in above[1 : above.index(maker) + 1] if maker in above else ():
            yield of_object(evaluator, plain, Instance(class_))


def _plain(identity: Identity) -> Identity:
    """Where the code stands that makes an object, whoever runs it."""
    return identity[0], identity[1].partition(MADE_BY)[0].partition(_OF)[0]


def _maker(evaluator: Evaluation, identity: Identity) -> Definition | None:
    """The class whose constructor, field or method makes an object of this identity for each of its objects."""
    path, key = identity
    found_at = evaluator.project.locate(Definition(path, key.rpartition(":")[0]))
    if found_at is None:
        return None
    view, index = found_at
    definitions = view.facts.definitions
    in_body = definitions[index].kind == "class"
    if in_body and not rules_of(view.facts.language).classes.fields_in_body:
        return None
    around = (scope for scope in view.scopes(index) if scope != MODULE and definitions[scope].kind == "class")
    return next((Definition(path, view.key(scope)) for scope in around), None)
