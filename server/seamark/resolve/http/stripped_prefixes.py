"""What a handler cuts off a request's path before it hands that on: `r.URL.Path = strings.TrimPrefix(…, "/api")`."""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.texts_and_lists.decided import spell_fact
from seamark.resolve.partial_texts.texts import possible_texts

_CUTS = "trim start"


def prefixes(site: CallSite, request: str) -> tuple[Text, ...]:
    """What was cut off the path of the argument `request` in the function around a call; none if nothing was."""
    given, known = site.written_argument(request), site.analysis.catalogue
    found: list[Text] = []
    for one in site.analysis.changed_paths.get(site.place.scope, ()):
        root = site.analysis.view.root_of(one.target)
        is_before = one.target.start < site.call.start
        if not is_before or root is None or not isinstance(given, facts.Name) or root.name != given.name:
            continue
        match one.value:
            case facts.Call(callee=callee, arguments=(of, cut)) if spell_fact(of.value) == spell_fact(one.target):
                called = [option for option in each(site.meaning(callee)) if isinstance(option, Symbol)]
                if any(known.texts.get(option.name) == _CUTS for option in called):
                    found += possible_texts(site.meaning(cut.value))
    return tuple(text for text in found if text.raw().startswith("/"))
