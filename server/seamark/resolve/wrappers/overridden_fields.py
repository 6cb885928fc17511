"""Fields with which the URLs of a method's requests begin, and which classes below may set to something else.

class Client { base = "/v1"; load(path) { return fetch(this.base + path) } }
class Newer extends Client { base = "/v2" }
new Newer().load("/users")

A text may stand before the field, and a method without parameters in its place: `fetch(HOST + this.root() + path)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import UNKNOWN, Bound, Definition, Instance, Meaning, Place, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.evaluation.evaluator import Evaluator
from seamark.resolve.findings import FieldOfUrl, RequestEffect
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat, texts
from seamark.resolve.workspace_facts.view import last_name


def field_of_url(site: CallSite, written: facts.Value | None) -> FieldOfUrl | None:
    """The field with which a URL begins as it is `written`, if it is one of the object whose method makes the call."""
    written = _written_out(site, written)
    parts = written.parts if isinstance(written, facts.Concat) else ()
    known = [_known_text(site, part) for part in parts]
    before = [text for text in takewhile(lambda text: text is not None, known) if text is not None]
    first = parts[len(before)] if len(before) < len(parts) else None
    called = isinstance(first, facts.Call) and not first.arguments
    if isinstance(first, facts.Call) and called:
        of, name = _called_on(site, first), last_name(first.callee)
    elif isinstance(first, facts.Member | facts.Name):
        of, name = site.meaning(first.of if isinstance(first, facts.Member) else facts.This()), first.name
    else:
        return None
    own = site.meaning(facts.This())
    if not isinstance(of, Instance) or of.made is not None or not isinstance(own, Instance) or own.of != of.of:
        return None
    found = texts(site.meaning(first))
    is_field = not isinstance(first, facts.Name) or found == _implied(site, of, name)
    return FieldOfUrl(of.of, name, called, concat(before), found) if is_field and found else None


def _known_text(site: CallSite, part: facts.Value) -> Text | None:
    """A part of a URL that is written there, or is one text that no object has for its own."""
    if isinstance(part, facts.Literal):
        return Text((part.text,))
    found = texts(site.meaning(part)) if isinstance(part, facts.Name) else ()
    is_own = isinstance(part, facts.Name) and found == _implied(site, site.meaning(facts.This()), part.name)
    return found[0] if len(found) == 1 and found[0].known_string and not is_own else None


def _called_on(site: CallSite, call: facts.Call) -> Meaning:
    """The object of which a call is of a method, which in some languages is the one around it."""
    if isinstance(call.callee, facts.Member):
        return site.meaning(call.callee.of)
    called = each(site.meaning(call.callee))
    return site.meaning(facts.This()) if any(isinstance(one, Bound) for one in called) else UNKNOWN


def _written_out(site: CallSite, written: facts.Value | None) -> facts.Value | None:
    """An expression, or what the function around it binds the name to that it is, or a method gives that it calls.

    What makes a URL of a text is that text: `URI.create(base + path)`.
    """
    if isinstance(written, facts.Name) and site.place.scope != facts.MODULE:
        bound = site.analysis.project.bindings(site.analysis.view, site.place.scope, written.name)
        written = bound[0].value if len(bound) == 1 else written
    if not isinstance(written, facts.Call):
        return written
    alone = written.arguments[0].value if len(written.arguments) == 1 else None
    if alone is not None and texts(site.meaning(alone)) == texts(site.meaning(written)):
        return alone
    called = each(site.meaning(written.callee))
    found_at = site.analysis.project.locate(called[0].method) if isinstance(called[0], Bound) else None
    given = () if found_at is None else site.analysis.project.definition(*found_at).returns
    return given[0] if len(called) == len(given) == 1 else written


def _implied(site: CallSite, this: Meaning, name: str) -> tuple[Text, ...]:
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
    own = _own_texts(site.analysis.evaluator, of, begun)
    if not own and len(begun.texts) > 1:
        own = (UNKNOWN_TEXT,)  # It is what the class sets it to, and no other class.
    if not own or own == begun.texts:
        return effect
    before, now = (tuple(concat((begun.before, text)) for text in some) for some in (begun.texts, own))
    urls = (url for one in effect.urls for url in _with_own(one, before, now))
    return replace(effect, urls=tuple(dict.fromkeys(urls)), begun=None)


def _own_texts(evaluator: Evaluator, of: Instance, field: FieldOfUrl) -> tuple[Text, ...]:
    """What a field of an object is, or what a method of it gives, as texts."""
    place = Place(of.of.path, facts.MODULE)
    if not field.called:
        return texts(evaluator.member(of, field.name, place))
    return texts(evaluator.outcome(evaluator.called_member(of, field.name, place), place) or UNKNOWN)


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
