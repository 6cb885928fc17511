"""Libraries whose sources stand in the workspace: vendored, or a project's own copy.

`from vendor.bottle import Bottle` means `bottle.Bottle` if the file has a class of this name with the methods by which
the library's routers declare routes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, Meaning, Symbol, each
from seamark.resolve.evaluation.protocol import Evaluation

_ENOUGH = 2
"""So many of the methods of the library's router a copy has."""
_WHOLE = regex(r"/(?:index|__init__|mod|lib)\.\w+$|\.\w+$")
"""What the path of a file ends with that goes by the name of its folder, or by its own without an ending."""

Find = Callable[[str], Meaning | None]
"""What the workspace offers at a path under a name."""


def offered_value(evaluator: Evaluation, path: str, name: str, find: Find) -> Meaning | None:
    """What is offered under a name by a file or folder; what a library does, if it is a copy of that."""
    found = find(name)
    modules = evaluator.catalogue.called_alike.get(_WHOLE.sub("", path).rpartition("/")[2], ()) if found else ()
    for module in modules:
        symbol = f"{module}.{name}"
        if symbol in evaluator.catalogue.names and _is_copy(evaluator, path, module, find):
            return Symbol(symbol)
    return found


def _is_copy(evaluator: Evaluation, path: str, module: str, find: Find) -> bool:
    """Whether what a path offers has a router as the library has it."""
    return evaluator.once(
        ("copy", path, module),
        lambda: any(_is_router(evaluator, type_id, find(name)) for type_id, name in _routers(evaluator, module)),
    )


def _routers(evaluator: Evaluation, module: str) -> Iterator[tuple[str, str]]:
    """The types of the library's routers, each with the name of a class of it."""
    for symbol, type_id in evaluator.catalogue.constructed_by.items():
        of, _, name = symbol.rpartition(".")
        if of == module and evaluator.catalogue.role(type_id) == "router":
            yield type_id, name


def _is_router(evaluator: Evaluation, type_id: str, found: Meaning | None) -> bool:
    classes = (one for one in each(found) if isinstance(one, Definition)) if found is not None else ()
    names = evaluator.catalogue.routes.names_on(type_id)
    return any(sum(evaluator.method(one, name) is not None for name in names) >= _ENOUGH for one in classes)
