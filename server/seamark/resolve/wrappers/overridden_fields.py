"""Fields with which the URLs of a method's requests begin, and which classes below may set to something else.

class Client { base = "/v1"; load(path) { return fetch(this.base + path) } }
class Newer extends Client { base = "/v2" }
new Newer().load("/users")
"""

from __future__ import annotations

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Bound, Definition, Instance, Place, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.findings import FieldOfUrl, RequestEffect
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import concat, texts


def field_of_url(site: CallSite, written: facts.Value | None) -> FieldOfUrl | None:
    """The field with which a URL begins as it is `written`, if it is one of the object whose method makes the call."""
    first = written.parts[0] if isinstance(written, facts.Concat) and written.parts else None
    if not isinstance(first, facts.Member | facts.Name):
        return None
    of = site.meaning(first.of if isinstance(first, facts.Member) else facts.This())
    if not isinstance(of, Instance) or of.made is not None:
        return None
    found = texts(site.meaning(first))
    is_field = isinstance(first, facts.Member) or found == _implied(site, of, first.name)
    return FieldOfUrl(of.of, first.name, found[0]) if is_field and len(found) == 1 else None


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
    if len(own) != 1 or own[0] == begun.text:
        return effect
    urls = tuple(_begun_otherwise(url, begun.text, own[0]) for url in effect.urls)
    return replace(effect, urls=urls, begun=None)


def _begun_otherwise(url: Text, before: Text, now: Text) -> Text:
    """A URL with something else in the place of what it begins with."""
    *whole, last = before.parts or ("",)
    rest = url.parts[len(whole) :]
    if url.parts[: len(whole)] != tuple(whole) or not rest:
        return url
    first = rest[0]
    if isinstance(last, str) and isinstance(first, str) and first.startswith(last):
        return concat((now, replace(url, parts=(first[len(last) :], *rest[1:]))))
    return concat((now, replace(url, parts=rest[1:]))) if first == last else url
