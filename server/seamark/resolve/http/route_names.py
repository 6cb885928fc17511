"""What routes are called, so that others can name them, and the calls that do so: `reverse("shelf:book")`."""

from __future__ import annotations

from msgspec.structs import replace

from seamark.catalogue import NamedUrl, Route, naming_in_templates
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import Meaning, RouteUrl, Text
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.library_objects import route_urls
from seamark.resolve.findings import ContractEffect, RouteEffect, RouteName, Router, StatedEffect
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, concat, possible_texts
from seamark.resolve.partial_texts.urls import may_name_route
from seamark.resolve.port_model import USES
from seamark.resolve.wrappers import name_relays
from seamark.resolve.wrappers.substitution import Substitution

MECHANISM = "http"
"""That of the contract to which a name leads."""

_HANDLER = "\0"
"""In the place of a name: that of the function that will turn out to be the handler. What joins names follows it."""


def of_route(site: CallSite, row: Route, library: str, router: Router) -> RouteName | None:
    """The name of the route that a call declares; None if it has none."""
    space, names = site.analysis.catalogue.names_of(library)
    value, stated = _stated_name(site, row)
    texts = possible_texts(stated)
    if texts:
        at = value if isinstance(value, facts.Literal) else None
        span = (0, 0) if at is None else (at.start, at.end)
        return RouteName(space, texts[0], *span)
    if row.known_as_handler:
        return RouteName(space, _of_handler(site, row, names.modules))
    return RouteName(space, EMPTY) if router.known_as and (row.known_as or row.known_as_then) else None


def _stated_name(site: CallSite, row: Route) -> tuple[facts.Value | None, Meaning | None]:
    """The name that a call states, or one after it, as it is written and what it means."""
    then = site.after(row.known_as_then)
    if then is not None and then.arguments:
        return then.arguments[0].value, site.meaning(then.arguments[0].value)
    return site.found_argument(row.known_as)


def _of_handler(site: CallSite, row: Route, joint: str) -> Text:
    """The name of a route by what handles it: what a call is given that makes it, else the function's own."""
    value = site.written_argument(row.handler)
    given = value.arguments[0].value if isinstance(value, facts.Call) and value.arguments else None
    if isinstance(value, facts.Call) and isinstance(value.callee, facts.Member) and isinstance(given, facts.Literal):
        return Text((given.text,))
    return Text((f"{_HANDLER}{joint}",))


def final(effect: RouteEffect) -> RouteName | None:
    """The name of a route whose handler is known as far as it will be."""
    name = effect.name
    known = None if name is None else name.text.known_string
    if name is None or known is None or not known.startswith(_HANDLER):
        return name
    joint = known.removeprefix(_HANDLER)
    of_handler = None if effect.handler is None else Text((route_urls.of_function(effect.handler, joint),))
    return replace(name, text=of_handler or UNKNOWN_TEXT)


def of_caller(effect: RouteEffect, substitution: Substitution) -> RouteName | None:
    """The name of a route as a caller of the function states it that declares it."""
    name = effect.name
    if name is None or not name.text.given_parts:
        return name
    written = substitution.written_argument(name.text)
    at = (written.start, written.end) if isinstance(written, facts.Literal) else (0, 0)
    return RouteName(name.space, substitution.text(name.text)[0], *at)


def with_template_names(url: Text) -> list[Text]:
    """The URL of a script in a template, with the route's URL for a mark that names one: `{% url 'book' 1 %}`.

    What a mark may be in several libraries, it is in each: a URL of a name that none has leads nowhere.
    """
    at, written = next(
        ((n, part) for n, part in enumerate(url.parts) if isinstance(part, str) and "{" in part), (0, "")
    )
    mark = _MARK.search(written)
    if mark is None:
        return [url]
    before, after = (*url.parts[:at], written[: mark.start()]), (written[mark.end() :], *url.parts[at + 1 :])
    word, name = mark["tag"] or mark["function"], mark["tagged"] or mark["given"]
    spaces = naming_in_templates().get((word, mark["tag"] is not None), ())
    named = (RouteUrl(space, Text((name,)), bare=not mark["rest"].partition("|")[0].strip(" ,)-")) for space in spaces)
    return [concat((Text(before), Text((one,)), Text(after))) for one in named] or [url]


_MARK = regex(
    r"""(?:\{%-?\s*(?P<tag>\w+)\s+["'](?P<tagged>[\w.:-]+)["'](?=[\s%-])"""
    r"""|\{(?:\{|!!)-?\s*(?P<function>\w+)\(\s*["'](?P<given>[\w.:-]+)["'](?=\s*[,)]))"""
    r"""(?P<rest>(?>[^%{}!]*(?:\{[^{}]*\}[^%{}!]*)*))(?:%|\}|!!)\}"""
)
"""A mark that names something."""


def use(site: CallSite, row: NamedUrl, library: str) -> None:
    """Note the names of routes that a call is given."""
    space, _ = site.analysis.catalogue.names_of(library)
    value, stated = route_urls.name(site.analysis.evaluator, row, library, site.call, site.place)
    for text in possible_texts(stated):
        if not may_name_route(text):
            continue
        span = contract_spans.span(site, contract_spans.text_in(site, value), text)
        effect = ContractEffect(MECHANISM, USES, text, space)
        name_relays.note_contract(site.analysis, StatedEffect(effect, span))
