"""Which of a file's names others use, and by which names they import them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, ALL, MODULE, ONLY, module_stems
from seamark.resolve.abstract_values import Definition, Meaning, Place, Record, each
from seamark.resolve.module_resolution.paths import stems
from seamark.resolve.workspace_facts.view import View, last_name

from . import Evaluator

MAX_NAMES = 4
"""How many names may stand between a call and the import of what it is called on."""


def exported_meanings(evaluator: Evaluator, view: View) -> Iterator[tuple[str, Meaning]]:
    """What the file offers, under each name that others may know it by."""
    place = Place(view.path, MODULE)
    for called, value in _exports(view):
        meaning = evaluator.meaning(value, place)
        if called not in ("default", ONLY):
            yield called, meaning
        else:
            yield from ((stem, meaning) for stem in stems(view.path))
            yield from ((name, found) for record in each(meaning) for name, found in _entries(evaluator, record))


def _entries(evaluator: Evaluator, meaning: Meaning) -> Iterator[tuple[str, Meaning]]:
    """What an object that is offered as a whole holds: `module.exports = { api, get: request }`."""
    if isinstance(meaning, Record):
        for entry in meaning.value.entries:
            if entry.key not in ("", "..."):
                yield entry.key, evaluator.meaning(entry.value, meaning.place)


def _exports(view: View) -> Iterator[tuple[str, facts.Value]]:
    """The file's list of exports; where its language has none, the names of what calls give and what they decorate."""
    if view.facts.exports is not None:
        yield from ((export.name, export.value) for export in view.facts.exports if export.name != ALL)
        return
    declared: set[str] = set()
    for binding in view.facts.bindings:
        if binding.scope == MODULE and isinstance(binding.value, facts.Call):
            yield binding.name, binding.value
        elif binding.scope == MODULE and binding.type is not None and binding.name not in declared:
            declared.add(binding.name)
            yield binding.name, facts.Name(binding.name, AFTER_ALL, AFTER_ALL)
    for index, definition in enumerate(view.facts.definitions):
        if definition.parent == MODULE and definition.decorators:
            yield definition.name, facts.Function(index)


def functions(meaning: Meaning, known: Collection[Definition]) -> bool:
    """Whether something offered is one of these functions."""
    return any(isinstance(option, Definition) and option in known for option in each(meaning))


def renamed_exports(view: View) -> Iterator[tuple[str, facts.Value, set[str]]]:
    """What the file has from others and offers under another name: that name, what it stands for, and the names by
    which others know that.
    """
    if view.facts.exports is None:
        named = [(one.name, one.value) for one in view.facts.bindings if one.scope == MODULE]
    else:
        listed = (one for one in view.facts.exports if one.name not in (ALL, ONLY))
        named = [(n, e.value) for e in listed for n in (stems(view.path) if e.name == "default" else (e.name,))]
    for name, value in named:
        known = set(imported_names(view, value, MODULE)) if isinstance(value, facts.Import | facts.Name) else set()
        if isinstance(value, facts.Member) and isinstance(value.of, facts.Import):
            known = {value.name}
        if known and name not in known:
            yield name, value, known


def set_to(view: View) -> Iterator[tuple[str, str]]:
    """The fields to which the file sets functions of its own, each with what the function is called."""
    own = {one.name for one in view.facts.definitions if one.kind == "function"}
    for one in view.facts.assignments:
        for option in one.value.options if isinstance(one.value, facts.Choice) else (one.value,):
            # What is called by the name that the field has is asked for already.
            if isinstance(option, facts.Name) and option.name in own and option.name != one.target.name:
                yield one.target.name, option.name


def imported_names(view: View, value: facts.Value, scope: int) -> Iterator[str]:
    """The names under which another file may offer what is written here, or what it is a member of."""
    for _ in range(MAX_NAMES):
        yield from _members(value)
        held = _in_own_field(view, value, scope)
        if held is not None:
            value = held
            continue
        value = view.beginning(value).root
        if not isinstance(value, facts.Name):
            break
        name = value
        bound = next((b for s in view.scopes(scope) if (b := view.visible(s, name.name, name.start))), [])
        if not bound:
            yield name.name
            taker = _taker(view, name.name, scope)
            if taker is None:
                return
            value, scope = taker.callee, view.scope_at(taker.start)
            continue
        value, scope = bound[-1].value, view.scope_of(bound[-1])
        if isinstance(value, facts.Member) and isinstance(value.of, facts.Import):
            yield value.name
    if isinstance(value, facts.Import):
        yield from (value.name,) if value.name not in ("", "default") else module_stems(value.module)
    elif isinstance(value, facts.This):
        definitions = (view.facts.definitions[one] for one in view.scopes(scope) if one != MODULE)
        yield from (last_name(base) for one in definitions for base in one.bases)


def _taker(view: View, name: str, scope: int) -> facts.Call | None:
    """The call that is given the function around a scope which has a parameter of this name."""
    for around in (one for one in view.scopes(scope) if one != MODULE):
        if any(one.name == name for one in view.facts.definitions[around].parameters):
            return view.taker(around)
    return None


def inherited_names(view: View, class_: facts.Definition) -> set[str]:
    """The names under which other files may offer what a class of the file inherits from."""
    return {name for base in class_.bases for name in imported_names(view, base, class_.parent)}


def _members(value: facts.Value) -> Iterator[str]:
    """The members of modules and objects that a call is on, and what gives them: `ship` in `tasks.ship.delay()`."""
    for _ in range(MAX_NAMES):
        value = value.of if isinstance(value, facts.Member) else value
        value = value.callee if isinstance(value, facts.Call) else value
        if not isinstance(value, facts.Member):
            return
        yield value.name


def _in_own_field(view: View, value: facts.Value, scope: int) -> facts.Value | None:
    """What the class around a scope has in the field of its own with which an expression begins: `self.client.get`."""
    root, field = view.beginning(value)
    if not field or not isinstance(root, facts.This | facts.Name):
        return None
    around = [(one, view.facts.definitions[one]) for one in view.scopes(scope) if one != MODULE]
    this = (one.name for _, own in around for one in own.parameters if one.kind == "self")
    if isinstance(root, facts.Name) and root.name not in this:
        return None
    class_ = next((index for index, own in around if own.kind == "class"), None)
    bound = view.bindings(class_, field) if class_ is not None else []
    return bound[-1].value if bound else None
