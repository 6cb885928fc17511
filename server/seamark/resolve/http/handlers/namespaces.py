"""The namespaces in which classes are looked for that texts only name: those of the routers around, one in another."""

from __future__ import annotations

from seamark.resolve.abstract_values import Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.file_relations import ways
from seamark.resolve.findings import Identity, Router
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT

MAX_CHAIN = 12
MAX_NAMESPACES = 16


def in_full(analysis: FileAnalysis, name: str, router: Router) -> list[str]:
    """What a name may be in full that is given on a router."""
    within = rules_of(analysis.view.facts.language).functions.within
    stated = _below(analysis, ["", *analysis.catalogue.namespaces], _around(analysis, router, ()))
    return [within(namespace, name) for namespace in stated]


def _around(analysis: FileAnalysis, router: Router, below: tuple[Identity, ...]) -> list[str]:
    """The namespaces that a router and those that it is put below state together."""
    above: list[str] = []
    if router.identity not in below and len(below) < MAX_CHAIN:
        for mount in ways(analysis.relations.mounts(router.identity)):
            if mount.parent is not None:
                outer = _around(analysis, mount.parent, (*below, router.identity))
                above += _below(analysis, outer, _stated_texts(mount.namespaces))
    return _below(analysis, above or [""], _stated_texts(router.namespaces))


def _below(analysis: FileAnalysis, outer: list[str], inner: list[str]) -> list[str]:
    within = rules_of(analysis.view.facts.language).functions.within
    return list(dict.fromkeys(within(one, further) for one in outer for further in inner))[:MAX_NAMESPACES]


def _stated_texts(namespaces: tuple[Text, ...]) -> list[str]:
    """What is stated, with a hole for what is not known; of what says nothing, the empty one."""
    return [text.raw() for text in namespaces if text != UNKNOWN_TEXT] or [""]
