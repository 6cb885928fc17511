"""What scripts read of the elements of their page: `element.dataset.saveUrl` is what `data-save-url="/books"` holds.

Which page a script is in that stands alone, and which element it reads of, is not known. So it counts on what all
elements agree, those of the script's own page, or else of all pages of its service. What other attributes hold, as
`action`, is for the page alone.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Made, Meaning, Parameter, Place, Symbol, Text, each
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of

from .placeholders import of_template

ATTRIBUTE, DATA = "attribute", "data attribute"
"""What methods of elements give that are called with the name of an attribute, or with what stands behind `data-`."""
KINDS = frozenset((ATTRIBUTE, DATA))
_PREFIX = "data-"
_CAPITAL = regex(r"[A-Z]")


def member(evaluator: Evaluation, of: facts.Value, name: str, place: Place) -> Text | None:
    """What the attribute holds that a member of all the data of an element stands for; None if nothing is known."""
    if not isinstance(of, facts.Member) or not name:
        return None
    is_data = of.name == rules_of(evaluator.view(place.path).facts.language).values.attributes
    return _held(evaluator, _attribute(name), place) if is_data else None


def read_by_call(evaluator: Evaluation, call: facts.Call, of: Meaning, place: Place) -> Text | None:
    """What a call gives of an attribute that is on something from outside; None if it is none, or nothing is known."""
    name = call.callee.name if isinstance(call.callee, facts.Member) else ""
    kinds = KINDS.intersection(evaluator.catalogue.text_methods.get(name, ()))
    key = call.arguments[0].value if len(call.arguments) == 1 else None
    if not kinds or not isinstance(key, facts.Literal) or not all(_may_be_element(one) for one in each(of)):
        return None
    return _held(evaluator, key.text if ATTRIBUTE in kinds else _attribute(key.text), place)


def _may_be_element(of: Meaning) -> bool:
    return of == UNKNOWN or isinstance(of, Made | Parameter | Symbol)


def _attribute(name: str) -> str:
    return _PREFIX + _CAPITAL.sub(lambda capital: f"-{capital[0].lower()}", name)


def _held(evaluator: Evaluation, attribute: str, place: Place) -> Text | None:
    """The URL that an attribute holds in a file, else in pages of its service, below whatever base.

    None if that is not the same everywhere there.
    """
    urls = evaluator.project.attributes(f"{place.path}\n{attribute}")
    if not urls and attribute.startswith(_PREFIX):
        urls = evaluator.once((attribute, place.path), lambda: _held_in_service(evaluator, attribute, place.path))
    return of_template(max(urls, key=len)) if len({url.removeprefix("{}") for url in urls}) == 1 else None


def _held_in_service(evaluator: Evaluation, attribute: str, path: str) -> tuple[str, ...]:
    """The URLs that an attribute holds in pages of the service of a file."""
    project = evaluator.project
    stated = [one.split("\n", 1) for one in project.attributes(attribute)]
    service = project.service(path) if stated else ""
    return tuple(url for page, url in stated if project.service(page) == service)
