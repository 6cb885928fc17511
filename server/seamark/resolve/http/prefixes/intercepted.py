"""Functions that are called before each request of a client, and set its base, or put something before its URL.

`client.interceptors.request.use((config) => { config.url = "/shop" + config.url; return config; })`
`client.setConfig((config) => ({ ...config, baseURL: "/shop" }))`
`provideHttpClient(withInterceptors([(request, next) => next(request.clone({ url: "/shop" + request.url }))]))`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain, islice, product

from msgspec.structs import replace

from seamark.catalogue import Prefix
from seamark.extract.facts import AFTER_ALL, Argument, Call, Literal, Member, Object, Scalar, Value, within
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Bound,
    Definition,
    Made,
    Parameter,
    ParameterPart,
    Part,
    Place,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.http import mounts, routers
from seamark.resolve.module_resolution.test_files import is_test
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT
from seamark.resolve.partial_texts.urls import join_url
from seamark.resolve.port_model import MAX_ALTERNATIVES
from seamark.resolve.workspace_facts.view import View


def read(site: CallSite, row: Prefix, client: Made) -> None:
    """Read a call that gives a client such functions, or stands in one."""
    for function in _functions(site, row):
        interceptor = _Interceptor(site, row, function)
        before: list[Text] = []
        stated: list[Text] = []
        for text, always in interceptor.texts_set(row.before):
            if _is_own(text.parts[-1], row.before) and len(text.parts) > 1:
                before += (replace(text, parts=text.parts[:-1]), *(() if always else (EMPTY,)))
        for text, always in interceptor.texts_set(row.prefix):
            if _is_own(text.parts[0], row.prefix) and len(text.parts) > 1:
                before += (replace(text, parts=text.parts[1:]), *(() if always else (EMPTY,)))
            elif always and not any(_is_own(part, row.before) for part in text.parts) and text != UNKNOWN_TEXT:
                stated.append(text)
        if before or stated:
            identity = routers.interceptor_identity(site.analysis, client)
            mounts.note_mount(site, identity, None, tuple(dict.fromkeys(before)), tuple(stated) or None)


def of_all(type_id: str) -> Made:
    """What stands for all clients of a type: what is done to the requests of any of them."""
    return Made(type_id, ("", type_id))


def _functions(site: CallSite, row: Prefix) -> Iterator[Definition]:
    """The functions that a call is given; or the one that is given the request of which it makes a copy."""
    given = [one for item in site.argument_items(row.interceptor) for one in each(item)]
    yield from (function_of(one) for one in given if isinstance(one, Definition | Bound))
    on = site.meaning(site.call.callee.of) if row.calls and isinstance(site.call.callee, Member) else UNKNOWN
    yield from (one.owner for one in each(on) if isinstance(one, Parameter) and one.index == 0)


def bases(analysis: FileAnalysis, client: Made, known: tuple[Text, ...]) -> tuple[Text, ...]:
    """The bases of a client's requests, of which these are `known`, with what its interceptors make of them.

    Those that tests add count in tests alone. The last one that was added is called first.
    """
    intercepted = (routers.interceptor_identity(analysis, one) for one in (client, of_all(client.type)))
    mounts_found = chain.from_iterable(map(analysis.relations.mounts, intercepted))
    in_test = is_test(analysis.view.path)
    found = sorted((one for one in mounts_found if in_test or not one.test), key=lambda one: (one.site, one.start))
    stated = tuple(text for one in found for text in one.own or ()) or known
    before = list(dict.fromkeys(one.prefixes for one in found if one.prefixes))
    if not before:
        return stated
    ways = islice(product(stated or (EMPTY,), *before), MAX_ALTERNATIVES)
    return tuple(dict.fromkeys(reduce(_join_unless_empty, way) for way in ways))


def _join_unless_empty(base: Text, text: Text) -> Text:
    return join_url(base, text) if text != EMPTY else base


class _Interceptor:
    """A function that is called before each request, which it is given first."""

    def __init__(self, site: CallSite, row: Prefix, function: Definition) -> None:
        self._evaluator, self._project = site.analysis.evaluator, site.analysis.project
        self._row = row
        self._function = function
        self._view, self._index = self._project.whereabouts(function)
        self._returns = self._project.definition(self._view, self._index).returns

    def texts_set(self, member: str) -> Iterator[tuple[Text, bool]]:
        """What it sets this member of the request, or of a copy, to, and whether it does so in any case."""
        is_alone = len(self._returns) == 1
        returned = ((value, self._index, is_alone) for value in _entries(self._returns, member))
        for value, scope, always in (*self._assigned(member), *self._copied(member), *returned):
            texts = self._evaluator.texts(value, Place(self._function.path, scope))
            yield from ((text, always) for text in texts if text.parts)

    def _assigned(self, member: str) -> Iterator[tuple[Value, int, bool]]:
        for one in self._project.assignments_to(self._view, member):
            if one.scope == self._index and self._is_request(one.target.of, one.scope):
                yield one.value, one.scope, self._is_always(one.target.start)

    def _copied(self, member: str) -> Iterator[tuple[Value, int, bool]]:
        names = (symbol.rpartition(".")[2] for symbol in self._row.calls)
        for one in chain.from_iterable(self._project.called_in(self._view, name) for name in names):
            if isinstance(one.call.callee, Member) and self._is_request(one.call.callee.of, one.scope):
                for value in _entries((given.value for given in one.call.arguments), member):
                    yield value, one.scope, self._is_always(one.call.start)

    def _is_request(self, value: Value, scope: int) -> bool:
        meaning = self._evaluator.meaning(value, Place(self._function.path, scope))
        return any(one == Parameter(self._function, 0) for one in each(meaning))

    def _is_always(self, at: int) -> bool:
        may_be_left_out = self._project.may_be_left_out(self._view, at, AFTER_ALL)
        may_be_left_out |= any(getattr(value, "end", at) < at for value in self._returns)
        return not may_be_left_out or _is_for_all_paths(self._view, at, self._row.before)


def _is_for_all_paths(view: View, at: int, member: str) -> bool:
    """Whether a place is left out only for whole URLs: `if (!request.url.startsWith("http")) …`."""
    guards = list(view.guards_around(at))
    return bool(guards) and all(any(_is_of_no_whole_url(one, member) for one in guard.holds) for guard in guards)


def _is_of_no_whole_url(value: Value, member: str) -> bool:
    """Whether something denies that this member of a request begins with a scheme: it is compared with nothing."""
    match value:
        case Call(callee=Member(of=Call() as asked, name="=="), arguments=(Argument(value=Scalar(text="0")),)):
            parts = list(within(asked))
            is_of_url = any(isinstance(one, Member) and one.name == member for one in parts)
            return is_of_url and any(isinstance(one, Literal) and _SCHEME.match(one.text) for one in parts)
    return False


_SCHEME = regex(r"\^?(?:\((?:\?:)?)?(?:http|//|\\/\\/)")


def _entries(values: Iterable[Value], key: str) -> Iterator[Value]:
    """What objects among these values have under a key."""
    yield from (one.value for value in values if isinstance(value, Object) for one in value.entries if one.key == key)


def _is_own(part: Part, member: str) -> bool:
    """Whether a part of a text is what this member of the request was before."""
    return isinstance(part, ParameterPart) and part.index == 0 and part.members == (member,)
