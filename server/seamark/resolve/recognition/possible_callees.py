"""What is called where nobody knows what a call states: what speaks against a contract, or against a request."""

from __future__ import annotations

from seamark.catalogue.path_takers import STANDING_IN, asks_nothing, hands_on
from seamark.extract import facts
from seamark.resolve import abstract_values
from seamark.resolve.abstract_values import Bound, Definition, Made, Meaning, Parameter, Place, Symbol, Text, each
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.hand_written_routes import request_paths
from seamark.resolve.http import object_trees
from seamark.resolve.module_resolution import rules_of

from .request_methods import takes_request


def is_open(site: CallSite, called: Meaning) -> bool:
    """Whether nothing that is known of what is called speaks against a contract.

    What a library that is known has under this name its table would tell. What makes a text of the path is read with
    what is given that.
    """
    callee = site.call.callee
    if any(_speaks_against(site.analysis, one) for one in each(called)):
        return False
    receiver = site.meaning(callee.of) if isinstance(callee, facts.Member) else abstract_values.UNKNOWN
    if any(_speaks_against(site.analysis, one) for one in each(receiver)):
        return False
    functions = [abstract_values.function_of(one) for one in each(called) if isinstance(one, Definition | Bound)]
    return not any(_asks_nobody(site.analysis, one) for one in functions)


def may_ask(site: CallSite) -> bool:
    """Whether a call may be a request. It is not, if it is told of a path, or looks at the request that is answered."""
    if asks_nothing(site.name):
        return False
    return hands_on(site.name) or not any(_is_answered(site, one.value) for one in site.call.arguments)


def makes_object(site: CallSite, called: Meaning) -> bool:
    """Whether a call makes an object of a class: by a word of the language, or as the class is called."""
    return site.call.new or any(
        isinstance(one, Definition) and site.analysis.evaluator.is_class(one) for one in each(called)
    )


def _is_answered(site: CallSite, given: facts.Value) -> bool:
    """Whether something is the request that is answered, or its path."""
    if not isinstance(given, facts.Name | facts.Member):
        return False
    known, project, view = site.analysis.catalogue, site.analysis.project, site.analysis.view
    made = site.analysis.evaluator.object_of(site.meaning(given))
    if made is not None and (known.role(made.type) == request_paths.PATH or made.type in known.with_requests):
        return True
    taken = () if site.place.scope == facts.MODULE else project.definition(view, site.place.scope).parameters
    root = view.root_of(given)
    return root is not None and any(one.name == root.name and takes_request(one) for one in taken)


def _asks_nobody(analysis: FileAnalysis, function: Definition) -> bool:
    """Whether a function makes a text of what it is given, or only tells that apart; or a class serves something."""

    def find() -> bool:
        view, index = analysis.project.whereabouts(function)
        definition = analysis.project.definition(view, index)
        if definition.kind == "class":
            return object_trees.has_exposed(analysis, function)
        return _makes_text(analysis, definition, Place(view.path, index)) or _only_tells_apart(definition)

    return analysis.evaluator.once(("asks nobody", function), find)


def _makes_text(analysis: FileAnalysis, definition: facts.Definition, place: Place) -> bool:
    """Whether a function gives a text that is put together, or a format."""
    return any(
        isinstance(one, facts.Concat) or (isinstance(one, facts.Call) and is_format(analysis, one, place))
        for one in definition.returns
    )


def _only_tells_apart(definition: facts.Definition) -> bool:
    """Whether a function compares what it is given with texts, and hands that on to nobody."""
    tests = [test for one in facts.within(*definition.steps) if isinstance(one, facts.Arm) for test in one.tests]
    given = {one.name for one in definition.parameters}
    compared = {
        one.name
        for test in tests
        if any(isinstance(text, facts.Literal) for text in facts.within(test))
        for one in facts.within(test)
        if isinstance(one, facts.Name) and one.name in given
    }
    tested = {id(one) for test in tests for one in facts.within(test)}
    done = [one for one in facts.within(*definition.steps, *definition.returns) if id(one) not in tested]
    return bool(compared) and not any(
        isinstance(one, facts.Function) or (isinstance(one, facts.Name) and one.name in compared) for one in done
    )


def _speaks_against(analysis: FileAnalysis, meaning: Meaning) -> bool:
    match meaning:
        case Symbol(name=name):
            is_standard = rules_of(analysis.view.facts.language).globals.is_standard(name)
            return is_standard or analysis.catalogue.is_known(name) or name.startswith(STANDING_IN)
        case Parameter(type=Symbol() as kind):
            return _speaks_against(analysis, kind)
        case Made() | Text() | abstract_values.Record() | abstract_values.Sequence():
            return True
    return False


def is_format(analysis: FileAnalysis, call: facts.Call, place: Place) -> bool:
    """Whether a call is of a library's function that makes a text of others."""
    called = each(analysis.evaluator.meaning(call.callee, place))
    return any(isinstance(one, Symbol) and one.name in analysis.catalogue.texts for one in called)
