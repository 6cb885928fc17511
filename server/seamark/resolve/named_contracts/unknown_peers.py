"""Contracts on something of which nothing is known: how much the name of a call says there."""

from __future__ import annotations

from collections.abc import Collection

from seamark.catalogue import Contract, Evidence
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Meaning, Parameter, Symbol, Text, Unknown, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.partial_texts.texts import texts

from .contract_names import Name

_TOPIC = regex(r"(?!https?:)[\w{}#*+/.:\-]*[A-Za-z][\w{}#*+/.:\-]*")


def may_be_peer(site: CallSite, receiver: Meaning) -> bool:
    """Whether an object on which a method is called is none of the workspace: it is open what it does."""
    if not isinstance(site.call.callee, facts.Member) or isinstance(site.call.callee.of, facts.This | facts.Super):
        return False
    return all(isinstance(one, Unknown | Symbol) or _is_untyped(one) for one in each(receiver))


def _is_untyped(meaning: Meaning) -> bool:
    return isinstance(meaning, Parameter) and isinstance(meaning.type, Unknown | Symbol)


def evidence(site: CallSite, row: Contract) -> Evidence:
    """What has to speak for a call of a row besides its name: what is told nothing may name something else."""
    if row.evidence != "name" or row.role == "exposes":
        return row.evidence
    is_told = len(site.call.arguments) > 1 or any(
        isinstance(one.value, facts.Object) and len(one.value.entries) > 1 for one in site.call.arguments
    )
    return row.evidence if is_told else "other side"


def topic_names(site: CallSite, row: Contract, found: Collection[Name]) -> list[Name]:
    """Those names that may be topics: words that are written out, or for callers to give if none is.

    What sends something is given that next, and no function: Meteor's `publish("posts", find)`.
    """
    if row.role == "consumes" and _is_given_function(site):
        return []
    first = (one.value for one in site.call.arguments[:2])
    is_certain = evidence(site, row) == "name" and not any(isinstance(one, facts.Literal) for one in first)
    written = [text for spec in (row.name, row.instead) for text in texts(site.argument(spec) or UNKNOWN)]
    is_told = row.behind != "" or row.keys  # Elsewhere an event may go by its class, which is no topic.
    certain = [one for one in found if _is_topic(one.name) and (is_told or one.name in written)]
    return certain or [one for one in found if is_certain and _is_given(one.name)]


def _is_topic(name: Text) -> bool:
    return name.known_string is not None and _TOPIC.fullmatch(name.known_string) is not None


def _is_given(name: Text) -> bool:
    """Whether callers give the whole name."""
    return len(name.given_parts) == len(name.parts) == 1


def _is_given_function(site: CallSite) -> bool:
    given = [one.value for one in site.call.arguments[1:2]]
    return any(isinstance(one, Definition | Bound) for value in given for one in each(site.meaning(value)))
