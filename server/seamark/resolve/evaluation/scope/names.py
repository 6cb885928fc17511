"""A name on its own: looked for in the scopes around it, then in star imports, then among the globals."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from seamark.extract import facts
from seamark.extract.facts import MACRO, MODULE
from seamark.resolve.abstract_values import UNKNOWN, Definition, Instance, Meaning, Module, Place, Symbol
from seamark.resolve.evaluation.members import class_members, classes, extension_functions, field_assignments
from seamark.resolve.evaluation.protocol import Evaluation
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.module_resolution.paths import folder
from seamark.resolve.partial_texts import file_paths
from seamark.resolve.workspace_facts.view import View

from . import auto_imports, bindings, global_object, imports


def _implied_member(evaluator: Evaluation, view: View, scope: int, name: str, place: Place) -> Meaning | None:
    """A member that goes by its bare name in the class to which a scope belongs."""
    definition = None if scope == MODULE else view.facts.definitions[scope]
    if definition is None:
        return None
    if definition.kind != "class" and definition.receiver is None:
        return _extended_member(evaluator, view, scope, name) if extension_functions.is_extension(definition) else None
    this = classes.this(evaluator, place.within(scope))
    if not isinstance(this, Instance):
        return None
    own = Definition(view.path, view.key(scope))
    if definition.receiver is None and this.of != own and own not in evaluator.with_bases(this.of):
        this = Instance(own)  # The object is one of a class that stands in this one.
    # A class's name is that of its constructors, too.
    return this.of if name == this.of.name else class_members.attribute(evaluator, this.of, name, this)


def _extended_member(evaluator: Evaluation, view: View, scope: int, name: str) -> Meaning | None:
    """A member that goes by its bare name in a function that extends its class."""
    function = Definition(view.path, view.key(scope))
    extended = evaluator.once(("extended", function), lambda: extension_functions.extended_object(evaluator, function))
    return class_members.declared_attribute(evaluator, extended, name) if isinstance(extended, Instance) else None


def _macro(evaluator: Evaluation, written: facts.Name, place: Place) -> Meaning:
    """A macro: defined or spread by a file here, or imported by its bare name, as functions are.

    What a star import brings of the workspace under that name is a function.
    """
    declared = _declared_value(evaluator, written, place)
    if declared is not None:
        return declared
    bare = written.name.removesuffix(MACRO)
    imported = imports.beginning(evaluator, bare, place)
    if isinstance(imported, Symbol):
        return Symbol(imported.name + MACRO)
    if imported is not None and imports.beginning(evaluator, bare, place, stars=False) is not None:
        return UNKNOWN
    return Symbol(evaluator.catalogue.undeclared.get(written.name, written.name))


def _in_scope(
    evaluator: Evaluation, view: View, scope: int, depth: int, written: facts.Name, place: Place
) -> Meaning | None:
    """What a name means in a scope that is the one in which it stands, or `depth` scopes around it."""
    known = rules_of(view.facts.language)
    in_class = scope != MODULE and view.facts.definitions[scope].kind == "class"
    found = None
    if not in_class or (known.classes.bare_members and not depth):
        found = bindings.in_scope(evaluator, view, scope, written.name, written.start, place)
    if found is None and known.classes.bare_members == "methods":
        found = _implied_member(evaluator, view, scope, written.name, place)
    if found is None and scope != MODULE and not in_class:
        found = imports.starred_value(evaluator, view, written.name, scope)
    return found


def name(evaluator: Evaluation, written: facts.Name, place: Place) -> Meaning:
    """What a name means where it stands. It means the same in all of its scope, up to where it is bound anew."""
    if evaluator.calls_stand or not place.is_plain:
        return _name(evaluator, written, place)
    turns = evaluator.view(place.path).turns(place.scope, written.name)
    if turns is None:
        return _name(evaluator, written, place)
    since = bisect_right(turns, written.start)
    asked = ("name", place.path, place.scope, written.name, since)
    return evaluator.once(asked, lambda: _name(evaluator, written, place))


def _name(evaluator: Evaluation, written: facts.Name, place: Place) -> Meaning:
    view = evaluator.view(place.path)
    if written.name.endswith(MACRO):
        return _macro(evaluator, written, place)
    if written.name in rules_of(view.facts.language).globals.reserved:
        return Symbol(written.name)
    found = _declared_value(evaluator, written, place)
    return _global(evaluator, view, written.name) if found is None else found


def undeclared_name(evaluator: Evaluation, value: facts.Value, place: Place) -> str:
    """The name with which an expression begins, if nothing in the workspace declares it, nor the language; else empty.

    Languages whose names may all come from files that are included elsewhere have none of which that can be said.
    """
    view = evaluator.view(place.path)
    known = rules_of(view.facts.language)
    root, member = view.beginning(value)
    if not isinstance(root, facts.Name) or not known.globals.everything or root.name.endswith(MACRO):
        return ""
    if _declared_value(evaluator, root, place) is not None:
        return ""
    name = member if root.name in known.globals.objects else root.name
    is_published = bool(known.globals.objects) and global_object.published_value(evaluator, name) is not None
    return "" if is_published or not name or known.globals.is_standard(f"{known.globals.everything}.{name}") else name


def _declared_value(evaluator: Evaluation, written: facts.Name, place: Place) -> Meaning | None:
    """What a name means by what the files of the workspace declare; None if they do not."""
    view = evaluator.view(place.path)
    scopes = evaluator.project.scopes(view, place.scope)
    # What is only bound later is what it is around until then: `let router = router();`
    is_later = len(scopes) > 1 and bindings.is_later(evaluator, view, scopes[0], written.name, written.start)
    for depth, scope in enumerate(scopes):
        found = None if is_later and not depth else _in_scope(evaluator, view, scope, depth, written, place)
        if found is not None and scope == MODULE and imports.is_only_declared(evaluator, view, written.name):
            found = imports.shared_value(evaluator, view, written.name) or found
        if found is not None:
            return field_assignments.changed_url(evaluator, view, scope, written, found, place)
    for elsewhere in (imports.shared_value, imports.starred_value, imports.spread_value, auto_imports.value):
        is_handed = elsewhere is imports.shared_value and _is_own_variable(view, scopes, written.name)
        found = None if is_handed else elsewhere(evaluator, view, written.name)
        if found is not None:
            return found
    found = _in_scope(evaluator, view, scopes[0], 0, written, place) if is_later else None
    return None if found is None else field_assignments.changed_url(evaluator, view, scopes[0], written, found, place)


def _is_own_variable(view: View, scopes: Iterable[int], name: str) -> bool:
    """Whether a name is a variable of a function that has no others: a file that is required has those of who does so.

    Functions without a name may be given them where they stand.
    """
    known = rules_of(view.facts.language)
    if not known.modules.hands_variables or not name.startswith(known.globals.variable or name):
        return False
    return any(scope != MODULE and view.facts.definitions[scope].name for scope in scopes)


def _global(evaluator: Evaluation, view: View, name: str) -> Meaning:
    """What a name means that no file of the workspace declares: a library's, if it goes by that, or a global."""
    known = rules_of(view.facts.language)
    if known.modules.bindable(name):
        return imports.outside(evaluator, view.path, name)
    symbol = evaluator.catalogue.undeclared.get(name)
    if symbol is None and known.globals.variable is not None and name.startswith(known.globals.variable):
        return UNKNOWN
    if not known.globals.everything:
        return Symbol(symbol or name)
    if name in known.globals.objects:
        return Symbol(known.globals.everything)
    symbol_of_global = f"{known.globals.everything}.{name}"
    if symbol_of_global in known.globals.file:
        return Module(view.path)
    if symbol_of_global in known.globals.own_path:
        return file_paths.path_of_file(view.path)
    if symbol_of_global in known.globals.own_folder:
        return file_paths.path_of_file(folder(view.path))
    published = global_object.published_value(evaluator, name) if known.globals.objects else None
    return published or (Symbol(known.globals.everything).member(name) if symbol is None else Symbol(symbol))
