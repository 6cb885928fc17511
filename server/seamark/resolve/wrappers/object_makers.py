"""Functions that make an object and are given the base of its URLs: which ones, and what each caller gives.

Callers of the object's methods need not know that base. `composition/agreed_bases.py` puts it into their URLs. So it is
with the prefix, and with the handlers, that a function is given for the routes which it declares (`registrars.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.extract import facts
from seamark.extract.facts import SUPER_CALL
from seamark.resolve.abstract_values import Bound, Definition, Meaning, ParameterPart, Place, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.findings import Base, BaseEffect, Identity, Summary
from seamark.resolve.http import routers
from seamark.resolve.http.handlers import handlers
from seamark.resolve.module_resolution.paths import is_example
from seamark.resolve.module_resolution.test_files import in_test
from seamark.resolve.stated_by_callers import is_data

from .interface_methods import leave_to_callers
from .substitution import Substitution

MAX_HANDED_ON = 3
"""How many functions may hand on what an object is made with: behind more of them, it is whatever a program holds."""


def note_makers(
    analysis: FileAnalysis, given: Iterable[ParameterPart], level: int = 0, *, handling: bool = False
) -> None:
    """Note that what these parameters are given is a part of URLs, or handles routes."""
    for one in given:
        leave_to_callers(analysis, one.owner, BaseEffect(one, handling), level)


def note_begins(analysis: FileAnalysis, paths: Iterable[Text]) -> None:
    """Note that what these paths begin with is given, if it is, be it behind a text."""
    first = (next((part for part in path.parts if isinstance(part, ParameterPart)), None) for path in paths)
    note_makers(analysis, (one for one in first if one is not None))


def apply_base(
    site: CallSite, summary: Summary, effect: BaseEffect, called: Definition | Bound, substitution: Substitution
) -> None:
    """Note what a call gives for the URLs of the object that the function may make."""
    analysis = site.analysis
    texts = tuple(substitution.text(Text((effect.given,))))
    aside = in_test(analysis.view, site.place.scope) or is_example(analysis.view.path)
    one = substitution.argument(effect.given) if effect.handles else None
    function = None if one is None else handlers.handler_of(analysis, one.value, one.place)
    handler = function if isinstance(function, Definition) else None
    on = _router_of(analysis, called.of, site.place) if isinstance(called, Bound) else ()
    call = constructed_identity.told_apart(analysis.evaluator, site.call, site.place)
    analysis.bases.append(Base(effect.given, texts, aside, handler, is_inherited(site), on, call))
    if summary.level < MAX_HANDED_ON:
        further = (given for text in texts for given in bases_in(text))
        note_makers(analysis, further, summary.level + 1, handling=effect.handles)


def _router_of(analysis: FileAnalysis, of: Meaning, place: Place) -> tuple[Identity, ...]:
    """What the router is known by whose method is called, if the workspace has its class."""
    made = analysis.evaluator.object_of(of)
    if made is None or not any(made.of) or analysis.catalogue.role(made.type) != "router":
        return ()
    found = routers.router(analysis, made, place)
    return (found.identity, *found.otherwise)


def bases_in(url: Text) -> Iterator[ParameterPart]:
    """What is given for a URL and is no data of it."""
    return (part for index, part in enumerate(url.parts) if isinstance(part, ParameterPart) and not is_data(url, index))


def is_inherited(site: CallSite) -> bool:
    """Whether a call is that of the constructor which the class around it inherits."""
    of = site.call.callee.of if isinstance(site.call.callee, facts.Member) else site.call.callee
    return site.name == SUPER_CALL or isinstance(of, facts.Super)
