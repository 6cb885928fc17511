"""Requests: their URLs and verbs, as a row of the catalogue says where to find them."""

from __future__ import annotations

from functools import partial
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import Request
from seamark.extract import facts
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Constant,
    Definition,
    Made,
    Meaning,
    Parameter,
    ParameterPart,
    Record,
    Sequence,
    Symbol,
    Text,
    each,
    is_empty,
    options,
    record_entries,
)
from seamark.resolve.call_sites import contract_spans
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.texts_and_lists.placeholders import configured_bases
from seamark.resolve.findings import Condition, RequestEffect, StatedEffect
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.last_parameter import is_number
from seamark.resolve.partial_texts.operations import OPERATIONS
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, UNKNOWN_TEXT, concat, path_of, possible_texts, texts
from seamark.resolve.partial_texts.urls import (
    begins_with_base,
    is_below_base,
    is_whole,
    join_url,
    looks_like_url,
    resolve_url,
)
from seamark.resolve.wrappers import handed_requests, overridden_fields, request_wrappers

from . import (
    given_clients,
    loop_value_or_route,
    path_classes,
    route_names,
    routers,
    verbs,
    verbs_set_later,
    written_requests,
)
from .prefixes import intercepted

_SERVER = "*"
"""What a request asks for that is about the server as a whole, and no path (RFC 9112, 3.2.4)."""


def request(site: CallSite, row: Request, library: str, made: Made | None, verb: Text | None = None) -> bool:
    """Read a call as a request, `made` being what it is called on if that is known; False if it is none.

    `verb` is that of a method whose name is not written: other methods make no request.
    """
    analysis = site.analysis
    sent = _sent_request(site, row)
    given = sent.url if row.url else UNKNOWN_TEXT if row.item else EMPTY
    segments = site.argument_items(row.segments) if row.segments else []
    has_url = not segments or bool(possible_texts(given))
    given = given if has_url else EMPTY
    if given is None or (row.sent and site.after(row.sent) is None):
        return False
    if row.written:
        return written_requests.read(site, row, library, made)
    stated = (url for text in _asked_for(possible_texts(given)) for url in route_names.with_template_names(text))
    urls = tuple(dict.fromkeys(_behind_root(analysis, text) for text in stated if segments or _is_wanted(text, row)))
    whole = loop_value_or_route.for_all(site)
    if whole is not None and loop_value_or_route.are_values(site, urls, possible_texts(whole.argument(row.url))):
        return request(whole, row, library, made, verb)
    if not urls:
        analysis.sends = analysis.sends or not row.slash
        return False
    states_verb = row.verb_in_url and any(verbs.before_url(url)[0] for url in urls)
    if row.needs_verb and not states_verb and site.argument(row.verbs) is None:
        return False
    if isinstance(site.argument(row.unless), Text | Constant | Sequence) or _takes_nothing(site, row.taker):
        return False
    if row.without and not isinstance(site.written_argument(row.without), facts.Object | None):
        return False
    asked = _asked(site, sent.of_verb, row, made) if verb is None else {_ALWAYS: _with_set(site, row, (verb,))}
    asked = {needed: verbs_asked for needed, verbs_asked in asked.items() if verbs_asked}
    if not asked:
        return False
    if row.proxies:
        asked, urls = {_ALWAYS: (verbs.ANY,)}, tuple(join_url(url, _REST) for url in urls)
    elif analysis.rests or (analysis.handed and analysis.catalogue.asked):
        urls = tuple(_handing_on(analysis, url) for url in urls)
        asked = {needed: _handing_on_verbs(analysis, some) for needed, some in asked.items()}
    if row.needs_verb and not states_verb and not any(verbs.is_verb(one) for some in asked.values() for one in some):
        return False
    if segments:
        longer = tuple(one for url in urls for one in _with_segments(url, segments))
        urls = tuple(one for one in longer if not row.scheme or _is_wanted(one, row))
        if not urls:
            return False
    if row.url and row.item:
        urls = tuple(join_url(url, UNKNOWN_TEXT) for url in urls)
    bases = _bases(site, row, made) or (EMPTY,)
    if row.below_unknown:
        bases = tuple(UNKNOWN_TEXT if base == EMPTY else base for base in bases)
    kind = analysis.catalogue.types.get(made.type) if made is not None else None
    resolves = row.resolves or (kind is not None and kind.resolves)
    join = partial(_joined_behind_verb if row.verb_in_url else _join_base, analysis, resolves=resolves)
    # Of a base that nobody knows it is not known which path is asked for that is all of the URL.
    is_base = not row.url and not row.item
    urls = tuple(dict.fromkeys(base if is_base else join(base, url) for base, url in product(bases, urls)))
    url = site.written_argument(row.url)
    path = sent.of_url.written_argument(row.url) if has_url else site.written_argument(row.segments)
    span = contract_spans.span(site, contract_spans.text_in(site, path))
    others = (one for one in site.call.arguments if one.value is not url)
    passes = any(_passes_options(site, one.value) for one in others if one.name in ("", "*", "**"))
    named = verbs.given_as_method(verb)
    effect = RequestEffect((), urls, library, row.scheme, passes, verb_in_url=row.verb_in_url, senders=row.senders)
    begun = overridden_fields.field_of_url(sent.of_url, sent.of_url.written_argument(row.url))
    effect = replace(effect, served=row.served, within=row.within, begun=begun)
    for needed, some in asked.items():
        one, conditions = replace(effect, verbs=some), named | site.conditions | needed
        if not handed_requests.note_handed(site, one, span):
            request_wrappers.note_request(analysis, StatedEffect(one, span, conditions=conditions))
    return True


_ALWAYS = frozenset[Condition]()
"""Whatever callers give."""


def _asked(
    site: CallSite, of_verb: CallSite, row: Request, made: Made | None
) -> dict[frozenset[Condition], tuple[Text, ...]]:
    """The verbs that are asked for, by what callers must give for that, if they decide whether there is a body."""
    brought = () if made is None else verbs.of_object(site.analysis, made)
    ways = verbs.defaults_by_callers(of_verb, row)
    asked = {
        needed: _with_set(site, row, verbs.texts_of(of_verb, row, brought, defaults))
        for needed, defaults in ways.items()
    }
    alike = set(asked.values())
    return {_ALWAYS: alike.pop()} if len(alike) == 1 else asked


def _with_set(site: CallSite, row: Request, asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verbs that are asked for, with those that are set later."""
    return tuple(text for text in verbs_set_later.with_set(site, row, asked) if verbs.may_be_sent(text))


def _handing_on_verbs(analysis: FileAnalysis, asked: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verbs that are asked for: any, if it is that which a handler around is asked for."""
    return tuple(verbs.ANY if any(one.owner in analysis.handed for one in verb.given_parts) else verb for verb in asked)


class _Sent(Struct, frozen=True):
    """What a call sends: the meaning of its URL, and the calls that state URL and verb.

    They are the call itself, or what makes the request that it is given.
    """

    url: Meaning | None
    of_url: CallSite
    of_verb: CallSite


def _sent_request(site: CallSite, row: Request) -> _Sent:
    asked = site.argument(row.url)
    url = None if asked is None else path_classes.with_paths(site.analysis.evaluator, asked)
    role = site.analysis.catalogue.role
    made = [
        one.call
        for one in each(url or UNKNOWN)
        if isinstance(one, Made) and one.call is not None and role(one.type) == "request"
    ]
    if not made:
        return _Sent(url, site, site)
    making = [replace(site, call=call, place=place) for call, place in made]
    urls = [one for source in (site, *making) for one in each(source.argument(row.url) or UNKNOWN)]
    stated = options([one for one in urls if not isinstance(one, Made)])
    of_verb = next((one for one in (site, *making) if one.argument(row.verbs) is not None), site)
    return _Sent(stated, making[0] if making[0].place == site.place else site, of_verb)


def _with_segments(url: Text, segments: list[Meaning]) -> list[Text]:
    """A URL with further segments, or the path that they are where there is none."""
    begun, further = (url, segments) if url != EMPTY else (segments[0], segments[1:])
    return OPERATIONS["add segments"](begun, further, {})


_REST = Text(("/*",))
"""Everything below a URL."""


def _handing_on(analysis: FileAnalysis, url: Text) -> Text:
    """A URL whose path ends with that which a handler around is asked for: it hands on whatever that is."""
    path = path_of(url)
    last = path.parts[-1] if len(path.parts) > 1 else None
    if not isinstance(last, ParameterPart) or last.owner not in analysis.handed:
        return url
    before = path.parts[-2]
    if (last.owner, last.index) in analysis.rests and not last.members:
        ends = isinstance(before, str) and before.endswith("/")
        return concat((replace(path, parts=(*path.parts[:-2], str(before).rstrip("/"))), _REST)) if ends else url
    is_asked = ".".join(last.members) in analysis.catalogue.asked
    return concat((replace(path, parts=path.parts[:-1]), _REST)) if is_asked else url


def _behind_root(analysis: FileAnalysis, url: Text) -> Text:
    """A URL; a path if it begins with a number, which is no base: `${year}/talks`."""
    first = url.parts[0] if len(url.parts) > 1 else None
    if not isinstance(first, ParameterPart) or first.members:
        return url
    taken = analysis.project.parameter(first.owner, first.index)
    return concat((SLASH, url)) if taken is not None and is_number(taken) else url


def _takes_nothing(site: CallSite, spec: str) -> bool:
    """Whether an argument is a function without parameters."""
    taker = site.argument(spec)
    found_at = site.analysis.project.locate(taker) if isinstance(taker, Definition) else None
    return found_at is not None and not site.analysis.project.definition(*found_at).parameters


def _join_base(analysis: FileAnalysis, base: Text, url: Text, *, resolves: bool) -> Text:
    """A path below a base; as a reference from it if that is how the client takes paths, and this one is known."""
    is_given = bool(url.parts) and isinstance(url.parts[0], ParameterPart)
    if not resolves or base == EMPTY or is_given:
        return join_url(base, url)
    return resolve_url(request_wrappers.with_default(analysis, base), url)


def _joined_behind_verb(analysis: FileAnalysis, base: Text, url: Text, *, resolves: bool) -> Text:
    """A path below a base, where a verb may stand before the path, which then stands before the base."""
    verb, path = verbs.before_url(url)
    joined = _join_base(analysis, base, path, resolves=resolves)
    return joined if verb is None else concat((verb, Text((" ",)), joined))


def _bases(site: CallSite, row: Request, made: Made | None) -> tuple[Text, ...]:
    """The URLs below which a request goes: its own, else the client's, else one that is set later on."""
    analysis = site.analysis
    own = site.argument(row.base)
    made = (None if own is None else analysis.evaluator.object_of(own)) or made
    bases = texts(own) if own is not None and not is_empty(own) else ()
    if any(text.parts and isinstance(text.parts[0], str) for text in bases):
        return bases
    stated = () if made is None else tuple(one for one in made.base if not _is_uncalled(analysis, one))
    given = () if stated else given_clients.bases(site, made)
    if made is None or given:
        return given
    sets = (
        analysis.relations.mounts(routers.object_identity(analysis, made))
        if made.type in analysis.catalogue.settable and not made.base
        else ()
    )
    known = stated or made.base or tuple(text for one in sets if one.parent is None for text in one.prefixes)
    known = known or _configured_base(analysis, made)
    if made.below and analysis.catalogue.role(made.type) == "client":
        known = tuple(join_url(base, below) for base, below in product(known or (EMPTY,), made.below))
    return intercepted.bases(analysis, made, known) if made.type in analysis.catalogue.intercepted else known


def _configured_base(analysis: FileAnalysis, made: Made) -> tuple[Text, ...]:
    """The base that the settings of the file's service state for a client that a library offers."""
    kind = analysis.catalogue.types.get(made.type)
    is_offered = kind is not None and not made.identity[0]
    return configured_bases(analysis.evaluator, kind.configured, analysis.view.path) if kind and is_offered else ()


def _is_uncalled(analysis: FileAnalysis, base: Text) -> bool:
    """Whether a base is what callers give a function that nobody is known to call."""
    given = base.parts[0] if len(base.parts) == 1 else None
    if not isinstance(given, ParameterPart):
        return False
    analysis.call_for_callers(given.owner)
    return not analysis.relations.bases(given)


def _asked_for(given: tuple[Text, ...]) -> tuple[Text, ...]:
    """Without what is put together of nothing but slashes, if that is one of several: then nothing is asked for."""
    return tuple(one for one in given if not one.built or one.raw().strip("/")) or given


def _is_wanted(text: Text, row: Request) -> bool:
    text = verbs.before_url(text)[1] if row.verb_in_url else text
    if text.known_string == _SERVER:
        return False
    if row.scheme:
        return is_whole(text, row.scheme)
    if row.needs_verb and begins_with_base(text) and any(isinstance(part, ParameterPart) for part in text.parts[1:]):
        return True  # What is below the base callers say.
    return not row.slash or looks_like_url(text) or (not row.common and is_below_base(text))


def _passes_options(site: CallSite, value: facts.Value) -> bool:
    """Whether an argument hands on something whole: a name, or an object with something spread into it.

    A name for an object that is written out is that.
    """
    meant = each(site.meaning(value)) if isinstance(value, facts.Call | facts.Name | facts.Object) else ()
    if meant and all(isinstance(one, Record) for one in meant):
        return any(entry.key == "..." for one in meant for entry, _ in record_entries(one))
    return isinstance(value, facts.Name) and not _is_of_standard_type(site, value)


def _is_of_standard_type(site: CallSite, name: facts.Name) -> bool:
    """Whether callers give something of a type of the language's own, as a context is: that has no options."""
    is_standard = rules_of(site.analysis.view.facts.language).globals.is_standard
    kinds = [one.type for one in each(site.meaning(name)) if isinstance(one, Parameter)]
    return bool(kinds) and all(isinstance(kind, Symbol) and is_standard(kind.name) for kind in kinds)
