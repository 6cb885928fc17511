"""Routers that are put below others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec.structs import replace

from seamark.catalogue import Controller, Mount
from seamark.extract.facts import MODULE, Member, Value
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Argument,
    Bound,
    Definition,
    Instance,
    Made,
    Meaning,
    Module,
    Parameter,
    Place,
    Sequence,
    Text,
    each,
    function_of,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.calls.arguments import all_written
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorators
from seamark.resolve.findings import Identity, MountFound, Router, SparedRoutes
from seamark.resolve.guards import preconditions
from seamark.resolve.partial_texts.texts import (
    EMPTY,
    UNKNOWN_TEXT,
    concat,
    possible_texts,
    without_optional_base,
)
from seamark.resolve.partial_texts.urls import of_pattern, without_rest
from seamark.resolve.workspace_facts import loops
from seamark.resolve.workspace_facts.view import last_name
from seamark.resolve.wrappers import object_makers

from . import handing_objects, loaded_files, routers, stripped_prefixes
from .handlers import named_in_text

MAX_NESTED = 4
"""How deep lists of routers may stand in each other."""
MAX_INHERITED, MAX_INHERITED_OF_FILE = 500, 5000
"""Of how many classes and methods a controller has the routes without declaring them, and all controllers of a file."""


def note_mount(
    site: CallSite,
    child: Identity,
    parent: Router | None,
    prefixes: tuple[Text, ...] = (),
    own: tuple[Text, ...] | None = None,
    namespaces: tuple[Text, ...] = (),
    *,
    serves: bool = False,
    handed: bool = False,
    passed: bool = False,
    inherited: bool = False,
    told: bool = False,
    doubted: bool = False,
    spared: tuple[SparedRoutes, ...] = (),
    level: int = 0,
    known_as: tuple[Text, ...] = (),
    own_known_as: tuple[Text, ...] | None = None,
) -> None:
    """Note that a call puts a router below prefixes of another; see `MountFound`."""
    path = site.analysis.view.path
    if not told:
        above = () if parent is None else (*parent.prefixes, *parent.below)
        object_makers.note_begins(site.analysis, (*above, *prefixes, *(own or ())))
    site.analysis.mounts.append(
        MountFound(
            child,
            parent,
            prefixes,
            own,
            path,
            site.call.start,
            namespaces,
            serves=serves,
            handed=handed,
            passed=passed,
            inherited=inherited,
            told=told,
            doubted=doubted,
            conditions=preconditions.at(site.analysis, site.call.start) if told else frozenset(),
            spared=spared,
            level=level,
            known_as=known_as,
            own_known_as=own_known_as,
            prefixed=() if parent is None else site.analysis.prefixes_of(parent),
        )
    )


def note_router(
    site: CallSite,
    made: Made,
    parent: Router,
    prefixes: tuple[Text, ...] = (),
    own: tuple[Text, ...] | None = None,
    *,
    serves: bool = False,
    handed: bool = False,
    known_as: tuple[Text, ...] = (),
    own_known_as: tuple[Text, ...] | None = None,
) -> None:
    """Note that a call puts a router below another, with what the code declares on it that its class inherits."""
    router = routers.router(site.analysis, made, site.place)
    note_mount(
        site,
        router.identity,
        parent,
        prefixes,
        own,
        serves=serves,
        handed=handed,
        known_as=known_as,
        own_known_as=own_known_as,
    )
    for above in constructed_identity.fallback_identities(site.analysis.evaluator, made):
        note_mount(site, above, replace(router, below=()), own=(EMPTY,), inherited=True, own_known_as=())


def read_mounts(site: CallSite, rows: list[tuple[Mount, str]], parent: Router) -> bool:
    """Read a call that puts routers below another; False if it is given none."""
    before = len(site.analysis.mounts)
    parent = replace(
        parent, prefixes=tuple(map(without_rest, parent.prefixes)), below=tuple(map(without_rest, parent.below))
    )
    for row, library in rows:
        noted = len(site.analysis.mounts)
        if row.stripped:
            on = site.object_of(site.call.callee.of) if isinstance(site.call.callee, Member) else None
            cut = stripped_prefixes.prefixes(site, row.stripped) if on is not None else ()
            if on is not None and cut:
                note_router(site, on, Router(site.identity, root=True), cut, parent.prefixes or (EMPTY,))
            continue
        if row.files and loaded_files.note_folders(site, row):
            continue
        if not row.child:
            note_mount(
                site,
                parent.identity,
                Router(routers.enclosing_router(site.analysis, site.place.scope)),
                serves=row.serves,
            )
            continue
        given = _further(site, row) or possible_texts(site.argument(row.prefix)) or _listed_prefixes(site, row)
        if not given and site.may_go_by_name(row.prefix, row):
            given = (UNKNOWN_TEXT,)
        prefixes = without_optional_base(tuple(map(of_pattern, given)) if row.pattern else given) or (
            (Text((row.default,)),) if row.default else ()
        )
        prefixes = prefixes if row.named else tuple(map(without_rest, prefixes))
        above = Router(parent.identity, root=parent.root) if row.whole else parent
        if row.apart and isinstance(site.call.callee, Member):
            made, on = site.object_of(site.call), site.object_of(site.call.callee.of)
            if made is None or on is None:
                continue
            above = routers.router(site.analysis, made, site.place)
            note_router(site, on, above, own=parent.prefixes or (EMPTY,))
        for child in site.arguments(row.child):
            function = named_in_text.function(site, row.child, child, above) if row.parameter is not None else None
            _mount(site, row, library, function or child, above, prefixes)
        if len(site.analysis.mounts) == before:
            _mount_lists(site, row, above, prefixes)
        loaded_files.note_loaded(site, row, before)
        note_stated(site, _written_prefix(site, row), noted)
    return any(not one.told for one in site.analysis.mounts[before:])


def _written_prefix(site: CallSite, row: Mount) -> Value | None:
    then = site.after(row.then)
    return then.arguments[0].value if then is not None and then.arguments else site.written_argument(row.prefix)


def note_stated(site: CallSite, written: Value | None, since: int) -> None:
    """Note where the prefix is written of the mounts that a call has made since there were so many."""
    found = () if written is None else routers.stated_prefixes(site.analysis, Argument(written, site.place))
    stated, mounts = next(iter(found), None), site.analysis.mounts
    if stated is not None:
        mounts[since:] = [replace(one, stated=stated) for one in mounts[since:]]


def _mount_lists(site: CallSite, row: Mount, parent: Router, prefixes: tuple[Text, ...]) -> None:
    """Put the routers of lists below another one that a function's callers give: the parameter stands for them."""
    for value in all_written(site.call, row.child):
        for taken in loops.taken_by(site.analysis.view, value, site.place.scope):
            for option in each(site.meaning(taken.of)):
                if isinstance(option, Parameter) and not option.members:
                    note_mount(site, routers.of_listed(option.owner, option.index), parent, prefixes)
                    site.analysis.call_for_callers(option.owner)


def mount_listed(site: CallSite, given: Meaning, parameter: Identity) -> None:
    """Put the routers that a function is given in a list below the parameter that stands for them.

    What is given may be objects that have routers as their fields, or what a caller gives, where the function itself
    mounts it: else functions that call each other would be each other's reason.
    """
    analysis, below = site.analysis, Router(parameter)
    mounts_itself = any(not one.passed for one in analysis.relations.mounts(parameter))
    for option in each(given):
        if isinstance(option, Parameter) and not option.members and mounts_itself:
            note_mount(site, routers.of_listed(option.owner, option.index), below, passed=True)
            analysis.call_for_callers(option.owner)
        for item in analysis.evaluator.items(option) if isinstance(option, Sequence) else ():
            for held in (item, *_fields(analysis, item)):
                mount_all(site, held, below)


def _fields(analysis: FileAnalysis, item: Meaning) -> Iterator[Meaning]:
    """The fields of an object of a class of the workspace."""
    for one in each(item):
        found_at = analysis.project.whereabouts(one.of) if isinstance(one, Instance) else None
        for name in () if found_at is None else analysis.project.fields(*found_at):
            yield analysis.evaluator.member(one, name, Place(analysis.view.path, MODULE))


def _listed_prefixes(site: CallSite, row: Mount) -> tuple[Text, ...]:
    """The prefixes that a list states; what may be no text in it is none, as it can be a list of functions."""
    stated = (text for one in site.argument_items(row.prefix) for text in possible_texts(one))
    return tuple(text for text in stated if text != UNKNOWN_TEXT)


def _further(site: CallSite, row: Mount) -> tuple[Text, ...]:
    """The prefixes that a call on the outcome of a mount states."""
    then = site.after(row.then)
    return () if then is None or not then.arguments else possible_texts(site.meaning(then.arguments[0].value))


def mount_all(site: CallSite, child: Meaning, parent: Router) -> None:
    """Mount all routers that something holds below another one."""
    _mount(site, None, "", child, parent, ())


def _mount(
    site: CallSite,
    row: Mount | None,
    library: str,
    child: Meaning,
    parent: Router,
    prefixes: tuple[Text, ...],
    depth: int = 0,
) -> None:
    """Put what an argument holds below a router, be it one thing or a list; without a row only routers count."""
    analysis = site.analysis
    replaces = row is not None and row.replaces and bool(prefixes)
    namespaces = possible_texts(site.argument(row.namespace)) if row is not None else ()
    for one in (option for item in analysis.evaluator.items(child) for option in each(item)):
        if row is not None and row.named:
            for name in possible_texts(one):
                note_mount(site, routers.of_name(analysis, library, name.known_string or ""), parent, prefixes)
            continue
        item = site.file(one) if row is not None and row.files else one
        whole = isinstance(item, Module)
        offered = (row.function if row is not None else "") or "default"
        option = analysis.evaluator.member(item, offered, Place(analysis.view.path, MODULE)) if whole else item
        made = handing_objects.router(analysis, option) or analysis.evaluator.object_of(option)
        given = routers.parameter_identity(option, made) if row is not None else ("", "")
        if given != ("", ""):
            note_mount(site, given, parent, () if replaces else prefixes, prefixes if replaces else None, told=True)
            routers.note_open(analysis, Router(given))
        elif made is not None and analysis.catalogue.role(made.type) == "router":
            if row is not None:
                _tell_children(site, made, parent)
            own = None if routers.is_ambient(analysis, made) else (prefixes if replaces else made.prefix) or (EMPTY,)
            serves = row is not None and row.serves
            known_as = _known_as(site, row, library, item)
            instead = known_as or None if row is not None and row.replaces else None
            note_router(
                site,
                made,
                parent,
                () if replaces else prefixes,
                own,
                serves=serves,
                known_as=known_as if instead is None else (),
                own_known_as=instead,
            )
        elif row is not None and row.decorated and isinstance(option, Definition | Bound | Instance):
            decorated = option.of if isinstance(option, Instance) else function_of(option)
            note_mount(site, routers.decorator_router(decorated, library), parent, prefixes, namespaces=namespaces)
        elif row is not None and isinstance(option, Definition | Bound):
            function = function_of(option)
            if row.parameter is not None:
                own_parameter, known_as = (
                    _parameter_at(analysis, function, row.parameter),
                    _known_as(site, row, library, item),
                )
                note_mount(site, own_parameter, parent, prefixes, namespaces=namespaces, known_as=known_as)
                if depth < MAX_NESTED and not _takes_something(analysis, function):
                    outcome = analysis.evaluator.outcome(option, Place(analysis.view.path, MODULE))
                    _mount(site, row, library, outcome or UNKNOWN, parent, prefixes, depth + 1)
        elif row is not None and row.files and isinstance(item, Module):
            known_as, file = _known_as(site, row, library, item), (item.path, routers.FILE)
            note_mount(site, file, parent, prefixes, namespaces=namespaces, known_as=known_as)
        elif isinstance(option, Sequence) and depth < MAX_NESTED:
            _mount(site, row, library, option, parent, prefixes, depth + 1)


def _takes_something(analysis: FileAnalysis, function: Definition) -> bool:
    """Whether a function has parameters: one without them gives what it makes, and is given nothing to declare on."""
    found_at = analysis.project.locate(function)
    return found_at is None or bool(analysis.project.definition(*found_at).parameters)


def _known_as(site: CallSite, row: Mount | None, library: str, child: Meaning) -> tuple[Text, ...]:
    """What stands before the names of the routes of a child, as the library joins it with these; one of several."""
    if row is None or not (row.known_as or row.known_as_member or row.known_as_then):
        return ()
    evaluator, (_, names) = site.analysis.evaluator, site.analysis.catalogue.names_of(library)
    specs = row.known_as.split("|")
    found = [text for spec in specs for one in site.argument_items(spec) for text in possible_texts(one)]
    then = site.after(row.known_as_then)
    if then is not None and then.arguments:
        found += possible_texts(site.meaning(then.arguments[0].value))
    if row.known_as_member and isinstance(child, Module):
        declared = evaluator.member(child, row.known_as_member, Place(site.analysis.view.path, MODULE))
        found += possible_texts(declared) if declared != UNKNOWN else ()
    return tuple(dict.fromkeys(concat((text, Text((names.joint,)))) for text in found))


def _tell_children(site: CallSite, made: Made, parent: Router) -> None:
    """Note that what a function is given is put below a router where that serves it below a prefix of its own."""
    analysis = site.analysis
    kind = analysis.catalogue.types.get(made.type)
    if kind is None or not kind.children or made.call is None:
        return
    for child in CallSite(analysis, *made.call, last_name(made.call[0].callee)).arguments(kind.children):
        for option in each(child):
            given = routers.parameter_identity(option, analysis.evaluator.object_of(option))
            if given != ("", ""):
                note_mount(site, given, parent, made.prefix, told=True)
                routers.note_open(analysis, Router(given))


def mount_told(
    site: CallSite, made: Made, told: MountFound, parent: Router, read: Callable[[Text], list[Text]]
) -> None:
    """Put a router, which a call gives a function, where the function puts it; `read` reads the call's texts."""
    prefixes, own = (tuple(one for text in texts for one in read(text)) for texts in (told.prefixes, told.own or ()))
    note_router(site, made, parent, prefixes, own or made.prefix or (EMPTY,))


def _parameter_at(analysis: FileAnalysis, function: Definition, position: int) -> Identity:
    """What a function takes as the argument at a position: a parameter, or an item of the one that takes the rest.

    The first parameter of a method takes none.
    """
    taken = analysis.project.facts_of(function).parameters
    number = position + sum(one.kind == "self" for one in taken[:1])
    rest = next((at for at, one in enumerate(taken) if one.kind == "rest" and at <= number), number)
    item = (str(number - rest),) if taken[rest : rest + 1] and taken[rest].kind == "rest" else ()
    return constructed_identity.of_parameter(function, rest, item)


def mount_inherited(site: CallSite, class_: int) -> None:
    """Mount the routes that a controller inherits from classes of the workspace, as far as it has no such method."""
    analysis = site.analysis
    router = routers.of_controller(analysis, class_)
    own = Definition(analysis.view.path, analysis.view.key(class_))
    if router is None:
        return
    above = [one for one in analysis.evaluator.with_bases(own) if one != own]
    methods = analysis.evaluator.methods(own)
    inherited = [one for one in methods if (one.path, one.key.rpartition(".")[0]) != (own.path, own.key)]
    if routers.counts_overridden(analysis, class_):
        inherited += (method for one in above for method in analysis.evaluator.own_methods(one).values())
    _mount_bases(site, (*above, *inherited), router)


def mount_located(site: CallSite, row: Controller, method: int) -> None:
    """Mount the routes of the class that a method gives which a controller's decorator puts at a path."""
    if not row.locating:
        return
    analysis, view = site.analysis, site.analysis.view
    names = [name for name, _, _ in library_decorators(analysis.evaluator, view.path, view.facts.definitions[method])]
    router = routers.controller(analysis, method)
    if router is None or any(analysis.catalogue.routes.of(name) for name in names):
        return
    prefixes = possible_texts(site.argument(row.prefix))
    for class_ in _given_classes(analysis, method):
        inherited = (*analysis.evaluator.with_bases(class_), *analysis.evaluator.methods(class_))
        _mount_bases(site, inherited, router, prefixes)


def _mount_bases(
    site: CallSite, inherited: tuple[Definition, ...], router: Router, prefixes: tuple[Text, ...] = ()
) -> None:
    """Mount the routes of classes and methods that a controller has without declaring them, as far as that goes."""
    left = max(0, MAX_INHERITED_OF_FILE - site.analysis.inherited)
    mounted = list(islice(dict.fromkeys(inherited), min(left, MAX_INHERITED)))
    site.analysis.inherited += len(mounted)
    for one in mounted:
        note_mount(site, routers.of_base(one), router, prefixes)


def _given_classes(analysis: FileAnalysis, method: int) -> list[Definition]:
    """The classes of what a method gives, or is declared to give."""
    view = analysis.view
    place, kind = Place(view.path, method), view.facts.definitions[method].return_type
    outcome = analysis.evaluator.outcome(Definition(view.path, view.key(method)), place)
    given = [one.of for one in each(outcome or UNKNOWN) if isinstance(one, Instance)]
    declared = UNKNOWN if given or kind is None else analysis.evaluator.meaning(kind, place)
    return given or [one for one in each(declared) if isinstance(one, Definition)]


def mount_children(site: CallSite) -> None:
    """Mount the routes and routers that a router is given when it is made."""
    analysis = site.analysis
    for option in each(site.meaning(site.call)):
        if not isinstance(option, Made) or option.call is None or option.call[0] is not site.call:
            continue
        kind = analysis.catalogue.types.get(option.type)
        for child in site.arguments(kind.children) if kind is not None and kind.children else ():
            mount_all(site, child, routers.router(analysis, option, site.place))


def note_sole_router(site: CallSite) -> None:
    """Note that a call makes a router that may be the only one of its type in the service."""
    analysis = site.analysis
    for option in each(site.meaning(site.call)):
        kind = analysis.catalogue.types.get(option.type) if isinstance(option, Made) else None
        if isinstance(option, Made) and kind is not None and kind.sole:
            made = replace(routers.router(analysis, option, site.place), otherwise=())
            note_mount(site, routers.library_router(analysis, option.type), made)
