"""Objects of the catalogue (`Made`): which one something is, and the prefix and base that it brings along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from seamark.catalogue import ANY, CALL, UNKNOWN_TYPE, Make, Method, Mount, Type, library_of
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    GAP,
    UNKNOWN,
    Argument,
    Bound,
    Constant,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    ParameterPart,
    Place,
    Record,
    RouteDetail,
    Symbol,
    Text,
    each,
    function_of,
    is_empty,
    is_nothing,
    is_there,
    options,
    record_entries,
)
from seamark.resolve.evaluation.calls.arguments import argument, argument_items, may_go_by_name, written_argument
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import elements
from seamark.resolve.evaluation.texts_and_lists.placeholders import configured_bases
from seamark.resolve.partial_texts.texts import EMPTY, SLASH, UNKNOWN_TEXT, concat, texts, without_constants
from seamark.resolve.partial_texts.urls import join_url, of_pattern, with_scheme
from seamark.resolve.workspace_facts.view import View, last_name

from . import declared_contract_names, declared_contracts, grpc_clients, provided_members, proxies, stand_ins
from .constructed_identity import identity_of, of_parameter, own_identity, parameter_of

MAX_DEPTH = 8
"""How deep objects may stand in each other of which another one is made."""
OWN_NAME = "."
"""As what names an object, its own name as a member of another one."""


def object_of(evaluator: Evaluation, meaning: Meaning) -> Made | None:
    """The object of the catalogue that a meaning is; None if it is none."""
    for option in each(meaning):
        if isinstance(option, Made):
            return _stated_object(option, meaning)
        if isinstance(option, Symbol):
            type_id = evaluator.catalogue.objects.get(option.name)
            if type_id is not None:
                return _offered_object(evaluator, type_id, option.name)
        if isinstance(option, Parameter) and isinstance(option.type, Made):
            return option.type
        if isinstance(option, Definition | Bound):
            declared = declared_contracts.declared_object(evaluator, function_of(option))
            if declared is not None:
                return declared
        if isinstance(option, Instance):
            of_class = option.of.path, option.of.key
            stub = grpc_clients.instance(evaluator, option.of, of_class)
            if stub is not None:
                return stub
            inherited = _external_base(evaluator, option.of)
            held = None if inherited is None else _embedded_object(evaluator, option, inherited)
            if held is not None:
                return replace(held, of=of_class)
            if inherited is not None:
                call = evaluator.base_call(option) or option.made
                own = of_class if option.made is None else identity_of(evaluator, *option.made)
                return (
                    Made(inherited, own)
                    if call is None
                    else replace(constructed_object(evaluator, inherited, *call), identity=own, of=of_class)
                )
    return None


def holder(evaluator: Evaluation, method: Meaning) -> Made | None:
    """The object of the catalogue of which something from outside the workspace is a method; None if it is none."""
    if not isinstance(method, Symbol):
        return None
    of = method.name.rpartition(".")[0]
    type_id = evaluator.catalogue.objects.get(of)
    return method.of if type_id is None else _offered_object(evaluator, type_id, of)


def _offered_object(evaluator: Evaluation, type_id: str, symbol: str) -> Made:
    """The object that a library offers under a symbol, with the prefix that all of its type have, or the base."""
    default = evaluator.catalogue.types[type_id].default
    stated = () if default is None else (Text((default,)),)
    if evaluator.catalogue.role(type_id) == "client":
        return Made(type_id, ("", symbol), base=stated)
    return Made(type_id, ("", symbol), prefix=stated)


def _embedded_object(evaluator: Evaluation, of: Instance, type_id: str) -> Made | None:
    """The object of this type that another one is given where it is made, and is a part of: `Server{gin.New()}`."""
    if of.made is None or not of.made[0].new or evaluator.constructor(of.of) is not None:
        return None
    call, place = of.made
    given = (object_of(evaluator, evaluator.meaning(one.value, place)) for one in call.arguments)
    return next((one for one in given if one is not None and one.type == type_id), None)


def _stated_object(of: Made, meaning: Meaning) -> Made:
    """An object, or one of its type that something may be whose making is seen: with what all of the type have.

    That are their names, and the URLs below which they ask.
    """
    if of == meaning:
        return of
    alike = [option for option in each(meaning) if isinstance(option, Made) and option.type == of.type]
    made = of if of.call is not None else next((one for one in alike if one.call is not None), of)
    names = tuple(dict.fromkeys(name for one in alike for name in one.named))
    bases = tuple(dict.fromkeys(base for one in alike for base in one.base))
    return replace(made, named=names if made.named else (), base=bases if made.base else ())


def mounted_router(evaluator: Evaluation, view: View, scope: int, index: int = 0) -> Made | None:
    """The router that the function of a scope gets as its parameter `index` by the mounting call that it stands in."""
    taker = view.taker(scope)
    if taker is None or last_name(taker.callee) not in evaluator.catalogue.mounting:
        return None
    place = Place(view.path, view.scope_at(taker.start))
    for mount, library in _mounts_of_call(evaluator, taker, place):
        if mount.gives and mount.parameter == index:
            type_id = evaluator.catalogue.type_id(library, mount.gives)
            verbs = Method(on=(), names=(), verbs=mount.verbs)
            details = (RouteDetail(verbs, last_name(taker.callee), taker, place),) if mount.verbs else ()
            return Made(type_id, of_parameter(Definition(view.path, view.key(scope)), index), details=details)
    return None


def _mounts_of_call(evaluator: Evaluation, call: facts.Call, place: Place) -> list[tuple[Mount, str]]:
    """The rows for what a call mounts: on what it is called on, on what a function around extends, or by a symbol."""
    known, name = evaluator.catalogue, last_name(call.callee)
    of = evaluator.value(call.callee.of, place) if isinstance(call.callee, facts.Member) else None
    made = None if of is None else object_of(evaluator, of)
    if made is None:
        made = evaluator.extended_object(call.callee, place)
    if made is not None:
        return known.mounts.on(made.type, name)
    if of is not None:
        return known.mounts.on(UNKNOWN_TYPE, name)
    symbols = [one.name for one in each(evaluator.value(call.callee, place)) if isinstance(one, Symbol)]
    return [row for symbol in symbols for row in known.mounts.of(symbol)]


def given_object(evaluator: Evaluation, view: View, scope: int, index: int) -> Made | None:
    """The object that the function of a scope gets by a call that is given it, also in an object (see `Giving`)."""
    known, direct = evaluator.catalogue, view.taker(scope)
    taker = view.taker_by_key(scope) if direct is None else (direct, "")
    if taker is None or last_name(taker[0].callee) not in known.words:
        return None
    call, key = taker
    place = Place(view.path, view.scope_at(call.start))
    on = call.callee.of if isinstance(call.callee, facts.Member) else None
    of = None if on is None else object_of(evaluator, evaluator.value(on, place))
    symbols = [one.name for one in each(evaluator.value(call.callee, place)) if isinstance(one, Symbol)]
    by_object = () if of is None else known.giving.on(of.type, last_name(call.callee))
    for row, library in (*by_object, *(row for name in symbols for row in known.giving.of(name))):
        if row.function == key and row.parameter == index:
            base = _base(evaluator, call, row.base, place) or (() if of is None else of.base)
            asks = next(iter(_as_written(call, row.asks, place)), None if of is None else of.asks)
            identity = of_parameter(Definition(view.path, view.key(scope)), index)
            return Made(known.type_id(library, row.gives), identity, base=base, asks=asks)
    return None


def _external_base(evaluator: Evaluation, class_: Definition) -> str | None:
    """The type of the catalogue that a class inherits from, if it does."""
    above = (one for one in evaluator.lineage(class_) if isinstance(one, Symbol))
    return next(
        (type_id for one in above if (type_id := evaluator.catalogue.constructed_by.get(one.name)) is not None), None
    )


def instance(evaluator: Evaluation, kind: Meaning, identity: tuple[str, str]) -> Meaning:
    """An object of a type, as an annotation names it."""
    for option in each(kind):
        if isinstance(option, Symbol):
            type_id = evaluator.catalogue.constructed_by.get(option.name)
            if type_id is not None:
                return Made(type_id, identity, base=_declared_base(evaluator, type_id, identity))
            stub = grpc_clients.instance(evaluator, option, identity)
            if stub is not None:
                return stub
            if option.name in evaluator.catalogue.text_types:
                return UNKNOWN_TEXT
        if isinstance(option, Definition):
            stub = grpc_clients.instance(evaluator, option, identity)
            return stub or stand_ins.router(evaluator, option, identity) or Instance(option)
    known = [option for option in each(kind) if isinstance(option, Symbol)]
    return Symbol(f"{known[0].name}()") if known else UNKNOWN


def is_open(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether less is known of something than of the type that it is declared to have."""
    return is_nothing(meaning) or (isinstance(meaning, Symbol) and object_of(evaluator, meaning) is None)


def _declared_base(evaluator: Evaluation, type_id: str, identity: tuple[str, str]) -> tuple[Text, ...]:
    """The base of a client that is only declared: of one that asks the service of a file, or comes with its URL."""
    kind, path = evaluator.catalogue.types[type_id], identity[0]
    given = parameter_of(identity) if type_id in evaluator.catalogue.with_urls else None
    if given is not None:
        return (Text((ParameterPart(*given),)),)
    return configured_bases(evaluator, kind.configured, path)


def property_of(evaluator: Evaluation, of: Made, name: str) -> Meaning | None:
    """The object that a property of an object of the catalogue is, or the function that it runs."""
    for make, _ in evaluator.catalogue.makes.on(of.type, name):
        is_other = ANY in make.names and evaluator.catalogue.states(of.type, name)
        if make.property and not is_other:
            found = _derive_object(make, of, of.identity, base=_with_segment(make, of, Text((name,))))
            return replace(found, named=(Text((name,)),)) if make.named == OWN_NAME else found
    kind = evaluator.catalogue.types.get(of.type)
    if kind is not None and kind.members:
        return proxies.member(evaluator, kind, of, name)
    if kind is not None and kind.provided:
        return provided_members.member(evaluator, kind, of, name)
    if kind is not None and kind.running:
        return _run(evaluator, kind, of, name)
    if kind is not None and kind.entries:
        return _entry(evaluator, kind, of, name)
    if evaluator.catalogue.role(of.type) in grpc_clients.METHODS:
        return grpc_clients.method(evaluator, of, name)
    return None


def _run(evaluator: Evaluation, kind: Type, of: Made, name: str) -> Meaning | None:
    """The function that a member of an object runs: that which it is made with itself, or one of its entries is."""
    if kind.runs:
        return function_run(evaluator, of) if name in kind.running else None
    for key in _keys_in(name, kind.running):
        entry = _entry(evaluator, kind, of, key)
        if entry is not None:
            return function_run(evaluator, entry)
    return None


def function_run(evaluator: Evaluation, of: Made) -> Meaning | None:
    """The function that an object is made with, to run it."""
    kind = evaluator.catalogue.types.get(of.type)
    return None if kind is None or of.call is None else argument(evaluator, of.call[0], kind.runs, of.call[1])


def _keys_in(name: str, patterns: tuple[str, ...]) -> Iterator[str]:
    """The keys for which the name of a member can stand."""
    for before, _, after in (pattern.partition("{}") for pattern in patterns):
        key = name[len(before) : len(name) - len(after)]
        if key and name == f"{before}{key}{after}":
            yield from dict.fromkeys((f"{key[0].lower()}{key[1:]}", key))


def _entry(evaluator: Evaluation, kind: Type, of: Made, name: str) -> Made | None:
    """What stands under a key of the object that another one is made of: a route, or further ones below its prefix."""
    entry_type = f"{of.type.rpartition('.')[0]}.{kind.entry}"
    for call, place, held in _held_entries(evaluator, kind, of):
        for option in each(evaluator.member(held, name, place)):
            found = option
            if isinstance(option, Record):
                given = facts.Call(call.callee, (facts.Argument("", option.value),), False, call.start, call.end)
                route = constructed_object(evaluator, entry_type, given, option.place)
                found = route if route.prefix else Made(of.type, of.identity, call=(given, option.place))
            if isinstance(found, Made):
                of_found = evaluator.catalogue.types.get(found.type)
                is_further = of_found is not None and bool(of_found.entries)
                prefix = _join_all(of.prefix, found.prefix)
                base = of.base if is_further or not of.base else _join_all(of.base, prefix)
                return replace(found, type=of.type if is_further else entry_type, prefix=prefix, base=base)
    return None


def _held_entries(evaluator: Evaluation, kind: Type, of: Made) -> Iterator[tuple[facts.Call, Place, Meaning]]:
    """What holds an object's entries, by the call that is given it: also what it comes out of, if that is its like."""
    above: Made | None = of
    for _ in range(MAX_DEPTH):
        if above is None or above.call is None:
            return
        call, place = above.call
        held = argument(evaluator, call, kind.entries, place) or UNKNOWN
        yield call, place, _as_called_back(held) if kind.entries.endswith(CALL) else held
        callee = call.callee
        above = object_of(evaluator, evaluator.value(callee.of, place)) if isinstance(callee, facts.Member) else None
        of_above = None if above is None else evaluator.catalogue.types.get(above.type)
        if of_above is None or of_above.entries != kind.entries:
            return


def _as_called_back(given: Meaning) -> Meaning:
    """What a function gives that a library calls, which gives it what the tables say, and nothing that is seen."""
    return options(
        [
            Record(one.value, Place(one.place.path, one.place.scope)) if isinstance(one, Record) else one
            for one in each(given)
        ]
    )


def entry_names(evaluator: Evaluation, of: Made, depth: int = 0) -> Iterator[str]:
    """The names of the routes of the object that another one is made of, and of those in it, as they are called."""
    kind = evaluator.catalogue.types.get(of.type)
    if kind is None or not kind.entries or depth > MAX_DEPTH:
        return
    yield from evaluator.catalogue.types[f"{of.type.rpartition('.')[0]}.{kind.entry}"].running
    for _, _, held in _held_entries(evaluator, kind, of):
        for option in each(held):
            if isinstance(option, Made):
                yield from entry_names(evaluator, option, depth + 1)
            for entry, _ in record_entries(option):
                inner = _entry(evaluator, kind, of, entry.key)
                if inner is not None and inner.type == of.type:
                    yield from entry_names(evaluator, inner, depth + 1)
                elif inner is not None:
                    yield from _names_of(kind, entry.key)


def _names_of(kind: Type, key: str) -> Iterator[str]:
    """What an entry is called by: its key, or the names of members that do what it does."""
    capitalised = f"{key[:1].upper()}{key[1:]}"
    yield from (one.replace("{}", capitalised) for one in kind.running) if kind.running else (key,)


def _join_all(before: tuple[Text, ...], after: tuple[Text, ...]) -> tuple[Text, ...]:
    """Every path with every other below it."""
    return tuple(join_url(one, other) for one in before or (EMPTY,) for other in after or (EMPTY,))


def element_of(evaluator: Evaluation, of: Made) -> Made | None:
    """What stands under a key that is not known, or is no name, in an object whose members are parts of its base."""
    for make, _ in evaluator.catalogue.makes.on(of.type, ANY):
        if make.property and make.segment:
            return _derive_object(make, of, of.identity, base=_with_segment(make, of, UNKNOWN_TEXT))
    return None


def _with_segment(make: Make, of: Made, name: Text) -> tuple[Text, ...]:
    """The base of a member whose name is a further part of that; none if it is not."""
    if not make.segment:
        return ()
    mark = make.segment if of.base else "/"
    if mark == "/":
        return tuple(join_url(base, concat((SLASH, name))) for base in of.base or (UNKNOWN_TEXT,))
    return tuple(concat((base, Text((mark,)), name)) for base in of.base)


def constructed_object(evaluator: Evaluation, type_id: str, call: facts.Call, place: Place, called: str = "") -> Made:
    """The object of this type that a call makes; `called` is the name of what is called."""
    kind = evaluator.catalogue.types[type_id]
    base = _base(evaluator, call, kind.base, place)
    return Made(
        type_id,
        _identity(evaluator, type_id, call, place),
        prefix=_prefix(evaluator, call, kind, place),
        base=tuple(map(with_scheme, base)) if kind.host else base,
        named=_names(evaluator, call, kind.named, place),
        call=(call, place),
        details=tuple(
            RouteDetail(row, called, call, place) for row, _ in evaluator.catalogue.methods.on(type_id, CALL)
        ),
        path_arguments=_as_written(call, kind.prefix, place),
        asks=next(iter(_as_written(call, kind.asks, place)), None),
        known_as=_known_as(evaluator, type_id, call, kind, place),
    )


def _identity(evaluator: Evaluation, type_id: str, call: facts.Call, place: Place) -> tuple[str, str]:
    is_router = evaluator.catalogue.role(type_id) == "router"
    return (own_identity if is_router else identity_of)(evaluator, call, place)


def _prefix(evaluator: Evaluation, call: facts.Call, kind: Type, place: Place) -> tuple[Text, ...]:
    """The prefix of the router that a call makes: for a constant the type's own one, or also none if that is false."""
    given = argument(evaluator, call, kind.prefix, place)
    if isinstance(given, Constant) and kind.default is not None:
        default = Text((kind.default,))
        return (default,) if True in is_there(given) else (EMPTY, default)
    stated = _prefixes(evaluator, call, kind, place)
    if kind.within:
        around = object_of(evaluator, argument(evaluator, call, kind.within, place) or UNKNOWN)
        own = tuple(concat((of_pattern(text), Text(("/", GAP)))) for text in stated)
        above = around.prefix if around is not None else ()
        return tuple(concat((outer, SLASH, inner)) for outer in above for inner in own) or own
    version = argument(evaluator, call, kind.version, place) if kind.version else None
    if version is not None and not is_empty(version):
        marks = tuple(concat((Text(("/v",)), text, SLASH)) for text in texts(version))
        return tuple(concat((mark, text)) for mark in marks for text in stated) or marks
    return stated or (() if kind.default is None else (Text((kind.default,)),))


def object_of_method_call(evaluator: Evaluation, make: Make, of: Made, call: facts.Call, place: Place) -> Made:
    """The object that a call of a method of the object `of` makes, as the row `make` says."""
    further = _prefixes(evaluator, call, make, place)
    base = _with_segment(make, of, UNKNOWN_TEXT) or _base(evaluator, call, make.base, place, of.base)
    if make.further:
        inner = _argument_texts(evaluator, call, make.further, place) or (EMPTY,)
        if make.same:
            further, base = tuple(join_url(SLASH, one) for one in inner if one != EMPTY), of.base
        else:
            base = tuple(join_url(outer, one) for outer in base or (EMPTY,) for one in inner)
    name = last_name(call.callee)
    details = tuple(RouteDetail(row, name, call, place) for row, _ in evaluator.catalogue.methods.on(of.type, name))
    type_id = f"{of.type.rpartition('.')[0]}.{make.gives}"
    joined = object_of(evaluator, argument(evaluator, call, make.joins, place) or UNKNOWN)
    if joined is not None and make.either:
        each_of = (one for side in (of, joined) for one in side.either or (side,))
        made = _derive_object(make, of, _identity(evaluator, type_id, call, place), call=(call, place))
        return replace(made, either=tuple(each_of))
    if joined is not None:
        path = _path_below(joined.prefix, joined.below)
        further, details = tuple(join_url(SLASH, part) for part in path), (*details, *joined.details)
    own = _identity(evaluator, type_id, call, place)
    found = _derive_object(make, of, own, further, base, (call, place), details)
    if joined is not None and of.either:
        found = replace(found, either=tuple(_each_joined(evaluator, of.either, name, call, place)))
    named = (Text((name,)),) if make.named == OWN_NAME else _names(evaluator, call, make.named, place)
    return replace(
        found,
        named=named or of.named,
        known_as=_below(of.known_as, _known_as(evaluator, type_id, call, make, place)),
        path_arguments=(
            *(() if make.apart else of.path_arguments),
            *(joined.path_arguments if joined is not None else ()),
            *_as_written(call, make.prefix, place),
        ),
        controller=next(iter(_as_written(call, make.controller, place)), found.controller),
        namespaces=_argument_texts(evaluator, call, make.namespace, place) or found.namespaces,
    )


def _each_joined(
    evaluator: Evaluation, alternatives: Iterable[Made], name: str, call: facts.Call, place: Place
) -> Iterator[Made]:
    """Those of which something is either, each with what is joined to it; others as they are."""
    for one in alternatives:
        rows = [row for row, _ in evaluator.catalogue.makes.on(one.type, name) if row.joins and not row.either]
        yield object_of_method_call(evaluator, rows[0], one, call, place) if rows else one


def object_of_function_call(evaluator: Evaluation, make: Make, library: str, call: facts.Call, place: Place) -> Made:
    """The object that a call of a library's function makes of its argument `make.of`, whatever that is."""
    given = argument(evaluator, call, make.of, place) or UNKNOWN
    of = object_of(evaluator, given)
    if of is None:
        owner = next((option for option in each(given) if isinstance(option, Parameter)), None)
        of = Made("", ("", "") if owner is None else (owner.owner.path, f"{owner.owner.key}({owner.index})"))
    return object_of_method_call(evaluator, make, replace(of, type=f"{library}."), call, place)


def _derive_object(
    make: Make,
    of: Made,
    own: tuple[str, str],
    further: tuple[Text, ...] = (),
    base: tuple[Text, ...] = (),
    call: tuple[facts.Call, Place] | None = None,
    details: tuple[RouteDetail, ...] = (),
) -> Made:
    """What comes out of an object: the same one with a further path below it, or another one."""
    type_id = f"{of.type.rpartition('.')[0]}.{make.gives}"
    if make.same:
        below = _path_below(of.below, further)
        return replace(of, type=type_id, base=base or of.base, below=below, details=(*of.details, *details))
    prefix = () if make.apart else _path_below(of.prefix, further)
    return Made(type_id, own, prefix, base or of.base, (), call, details, named=of.named)


def _below(prefixes: tuple[Text, ...], further: tuple[Text, ...]) -> tuple[Text, ...]:
    """Every prefix with every further path below it."""
    return tuple(concat((prefix, path)) for prefix in prefixes or (EMPTY,) for path in further) or prefixes


def _path_below(prefixes: tuple[Text, ...], further: tuple[Text, ...]) -> tuple[Text, ...]:
    """Every prefix with every further path below it; one that begins with a word is a segment of its own."""
    joined = (concat((one, *_between(one, path), path)) for one in prefixes or (EMPTY,) for path in further)
    return tuple(joined) or prefixes


def _between(before: Text, path: Text) -> tuple[Text, ...]:
    return (SLASH,) if _WORD.match(path.raw()) and not before.raw().endswith("/") else ()


_WORD = regex(r"\w")


def _as_written(call: facts.Call, spec: str, place: Place) -> tuple[Argument, ...]:
    """The argument `spec` as it is written, if the call has one."""
    value = written_argument(call, spec)
    return () if value is None else (Argument(value, place),)


_AND = "+"
"""What stands between arguments that are segments of one path."""


def _argument_texts(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> tuple[Text, ...]:
    """The texts of an argument, which may be a list of them; or the path whose segments several are."""
    if _AND in spec:
        segments = [one for part in spec.split(_AND) if (one := _argument_texts(evaluator, call, part, place))]
        return tuple(concat([part for text in path for part in (SLASH, text)]) for path in product(*segments) if path)
    found = argument(evaluator, call, spec, place)
    return () if found is None else tuple(text for one in argument_items(evaluator, found) for text in texts(one))


def _prefixes(evaluator: Evaluation, call: facts.Call, row: Type | Make, place: Place) -> tuple[Text, ...]:
    """The prefixes that a call states; one of which nothing is known if it may do so by a name that the row lacks."""
    is_unknown = may_go_by_name(evaluator, call, row.prefix, row, place)
    return (UNKNOWN_TEXT,) if is_unknown else _argument_texts(evaluator, call, row.prefix, place)


def _base(
    evaluator: Evaluation, call: facts.Call, spec: str, place: Place, otherwise: tuple[Text, ...] = ()
) -> tuple[Text, ...]:
    """The base URL that an argument states, or brings along, `otherwise` the one of what the call is on.

    Without any it is one of which nothing is known, if that may be in there.
    """
    given = argument(evaluator, call, spec, place)
    if given is None:
        return otherwise or ((UNKNOWN_TEXT,) if _may_state(evaluator, call, spec, place) else ())
    brought = object_of(evaluator, given)
    return _argument_texts(evaluator, call, spec, place) if brought is None else brought.base


def _may_state(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> bool:
    """Whether a call is given an object of which it is not known whether it has what `spec` speaks of."""
    within = (one.partition(".")[0] for one in spec.split("|") if "." in one)
    given = (argument(evaluator, call, head, place) for head in within)
    return any(elements.is_open(evaluator, one) for one in given if one is not None)


def _known_as(
    evaluator: Evaluation, type_id: str, call: facts.Call, row: Type | Make, place: Place
) -> tuple[Text, ...]:
    """What a call states that stands before the names of routes, as the library joins it with these."""
    if not row.known_as:
        return ()
    _, names = evaluator.catalogue.names_of(library_of(type_id))
    stated = _argument_texts(evaluator, call, row.known_as, place)
    return tuple(concat((text, Text((names.joint,)))) for text in stated)


def _names(evaluator: Evaluation, call: facts.Call, spec: str, place: Place) -> tuple[Text, ...]:
    """The name that an argument states: a text, or the name of a function or class."""
    found = argument(evaluator, call, spec, place)
    if found is None:
        return ()
    named = [option for option in each(found) if isinstance(option, Definition | Bound)]
    if named:
        return declared_contract_names.names(evaluator, function_of(named[0])) or (Text((function_of(named[0]).name,)),)
    return texts(without_constants(found))
