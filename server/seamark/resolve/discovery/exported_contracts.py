"""The names by which other files get objects and functions of a file on which calls state contracts."""

from __future__ import annotations

from seamark.extract.facts import MODULE
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.evaluation.exports import exported_meanings, fields, functions, renamed, set_to
from seamark.resolve.evaluation.members.classes import called_name
from seamark.resolve.findings import Offer
from seamark.resolve.meaning import Definition, Meaning, Place, each


def read_all(finder: Finder) -> None:
    """Read all names that the file offers; of one whose text does not tell, those that stand for others' names."""
    if finder.view.triggered:
        _own(finder)
    _passed_on(finder)


def _own(finder: Finder) -> None:
    """Note under which names others come to this file's routers and clients, and to the functions that matter."""
    opened = {wrapper.of for wrapper in finder.wrappers} | finder.opened
    for name, meaning in exported_meanings(finder.evaluator, finder.view):
        if functions(meaning, opened):
            finder.words.add(finder.word(name))
        _offer(finder, name, meaning)
    called = {called_name(one.key) for one in opened}
    finder.words.update(finder.word(field) for field, function in set_to(finder.view) if function in called)
    stating = (library.name for library in finder.catalogue.libraries if library.contracts)
    if any(map(finder.imports, stating)):
        for name, meaning in fields(finder.evaluator, finder.view):
            finder.offer(name, finder.evaluator.object_of(meaning))


def _offer(finder: Finder, name: str, meaning: Meaning) -> None:
    made = finder.evaluator.object_of(meaning)
    if made is not None and finder.catalogue.role(made.type) in ("router", "client", "stub"):
        finder.offers.add(Offer(name, name))
    finder.offer(name, made)


def _passed_on(finder: Finder) -> None:
    """Note under which other names the file offers what matters to those who know it from other files."""
    for name, value, known in renamed(finder.view):
        meaning = finder.evaluator.meaning(value, Place(finder.view.path, MODULE))
        definitions = [option for option in each(meaning) if isinstance(option, Definition)]
        if any(map(finder.relations.offers_object, known)):
            _offer(finder, name, meaning)
            if any(map(finder.evaluator.performed, definitions)):
                finder.offers.add(Offer(name, name))
        if any(finder.is_called_for(one) for one in definitions if called_name(one.key) in known):
            finder.words.add(finder.word(name))
        finder.words.update(finder.word(one, beside=name) for other in known for one in finder.relations.beside(other))
