"""URLs of routes by their names: what calls give that are given such a name."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.catalogue import BY_KEY, UNKNOWN_TYPE, NamedUrl
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Definition,
    Meaning,
    Parameter,
    Place,
    RouteUrl,
    Symbol,
    Text,
    each,
    options,
)
from seamark.resolve.evaluation.calls.arguments import found_argument, written_argument
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, possible_texts
from seamark.resolve.partial_texts.urls import may_name_route

from .objects import object_of


def rows(evaluator: Evaluation, call: facts.Call, place: Place) -> Iterator[tuple[NamedUrl, str]]:
    """What the catalogue says of a call that gives the URL of a route by its name; nothing if it is none."""
    known, callee = evaluator.catalogue.named_urls, call.callee
    if isinstance(callee, facts.Member):
        held = callee.of.of if isinstance(callee.of, facts.Element) else callee.of
        receiver = evaluator.meaning(held, place)
        made = object_of(evaluator, receiver)
        found = known.on(UNKNOWN_TYPE if made is None else made.type, callee.name)
        if made is None:
            found = [one for one in found if may_be_of(evaluator, receiver, one[1])]
        yield from (one for one in found if (one[0].name == BY_KEY) is isinstance(callee.of, facts.Element))
    for option in each(evaluator.meaning(callee, place)):
        yield from known.of(option.name) if isinstance(option, Symbol) else ()


def may_be_of(evaluator: Evaluation, receiver: Meaning, library: str) -> bool:
    """Whether something of which nothing is known, or just that it is the library's, may be what has the routes."""
    kinds = [option.type if isinstance(option, Parameter) else option for option in each(receiver)]
    known = evaluator.catalogue.libraries_of
    may_be = all(one == UNKNOWN or (isinstance(one, Symbol) and library in known(one.name)) for one in kinds)
    return may_be and not any(_is_declared(evaluator, one) for one in each(receiver) if isinstance(one, Parameter))


def _is_declared(evaluator: Evaluation, parameter: Parameter) -> bool:
    """Whether a parameter is declared to be something of which nothing is known."""
    taken = evaluator.project.facts_of(parameter.owner).parameters if parameter.type == UNKNOWN else ()
    return parameter.index < len(taken) and taken[parameter.index].type is not None


def name(
    evaluator: Evaluation, row: NamedUrl, library: str, call: facts.Call, place: Place
) -> tuple[facts.Value | None, Meaning | None]:
    """The name that a call is given, as it is written and what it means; both None if it is given none."""
    if row.function:
        return _of_function(evaluator, row, library, call, place)
    if row.name != BY_KEY:
        return found_argument(evaluator, call, row.name, place)
    of = call.callee.of if isinstance(call.callee, facts.Member) else None
    return (of.key, evaluator.meaning(of.key, place)) if isinstance(of, facts.Element) else (None, None)


def _of_function(
    evaluator: Evaluation, row: NamedUrl, library: str, call: facts.Call, place: Place
) -> tuple[facts.Value | None, Meaning | None]:
    """The name of the route that a function handles which a call is given, be it with what it is to be given."""
    value = written_argument(call, row.name)
    called = value.callee if isinstance(value, facts.Call) else value
    meant = () if called is None else each(evaluator.meaning(called, place))
    functions = [one for one in meant if isinstance(one, Definition)]
    if not functions:
        return None, None
    _, names = evaluator.catalogue.names_of(library)
    return called, Text((of_function(functions[0], names.modules),))


def of_function(function: Definition, joint: str) -> str:
    """What a route is called that goes by the name of its function: with a `joint` also by those of modules around."""
    if not joint:
        return function.name
    *_, folder, file = ("", *function.path.split("/"))
    module = file.partition(".")[0]
    inner = (part.partition("#")[0] for part in function.key.split("."))
    return joint.join(filter(None, (folder if module == _FOLDER else module, *inner)))


_FOLDER = "mod"
"""What a file is called whose module goes by the name of its folder."""


def url(evaluator: Evaluation, row: NamedUrl, library: str, call: facts.Call, place: Place) -> Meaning:
    """The URL of the route whose name a call is given; a path or a URL that may stand there is that."""
    space, _ = evaluator.catalogue.names_of(library)
    given = written_argument(call, row.name) if row.function else None
    bare = not isinstance(given, facts.Call) if row.function else len(call.arguments) == (row.name != BY_KEY)
    _, stated = name(evaluator, row, library, call, place)
    found = [Text((RouteUrl(space, text, bare),)) if may_name_route(text) else text for text in possible_texts(stated)]
    named = [text for text in found if row.other or text.route_urls]
    return options([*named]) if named else UNKNOWN_TEXT
