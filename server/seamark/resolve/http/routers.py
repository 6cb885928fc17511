"""Which router something is: an object of the catalogue, a parameter, a class of routes, or a library's own."""

from __future__ import annotations

import re

from seamark.catalogue import Controller, Route
from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.evaluation.catalogued.declarations import library_decorators
from seamark.resolve.findings import Identity, Router
from seamark.resolve.meaning import Definition, Instance, Made, Meaning, Parameter, Place, Symbol, Text, each
from seamark.resolve.modules import naming
from seamark.resolve.strings.texts import EMPTY, SLASH, UNKNOWN_TEXT, concat, possible_texts, texts
from seamark.resolve.workspace.view import last_name

from .verbs import of_object as verbs_of_object

MAX_CHAINED = 64
"""How many calls on a parameter may follow one another in one expression."""
_NAMES = re.compile(r"\w+")


def of_parameter(function: Definition, parameter: int) -> Identity:
    """The identity of the router that a function is given as the parameter with this number."""
    return function.path, f"{function.key}({parameter})"


def of_listed(function: Definition, parameter: int) -> Identity:
    """The identity that stands for the routers in a list that a function is given as the parameter of this number."""
    return function.path, f"{function.key}({parameter})[]"


def of_result(function: Definition) -> Identity:
    """The identity of the router that a function gives, for those who go on with it."""
    return function.path, f"{function.key}()"


def unknown_router(site: CallSite) -> Identity:
    """Which router an unknown receiver is: a parameter, or one of which nothing more is known."""
    callee = site.call.callee
    for _ in range(MAX_CHAINED):
        if not isinstance(callee, facts.Member):
            break
        for option in each(site.meaning(callee.of)):
            if isinstance(option, Parameter) and site.finder.catalogue.same.issuperset(option.members):
                return of_parameter(option.owner, option.index)
        # What a router's method gives is the router: `app.get('/a', a).get('/b', b)`.
        callee = callee.of.callee if isinstance(callee.of, facts.Call) else facts.Hole()
    around = enclosing(site.finder, site.place.scope)
    return ("", "") if around[1] == FILE else around


def note_open(finder: Finder, router: Router) -> None:
    """Note that a route is declared on a parameter, if it is: the function's callers say where the route is."""
    path, key = router.identity
    if path == finder.view.path and key.endswith(")"):
        owner = Definition(path, key.rpartition("(")[0])
        finder.call_for_callers(owner)
        finder.opened.add(owner)


def router(finder: Finder, made: Made, place: Place) -> Router:
    """The router that an object of the catalogue is, seen from a place."""
    kind = finder.catalogue.types.get(made.type)
    if kind is not None and kind.ambient:
        return Router(library_router(finder, made.type), root=True)
    verbs = verbs_of_object(finder, made)
    if kind is not None and kind.enclosed:
        path, key = enclosing(finder, place.scope)
        ends = kind.implied.items() if key == FILE else ()
        implied = next((prefix for end, prefix in ends if f"/{path}".endswith(f"/{end}")), "")
        return Router(
            (path, key),
            made.prefix,
            root=kind.root,
            below=made.below,
            verbs=verbs,
            implied=implied,
            namespaces=made.namespaces,
        )
    is_root = kind is not None and kind.root
    is_given = kind is not None and kind.sole and made.identity[1].endswith(")")
    otherwise = library_router(finder, made.type) if is_given else ("", "")
    own = Router(
        made.identity,
        made.prefix,
        root=is_root,
        below=made.below,
        verbs=verbs,
        otherwise=otherwise,
        namespaces=made.namespaces,
    )
    note_open(finder, own)
    return own


def decorated(function: Definition, library: str) -> Identity:
    """The router of the routes with which a library decorates a function, and that are on no other."""
    return function.path, f"@{library} {function.key}"


def class_path(finder: Finder, place: Place) -> Text:
    """The path that the name of the class is around a place, its namespaces before it: `/api/v1/User`."""
    this = finder.evaluator.meaning(facts.This(), place)
    found_at = finder.project.locate(this.of) if isinstance(this, Instance) else None
    if found_at is None:
        return UNKNOWN_TEXT
    view, index = found_at
    class_ = finder.project.definition(view, index)
    spaces = [
        space.value.text
        for space in finder.project.bindings(view, MODULE, facts.PACKAGE)
        if space.block_start <= class_.start < space.block_end and isinstance(space.value, facts.Literal)
    ]
    return Text(("/" + "/".join((*_NAMES.findall("".join(spaces[-1:])), *view.key(index).split("."))).lstrip("/"),))


FILE = "(0)"
"""The key of the router on which a file declares its routes that is mounted as a whole."""


def enclosing(finder: Finder, scope: int) -> Identity:
    """The router of the innermost function around a place that is mounted where it is defined, else the file's."""
    mounted = (s for s in finder.view.scopes(scope) if s != MODULE and mounting(finder, s) is not None)
    return finder.view.path, finder.view.key(next(mounted, MODULE)) + FILE


def mounting(finder: Finder, scope: int) -> facts.Call | None:
    """The call that mounts a function where that is defined."""
    taker = finder.view.taker(scope)
    return taker if taker is not None and last_name(taker.callee) in finder.catalogue.mounting else None


def library_router(finder: Finder, type_id: str, part: str = "") -> Identity:
    """The identity of the router that a library has in each service without anybody making it, or of a part of that."""
    return finder.project.service(finder.view.path), f"ambient {type_id} {part}".rstrip()


def of_name(finder: Finder, library: str, name: str) -> Identity:
    """The identity of what goes by a name in a service, as routes of this library do that are put somewhere by it."""
    return library_router(finder, library, f"named {name}")


def named(site: CallSite, row: Route, library: str) -> tuple[Router, ...]:
    """The routers that stand for the names by which routes are put somewhere that a call or its class states."""
    stated = site.argument(row.named)
    if stated is None and site.decorated is not None:
        stated = _default_name(site, row)
    names = (text.known for text in texts(stated)) if stated is not None else ()
    return tuple(Router(of_name(site.finder, library, name), mounted=True) for name in names if name)


def _default_name(site: CallSite, row: Route) -> Meaning | None:
    """The name that what decorates the class around a method states for all of its methods."""
    view, definitions = site.finder.view, site.finder.view.facts.definitions
    around = definitions[definitions[site.decorated or MODULE].parent]
    place = Place(view.path, around.parent)
    for decorator in around.decorators if around.kind == "class" else ():
        callee = site.finder.evaluator.meaning(decorator.callee, place) if isinstance(decorator, facts.Call) else None
        if isinstance(decorator, facts.Call) and isinstance(callee, Symbol) and callee.name in row.defaults:
            return CallSite(site.finder, decorator, place, last_name(decorator.callee)).argument(row.named)
    return None


def invoked(finder: Finder, class_: int, by: Symbol) -> int | None:
    """The method that a call of a class's object runs; None if its methods are decorated themselves."""
    definitions = finder.view.facts.definitions
    methods = [index for index, one in enumerate(definitions) if one.parent == class_ and one.kind == "method"]
    if any(_is_decorated(finder, index, by) for index in methods):
        return None
    name = naming(finder.view.facts.language).invoked
    return next((index for index in methods if definitions[index].name == name), None)


def _is_decorated(finder: Finder, index: int, by: Symbol) -> bool:
    found = library_decorators(finder.evaluator, finder.view.path, finder.view.facts.definitions[index])
    return any(name == by.name for name, *_ in found)


def controller(finder: Finder, method: int) -> Router | None:
    """The router of a method's route: that of its class, if that is a controller."""
    parent = finder.view.facts.definitions[method].parent
    if parent == MODULE:
        return None
    class_ = finder.view.facts.definitions[parent]
    for name, call, place in library_decorators(finder.evaluator, finder.view.path, class_):
        found = finder.catalogue.controllers.get(name)
        if found is not None:
            row, library = found
            type_id = finder.catalogue.type_id(library, row.type)
            site = CallSite(finder, call, place, last_name(call.callee), parent)
            own = Definition(finder.view.path, finder.view.key(parent))
            # Below the prefix of a module that lists it, if one has such a prefix.
            identity = decorated(own, library)
            if row.type and not finder.relations.mounts(identity):
                identity = library_router(finder, type_id)
            return Router(identity, _controller_prefixes(site, row, type_id), root=True)
    return _by_base(finder, Definition(finder.view.path, finder.view.key(parent)))


def _by_base(finder: Finder, class_: Definition) -> Router | None:
    """The router that a class is by what it inherits from."""
    above = finder.evaluator.lineage(class_) if finder.catalogue.controller_bases else ()
    bases = (finder.catalogue.controller_bases.get(one.name) for one in above if isinstance(one, Symbol))
    for row, library in filter(None, bases):
        prefix = finder.evaluator.member(Instance(class_), row.prefix, Place(class_.path, MODULE))
        return Router(decorated(class_, library), tuple(one for one in texts(prefix) if one != UNKNOWN_TEXT), root=True)
    return None


def _controller_prefixes(site: CallSite, row: Controller, type_id: str) -> tuple[Text, ...]:
    """The prefixes of a controller, below its versions where the service has these in its paths."""
    finder = site.finder
    prefixes = tuple(text for one in site.listed(row.prefix) for text in possible_texts(one))
    versions = [text for one in site.listed(row.version) for text in possible_texts(one)]
    marks = finder.relations.mounts(library_router(finder, type_id, "version")) if versions else ()
    above = [(mark, v) for one in marks for mark in one.prefixes for v in versions if v != UNKNOWN_TEXT]
    if not above:
        return prefixes
    return tuple(concat((mark, v, SLASH, p)) for mark, v in above for p in prefixes or (EMPTY,))


def object_identity(finder: Finder, made: Made) -> Identity:
    """The identity of an object; one that its library has for everybody is another one in each service."""
    path, key = made.identity
    return (path, key) if path else (finder.project.service(finder.view.path), f"ambient {key}")
