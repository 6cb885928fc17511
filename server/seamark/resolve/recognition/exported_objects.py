"""The names by which other files get objects and functions of a file on which calls state contracts."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.extract.facts import MODULE, Call
from seamark.resolve.abstract_values import Definition, Instance, Meaning, Place, each
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.exports import exported_meanings, fields, functions, renamed, set_to
from seamark.resolve.evaluation.members.classes import called_name
from seamark.resolve.findings import Offer
from seamark.resolve.workspace_facts.view import last_name


def read_all(analysis: FileAnalysis) -> None:
    """Read all names that the file offers; of one whose text does not tell, those that stand for others' names."""
    if analysis.view.triggered:
        _own(analysis)
    _passed_on(analysis)


def _own(analysis: FileAnalysis) -> None:
    """Note under which names others come to this file's routers and clients, and to the functions that matter."""
    opened = {wrapper.of for wrapper in analysis.wrappers} | analysis.opened
    named = {(called_name(one.key), one) for one in analysis.called_for}
    for name, meaning in exported_meanings(analysis.evaluator, analysis.view):
        if functions(meaning, {one for one in opened if (name, one) not in named}):
            analysis.words.add(analysis.word(name))
        _offer(analysis, name, meaning)
    analysis.offers.update(Offer(field, class_, object=True) for class_, field in _router_fields(analysis))
    called = {called_name(one.key) for one in opened}
    analysis.words.update(analysis.word(field) for field, function in set_to(analysis.view) if function in called)
    stating = (library.name for library in analysis.catalogue.libraries if library.contracts)
    if any(map(analysis.imports, stating)):
        for name, meaning in fields(analysis.evaluator, analysis.view):
            analysis.offer(name, analysis.evaluator.object_of(meaning))


def _router_fields(analysis: FileAnalysis) -> Iterator[tuple[str, str]]:
    """The fields for which classes of the file make routers, each after its class: others inherit them, and use them.

    That a field is one of a library is only asked where a call makes it that is named as one which does so.
    """
    view, evaluator = analysis.view, analysis.evaluator
    for one in view.facts.bindings:
        makes = isinstance(one.value, Call) and last_name(one.value.callee) in analysis.catalogue.making_routers
        if makes and one.scope != MODULE and view.facts.definitions[one.scope].kind == "class":
            this = Instance(Definition(view.path, view.key(one.scope)))
            made = evaluator.object_of(evaluator.member(this, one.name, Place(view.path, one.scope)))
            if made is not None and analysis.catalogue.role(made.type) == "router":
                yield view.facts.definitions[one.scope].name, one.name


def _offer(analysis: FileAnalysis, name: str, meaning: Meaning) -> None:
    made = analysis.evaluator.object_of(meaning)
    if made is not None and analysis.catalogue.role(made.type) in ("router", "client", "stub"):
        analysis.offers.add(Offer(name, name, object=True))
    analysis.offer(name, made)


def _passed_on(analysis: FileAnalysis) -> None:
    """Note under which other names the file offers what matters to those who know it from other files."""
    for name, value, known in renamed(analysis.view):
        meaning = analysis.evaluator.meaning(value, Place(analysis.view.path, MODULE))
        definitions = [option for option in each(meaning) if isinstance(option, Definition)]
        if any(map(analysis.relations.offers_object, known)):
            _offer(analysis, name, meaning)
            if any(map(analysis.evaluator.performed, definitions)):
                analysis.offers.add(Offer(name, name))
        if any(analysis.is_called_for(one) for one in definitions if called_name(one.key) in known):
            analysis.words.add(analysis.word(name))
        analysis.words.update(
            analysis.word(one, beside=name) for other in known for one in analysis.relations.beside(other)
        )
