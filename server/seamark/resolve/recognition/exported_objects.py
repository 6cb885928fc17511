"""The names by which other files get objects and functions of a file on which calls state contracts."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import islice

from seamark.catalogue import ANY
from seamark.extract.facts import MODULE, Binding, Call, Choice, Function, Member, Name, Object, Value
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Definition,
    Instance,
    Made,
    Meaning,
    Place,
    Record,
    each,
    record_entries,
)
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.exports import (
    exported_meanings,
    functions,
    imported_names,
    inherited_names,
    renamed_exports,
    set_to,
)
from seamark.resolve.evaluation.members.classes import called_name
from seamark.resolve.findings import Offer, RequestEffect
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import stems
from seamark.resolve.workspace_facts.view import NAMELESS, View, last_name

MAX_HANDED = 3
"""Through how many functions of a file an object is handed on that the last one gives."""
MAX_HELD = 64
"""How many things are looked at that an object holds which a function gives."""


def read_all(analysis: FileAnalysis) -> None:
    """Read all names that the file offers; of one whose text does not tell, those that stand for others' names."""
    classes = dict(_classes(analysis))
    if analysis.view.triggered:
        _own(analysis, analysis.catalogue.constructor_names.union(classes))
    _fields_of_others(analysis)
    _passed_on(analysis)
    for name, made in classes.items():
        _offer_object(analysis, name, made)


def _own(analysis: FileAnalysis, making: AbstractSet[str]) -> None:
    """Note under which names others come to this file's routers and clients, and to the functions that matter.

    What is `making` has the names of calls that make such objects.
    """
    effects = ((one.of, one.effect) for one in analysis.summaries)
    stated = {of for of, effect in effects if isinstance(effect, RequestEffect) or called_name(of.key) == NAMELESS}
    opened = stated | analysis.opened
    named = {(called_name(one.key), one) for one in analysis.called_for}
    given = dict(_given_by_functions(analysis, making))
    for name, meaning in exported_meanings(analysis.evaluator, analysis.view):
        if functions(meaning, {one for one in opened if (name, one) not in named}):
            analysis.words.add(analysis.word(name))
        _offer(analysis, name, meaning)
        for made in (made for one in each(meaning) if isinstance(one, Definition) for made in given.get(one.key, ())):
            _offer_object(analysis, name, made)
    of_functions = ((key, made) for key, objects in given.items() for made in objects)
    for key, made in (*_fields(analysis, making), *of_functions):
        _offer_object(analysis, key, made)
    called = {called_name(one.key) for one in opened}
    analysis.words.update(analysis.word(field) for field, function in set_to(analysis.view) if function in called)


def _fields_of_others(analysis: FileAnalysis) -> None:
    """Note the fields of the file's classes that hold objects which functions of other files give."""
    called = {name for one in _bound_in_classes(analysis.view) for name in _makers(analysis.view, one.value, one.scope)}
    making = frozenset(filter(analysis.relations.offers_object, called))
    for key, made in _fields(analysis, making) if making else ():
        _offer_object(analysis, key, made)


def _fields(analysis: FileAnalysis, making: AbstractSet[str]) -> Iterator[tuple[str, Made]]:
    """The fields of the file's classes that hold objects of libraries, by their keys: others use them, too.

    That a field is one is only asked where what makes it, or what it is declared to be, is named as such a one.
    """
    view, evaluator = analysis.view, analysis.evaluator
    for one in _bound_in_classes(view):
        if _is_named_so(analysis, making, one.scope, one.type, one.value):
            this = Instance(Definition(view.path, view.key(one.scope)))
            made = evaluator.object_of(evaluator.member(this, one.name, Place(view.path, one.scope)))
            if made is not None:
                yield f"{view.key(one.scope)}.{one.name}", made


def _bound_in_classes(view: View) -> Iterator[Binding]:
    in_scopes = (one for one in view.facts.bindings if one.scope != MODULE)
    return (one for one in in_scopes if view.facts.definitions[one.scope].kind == "class")


def _given_by_functions(analysis: FileAnalysis, making: AbstractSet[str]) -> Iterator[tuple[str, list[Made]]]:
    """The functions of the file, by their keys, with the object of a library that each gives, or those in an object.

    That a function does so is only asked where what it gives is named as such an object, or given by another function
    of the file of which that is so.
    """
    view, evaluator = analysis.view, analysis.evaluator
    for index in _giving_functions(analysis, making):
        of = Definition(view.path, view.key(index))
        given = evaluator.outcome(of, Place(view.path, view.facts.definitions[index].parent)) or UNKNOWN
        made = evaluator.object_of(given)
        held = (*(client for _, client in _methods(analysis, given)), *_held_objects(analysis, given))
        yield of.key, list(dict.fromkeys(held)) if made is None else [made]


def _held_objects(analysis: FileAnalysis, given: Meaning) -> Iterator[Made]:
    """The objects of libraries that an object holds."""
    meanings = (
        analysis.evaluator.meaning(entry.value, place) for entry, place in islice(record_entries(given), MAX_HELD)
    )
    yield from filter(None, map(analysis.evaluator.object_of, meanings))


def _giving_functions(analysis: FileAnalysis, making: AbstractSet[str]) -> list[int]:
    """The functions of the file of which that is asked, as far as others can name them."""
    view, named = analysis.view, set(making)
    waiting = [index for index, one in enumerate(view.facts.definitions) if one.kind != "class" and one.name]
    found: list[int] = []
    for _ in range(MAX_HANDED):
        further = {index for index in waiting if _gives(analysis, named, index)}
        if not further:
            break
        found += sorted(further)
        waiting = [index for index in waiting if index not in further]
        named.update(view.facts.definitions[index].name for index in further)
    return [index for index in found if _can_be_named(view, index)]


def _gives(analysis: FileAnalysis, making: AbstractSet[str], index: int) -> bool:
    one = analysis.view.facts.definitions[index]
    return _is_named_so(analysis, making, one.parent, one.return_type, *_returned_values(analysis.view, index))


def _can_be_named(view: View, index: int) -> bool:
    """Whether other files can have a function, or its class: none within a function, and none that is not exported."""
    definitions, exports = view.facts.definitions, view.facts.exports
    outer = index if definitions[index].parent == MODULE else definitions[index].parent
    if outer != index and (definitions[outer].kind != "class" or definitions[outer].parent != MODULE):
        return False
    names = ("=", definitions[outer].name)
    return exports is None or any(
        one.name in names or last_name(one.value) in names or one.value == Function(outer) for one in exports
    )


def _classes(analysis: FileAnalysis) -> Iterator[tuple[str, Made]]:
    """The classes of the file that inherit from a library's router or client, so that their objects are such ones."""
    view, evaluator = analysis.view, analysis.evaluator
    for index, one in enumerate(view.facts.definitions):
        names = inherited_names(view, one)
        if not names.isdisjoint(analysis.catalogue.constructor_names) or any(
            map(analysis.relations.offers_object, names)
        ):
            made = evaluator.object_of(Instance(Definition(view.path, view.key(index))))
            if made is not None and analysis.catalogue.role(made.type) in ("router", "client"):
                yield one.name, made


def _returned_values(view: View, index: int) -> Iterator[Value]:
    """What a function returns, and what the variables are set to that it returns, or of which it returns a member.

    That may be in an object, too.
    """
    for value in view.facts.definitions[index].returns:
        yield value
        for held in (entry.value for entry in value.entries) if isinstance(value, Object) else (value,):
            one = held.of if isinstance(held, Member) else held
            if isinstance(one, Name):
                bound = (*view.visible(index, one.name, one.start), *view.visible(MODULE, one.name, one.start))
                yield from (binding.value for binding in bound)


def _makers(view: View, value: Value, scope: int, depth: int = 0) -> Iterator[str]:
    """The names of what is called to make something, also for others: `{ ...create() }`, `useMemo(() => create(), [])`.

    That may be the name by which it is imported under another one.
    """
    if isinstance(value, Object):
        within = [entry.value for entry in value.entries]
    elif isinstance(value, Choice):
        within = [*value.options]
    elif isinstance(value, Call):
        yield last_name(value.callee)
        yield from imported_names(view, value.callee, scope) if isinstance(value.callee, Name) else ()
        given = [one.value for one in value.arguments if isinstance(one.value, Call | Function)]
        within = [r for g in given for r in (_returned_values(view, g.definition) if isinstance(g, Function) else (g,))]
    else:
        return
    for inner in within if depth < MAX_MAKERS else ():
        yield from _makers(view, inner, scope, depth + 1)


MAX_MAKERS = 2
"""Through how many others what makes something is looked for."""


def _is_named_so(
    analysis: FileAnalysis, making: AbstractSet[str], scope: int, declared: Value | None, *values: Value
) -> bool:
    """Whether something is declared to be, or made by a call of, what is named as something that makes objects."""
    view, generated = analysis.view, analysis.catalogue.generated
    called = (name for value in values for name in _makers(view, value, scope))
    if any(name in making or generated.makers.services(name) for name in called):
        return True
    if declared is None:
        return False
    name = last_name(declared)
    generated_for = (service for service, _ in generated.clients.services(name))
    is_named = name in making or any(one != name or analysis.project.procedures(one) for one in generated_for)
    return is_named or not making.isdisjoint(imported_names(view, declared, scope))


def _offer(analysis: FileAnalysis, name: str, meaning: Meaning) -> None:
    made = analysis.evaluator.object_of(meaning)
    if made is not None:
        _offer_object(analysis, name, made)
    elif _client(analysis, meaning) is not None:
        analysis.offers.update(Offer(name, name, beside=stem) for stem in stems(analysis.view.path))
    else:
        _offer_methods(analysis, name, meaning)


def _offer_methods(analysis: FileAnalysis, name: str, meaning: Meaning) -> None:
    """Note that others get methods of a client by what has this name: an object, or a function."""
    for key, client in _methods(analysis, meaning):
        _offer_object(analysis, name, client)
        if key not in ("...", *analysis.catalogue.words):
            analysis.offers.add(Offer(name, key, beside=name))


def _methods(analysis: FileAnalysis, of: Meaning) -> Iterator[tuple[str, Made]]:
    """The methods of clients that something has, each by its name there: `{ load: client.get }`, `fetch`."""
    for option in each(of):
        for key, value, place in _members(analysis, option):
            client = _client(analysis, analysis.evaluator.meaning(value, place))
            if client is not None:
                yield key, client


def _client(analysis: FileAnalysis, meaning: Meaning) -> Made | None:
    """The client that something is, or of which it is a method."""
    found = (analysis.evaluator.object_of(meaning), *map(analysis.evaluator.holder, each(meaning)))
    return next((one for one in found if one is not None and analysis.catalogue.role(one.type) == "client"), None)


def _members(analysis: FileAnalysis, of: Meaning) -> Iterator[tuple[str, Value, Place]]:
    """What an object of the file has as its members, or a function of it, as far as it is named as a method is."""
    words = analysis.catalogue.words
    if isinstance(of, Record):
        named = (one for one in of.value.entries if one.key == "..." or _method_name(analysis, one.value) in words)
        yield from ((one.key, one.value, of.place) for one in named)
    if isinstance(of, Record | Definition):
        yield from analysis.once("methods set later", lambda: _set_later(analysis)).get(of, ())


def _set_later(analysis: FileAnalysis) -> dict[Meaning, list[tuple[str, Value, Place]]]:
    """What is set as a member and named as a method is, by what has the member: its name, and what it is set to."""
    found: dict[Meaning, list[tuple[str, Value, Place]]] = {}
    for one in analysis.view.facts.assignments:
        if isinstance(one.target.of, Name) and _method_name(analysis, one.value) in analysis.catalogue.words:
            place = Place(analysis.view.path, one.scope)
            for option in dict.fromkeys(each(analysis.evaluator.meaning(one.target.of, place))):
                found.setdefault(option, []).append((one.target.name, one.value, place))
    return found


def _method_name(analysis: FileAnalysis, value: Value) -> str:
    """The name of a method that is written as a value, also as what gives it: `client.get.bind(client)`."""
    callee = value.callee if isinstance(value, Call) else None
    if isinstance(callee, Member) and callee.name in analysis.catalogue.passing_methods:
        return last_name(callee.of)
    return last_name(value)


def _offer_object(analysis: FileAnalysis, key: str, made: Made | None) -> None:
    """Note that others get an object by what has this key: a function, a field after its class, or what is exported.

    It is taken that they name the class of a field or a method, too, but for a method that may be one of an interface.
    What inherits a router need only do that.
    """
    name, class_ = called_name(key), called_name(key.rpartition(".")[0])
    role = "" if made is None else analysis.catalogue.role(made.type)
    is_declared_stub = made is not None and role == "stub" and analysis.evaluator.is_declared(made)
    if role in ("router", "client", "stub") and not is_declared_stub:
        of, rules = Definition(analysis.view.path, key), rules_of(analysis.view.facts.language)
        is_method = analysis.view.index(key) is not None
        of_classes = (class_, *_inherited_heirs(analysis, key.rpartition(".")[0]))
        for word in rules.functions.words(analysis.project, of, name.removeprefix(rules.globals.variable or "")):
            if role == "router" and class_:
                analysis.offers.update(Offer(name, one, True, within=word.within) for one in of_classes)
            elif word.beside or (rules.classes.interface_methods and is_method):
                analysis.offers.add(Offer(name, word.name, True, word.beside, word.within))
            else:
                analysis.offers.update(Offer(name, word.name, True, one, word.within) for one in of_classes)
        if role == "stub":
            # What its methods are called is not known.
            analysis.offers.add(Offer(name, f"{name}.{ANY}"))
        for method in analysis.evaluator.entry_names(made) if made is not None and role == "client" else ():
            analysis.offers.add(Offer(name, method, beside=name))
    analysis.offer(name, made)


def _inherited_heirs(analysis: FileAnalysis, key: str) -> Iterator[str]:
    """The names of the classes that inherit from one of the file, and are inherited by others."""
    index = analysis.view.index(key) if key else None
    if index is not None and analysis.view.facts.definitions[index].kind == "class":
        for heir in analysis.evaluator.heirs(Definition(analysis.view.path, key)):
            if analysis.evaluator.heirs(heir):
                yield heir.name


def _passed_on(analysis: FileAnalysis) -> None:
    """Note under which other names the file offers what matters to those who know it from other files."""
    for name, value, known in renamed_exports(analysis.view):
        meaning = analysis.evaluator.meaning(value, Place(analysis.view.path, MODULE))
        definitions = [option for option in each(meaning) if isinstance(option, Definition)]
        if any(map(analysis.relations.offers_object, known)):
            _offer(analysis, name, meaning)
            if any(map(analysis.evaluator.performing_rows, definitions)):
                analysis.offers.add(Offer(name, name))
        if any(analysis.is_called_for(one) for one in definitions if called_name(one.key) in known):
            analysis.words.add(analysis.word(name))
        analysis.words.update(
            analysis.word(one, beside=name) for other in known for one in analysis.relations.beside(other)
        )
