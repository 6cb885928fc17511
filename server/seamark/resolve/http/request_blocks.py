"""Requests whose URL is stated by a function that is called in the block of the call that sends them.

client.get { api("/users") }
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from seamark.catalogue import Request
from seamark.extract import facts
from seamark.resolve.abstract_values import Place, Text
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.workspace_facts.view import last_name, with_receiver

from . import verbs


def verbs_around(site: CallSite) -> tuple[Text, ...] | None:
    """The verbs of the call in whose block another stands; none if it has a URL itself, None if there is no such."""
    for sender, row in _senders(site):
        said = (sender.written_argument(row.url), sender.written_argument(row.segments))
        is_stated = not all(isinstance(one, facts.Function | None) for one in said)
        return () if is_stated else verbs.texts_of(sender, row)
    return None


def _senders(site: CallSite) -> Iterator[tuple[CallSite, Request]]:
    """The calls of which a call stands in the blocks, inside out, by each row that says that they send a request."""
    view = site.analysis.view
    for scope in view.scopes(site.place.scope):
        taker = None if scope == facts.MODULE else view.taker(scope)
        if taker is None:
            return
        place = Place(view.path, view.scope_at(taker.start))
        sender = replace(site, call=taker, place=place, name=last_name(taker.callee))
        yield from ((one, row) for one, row in _by_row(sender) if not row.within)


def _by_row(site: CallSite) -> Iterator[tuple[CallSite, Request]]:
    """A call with each row for it, on a client, or of a function that extends one, which is given that first."""
    evaluator, known, callee = site.analysis.evaluator, site.analysis.catalogue.requests, site.call.callee
    if not isinstance(callee, facts.Member):
        made = evaluator.implied_receiver(callee, site.meaning(callee), site.place)
    else:
        made = site.object_of(callee.of)
        extension = evaluator.extension(callee, site.place) if made is None else None
        for row, _ in () if extension is None else known.of(extension.name):
            yield replace(site, call=with_receiver(site.call, callee)), row
    for row, _ in () if made is None else known.on(made.type, site.name):
        yield site, row
