"""Which router something is: an object of the catalogue, a parameter, a class of routes, or a library's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from seamark.catalogue import Controller, Route
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.patterns import regex
from seamark.resolve.abstract_values import (
    ITEM,
    Argument,
    Definition,
    Instance,
    Made,
    Meaning,
    Parameter,
    Place,
    Symbol,
    Text,
    each,
    record_entries,
)
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.contract_spans import names_in
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.library_objects import constructed_identity
from seamark.resolve.evaluation.library_objects.constructed_identity import of_parameter
from seamark.resolve.evaluation.library_objects.declared_contracts import library_decorator
from seamark.resolve.evaluation.members import class_bodies, extension_functions
from seamark.resolve.evaluation.texts_and_lists.placeholders import configured_prefix
from seamark.resolve.findings import Identity, Router, StatedPrefix
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.manifest_dependencies import depending_modules
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT, concat, possible_texts, texts
from seamark.resolve.workspace_facts.view import last_name

from .verbs import of_object as verbs_of_object

_VERSION = "version"
"""The part of a library's prefixes that is a version."""
_NAMES = regex(r"\w+")


def meaning_of_argument(
    analysis: FileAnalysis, router: Identity, parameter: tuple[Definition, int], given: Argument
) -> Meaning | None:
    """What a router is that a function is given as a parameter, or as a member of it; None if it is not given there."""
    whole = of_parameter(*parameter)
    path, key = whole[0], whole[1].removesuffix(")")
    rest = router[1].removeprefix(key).removesuffix(")")
    if router != (path, f"{key}{rest})") or (rest and not rest.startswith(".")):
        return None
    meaning = analysis.evaluator.meaning(given.value, given.place)
    for name in rest.split(".")[1:]:
        meaning = analysis.evaluator.member(meaning, name, given.place)
    return meaning


def parameter_identity(meaning: Meaning, made: Made | None) -> Identity:
    """The identity of what a function is given as a parameter, be it of a router's type; an empty one for all else."""
    if isinstance(meaning, Parameter) and ITEM not in meaning.members:
        return of_parameter(meaning.owner, meaning.index, meaning.members)
    is_given = made is not None and made.call is None and made.identity[1].endswith(")")
    return made.identity if made is not None and is_given else ("", "")


def of_listed(function: Definition, parameter: int) -> Identity:
    """The identity that stands for the routers in a list that a function is given as the parameter of this number."""
    return function.path, f"{function.key}({parameter})[]"


def of_result(function: Definition) -> Identity:
    """The identity of the router that a function gives, for those who go on with it."""
    return function.path, f"{function.key}()"


def unknown_router(site: CallSite) -> Identity:
    """Which router an unknown receiver is: a parameter, or one of which nothing more is known."""
    given = _given_router(site)
    if given is not None:
        return given
    around = enclosing_router(site.analysis, site.place.scope)
    return ("", "") if around[1] == FILE else around


def _given_router(site: CallSite) -> Identity | None:
    """The parameter on which a call is, or one before it in its chain; None if there is none.

    What a router's method gives is the router: `app.get('/a', a).get('/b', b)`. All calls of a chain are asked for, so
    what was found for one is remembered.
    """
    known, scope = site.analysis.given_routers, site.place.scope
    passed: list[facts.Member] = []
    found: Identity | None = None
    callee = site.call.callee
    while found is None and isinstance(callee, facts.Member):
        if site.place.is_plain and (id(callee), scope) in known:
            found = known[id(callee), scope][1]
            break
        passed.append(callee)
        for option in each(site.meaning(callee.of)):
            if isinstance(option, Parameter) and ITEM not in option.members:
                members = tuple(name for name in option.members if name not in site.analysis.catalogue.same)
                found = of_parameter(option.owner, option.index, members)
                break
        callee = callee.of.callee if isinstance(callee.of, facts.Call) else facts.Hole()
    if site.place.is_plain:
        known.update(((id(one), scope), (one, found)) for one in passed)
    return found


def note_open(analysis: FileAnalysis, router: Router) -> None:
    """Note that a route is declared on a parameter, if it is: the function's callers say where the route is."""
    path, key = router.identity
    if path == analysis.view.path and key.endswith(")"):
        owner = Definition(path, key.rpartition("(")[0])
        analysis.call_for_callers(owner)
        analysis.opened.add(owner)


def router(analysis: FileAnalysis, made: Made, place: Place) -> Router:
    """The router that an object of the catalogue is, seen from a place."""
    kind = analysis.catalogue.types.get(made.type)
    if is_ambient(analysis, made):
        return Router(library_router(analysis, made.type), root=True)
    verbs = verbs_of_object(analysis, made)
    if kind is not None and kind.enclosed:
        path, key = enclosing_router(analysis, place.scope)
        if key == FILE and made.identity[1].endswith(")"):
            # A function that is given the router declares below what encloses its callers.
            path, key = made.identity
            note_open(analysis, Router(made.identity))
        ends = kind.implied.items() if key == FILE else ()
        implied = next((prefix for end, prefix in ends if f"/{path}".endswith(f"/{end}")), "")
        found = Router(
            (path, key),
            made.prefix,
            root=kind.root,
            below=made.below,
            verbs=verbs,
            outermost=_configured(analysis, made),
            implied=implied,
            namespaces=made.namespaces,
            known_as=made.known_as,
        )
        _note_prefixes(analysis, found, made.path_arguments)
        return found
    is_root = kind is not None and kind.root
    is_given = kind is not None and kind.sole and made.identity[1].endswith(")")
    # Anybody may have an object of the class that makes it, or what a function makes in some call.
    known = (
        (library_router(analysis, made.type),)
        if is_given
        else constructed_identity.fallback_identities(analysis.evaluator, made)
    )
    own = Router(
        made.identity,
        made.prefix,
        root=is_root,
        below=made.below,
        verbs=verbs,
        outermost=_configured(analysis, made),
        otherwise=tuple(known),
        namespaces=made.namespaces,
        known_as=made.known_as,
    )
    _note_prefixes(analysis, own, made.path_arguments)
    note_open(analysis, own)
    return own


def _configured(analysis: FileAnalysis, made: Made) -> Text:
    """What settings of the file's service put above all that is declared on an object."""
    kind = analysis.catalogue.types.get(made.type)
    return EMPTY if kind is None else configured_prefix(analysis.evaluator, kind.configured, analysis.view.path)


def is_ambient(analysis: FileAnalysis, made: Made) -> bool:
    """Whether an object is the router that a service has of its type, rather than one that a call makes."""
    kind = analysis.catalogue.types.get(made.type)
    return kind is not None and kind.ambient and not (kind.sole and made.call is not None)


def means_each(analysis: FileAnalysis, made: Made) -> bool:
    """Whether what is declared on a router is declared on each of those that it is either of."""
    kind = analysis.catalogue.types.get(made.type)
    return kind is not None and kind.each


def interceptor_identity(analysis: FileAnalysis, made: Made) -> Identity:
    """The identity by which it is known what is done to the requests of a client before they are sent."""
    path, key = object_identity(analysis, made)
    return path, f"{key} intercepted"


def decorator_router(function: Definition, library: str) -> Identity:
    """The router of the routes with which a library decorates a function, and that are on no other."""
    return function.path, f"@{library} {function.key}"


def of_object(analysis: FileAnalysis, router: Router, of: Meaning) -> Router:
    """The router on which a method declares something that is called on this object."""
    identity = constructed_identity.of_object(analysis.evaluator, router.identity, of)
    return router if identity == router.identity else replace(router, identity=identity, otherwise=(router.identity,))


def class_path(analysis: FileAnalysis, place: Place) -> Text:
    """The path that the name of the class is around a place, its namespaces before it: `/api/v1/User`."""
    this = analysis.evaluator.meaning(facts.This(), place)
    if not isinstance(this, Instance):
        return UNKNOWN_TEXT
    view, index = analysis.project.whereabouts(this.of)
    class_ = analysis.project.definition(view, index)
    spaces = [
        space.value.text
        for space in analysis.project.bindings(view, MODULE, facts.PACKAGE)
        if space.block_start <= class_.start < space.block_end and isinstance(space.value, facts.Literal)
    ]
    return Text(("/" + "/".join((*_NAMES.findall("".join(spaces[-1:])), *view.key(index).split("."))).lstrip("/"),))


FILE = "(0)"
"""The key of the router on which a file declares its routes that is mounted as a whole."""


def enclosing_router(analysis: FileAnalysis, scope: int) -> Identity:
    """The router of the innermost function around a place that is mounted where it is defined, or is called on one.

    Else it is the file's.
    """
    definitions, is_extension = analysis.view.facts.definitions, extension_functions.is_extension
    around = (s for s in analysis.view.scopes(scope) if s != MODULE)
    mounted = (s for s in around if mounting_call(analysis, s) is not None or is_extension(definitions[s]))
    return analysis.view.path, analysis.view.key(next(mounted, MODULE)) + FILE


def calling_router(analysis: FileAnalysis, scope: int) -> Identity | None:
    """The router of the outermost function around a place that has a name: what encloses its callers is above it."""
    named = [s for s in analysis.view.scopes(scope) if s != MODULE and _is_callable(analysis.view.facts.definitions[s])]
    return own_router(analysis, Definition(analysis.view.path, analysis.view.key(named[-1]))) if named else None


def _is_callable(definition: facts.Definition) -> bool:
    return definition.kind in ("function", "method") and bool(definition.name)


def own_router(analysis: FileAnalysis, function: Definition) -> Identity:
    """The router of what a function declares without being given one; others may give it one as a parameter."""
    return of_parameter(function, -1 if analysis.project.facts_of(function).parameters else 0)


def extended_router(analysis: FileAnalysis, function: Definition) -> Identity | None:
    """The router that a function is called on by its bare name, where it extends what encloses routes."""
    definition = analysis.project.facts_of(function)
    if not extension_functions.is_extension(definition):
        return None
    kinds = each(
        analysis.evaluator.meaning(definition.parameters[0].type or facts.Hole(), Place(function.path, MODULE))
    )
    named = (analysis.catalogue.constructed_by.get(one.name) for one in kinds if isinstance(one, Symbol))
    types = [analysis.catalogue.types[one] for one in named if one is not None]
    return of_parameter(function, 0) if any(one.enclosed for one in types) else None


def mounting_call(analysis: FileAnalysis, scope: int) -> facts.Call | None:
    """The call that mounts a function where that is defined."""
    taker = analysis.view.taker(scope)
    return taker if taker is not None and last_name(taker.callee) in analysis.catalogue.mounting else None


def library_router(analysis: FileAnalysis, type_id: str, part: str = "") -> Identity:
    """The identity of the router that a library has in each service without anybody making it, or of a part of that."""
    return analysis.project.service(analysis.view.path), f"ambient {type_id} {part}".rstrip()


def default_of_part(analysis: FileAnalysis, type_id: str, part: str) -> Identity:
    """The identity of what holds a part of such a router's prefixes for those controllers that state none."""
    return library_router(analysis, type_id, f"default {part}")


def of_name(analysis: FileAnalysis, library: str, name: str) -> Identity:
    """The identity of what goes by a name in a service, as routes of this library do that are put somewhere by it."""
    return library_router(analysis, library, f"named {name}")


def named_routers(site: CallSite, row: Route, library: str) -> tuple[Router, ...]:
    """The routers that stand for the names by which routes are put somewhere that a call or its class states."""
    stated = site.argument(row.named)
    if stated is None and site.decorated is not None:
        stated = _default_name(site, row)
    names = (text.known_string for text in texts(stated)) if stated is not None else ()
    return tuple(Router(of_name(site.analysis, library, name), mounted=True) for name in names if name)


def _default_name(site: CallSite, row: Route) -> Meaning | None:
    """The name that what decorates the class around a method states for all of its methods."""
    view, definitions = site.analysis.view, site.analysis.view.facts.definitions
    around = definitions[definitions[site.decorated or MODULE].parent]
    place = Place(view.path, around.parent)
    for decorator in around.decorators if around.kind == "class" else ():
        callee = site.analysis.evaluator.meaning(decorator.callee, place) if isinstance(decorator, facts.Call) else None
        if isinstance(decorator, facts.Call) and isinstance(callee, Symbol) and callee.name in row.defaults:
            return CallSite(site.analysis, decorator, place, last_name(decorator.callee)).argument(row.named)
    return None


def invoked_method(analysis: FileAnalysis, class_: int, by: Symbol) -> int | None:
    """The method that a call of a class's object runs; None if its methods are decorated themselves."""
    definitions = analysis.view.facts.definitions
    methods = [index for index, one in enumerate(definitions) if one.parent == class_ and one.kind == "method"]
    if any(_is_decorated(analysis, index, by) for index in methods):
        return None
    name = rules_of(analysis.view.facts.language).classes.invoked
    return next((index for index in methods if definitions[index].name == name), None)


def _is_decorated(analysis: FileAnalysis, index: int, by: Symbol) -> bool:
    definition = analysis.view.facts.definitions[index]
    return library_decorator(analysis.evaluator, analysis.view.path, definition, (by.name,)) is not None


def controller(analysis: FileAnalysis, method: int) -> Router | None:
    """The router of a method's route: that of its class if that is a controller, or if controllers inherit from it."""
    parent = analysis.view.facts.definitions[method].parent
    if parent == MODULE:
        return None
    class_ = Definition(analysis.view.path, analysis.view.key(parent))
    found = of_controller(analysis, parent) or _by_base(analysis, class_)
    if found is None and analysis.relations.mounts(of_base(class_)):
        # Where all controllers have a method of their own instead, it serves nothing.
        inherited = of_base(Definition(class_.path, analysis.view.key(method)))
        found = Router(inherited, root=True, mounted=True)
    stated = _versions_of_method(analysis, method)
    return replace(found, versions=stated) if found is not None and stated else found


def of_mounted_object(analysis: FileAnalysis, method: int, library: str) -> Router | None:
    """The router of a method's route if objects of its class are put somewhere, though nothing decorates the class."""
    parent = analysis.view.facts.definitions[method].parent
    if parent == MODULE:
        return None
    identity = decorator_router(_class_of(analysis, parent), library)
    return Router(identity, root=True) if analysis.relations.mounts(identity) else None


def of_base(inherited: Definition) -> Identity:
    """The router of the route of a method that controllers inherit from a class that is none, and of that class."""
    return inherited.path, f"{inherited.key} inherited"


def of_controller(analysis: FileAnalysis, class_: int) -> Router | None:
    """The router that a class is by its decorators."""
    found = _controller_of(analysis, class_)
    if found is None:
        return None
    row, library, site = found
    type_id = analysis.catalogue.type_id(library, row.type)
    own = _class_of(analysis, class_)
    identity = decorator_router(own, library)
    if row.type and not _is_served(analysis, identity):
        packages = (of_name(analysis, library, one) for one in _packages(analysis))
        identity = next((one for one in packages if _is_served(analysis, one)), _ambient_router(analysis, type_id))
    stating = stated_by(analysis, own, row.stated_by) if row.stated_by else site
    prefixes, languages = ((), ()) if stating is None else _prefixes(stating, row.prefix)
    router = Router(
        identity,
        prefixes,
        root=True,
        versions=_versions(site, row, type_id) if row.version else (),
        outermost=configured_prefix(analysis.evaluator, row.configured, analysis.view.path),
        known_as=tuple(text for one in site.argument_items(row.known_as) for text in possible_texts(one)),
        languages=languages,
    )
    written = None if stating is None else stating.written_argument(row.prefix)
    if stating is not None and written is not None:
        _note_prefixes(analysis, router, (Argument(written, stating.place),))
    return router


def _is_served(analysis: FileAnalysis, router: Identity) -> bool:
    """Whether something puts a router below one that serves: by itself, or where others put that."""
    above = (mount.parent for mount in analysis.relations.mounts(router))
    return any(one is not None and (one.root or analysis.relations.mounts(one.identity)) for one in above)


def _ambient_router(analysis: FileAnalysis, type_id: str) -> Identity:
    """The router that a library has in the file's service.

    If nothing puts that anywhere, and one module whose manifest says that it depends on the service's puts its own
    somewhere, it is that one.
    """
    own = library_router(analysis, type_id)
    if analysis.relations.mounts(own):
        return own
    using = ((module, own[1]) for module in depending_modules(analysis.project, analysis.view.path))
    put = [one for one in using if analysis.relations.mounts(one)]
    return put[0] if len(put) == 1 else own


def _packages(analysis: FileAnalysis) -> Iterator[str]:
    """The package of the file, and those around it: `a.b`, `a`."""
    named = (one.value for one in analysis.project.bindings(analysis.view, MODULE, facts.PACKAGE))
    package = next((one.text for one in named if isinstance(one, facts.Literal)), "")
    while package:
        yield package
        package = package.rpartition(".")[0]


def _note_prefixes(analysis: FileAnalysis, router: Router, made_of: Iterable[Argument]) -> None:
    """Note where the file states the prefixes that a router has itself, of those that they are made of."""
    own = (one for one in made_of if one.place.path == analysis.view.path)
    stated = [found for one in own for found in stated_prefixes(analysis, one)]
    if stated:
        analysis.note_prefixes(router, stated)


def stated_prefixes(analysis: FileAnalysis, argument: Argument) -> Iterator[StatedPrefix]:
    """The prefixes that an expression of the file states, which may be a list of some."""
    value = argument.value
    for one in value.items if isinstance(value, facts.List) else (value,):
        if isinstance(one, facts.Literal | facts.Concat | facts.Name | facts.Member | facts.Call):
            end = one.end if isinstance(one, facts.Literal | facts.Concat) else 0
            for text in texts(analysis.evaluator.meaning(one, argument.place))[:1]:
                yield StatedPrefix(text.raw(), one.start, end, names_in(one))


def counts_overridden(analysis: FileAnalysis, class_: int) -> bool:
    """Whether what decorates a method that a controller inherits counts for one that takes its place."""
    found = _controller_of(analysis, class_)
    return found is not None and found[0].overriding


def _controller_of(analysis: FileAnalysis, class_: int) -> tuple[Controller, str, CallSite] | None:
    """What makes a class a controller: the row, its library, and the decorator."""
    definition = analysis.view.facts.definitions[class_]
    controllers = analysis.catalogue.controllers
    found = library_decorator(analysis.evaluator, analysis.view.path, definition, controllers)
    if found is None:
        return None
    name, call, place = found
    return *controllers[name], CallSite(analysis, call, place, last_name(call.callee), class_)


def _prefixes(site: CallSite, spec: str) -> tuple[tuple[Text, ...], tuple[str, ...]]:
    """The prefixes that a decorator states, and the language that each is for, if that is told."""
    stated = [(text, "") for one in site.argument_items(spec) for text in possible_texts(one)]
    for language in stated_languages(site, spec):
        found = site.argument(in_language(spec, language))
        stated += [(text, language) for text in (possible_texts(found) if found is not None else ())]
    languages = tuple(language for _, language in stated)
    return tuple(text for text, _ in stated), languages if any(languages) else ()


def stated_by(analysis: FileAnalysis, class_: Definition, symbols: tuple[str, ...]) -> CallSite | None:
    """The decorator of a class that is one of these symbols, or else that of what the class inherits from."""
    for one in analysis.evaluator.with_bases(class_):
        asked = "stated by", one, symbols
        found = analysis.evaluator.once(asked, partial(_decorator_among, analysis, one, symbols))
        if found is not None:
            return found
    return None


def _decorator_among(analysis: FileAnalysis, class_: Definition, symbols: tuple[str, ...]) -> CallSite | None:
    definition = analysis.project.facts_of(class_)
    found = library_decorator(analysis.evaluator, class_.path, definition, symbols)
    return None if found is None else CallSite(analysis, found[1], found[2], last_name(found[1].callee))


def _class_of(analysis: FileAnalysis, body: int) -> Definition:
    """The class of a body, which may be of one that is declared elsewhere, as an `impl` is in Rust."""
    received = class_bodies.receiver(analysis.evaluator, analysis.view, body, Place(analysis.view.path, MODULE))
    return received.of if isinstance(received, Instance) else Definition(analysis.view.path, analysis.view.key(body))


def _by_base(analysis: FileAnalysis, class_: Definition) -> Router | None:
    """The router that a class is by what it inherits from."""
    above = analysis.evaluator.lineage(class_) if analysis.catalogue.controller_bases else ()
    bases = (analysis.catalogue.controller_bases.get(one.name) for one in above if isinstance(one, Symbol))
    for row, library in filter(None, bases):
        prefix = analysis.evaluator.member(Instance(class_), row.prefix, Place(class_.path, MODULE))
        return Router(
            decorator_router(class_, library), tuple(one for one in texts(prefix) if one != UNKNOWN_TEXT), root=True
        )
    return None


def _versions(site: CallSite, row: Controller, type_id: str) -> tuple[Text, ...]:
    """The versions of a controller as they stand in paths: those of the service if it states none."""
    of_service = site.analysis.relations.mounts(default_of_part(site.analysis, type_id, _VERSION))
    own = _stated_versions(site, row.version) or tuple(text for one in of_service for text in one.prefixes)
    return _in_paths(site.analysis, type_id, own)


def _versions_of_method(analysis: FileAnalysis, method: int) -> tuple[Text, ...]:
    """The versions as they stand in paths that a method states for itself."""
    definition = analysis.view.facts.definitions[method]
    versioning = analysis.catalogue.versioning
    found = library_decorator(analysis.evaluator, analysis.view.path, definition, versioning)
    if found is None:
        return ()
    name, call, place = found
    row, library = versioning[name]
    site = CallSite(analysis, call, place, last_name(call.callee), method)
    return _in_paths(analysis, analysis.catalogue.type_id(library, row.type), _stated_versions(site, "0"))


def _stated_versions(site: CallSite, spec: str) -> tuple[Text, ...]:
    return tuple(text for one in site.argument_items(spec) for text in possible_texts(one))


def _in_paths(analysis: FileAnalysis, type_id: str, versions: tuple[Text, ...]) -> tuple[Text, ...]:
    """Versions behind the mark that the service puts before them; none where it has them elsewhere than in its paths.

    An empty one is none, and has no mark.
    """
    marks = analysis.relations.mounts(library_router(analysis, type_id, _VERSION)) if versions else ()
    return tuple(
        EMPTY if version == EMPTY else concat((mark, version))
        for one in marks
        for mark in one.prefixes
        for version in versions
    )


def stated_languages(site: CallSite, spec: str) -> tuple[str, ...]:
    """The languages for which an argument has something, if it is an object that has something for some."""
    return tuple(dict.fromkeys(entry.key for entry, _ in record_entries(site.argument(spec)) if entry.key))


def in_language(spec: str, language: str) -> str:
    """Where an argument that is an object has something for a language."""
    return "|".join(f"{one}.{language}" for one in spec.split("|"))


def only_in_language(router: Router, language: str) -> Router:
    """A router as it is for one language, if its prefixes are for some, and one for that."""
    own = tuple(one for one, of in zip(router.prefixes, router.languages, strict=False) if of == language)
    return replace(router, prefixes=own) if own else router


def object_identity(analysis: FileAnalysis, made: Made) -> Identity:
    """The identity of an object; one that its library has for everybody is another one in each service."""
    path, key = made.identity
    return (path, key) if path else (analysis.project.service(analysis.view.path), f"ambient {key}")
