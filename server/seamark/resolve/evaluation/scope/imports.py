"""Modules: what an import leads to, and what a file offers to others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from seamark.extract import facts
from seamark.extract.facts import AFTER_ALL, ALL, MODULE, ONLY, Binding
from seamark.resolve.abstract_values import (
    UNKNOWN,
    Definition,
    Meaning,
    Module,
    Namespace,
    Place,
    Symbol,
    each,
    options,
)
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.trail import MAX_DEPTH, Step
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.workspace_facts.view import View

from . import bindings

_STARRED = "import * "


def imported_value(evaluator: Evaluation, module: str, name: str, place: Place) -> Meaning:
    """What an import gives: a name of a module, or with no name the module as a whole; a namespace without either."""
    if not module:
        return Namespace(name)
    if not place.is_plain:
        return _follow_import(evaluator, module, name, place)
    return evaluator.once(
        ("imported", place.path, place.scope, module, name), lambda: _follow_import(evaluator, module, name, place)
    )


def _follow_import(evaluator: Evaluation, module: str, name: str, place: Place) -> Meaning:
    target = _target(evaluator, module, place)
    if not name or name == "*":
        return _whole(evaluator, target)
    return evaluator.member(target, name, place)


def _target(evaluator: Evaluation, module: str, place: Place, *, stars: bool = True) -> Meaning:
    """What a module's name leads to; what stands in it is found as a member of its beginning.

    Without `stars` that is not looked for among star imports.
    """
    known = rules_of(evaluator.view(place.path).facts.language)
    first, *inner = known.modules.segments(module)
    declared = beginning(evaluator, first, place, stars=stars) if known.modules.bindable(first) else None
    target = declared or outside(evaluator, place.path, first)
    for segment in inner:
        target = evaluator.member(target, segment, place)
    return target


def outside(evaluator: Evaluation, path: str, name: str) -> Meaning:
    """What a name leads to that nothing around it declares: a module, or a library that goes by that name."""
    module = evaluator.module(path, name)
    if module != Symbol(name) or not rules_of(evaluator.view(path).facts.language).modules.bindable(name):
        return module
    return Symbol(evaluator.catalogue.undeclared.get(name, name))


def beginning(evaluator: Evaluation, name: str, place: Place, *, stars: bool = True) -> Meaning | None:
    """The module or type that a path begins with, if it is one that the scopes around declare or import."""
    return evaluator.once((place.path, place.scope, name, stars), lambda: _beginning(evaluator, name, place, stars))


def _beginning(evaluator: Evaluation, beginning: str, place: Place, stars: bool) -> Meaning | None:
    view = evaluator.view(place.path)
    for scope in evaluator.project.scopes(view, place.scope):
        for binding in evaluator.project.bindings(view, scope, beginning):
            ways = binding.value.options if isinstance(binding.value, facts.Choice) else (binding.value,)
            if all(isinstance(one, facts.Import) and _leads_on(view, one, beginning) for one in ways):
                return bindings.bound_value(evaluator, binding, place.within(scope))
        for index in evaluator.project.definitions_named(view, scope, beginning):
            definition = evaluator.project.definition(view, index)
            if definition.kind in ("class", "module") and definition.receiver is None:
                return Definition(view.path, view.key(index))
        found = starred_value(evaluator, view, beginning, scope) if stars else None
        if found is not None:
            return found
    return None


def _leads_on(view: View, imported: facts.Import, name: str) -> bool:
    """Whether a name is imported from elsewhere than from what is called so itself: `use axum;`, `use log::log;`."""
    return rules_of(view.facts.language).modules.segments(imported.module)[0] != name


def _whole(evaluator: Evaluation, target: Meaning) -> Meaning:
    """A module taken as a whole: what it sets as its only export, if it does so."""
    if isinstance(target, Module) and not evaluator.project.lacks("exports", target.path, ONLY):
        view = evaluator.project.view(target.path)
        if view is not None and evaluator.project.exports(view, ONLY):
            return _exported_value(evaluator, view, ONLY) or target
    return target


def module_member(evaluator: Evaluation, target: Module, name: str) -> Meaning | None:
    """What a module of the workspace offers under a name."""
    what = "module member", target.path, name
    return evaluator.on_behalf_of(target.path, what, lambda own: _module_member(own, target, name))


def _module_member(evaluator: Evaluation, target: Module, name: str) -> Meaning | None:
    view = evaluator.project.view(target.path)
    if view is None:
        return None
    if view.facts.exports is None:
        found = bindings.in_scope(evaluator, view, MODULE, name, AFTER_ALL, Place(view.path, MODULE))
        rules = rules_of(view.facts.language)
        if found is None and rules.modules.is_package(target.path):
            found = rules.modules.submodule(evaluator.project, folder(target.path), name)
        if found is None:
            found = shared_value(evaluator, view, name)
        if isinstance(found, Module) and rules.functions.namespaces:
            # Modules and functions do not share their names: which one is meant, the use decides.
            return options([one for one in (starred_value(evaluator, view, name), found) if one is not None])
        return found if found is not None else starred_value(evaluator, view, name)
    found = _exported_value(evaluator, view, name)
    if found is None and evaluator.project.exports(view, ONLY):
        only = _exported_value(evaluator, view, ONLY) or UNKNOWN
        found = only if name == "default" else evaluator.member(only, name, Place(view.path, MODULE))
    if found is None and name != "default":
        found = _re_exported(evaluator, view, name)
    return found


def functions(evaluator: Evaluation, path: str, depth: int = 0) -> list[tuple[str, Definition]]:
    """The functions that a file offers to others, with the names under which it does."""
    view = evaluator.project.view(path)
    if view is None or depth > MAX_DEPTH:
        return []
    found: list[tuple[str, Definition]] = []
    for name, option in _offers(evaluator, view):
        if isinstance(option, Module):
            found += functions(evaluator, option.path, depth + 1) if name == ALL else []
        elif isinstance(option, Definition) and _is_function(evaluator, option):
            found.append((name, option))
    return found


def _offers(evaluator: Evaluation, view: View) -> Iterator[tuple[str, Meaning]]:
    """What a file offers by name, and whatever it passes on of others."""
    place = Place(view.path, MODULE)
    if view.facts.exports is None:
        own = (Definition(view.path, view.key(index)) for index in evaluator.project.within(view, MODULE))
        yield from ((one.name, one) for one in own)
    for name in evaluator.project.exported_names(view) if view.facts.exports is not None else ():
        values = evaluator.project.exports(view, name) if name not in ("default", ONLY) else []
        yield from ((name, option) for value in values for option in each(evaluator.value(value, place)))


def _is_function(evaluator: Evaluation, definition: Definition) -> bool:
    view, index = evaluator.project.whereabouts(definition)
    is_function = evaluator.project.definition(view, index).kind == "function"
    return is_function and rules_of(view.facts.language).functions.is_public(definition.name)


def packaged_value(evaluator: Evaluation, package: str, name: str, place: Place) -> Meaning | None:
    """What a folder of the workspace offers under a name: a module in it, or what its files have in common."""
    known = rules_of(evaluator.view(place.path).facts.language)
    module = known.modules.submodule(evaluator.project, package, name)
    return module or _among(evaluator, known.modules.holders(evaluator.project, package, name), name)


def shared_value(evaluator: Evaluation, view: View, name: str) -> Meaning | None:
    """What a name means by the other files that share this one's top level."""
    path = view.path
    return evaluator.on_behalf_of(
        path, ("shared", path, name), lambda own: _among(own, own.offering_siblings(path, name), name)
    )


def is_only_declared(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether a file declares a variable at a top level that it shares, and leaves it to others what it is set to."""
    project = evaluator.project
    is_shared = rules_of(view.facts.language).modules.shares_top_level
    is_variable = is_shared and not project.definitions_named(view, MODULE, name)
    return is_variable and project.is_only_declared(view, MODULE, name)


def _among(evaluator: Evaluation, paths: tuple[str, ...], name: str) -> Meaning | None:
    """What a name means at the top level of one of these files: where it is set, if one of them sets it."""
    project = evaluator.project
    declared = None
    for path in paths:
        has_none = project.lacks("exports", path, name) and project.lacks("named", path, name)
        view = None if has_none else project.view(path)
        if view is None:
            continue
        found = _exported_value(evaluator, view, name)
        if found is None and not view.facts.exports and not _only_imports(evaluator, view, name):
            found = bindings.in_scope(evaluator, view, MODULE, name, AFTER_ALL, Place(path, MODULE))
            if found is not None and is_only_declared(evaluator, view, name):
                declared, found = declared or found, None
        if found is not None:
            return found
    return declared


def _only_imports(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether a file has a name only because it imports it: nothing to its siblings, if they do not include it."""
    if rules_of(view.facts.language).modules.includes or evaluator.project.definitions_named(view, MODULE, name):
        return False
    bound = [one.value for one in evaluator.project.bindings(view, MODULE, name)]
    return bool(bound) and all(isinstance(one, facts.Import) for one in bound)


def _exported_value(evaluator: Evaluation, view: View, name: str) -> Meaning | None:
    values = evaluator.project.exports(view, name)
    if not values:
        return None
    return options([_once(evaluator, view, name, value) for value in values])


def _once(evaluator: Evaluation, view: View, name: str, value: facts.Value) -> Meaning:
    """An exported value, unless it is being looked for already: files may export each other's names in a circle."""
    binding = Binding(f"export {name}", MODULE, value, None, AFTER_ALL, 0, 0)
    return bindings.bound_value(evaluator, binding, Place(view.path, MODULE))


def _re_exported(evaluator: Evaluation, view: View, name: str) -> Meaning | None:
    for value in evaluator.project.exports(view, ALL):
        if not isinstance(value, facts.Import):
            continue
        step = (view.path, MODULE, f"export * {name}", 0)
        target = evaluator.module(view.path, value.module)
        if isinstance(target, Module) and _exports_none(evaluator, target.path, name):
            continue
        if isinstance(target, Module) and not evaluator.trail.is_closed(step):
            with evaluator.trail.within(step):
                found = module_member(evaluator, target, name)
            if found is not None:
                return found
        elif isinstance(target, Symbol):
            return target.member(name)
    return None


def _exports_none(evaluator: Evaluation, path: str, name: str) -> bool:
    """Whether a file that lists its exports has none of this name, and passes none on."""
    return all(evaluator.project.lacks("exports", path, one) for one in (name, ALL, ONLY))


def starred_value(evaluator: Evaluation, view: View, name: str, scope: int = MODULE) -> Meaning | None:
    """What a name means by the star imports that stand in a scope of a file."""
    starred_here = evaluator.project.bindings(view, scope, "*")
    if scope == MODULE and rules_of(view.facts.language).modules.includes:
        starred_here = [binding for binding in starred_here if not isinstance(binding.value, facts.Import)]
    step = (view.path, scope, _STARRED + name, 0)
    if not starred_here:
        return None
    place = Place(view.path, scope)

    def find() -> Meaning | None:
        if not (evaluator.starred.gathers or _may_offer(evaluator, _beyond_stars(evaluator, place), name, place)):
            return None
        return _search_once(evaluator, step, lambda: _among_starred(evaluator, starred_here, name, place))

    return evaluator.once(step, find)


class _Beyond(NamedTuple):
    """What star imports lead to, and those at the top level of what they lead to.

    Of the `files` one question tells whether they offer a name. `others` are no files: types, or what is outside of the
    workspace.
    """

    files: tuple[str, ...]
    others: tuple[Meaning, ...]


def _beyond_stars(evaluator: Evaluation, place: Place) -> _Beyond | None:
    """What the star imports in a scope lead to, whatever name is looked for; None if that may offer any name."""
    what = "beyond stars", place.path, place.scope

    def find() -> _Beyond | None:
        # Where the imports themselves lead is looked for without this, or there would be no end of it.
        evaluator.starred.gathers = True
        try:
            return evaluator.on_behalf_of(place.path, what, lambda own: _all_starred(own, place))
        finally:
            evaluator.starred.gathers = False

    return evaluator.once(what, find)


def _all_starred(evaluator: Evaluation, place: Place) -> _Beyond | None:
    """What the star imports in a scope lead to: what each file of them leads to is found once for all who import it."""
    files: dict[str, None] = {}
    others: dict[Meaning, None] = {}
    for target in _starred_in(evaluator, place):
        if isinstance(target, Module) and target.path in files:
            continue
        found = _led_to(evaluator, target)
        if found is None:
            return None
        files.update(dict.fromkeys(found.files))
        others.update(dict.fromkeys(found.others))
    return _Beyond(tuple(files), tuple(others))


def _led_to(evaluator: Evaluation, target: Meaning) -> _Beyond | None:
    if not isinstance(target, Module):
        return _follow_stars(evaluator, [target])
    what = "led to by stars", target.path
    return evaluator.on_behalf_of(target.path, what, lambda own: _follow_stars(own, [target]))


def _follow_stars(evaluator: Evaluation, targets: Iterable[Meaning]) -> _Beyond | None:
    """These targets of star imports, and those of the star imports at the top level of what they lead to."""
    files: dict[str, None] = {}
    others: dict[Meaning, None] = {}
    left = list(targets)
    while left:
        target = left.pop()
        if isinstance(target, Symbol) or _is_class(evaluator, target):
            others[target] = None
        elif not isinstance(target, Module) or not _has_only_names(evaluator, target.path):
            return None
        elif target.path not in files:
            files[target.path] = None
            left += _starred_in(evaluator, Place(target.path, MODULE))
    return _Beyond(tuple(files), tuple(others))


def _starred_in(evaluator: Evaluation, place: Place) -> Iterator[Meaning]:
    """What the star imports that stand in a scope lead to, as far as it is known; a namespace as what it is."""
    for binding in evaluator.project.bindings(evaluator.view(place.path), place.scope, "*"):
        if isinstance(binding.value, facts.Import):
            targets = each(_target(evaluator, binding.value.module, place, stars=False))
            yield from (target for target in targets if target != UNKNOWN)
        else:
            yield Namespace("")


def _is_class(evaluator: Evaluation, target: Meaning) -> bool:
    return isinstance(target, Definition) and evaluator.project.facts_of(target).kind == "class"


def _has_only_names(evaluator: Evaluation, path: str) -> bool:
    """Whether a file offers no more than what its top level names."""
    view = evaluator.project.view(path)
    if view is None or view.facts.exports is not None:
        return False
    modules = rules_of(view.facts.language).modules
    return not modules.shares_top_level and not modules.is_package(path)


def _may_offer(evaluator: Evaluation, beyond: _Beyond | None, name: str, place: Place) -> bool:
    """Whether what star imports lead to may offer a name: most names have no more of them than stand in a scope."""
    if beyond is None or any(not evaluator.project.lacks("named", path, name) for path in beyond.files):
        return True
    return any(_certain(evaluator, evaluator.member(other, name, place)) is not None for other in beyond.others)


def _search_once(evaluator: Evaluation, step: Step, find: Callable[[], Meaning | None]) -> Meaning | None:
    """What a search through star imports finds: a file that others lead to again is looked through once.

    What is found on the way depends on that; what the search finds that began it does not.
    """
    trail, searched = evaluator.trail, evaluator.starred
    if step in searched.found or step in trail.steps:
        trail.refused += 1
        searched.refused += 1
        return searched.found.get(step)
    if trail.is_closed(step):
        return None
    is_first = not any(name.startswith(_STARRED) for _, _, name, _ in trail.steps)
    refused, own = trail.refused, searched.refused
    try:
        with trail.within(step):
            searched.found[step] = found = find()
    finally:
        if is_first:
            searched.found.clear()
    if is_first and trail.refused - refused == searched.refused - own:
        trail.refused = refused
    return found


def _among_starred(evaluator: Evaluation, starred_here: list[Binding], name: str, place: Place) -> Meaning | None:
    """What star imports bring under a name: the first that does so, or libraries' functions that replace none.

    What a library's symbols only come out of, as of a package, counts if no other star import brings a symbol itself.
    """
    known = rules_of(evaluator.view(place.path).facts.language).functions
    overloaded = known.alternatives and not known.namespaces
    outside: list[Meaning] = []
    package: Meaning | None = None
    for binding in starred_here:
        if isinstance(binding.value, facts.Import):
            # Or each star import would be looked for among all others, in every order.
            target = _target(evaluator, binding.value.module, place, stars=False)
        elif name not in evaluator.catalogue.inner_names:
            continue  # A namespace of the workspace is no more than what its files offer.
        else:
            target = evaluator.value(binding.value, place)
        if isinstance(target, Module):
            found = module_member(evaluator, target, name)
        else:
            found = _certain(evaluator, evaluator.member(target, name, place))
        if isinstance(found, Symbol) and found.name not in evaluator.catalogue.symbols:
            package = package or found
        elif isinstance(found, Symbol) and overloaded:
            outside.append(found)
        elif found is not None and not outside:
            return found
    return options(outside) if outside else package


def _certain(evaluator: Evaluation, member: Meaning) -> Meaning | None:
    """A member that its owner certainly has: of what is outside of the workspace only the catalogue tells."""
    if member == UNKNOWN or (isinstance(member, Symbol) and not evaluator.catalogue.speaks_of(member.name)):
        return None
    return member


def spread_value(evaluator: Evaluation, view: View, name: str) -> Meaning | None:
    """What a name means by star imports of other files that count in this one, too."""
    for path in rules_of(view.facts.language).modules.spreading(evaluator.project, view.path):
        other = evaluator.project.view(path)
        found = None if other is None else starred_value(evaluator, other, name)
        if found is not None:
            return found
    return None
