"""A name in one scope: what it is bound to, a definition, or a parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec.structs import replace as replaced

from seamark.extract.facts import (
    MODULE,
    Binding,
    Call,
    Import,
    List,
    Member,
    Name,
    Object,
    adds_query,
    lengthens,
    lists_more,
)
from seamark.resolve.abstract_values import (
    COUNTED,
    UNKNOWN,
    Definition,
    Meaning,
    Parameter,
    Place,
    Sequence,
    Symbol,
    Text,
    each,
    is_nothing,
    options,
)
from seamark.resolve.evaluation.calls import closures, parameters
from seamark.resolve.evaluation.library_objects import objects
from seamark.resolve.evaluation.members import class_bodies
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.evaluation.texts_and_lists import decided, loop_accumulation
from seamark.resolve.evaluation.trail import Step
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.partial_texts.texts import EMPTY, UNKNOWN_TEXT
from seamark.resolve.partial_texts.urls import looks_like_url
from seamark.resolve.workspace_facts.view import View

from . import output_parameters

MAX_LENGTHENED = 4
"""A text to which more is added on conditions has too many possibilities to be one of them."""


def _defined(evaluator: Evaluation, view: View, scope: int, name: str) -> list[int]:
    """The functions and classes of a scope that are called so."""
    named = evaluator.project.definitions_named(view, scope, name)
    return [index for index in named if view.is_named_in_scope(index)]


def in_scope(evaluator: Evaluation, view: View, scope: int, name: str, at: int, place: Place) -> Meaning | None:
    """What a name means in this scope, seen from a position; None if the scope does not have it."""
    bindings = _not_under_way(evaluator, view, evaluator.project.visible(view, scope, name, at))
    bindings = [one for one in bindings if not _is_handed_through(one)]
    defined = evaluator.once(("defined", view.path, scope, name), lambda: _defined(evaluator, view, scope, name))
    if scope != MODULE and (bindings or defined) and all(binding.start > at for binding in bindings):
        # What is only bound later is a parameter until then: `path = path.trim()`.
        given = _parameter(evaluator, view, scope, name, place)
        if given is not None:
            return given
    known = rules_of(view.facts.language).functions
    if scope == MODULE and known.alternatives and not known.namespaces:
        bindings = _imported_together(evaluator, view, name, bindings)
    if len(bindings) > 1 and not place.is_plain:
        bindings = decided.possible_bindings(evaluator, view, bindings, place)
    if len(bindings) > MAX_LENGTHENED and _are_many(bindings):
        bindings = [one for one in bindings if not adds_query(one)]
        if _are_many(bindings):
            return UNKNOWN
    apart = known.namespaces
    if apart and bindings and (module := _module_of_path(evaluator, view, bindings, place)) is not None:
        return module
    if bindings and not (defined and apart):
        found = options(loop_accumulation.meanings(evaluator, view, bindings, at, place))
        if scope != MODULE and _may_be_unset(view, bindings, at):
            given = _parameter(evaluator, view, scope, name, place)
            found = found if given is None else _or_as_given(evaluator, view, bindings, found, given, place)
        by_call = (
            output_parameters.filled_value(evaluator, view, scope, name, at, place)
            if output_parameters.is_unset(found)
            else None
        )
        return by_call or found
    if defined:
        bodies = class_bodies.effective_definitions(evaluator, view, defined)
        return options([closures.function(evaluator, view, one, place) for one in bodies])
    return None if scope == MODULE else _parameter(evaluator, view, scope, name, place)


def _imported_together(evaluator: Evaluation, view: View, name: str, bindings: list[Binding]) -> list[Binding]:
    """All imports of a name, where functions of one name replace none of each other; else the bindings as they are."""
    if len(bindings) != 1 or not isinstance(bindings[0].value, Import):
        return bindings
    imported = [one for one in evaluator.project.bindings(view, MODULE, name) if isinstance(one.value, Import)]
    return imported if len(imported) > 1 else bindings


def _is_handed_through(binding: Binding) -> bool:
    """Whether a name is what a call gives back under the key under which it is given that: it is that still, changed.

    ({ options } = await applyHooks("request", { options }))
    """
    match binding.value:
        case Member(of=Call(arguments=arguments), name=name) if name == binding.name:
            held = (entry for one in arguments if isinstance(one.value, Object) for entry in one.value.entries)
            return any(one.key == name and isinstance(one.value, Name) and one.value.name == name for one in held)
    return False


def _may_be_unset(view: View, bindings: list[Binding], at: int) -> bool:
    """Whether a name may have none of these values at a position, as each is set on a condition: a parameter's own."""
    blocks = {(one.block_start, one.block_end) for one in bindings}
    if any(not start or start <= at < end for start, end in blocks):
        return False
    branches = [view.branch(block) for block in blocks]
    return not any(one is not None and one.complete and blocks.issuperset(one.arms) for one in branches)


def _or_as_given(
    evaluator: Evaluation, view: View, bindings: list[Binding], found: Meaning, given: Meaning, place: Place
) -> Meaning:
    """What a parameter is that may have been set since: what is `given`, or what was `found` that it is set to."""
    runs = [decided.runs(evaluator, view, one, place) for one in bindings] if not place.is_plain else []
    if any(runs):
        return found
    if runs and all(told is False for told in runs):
        return given
    return options([given, found], ordered=len(bindings) == 1 and decided.is_for_nothing(view, bindings[0]))


def _not_under_way(evaluator: Evaluation, view: View, bindings: list[Binding]) -> list[Binding]:
    """Without those that only say where a name comes from, and lead there just now: `using net::Client;`.

    What the namespace offers under that name is what the file and those that it includes have otherwise.
    """
    if not rules_of(view.facts.language).modules.includes:
        return bindings
    return [
        one
        for one in bindings
        if not (isinstance(one.value, Member) and one.value.name == one.name)
        or not evaluator.trail.is_under_way(_step(view.path, one))
    ]


def _module_of_path(evaluator: Evaluation, view: View, bindings: list[Binding], place: Place) -> Meaning | None:
    """The module with which the path of an import begins that binds the module's own name to something else.

    Modules and functions do not share their names: `mod list; use self::list::handler as list;`
    """
    if not all(isinstance(one.value, Import) and one.value.name for one in bindings):
        return None
    named = evaluator.project.bindings(view, bindings[0].scope, bindings[0].name)
    modules = [one for one in named if isinstance(one.value, Import) and not one.value.name]
    is_path = bool(modules) and any(evaluator.trail.is_under_way(_step(view.path, one)) for one in bindings)
    return bound_value(evaluator, modules[0], place) if is_path else None


def _step(path: str, binding: Binding) -> Step:
    """Where a name is bound: a module may be where something else of its name is, too."""
    is_module = isinstance(binding.value, Import) and not binding.value.name
    return (path, binding.scope, f"module {binding.name}" if is_module else binding.name, binding.start)


def _are_many(bindings: list[Binding]) -> bool:
    """Whether more is added to a text on so many conditions that its possibilities are not told apart."""
    is_long = len(bindings) > MAX_LENGTHENED and sum(map(lengthens, bindings)) > MAX_LENGTHENED
    return is_long and not _is_list(bindings)


def _is_list(bindings: list[Binding]) -> bool:
    """Whether what a name is bound to is a list, so that what is added on a condition stands in it by itself."""
    values = (part for one in bindings for part in getattr(one.value, "parts", (one.value,)))
    return any(isinstance(part, List) for part in values)


def is_later(evaluator: Evaluation, view: View, scope: int, name: str, at: int) -> bool:
    """Whether a name is bound in this scope, but only after a position, and stands for nothing else there."""
    bound_at = [binding.start for binding in evaluator.project.visible(view, scope, name, at)]
    if not bound_at or min(bound_at) <= at or evaluator.project.definitions_named(view, scope, name):
        return False
    return all(one.name != name for one in evaluator.project.definition(view, scope).parameters)


def _parameter(evaluator: Evaluation, view: View, scope: int, name: str, place: Place) -> Meaning | None:
    """What a name means that is a parameter of this scope."""
    for index, one in enumerate(evaluator.project.definition(view, scope).parameters):
        if one.name == name:
            return parameters.parameter(evaluator, view, scope, index, place)
    return None


def bound_value(evaluator: Evaluation, binding: Binding, place: Place) -> Meaning:
    """What a binding gives its name; nothing if that leads back to the name itself."""
    view = evaluator.view(place.path)
    place = place.within(view.scope_of(binding))
    if place.by and binding.scope != place.scope:
        place = replaced(place, by="")  # It is kept: others find it there.
    step = _step(place.path, binding)
    plain = place.is_plain and not evaluator.calls_stand
    around = (id(place.arguments), id(place.this), id(place.rounds), id(place.decided), place.by, evaluator.calls_stand)
    known = evaluator.found.get(step) if plain else evaluator.found_here.get((step, *around))
    if known is not None and known[0] is binding.value:
        return known[1]
    refused = evaluator.trail.refused
    found = _value_of_binding(evaluator, binding, place, step)
    if evaluator.trail.refused == refused and plain:
        evaluator.found[step] = binding.value, found
    elif evaluator.trail.refused == refused:
        evaluator.found_here[step, *around] = binding.value, found, place
    return found


def leads_back(evaluator: Evaluation, path: str, stated: Iterable[Binding]) -> bool:
    """Whether a name is just being followed that is bound to each of these: then what it stands for leads to itself.

    What the others give makes no difference to that, and each of them may lead to all.
    """
    under_way = [step for one in stated if evaluator.trail.is_under_way(step := _step(path, one))]
    for step in under_way:
        evaluator.trail.close(step)
    return bool(under_way)


def _value_of_binding(evaluator: Evaluation, binding: Binding, place: Place, step: Step) -> Meaning:
    """What a binding gives; `place` is that of its value."""
    if evaluator.trail.is_closed(step):
        evaluator.trail.close(step)
        return UNKNOWN
    with evaluator.trail.within(step):
        before = _not_lengthened(evaluator, binding, place) if lists_more(binding) else None
        found = evaluator.value(binding.value, place) if before is None else before
        found = _changed_text(evaluator, binding, found, place) or found
        found = as_declared(evaluator, binding, found, place)
    return UNKNOWN if evaluator.trail.was_closed() else found


def as_declared(evaluator: Evaluation, binding: Binding, found: Meaning, place: Place) -> Meaning:
    """What is bound to a name, as far as that is known, or else what the type tells that it is declared to have."""
    if binding.type is None or not (is_nothing(found) or _is_outcome(evaluator, found)):
        return found
    identity = place.path, f"{evaluator.view(place.path).key(binding.scope)}:{binding.name}"
    kind = evaluator.value(binding.type, place)
    if is_nothing(found) and _begins_text(evaluator, binding, kind, place):
        return EMPTY
    declared = objects.instance(evaluator, kind, identity)
    if declared == UNKNOWN:
        return found
    return replace(found, type=declared) if isinstance(found, Parameter) else declared


def _begins_text(evaluator: Evaluation, binding: Binding, kind: Meaning, place: Place) -> bool:
    """Whether a variable is nothing but what texts are added to in the same function: `var b strings.Builder`."""
    begun = any(isinstance(one, Symbol) and evaluator.catalogue.texts.get(one.name) == "begun" for one in each(kind))
    if not begun or binding.scope == MODULE:
        return False
    return any(map(lengthens, evaluator.project.bindings(evaluator.view(place.path), binding.scope, binding.name)))


def _not_lengthened(evaluator: Evaluation, binding: Binding, place: Place) -> Meaning | None:
    """What a name stood for before, if that is no list, and gets no longer: `router.push("/users")`."""
    bound_here = evaluator.project.bindings(evaluator.view(place.path), binding.scope, binding.name)
    begun = [one for one in bound_here if one.start < binding.start and not lists_more(one)]
    if not begun or _is_list(begun):
        return None
    before = evaluator.bound_value(begun[-1], place)
    return None if any(isinstance(option, Sequence) for option in each(before)) else before


def _changed_text(evaluator: Evaluation, binding: Binding, found: Meaning, place: Place) -> Meaning | None:
    """The text that a function is given in order to change it, where no more is known of that: `path = filled(path)`"""
    call = binding.value
    if not isinstance(call, Call) or not isinstance(call.callee, Name):
        return None
    given = [one.value for one in call.arguments if isinstance(one.value, Name) and one.value.name == binding.name]
    if not given or not rules_of(evaluator.view(place.path).facts.language).values.held_by_value:
        return None
    if any(isinstance(one, Text | Parameter) and one != UNKNOWN_TEXT for one in each(found)):
        return None
    is_own = any(isinstance(one, Definition) for one in each(evaluator.value(call.callee, place)))
    before = each(evaluator.value(given[0], place)) if is_own else ()
    known: list[Meaning] = [one for one in before if isinstance(one, Text) and looks_like_url(one)]
    return options(known) if known else None


def _is_outcome(evaluator: Evaluation, meaning: Meaning) -> bool:
    """Whether it is what something outside of the workspace gives, or a caller: a declared type says more of it.

    So it does of what is a member of such a thing: `struct job *job = work->data;`. But it does not of what gives
    clients of services by their names: `const shop: Services = grpc.loadPackageDefinition(read);`
    """
    of = meaning.type if isinstance(meaning, Parameter) else meaning
    if COUNTED in (meaning, of) or not isinstance(of, Symbol):
        return False
    made_by, is_made, _ = of.name.partition("()")
    return bool(is_made) and made_by not in evaluator.catalogue.generated.loading
