"""HTTP verbs: as arguments, in the names of methods, and what they default to."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from seamark.catalogue import VERBS, Method, Request, Route
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    Constant,
    Enumerator,
    Made,
    Meaning,
    ParameterPart,
    RouteDetail,
    Symbol,
    Text,
    each,
    is_empty,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.arguments import argument_items
from seamark.resolve.findings import Condition
from seamark.resolve.guards import preconditions
from seamark.resolve.guards.equalities import begins, by_setting, equalities
from seamark.resolve.partial_texts.texts import concat, method_text, texts

Row: TypeAlias = Route | Request | Method
"""A row that says where a verb is stated."""

REQUESTED = "GET"
"""The verb of a request that states none."""
POSTED = "POST"
"""The verb of one that states none, but has a body."""

NAMES = "names"
"""The verbs are what the arguments are called."""
_LISTED = regex(r"[,|\s]+")
ANY = Text((ANY_VERB,))
_STATED, _FOLDED = (regex(rf"(?P<verb>{verb}|\{{\}})[ \t]+") for verb in ("[A-Z]+", f"(?i:{'|'.join(VERBS)})"))
"""A verb before a path or URL: any in capitals, or a usual one in any letters."""
_BEHIND_BASE = regex(r"(?P<base>(?:/|\{\}|https?://)\S*?)/(?P<verb>[A-Z]+)[ \t]+(?=/)")
_HOST = regex(r"\w[\w-]*(?:\.[\w-]+)+(?::\d+)?(?=/)")
_HOST_BEHIND_VERB = regex(r"[^/{]*(?=/)")
_URL = regex(r"(?:/|\{\}|https?://)\S*$")
"""A path or URL: no blank stands in one (RFC 3986, 2)."""


def texts_of(
    site: CallSite, row: Row, brought: tuple[Text, ...] = (), defaults: Collection[str] = ()
) -> tuple[Text, ...]:
    """The verbs of a call, of which parts may not be known yet: callers give them.

    `brought` are those of what it is called on, if the call states none; else it has its `defaults`, or the row's.
    """
    otherwise = tuple(Text((verb,)) for verb in defaults or _defaults(site, row))
    then = site.after(row.then) if isinstance(row, Route) else None
    if then is not None:
        return _verbs_in_texts(site, (site.meaning(one.value) for one in then.arguments))
    if row.verb:
        return (Text((verb_in_name(row.verb, site.name),)),)
    if row.verbs == NAMES:
        return tuple(_verbs_of_names(site.call)) or (ANY,)
    stated = [one for one in site.arguments(row.verbs) if not is_empty(one)]
    found = _of_request(stated) if isinstance(row, Request) else _verbs_in_texts(site, stated)
    if isinstance(row, Request) and row.body:
        found = tuple(dict.fromkeys(one for text in found for one in _with_defaults(text, otherwise)))
    if isinstance(row, Request) and found and any(is_empty(option) for one in stated for option in each(one)):
        found = tuple(dict.fromkeys((*found, *otherwise)))
    if row.verbs == "*":
        found = tuple(text for text in found if text.known_string is not None and is_verb(text))
    if not found and brought and brought != (ANY,):
        return brought
    return found or otherwise


def _with_defaults(text: Text, defaults: tuple[Text, ...]) -> tuple[Text, ...]:
    """The verb with what it is if the callers, who state it, leave it out: one for each of several defaults."""
    match text.parts:
        case (ParameterPart(default=None) as given,):
            return tuple(replace(text, parts=(replace(given, default=default),)) for default in defaults)
    return (text,)


def of_object(analysis: FileAnalysis, made: Made) -> tuple[Text, ...]:
    """The verbs of the routes that are declared on an object."""
    stated = [
        asked for one in made.details if one.row.verb or one.row.verbs for asked in verbs_in_detail(analysis, one)
    ]
    return tuple(asked for asked in stated if asked != ANY) or tuple(stated[:1])


def detail_site(analysis: FileAnalysis, detail: RouteDetail) -> CallSite:
    """The call that says something of the routes that are declared on an object."""
    return CallSite(analysis, detail.call, detail.place, detail.called)


def verbs_in_detail(analysis: FileAnalysis, detail: RouteDetail) -> tuple[Text, ...]:
    """The verbs that such a call states."""
    return texts_of(detail_site(analysis, detail), detail.row)


def _defaults(site: CallSite, row: Row) -> tuple[str, ...]:
    """The verbs that a call may have that states none."""
    if isinstance(row, Request):
        return tuple(dict.fromkeys(verb for verbs in defaults_by_callers(site, row).values() for verb in verbs))
    return (row.default_verb if isinstance(row, Route) else ANY_VERB,)


def defaults_by_callers(site: CallSite, row: Request) -> dict[frozenset[Condition], tuple[str, ...]]:
    """The verbs of a request that states none, by what callers must give for that, as they decide on its body."""
    given = {spec: found for spec in row.body.split("|") if (found := site.argument(spec)) is not None}
    by_callers: dict[Condition, Condition] = {}
    for spec, body in given.items():
        there = list(preconditions.presence_conditions(body, is_nothing=False))
        if there and _may_be_left_out(site, there[0].given):
            by_callers[there[0]] = replace(there[0], other=not there[0].other)
        elif site.written_argument(spec) is not None and not is_empty(body):
            return {frozenset(): (POSTED, *((REQUESTED,) if any(map(is_empty, each(body))) else ()))}
    with_body = {frozenset((one,)): (POSTED,) for one in by_callers}
    return {**with_body, frozenset(by_callers.values()): (REQUESTED,)}


def _may_be_left_out(site: CallSite, given: ParameterPart) -> bool:
    """Whether callers need not give something: a member of an object, or a parameter with a default."""
    taken = site.analysis.project.parameter(given.owner, given.index)
    return bool(given.members) or (taken is not None and taken.default is not None)


def _verbs_of_names(call: facts.Call) -> Iterator[Text]:
    """The verbs that the arguments are called, be it those of a call within: `path(get)`, `path(method(get, head))`."""
    for given in call.arguments:
        if isinstance(given.value, facts.Call):
            yield from _verbs_of_names(given.value)
        elif isinstance(given.value, facts.Name) and given.value.name in VERBS:
            yield Text((given.value.name.upper(),))


def _verbs_in_texts(site: CallSite, given: Iterable[Meaning]) -> tuple[Text, ...]:
    """The texts that arguments state, each one or a list of them."""
    stated = (text for one in given for item in argument_items(site.analysis.evaluator, one) for text in texts(item))
    return tuple(dict.fromkeys(verb for text in stated for verb in _several(text)))


def _of_request(given: Iterable[Meaning]) -> tuple[Text, ...]:
    """The verbs that a request may be sent with: a text states one."""
    return tuple(dict.fromkeys(text for one in given for text in texts(one)))


def _several(text: Text) -> Iterator[Text]:
    """The verbs that a text lists: `GET, POST`."""
    words = _LISTED.split(text.known_string) if text.known_string else []
    yield from (Text((word,)) for word in words) if len(words) > 1 and all(words) else (text,)


def given_as_method(verb: Text | None) -> frozenset[Condition]:
    """That callers give a verb, where they give the name of the method that is called: others state no contract."""
    return frozenset(Condition(given, METHODS, other=False) for given in (() if verb is None else verb.given_parts))


def named_so(given: ParameterPart, method: str) -> Condition:
    """That callers give the name of this method."""
    return Condition(given, frozenset((method.casefold(),)), other=False)


def is_method(given: ParameterPart, of: str, name: str) -> Condition:
    """That callers give this method of objects of a type."""
    return Condition(given, frozenset((method_text(of, name),)), other=False, certain=True)


IN_CAPITALS = frozenset(map(str.upper, VERBS))
"""The verbs as requests state them (RFC 9110, 9.1)."""
METHODS = IN_CAPITALS.union(VERBS)
"""The names of methods that are verbs."""


def before_path(text: Text, *, folds: bool = False) -> tuple[Text | None, Text]:
    """The verb that a route's pattern such as `GET example.com/users` begins with, if it does, and the pattern's path.

    Verbs are written in capitals (RFC 9110, 9.1: they are case-sensitive), but for a library that `folds` them.
    """
    verb, pattern = _before(text, _FOLDED if folds else _STATED)
    host = (_HOST if verb is None else _HOST_BEHIND_VERB).match(pattern.raw())
    return verb, pattern if host is None else _behind(pattern, host.end())


def before_url(text: Text) -> tuple[Text | None, Text]:
    """The verb that a request's text such as `GET https://example.com/users` begins with, if it does, and the URL.

    What callers state may be joined with the base by now: `https://example.com/GET /users`.
    """
    verb, url = _before(text, _STATED)
    joined = None if verb is not None else _BEHIND_BASE.match(text.raw())
    if joined is not None:
        verb = Text((joined["verb"],))
        url = concat((_split_at(text, joined.end("base"))[0], _behind(text, joined.end())))
    return (verb, url) if verb is not None and is_verb(verb) and _URL.match(url.raw()) else (None, text)


def by_verb(
    stated: Iterable[Text], asked: tuple[Text, ...], split: Callable[[Text], tuple[Text | None, Text]]
) -> dict[tuple[Text, ...], tuple[Text, ...]]:
    """The paths or URLs by their verbs: the one that `split` finds before them, else those that are `asked` for."""
    found: dict[tuple[Text, ...], tuple[Text, ...]] = {}
    for verb, path in map(split, stated):
        verbs = asked if verb is None else (verb,)
        found[verbs] = (*found.get(verbs, ()), path)
    return found


def _before(text: Text, stated: re.Pattern[str]) -> tuple[Text | None, Text]:
    """The verb that a text begins with, if it does, and what stands behind it."""
    found = stated.match(text.raw())
    if found is None:
        return None, text
    verb = Text(text.parts[:1] if found["verb"] == "{}" else (found["verb"].upper(),))
    return verb, _behind(text, found.end())


def _behind(text: Text, offset: int) -> Text:
    """What stands in a text from this offset on, as it reads."""
    return _split_at(text, offset)[1]


def _split_at(text: Text, offset: int) -> tuple[Text, Text]:
    """What stands in a text before this offset, as it reads, and from there on."""
    for number, part in enumerate(text.parts):
        length = len(part) if isinstance(part, str) else len("{}")
        if offset < length:
            ends = (part[:offset], part[offset:]) if isinstance(part, str) else ("", part)
            before = (*text.parts[:number], *filter(None, ends[:1]))
            return replace(text, parts=before), replace(text, parts=(ends[1], *text.parts[number + 1 :]))
        offset -= length
    return text, Text(())


def _is_constant(site: CallSite, value: facts.Value) -> bool:
    """Whether a name stands for one number or enumerator, or for something outside of the workspace."""
    return isinstance(value, facts.Name) and isinstance(site.meaning(value), Enumerator | Constant | Symbol)


_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def verb_in_name(verb: str, name: str) -> str:
    """The verb that a row states, for a call of this name: `add_post` and `PostForm` have theirs as a word."""
    if verb != "name":
        return verb
    return next((word.upper() for word in _WORD.findall(name) if word.lower() in VERBS), ANY_VERB)


def is_verb(text: Text) -> bool:
    """Whether a text is a verb, or may be one."""
    return text.known_string is None or text.known_string.lower() in VERBS


def verbs_among(words: Iterable[str]) -> tuple[str, ...]:
    """Those of these words that are verbs, in capitals."""
    return tuple(dict.fromkeys(word.upper() for word in words if word.lower() in VERBS))


def may_be_sent(text: Text) -> bool:
    """Whether a text may be the verb of a request: one word (RFC 9110, 9.1)."""
    return text.known_string is None or " " not in text.known_string


def request_verbs(verbs: tuple[Text, ...]) -> tuple[str, ...]:
    """The verbs of a request, with defaults for what callers leave out: `GET`, or `ANY` if they give all of a verb."""
    found: list[str] = []
    for text in verbs:
        if text.known_string is not None:
            found.append(text.known_string.upper() or REQUESTED)
        elif any(given.members or given.default for given in text.given_parts):
            stated = next((given.default.known_string for given in text.given_parts if given.default is not None), None)
            found.append((stated or REQUESTED).upper())
        else:
            found.append(ANY_VERB)
    return tuple(dict.fromkeys(found))


def route_verb(text: Text) -> str:
    """The verb of a route that a text states, in capitals; many libraries write `*` for `ANY`."""
    return text.known_string.upper() if text.known_string and text.known_string != "*" else ANY_VERB


def required_verbs(site: CallSite) -> tuple[str, ...]:
    """The verbs of which a request must have one for a call to run or count; none if any will do."""
    return tuple(_verbs_of(site, facts.List(site.known_conditions, site.call.start, site.call.start)) or ())


def equal(site: CallSite, holds: Iterable[facts.Value]) -> Iterator[facts.Value]:
    """The things that are equal to others where these hold, or begin with them."""
    for truth in holds:
        match truth:
            case facts.Choice(options=inner) | facts.List(items=inner):
                yield from equal(site, inner)
            case facts.Call():
                for values, are_equal in equalities(site.analysis, truth, site.place):
                    yield from values if are_equal else ()
                for values in begins(site.analysis, truth, site.place):
                    yield from values


def enumerated_verbs(value: facts.Value) -> list[str]:
    """The verbs that an expression states: a text, what an enumerator is called (`HTTP_GET`), or each of several."""
    match value:
        case facts.Literal(text=text):
            return [text] if text in IN_CAPITALS else []
        case facts.Member(of=facts.Name(name=of) | facts.Member(name=of), name=name) if _ENUMERATION.search(of):
            verb = name.strip("_").lower()
            return [verb.upper()] if verb in VERBS else []
        case facts.Name(name=name) | facts.Member(name=name):
            found = _ENUMERATOR.search(name)
            verb = found[found.lastindex or 0] if found is not None else ""
            return [*verbs_among((verb,))]
        case facts.List(items=items) | facts.Choice(options=items):
            each_of = [enumerated_verbs(item) for item in items]
            return [verb for one in each_of for verb in one] if all(each_of) else []
    return []


_ENUMERATOR = regex(r"(?:^|_)([A-Z]+)$|(?:_|Method|Verb)([A-Z][a-z]+)$")
_ENUMERATION = regex(r"(?:method|verb)s?$", re.IGNORECASE)
"""What is called as the enumerations of verbs are: `http::verb::get`, `HttpMethods.Post`."""


MAX_SET_BY = 2
"""How many variables are looked into of which one is set by what another one is."""


def _verbs_of(site: CallSite, truth: facts.Value, depth: int = 0) -> dict[str, None] | None:
    """The verbs of which something must be one for an expression to be true, or all of a list; None if any will do."""
    match truth:
        case facts.List(items=items):
            named = [found for item in items if (found := _verbs_of(site, item, depth)) is not None]
            return {verb: None for verb in named[0] if all(verb in other for other in named)} if named else None
        case facts.Choice(options=options):
            any_of = [_verbs_of(site, option, depth) for option in options]
            return None if None in any_of else {verb: None for one in any_of for verb in one or ()}
        case facts.Call():
            set_where = by_setting(site.analysis, truth, site.place) if depth < MAX_SET_BY else None
            if set_where is not None:
                return _verbs_of(site, set_where, depth + 1)
            compared = equalities(site.analysis, truth, site.place)
            equal = [value for values, are_equal in compared if are_equal for value in values]
            stated = [text.known_string or "" for value in equal for text in texts(site.meaning(value))]
            stated += [verb for value in equal if _is_constant(site, value) for verb in enumerated_verbs(value)]
            return dict.fromkeys(verbs_among(stated)) or None
    return None
