"""What a handler cuts off a request's path before it hands that on: `r.URL.Path = strings.TrimPrefix(…, "/api")`.

It may do so in a copy of the request, and by a variable: `rest := strings.TrimPrefix(r.URL.Path, prefix)`.
"""

from __future__ import annotations

from seamark.extract import facts
from seamark.resolve.abstract_values import Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.partial_texts.texts import possible_texts

_CUTS = "trim start"


def prefixes(site: CallSite, request: str) -> tuple[Text, ...]:
    """What was cut off the path of the argument `request` in the function around a call; none if nothing was."""
    given, known = site.written_argument(request), site.analysis.catalogue
    found: list[Text] = []
    for one in site.analysis.changed_paths.get(site.place.scope, ()):
        root = site.analysis.view.root_of(one.target)
        is_before = one.target.start < site.call.start and not _is_in_other_arm(site, one.target.start)
        if not is_before or root is None or not isinstance(given, facts.Name) or root.name != given.name:
            continue
        match _set_value(site, one.value):
            case facts.Call(callee=callee, arguments=(of, cut)) if _members(of.value) == _members(one.target):
                called = [option for option in each(site.meaning(callee)) if isinstance(option, Symbol)]
                if any(known.texts.get(option.name) == _CUTS for option in called):
                    found += possible_texts(site.meaning(cut.value))
    return tuple(text for text in found if text.raw().startswith("/"))


def _is_in_other_arm(site: CallSite, start: int) -> bool:
    """Whether something stands in another arm of a branch than the call."""
    arms = dict(site.analysis.view.arms_around(site.call.start))
    return any(
        arm not in arms and not arms.keys().isdisjoint(branch.arms)
        for arm, branch in site.analysis.view.arms_around(start)
    )


def _set_value(site: CallSite, value: facts.Value) -> facts.Value:
    """What something is set to, or what a variable of the function was bound to before."""
    view, scope = site.analysis.view, site.place.scope
    bound = view.visible(scope, value.name, value.start) if isinstance(value, facts.Name) else []
    return bound[0].value if len(bound) == 1 else value


def _members(value: facts.Value) -> tuple[str, ...]:
    """The names of the members by which a value is reached, the last one first; none if it is no member."""
    found: list[str] = []
    while isinstance(value, facts.Member):
        found.append(value.name)
        value = value.of
    return tuple(found) if isinstance(value, facts.Name) else ()
