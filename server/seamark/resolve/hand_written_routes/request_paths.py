"""Which values are paths of requests, as the libraries that serve them and callers give these."""

from __future__ import annotations

from collections.abc import Container, Iterable

from seamark.catalogue import library_of
from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Meaning, Parameter, ParameterPart, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import BroughtObject
from seamark.resolve.http import verbs

PATH = "path"
MAX_HANDED = 6
"""Through how many functions a path is followed."""


class Handing(dict[tuple[Definition, facts.Call], CallSite]):
    """The calls that may hand a request or its path on, by the function that is called and the call."""


def note_handed(site: CallSite, owner: Definition, number: int, meaning: Meaning) -> None:
    """Note that a call gives a function a request or its path, or what may be one because its own callers give it."""
    analysis = site.analysis
    made = analysis.evaluator.object_of(meaning)
    given = parameters(meaning) if analysis.catalogue.with_paths else []
    is_path = made is not None and analysis.catalogue.role(made.type) == PATH
    held = verbs.required_verbs(site) if is_path or given else ()
    if made is not None and is_path:
        analysis.bring(BroughtObject(owner, number, made.type, (), verbs=held))
    for of, index in given:
        analysis.bring(BroughtObject(owner, number, "", (), (of, index), held))
    if is_path or given or (made is not None and made.type in analysis.catalogue.with_requests):
        analysis.notes(Handing).setdefault((owner, site.call), site)


def call_for_givers(analysis: FileAnalysis, meaning: Meaning, around: Iterable[Definition]) -> None:
    """Have the callers read of the function whose parameter is the request that this path belongs to."""
    made = analysis.evaluator.object_of(meaning)
    path, key = ("", "") if made is None else made.identity
    for one in around:
        if one.path == path and key.startswith(f"{one.key}("):
            analysis.call_for_callers(one)


def brought_verbs(analysis: FileAnalysis, given: Iterable[tuple[Definition, int]], depth: int = 0) -> tuple[str, ...]:
    """The verbs with which functions are given a request's path for these parameters; none if any may be asked for."""
    found: dict[str, None] = {}
    for of, index in given:
        for one in analysis.brought_to(of, index):
            handed = (one.handed,) if one.handed is not None and depth < MAX_HANDED else ()
            held = one.verbs or brought_verbs(analysis, handed, depth + 1)
            if not held:
                return ()
            found.update(dict.fromkeys(held))
    return tuple(found)


def library(analysis: FileAnalysis, meaning: Meaning, around: Container[Definition] | None = None) -> str:
    """The library whose request's path something is, itself or as callers give it; nothing if it is none.

    With `around`, it is one that is given to these functions.
    """
    made = analysis.evaluator.object_of(meaning)
    if made is not None:
        return library_of(made.type) if analysis.catalogue.role(made.type) == PATH else ""
    given = (one for one in parameters(meaning) if around is None or one[0] in around)
    return next((found for one in given if (found := _brings_path(analysis, *one))), "")


def parameters(meaning: Meaning) -> list[tuple[Definition, int]]:
    """The parameters that something may be, whole."""
    whole = [one for one in each(meaning) if isinstance(one, Parameter) and not one.members]
    texts_of = [one.parts[0] for one in each(meaning) if isinstance(one, Text) and len(one.parts) == 1]
    given = [one for one in texts_of if isinstance(one, ParameterPart) and not one.members]
    return [*((one.owner, one.index) for one in whole), *((one.owner, one.index) for one in given)]


def _brings_path(analysis: FileAnalysis, owner: Definition, index: int) -> str:
    """The library whose path a function is given for a parameter, be it by the callers of its callers."""
    waiting, known = [(owner, index)], {(owner, index)}
    for _ in range(MAX_HANDED):
        further: list[tuple[Definition, int]] = []
        for of, number in waiting:
            analysis.call_for_callers(of)
            for one in analysis.brought_to(of, number):
                if analysis.catalogue.role(one.type) == PATH:
                    return library_of(one.type)
                further += [one.handed] if one.handed is not None and one.handed not in known else []
        known.update(further)
        waiting = further
    return ""
