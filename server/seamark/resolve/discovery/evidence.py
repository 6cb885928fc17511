"""Whether something of which the catalogue does not speak may be a router or a client all the same."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.meaning import (
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Symbol,
    Unknown,
    each,
    is_empty,
)
from seamark.resolve.modules import naming


def is_open(site: CallSite, receiver: Meaning, callee: Meaning, made: Made | None) -> bool:
    """Whether nothing that is known speaks against a route or a request."""
    finder = site.finder
    if made is not None and finder.catalogue.role(made.type) != "":
        return False
    subject = receiver if isinstance(site.call.callee, facts.Member) else callee
    if any(isinstance(option, Definition | Bound) for option in each(callee)):
        return False
    there = [option for option in each(subject) if not is_empty(option)]
    return all(_says_nothing(finder, option) for option in there)


def _says_nothing(finder: Finder, meaning: Meaning) -> bool:
    """Whether it may be a router or a client for all that is known: also what is only declared, as an interface."""
    if isinstance(meaning, Instance):
        return not any(isinstance(base, Symbol) for base in finder.evaluator.bases(meaning.of))
    if isinstance(meaning, Symbol):
        return _may_be_client(finder, meaning)
    if isinstance(meaning, Parameter) and meaning.owner in finder.handed:
        return False
    if isinstance(meaning, Parameter) and isinstance(meaning.type, Symbol):
        return _may_be_client(finder, meaning.type)
    return isinstance(meaning, Unknown | Parameter)


def _may_be_client(finder: Finder, symbol: Symbol) -> bool:
    """Whether something from outside the workspace may be a client that the catalogue does not know."""
    is_standard = naming(finder.view.facts.language).is_standard(symbol.name)
    return not is_standard and not finder.catalogue.is_known(symbol.name)
