"""Fields with which the URLs of a method's requests begin, and which classes below may set to something else.

class Client { base = "/v1"; load(path) { return fetch(this.base + path) } }
class Newer extends Client { base = "/v2" }
new Newer().load("/users")
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Instance, Place, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import FieldOfUrl, RequestEffect
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat, texts


def field_of_url(site: CallSite, written: facts.Value | None) -> FieldOfUrl | None:
    """The field with which a URL begins as it is `written`, if it is one of the object whose method makes the call."""
    written = _written_out(site, written)
    first = written.parts[0] if isinstance(written, facts.Concat) and written.parts else None
    if not isinstance(first, facts.Member | facts.Name):
        return None
    of = site.meaning(first.of if isinstance(first, facts.Member) else facts.This())
    if not isinstance(of, Instance) or of.made is not None:
        return None
    found = texts(site.meaning(first))
    is_field = isinstance(first, facts.Member) or found == _implied(site, of, first.name)
    return FieldOfUrl(of.of, first.name, found) if is_field and found else None


def _written_out(site: CallSite, written: facts.Value | None) -> facts.Value | None:
    """An expression, or what the function around it binds the name to that it is, or a method gives that it calls."""
    if isinstance(written, facts.Name) and site.place.scope != facts.MODULE:
        bound = site.analysis.project.bindings(site.analysis.view, site.place.scope, written.name)
        written = bound[0].value if len(bound) == 1 else written
    called = each(site.meaning(written.callee)) if isinstance(written, facts.Call) else ()
    found_at = site.analysis.project.locate(called[0].method) if called and isinstance(called[0], Bound) else None
    given = () if found_at is None else site.analysis.project.definition(*found_at).returns
    return given[0] if len(called) == len(given) == 1 else written


def _implied(site: CallSite, this: Instance, name: str) -> tuple[Text, ...]:
    """What a bare name is as a member of the object, in languages where members go by their bare names in methods."""
    if rules_of(site.analysis.view.facts.language).classes.bare_members != "methods":
        return ()
    return texts(site.analysis.evaluator.member(this, name, site.place))


def of_object(site: CallSite, effect: RequestEffect, function: Definition | Bound) -> RequestEffect | None:
    """A request that a method makes, for this call of it: its URLs begin with what the object's class says.

    None if it is one of objects of another heir.
    """
    begun, of = effect.begun, function.of if isinstance(function, Bound) else None
    if begun is None or not isinstance(of, Instance) or of.of == begun.of:
        return effect
    lineage = site.analysis.evaluator.lineage
    if begun.of not in lineage(of.of) and of.of not in lineage(begun.of):
        return None
    own = texts(site.analysis.evaluator.member(of, begun.name, Place(of.of.path, facts.MODULE)))
    if not own and len(begun.texts) > 1:
        own = (UNKNOWN_TEXT,)  # It is what the class sets it to, and no other class.
    if not own or own == begun.texts:
        return effect
    urls = (url for one in effect.urls for url in _with_own(one, begun.texts, own))
    return replace(effect, urls=tuple(dict.fromkeys(urls)), begun=None)


def _with_own(url: Text, before: tuple[Text, ...], own: tuple[Text, ...]) -> Iterator[Text]:
    """A URL as it is for each text of the object's own, in the place of the longest that it begins with."""
    for one in sorted(before, key=lambda text: -len(text.raw())):
        rest = _rest(url, one)
        if rest is not None:
            yield from (concat((now, rest)) for now in own)
            return
    yield url


def _rest(url: Text, begin: Text) -> Text | None:
    """What comes behind that with which a URL begins; None if it begins otherwise."""
    *whole, last = begin.parts or ("",)
    rest = url.parts[len(whole) :]
    if url.parts[: len(whole)] != tuple(whole) or not rest:
        return None
    first = rest[0]
    if isinstance(last, str) and isinstance(first, str) and first.startswith(last):
        return replace(url, parts=(first[len(last) :], *rest[1:]))
    return replace(url, parts=rest[1:]) if first == last else None
