"""Globals that files of the workspace set: `window.axios = axios.create(…)`, and what scripts of pages declare.

Scripts, which neither import nor export anything, share their top level with those that are loaded into the same page.
No source says which these are. So what the nearest ones declare is meant, and their members are set in any of them:
`Shop.Api.get = function (path) { … }`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from seamark.extract.facts import AFTER_ALL, MODULE, ONLY, Assignment, Binding, Call, Choice, Hole, Member, Name, Value
from seamark.resolve.abstract_values import Definition, Meaning, Place, each, options
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.trail import MAX_DEPTH
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import count_shared_folders, is_test
from seamark.resolve.workspace_facts.view import View

from . import bindings


def published_value(evaluator: Evaluation, name: str) -> Meaning | None:
    """What the files of the workspace set a global to; None if none does."""
    return evaluator.once(("published", name), lambda: _find_published(evaluator, name))


def _find_published(evaluator: Evaluation, name: str) -> Meaning | None:
    found: list[Meaning] = []
    for view in _publishing_views(evaluator, name):
        found += [_value(evaluator, view, one, name) for one in _global_assignments(evaluator, view, name)]
    return options(found) if found else _declared_in_scripts(evaluator, name)


def _declared_in_scripts(evaluator: Evaluation, name: str) -> Meaning | None:
    """What the nearest scripts of the workspace declare under a name; None if they declare several functions."""

    def values_in(view: View) -> list[Meaning]:
        found = bindings.in_scope(evaluator, view, MODULE, name, AFTER_ALL, Place(view.path, MODULE))
        return [] if found is None else [found]

    own = evaluator.project.view(evaluator.project.asker)
    found = [] if own is None or _is_elsewhere(evaluator, own, name) else _nearest(evaluator, (name,), values_in)
    functions = {option for one in found for option in each(one) if isinstance(option, Definition)}
    return options(found) if found and len(functions) < 2 else None


def member(evaluator: Evaluation, written: Member, place: Place) -> Meaning | None:
    """What scripts of the workspace set a member of a global to, as it is written from its root; None if none does."""
    view = evaluator.view(place.path)
    dotted = _dotted_name(evaluator, view, written, place.scope)
    if not dotted:
        return None
    roots = _names_of_root(evaluator, view, dotted)
    if not any(map(evaluator.project.files_setting_global, roots)):
        return None
    return evaluator.once(("set on", dotted), lambda: _member(evaluator, roots, dotted))


def _names_of_root(evaluator: Evaluation, view: View, dotted: str) -> tuple[str, ...]:
    """The names of the global of which something is a member: all by which a library goes, if it has no such member."""
    root, _, path = dotted.partition(".")
    known = rules_of(view.facts.language).globals
    kind = evaluator.catalogue.objects.get(f"{known.everything}.{root}")
    if kind is None:
        return () if known.is_standard(f"{known.everything}.{root}") else (root,)
    rows = (evaluator.catalogue.requests, evaluator.catalogue.makes)
    has_member = any(any(row.on(kind, path.partition(".")[0])) for row in rows)
    return () if has_member else tuple(_names(evaluator, known.everything, root))


def _member(evaluator: Evaluation, roots: tuple[str, ...], dotted: str) -> Meaning | None:
    path = dotted.partition(".")[2]
    wanted = {f"{root}.{path}" for root in roots}

    def values_set_in(view: View) -> list[Meaning]:
        stated = evaluator.project.assignments_to(view, path.rpartition(".")[2])
        set_here = (one for one in stated if _dotted_name(evaluator, view, one.target, one.scope) in wanted)
        return [_value(evaluator, view, one, dotted) for one in set_here]

    found = _nearest(evaluator, roots, values_set_in)
    return options(found) if found else None


def _dotted_name(evaluator: Evaluation, view: View, value: Value, scope: int) -> str:
    """A member of a global as it is written, `Shop.api.get`, without the global object; empty if it is none.

    A function may call a global otherwise: `(function (api) { api.get = … })(Shop.api)`
    """
    names: list[str] = []
    objects = rules_of(view.facts.language).globals.publishing
    for _ in range(MAX_DEPTH):
        while isinstance(value, Member):
            names.append(value.name)
            value = value.of
        if not isinstance(value, Name):
            return ""
        local = _local(evaluator, view, value.name, scope)
        if local is None:
            return ".".join(reversed(names if value.name in objects else [*names, value.name]))
        value, scope = local
    return ""


def _local(evaluator: Evaluation, view: View, name: str, scope: int) -> tuple[Value, int] | None:
    """What a function around a scope binds a name to, and the scope in which that stands; None if none has the name."""
    for around in evaluator.project.scopes(view, scope):
        if around == MODULE:
            break
        bound = evaluator.project.bindings(view, around, name)
        parameters = evaluator.project.definition(view, around).parameters
        if bound or any(parameter.name == name for parameter in parameters):
            value = bound[0].value if len(bound) == 1 else Hole()
            return (value.options[0] if isinstance(value, Choice) and value.ordered else value), around
    return None


def _nearest(evaluator: Evaluation, names: Collection[str], find: Callable[[View], list[Meaning]]) -> list[Meaning]:
    """What is found in those scripts that publish one of these names and stand nearest to the script that is asking."""
    asked = tuple(names)
    nearest = evaluator.once(("scripts by distance", asked), lambda: _scripts_by_distance(evaluator, asked))
    found = ([meaning for view in views for meaning in find(view)] for views in nearest)
    return next(filter(None, found), [])


def _scripts_by_distance(evaluator: Evaluation, names: Collection[str]) -> list[list[View]]:
    """The scripts that publish one of these names, the nearest to the script that is asking first."""
    own = evaluator.project.view(evaluator.project.asker)
    if own is None or not evaluator.project.is_script(own):
        return []
    at: dict[int, list[View]] = {}
    views = {view.path: view for name in names for view in _publishing_views(evaluator, name)}
    for view in views.values():
        if evaluator.project.is_script(view):
            at.setdefault(count_shared_folders(view.path, own.path), []).append(view)
    return [at[depth] for depth in sorted(at, reverse=True)]


def _is_elsewhere(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether a global is the platform's, or a library's that the catalogue speaks of: many add members to these."""
    known = rules_of(view.facts.language)
    symbol = f"{known.globals.everything}.{name}"
    return known.globals.is_standard(symbol) or symbol in evaluator.catalogue.objects


def _publishing_views(evaluator: Evaluation, name: str) -> Iterator[View]:
    for path in evaluator.project.files_setting_global(name):
        view = evaluator.project.view(path)
        if view is not None and not _says_nothing(evaluator, view, name):
            yield view


def shared_value(evaluator: Evaluation, name: str, shared: Collection[str]) -> Meaning | None:
    """What a program sets a member to of an object that is written as one of these ends; None if it sets none."""
    found = [
        _value(evaluator, view, one, name)
        for view in _publishing_views(evaluator, name)
        for one in evaluator.project.assignments_to(view, name)
        if any(_is_written_as(one.target.of, of.split(".")) for of in shared)
    ]
    return options(found) if found else None


def _is_written_as(value: Value, end: list[str]) -> bool:
    """Whether these are the last names with which a member is written."""
    *before, last = end
    match value:
        case Member(of=of, name=name) if name == last:
            return not before or _is_written_as(of, before)
        case Name(name=name):
            return end == [name]
    return False


def _value(evaluator: Evaluation, view: View, one: Assignment, name: str) -> Meaning:
    value = _without_itself(evaluator, view, one, name)
    binding = Binding(f"global {name}", one.scope, value, None, AFTER_ALL, 0, 0)
    return bindings.bound_value(evaluator, binding, Place(view.path, one.scope))


def _without_itself(evaluator: Evaluation, view: View, one: Assignment, name: str) -> Value:
    """What a global is set to, where that may be what it was before, which others say: `window.a = window.a || {}`."""
    if not isinstance(one.value, Choice):
        return one.value
    options = one.value.options
    kept = tuple(Hole() if _dotted_name(evaluator, view, of, one.scope) == name else of for of in options)
    return replace(one.value, options=kept)


def _says_nothing(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether what a file sets a member to is not what other files find there.

    The platform's own stay what they are: who sets `location` goes there.
    """
    known = rules_of(view.facts.language)
    symbol = f"{known.globals.everything}.{name}"
    if symbol in evaluator.catalogue.given or known.globals.is_standard(symbol) or _is_library(evaluator, view, name):
        return True
    return is_test(view.path) and not is_test(evaluator.project.asker)


def _is_library(evaluator: Evaluation, view: View, name: str) -> bool:
    """Whether a file is a copy of the library that goes by this name, be it one of several.

    Then it sets all of its names, or offers to modules what it sets that one to (UMD). What the library offers stands
    in the catalogue.
    """
    everything = rules_of(view.facts.language).globals.everything
    names = evaluator.once(("names", everything, name), lambda: _names(evaluator, everything, name))
    if not names:
        return False
    if len(names) > 1 and all(view.path in evaluator.project.files_setting_global(one) for one in names):
        return True
    offered = {_made_by(value) for value in evaluator.project.exports(view, ONLY)} - {""}
    return any(_made_by(one.value) in offered for one in _global_assignments(evaluator, view, name))


def _made_by(value: Value) -> str:
    """The name of the function that a module is made by; empty if it is anything else."""
    return value.callee.name if isinstance(value, Call) and isinstance(value.callee, Name) else ""


def _names(evaluator: Evaluation, everything: str, name: str) -> list[str]:
    """The members of the global object that a library goes by which goes by this one."""
    objects = evaluator.catalogue.objects
    kind = objects.get(f"{everything}.{name}")
    return [one.rpartition(".")[2] for one in objects if objects[one] == kind and one.startswith(f"{everything}.")]


def _global_assignments(evaluator: Evaluation, view: View, name: str) -> list[Assignment]:
    """The assignments of a file to this member of the global object."""
    objects = rules_of(view.facts.language).globals.publishing
    stated = evaluator.project.assignments_to(view, name)
    own = evaluator.project.bindings(view, MODULE, name)
    return [
        one
        for one in stated
        if isinstance(one.target.of, Name)
        and one.target.of.name in objects
        and (own or _dotted_name(evaluator, view, one.value, one.scope) != name)
    ]
