"""Calls of macros with parameters: each is read as the calls that the macro stands for.

#define SETOPT(handle, option, value) do { if (curl_easy_setopt(handle, option, value)) goto fail; } while (0)
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from seamark.extract import facts
from seamark.extract.facts import MODULE
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.guards.inlining import REST, inlined
from seamark.resolve.meaning import Definition, Meaning, Place, each
from seamark.resolve.words import Word
from seamark.resolve.workspace.view import last_name

MAX_MACROS = 3
"""How many macros may stand in each other."""
MAX_ARGUMENTS = 64
"""A call with more arguments than these says nothing."""


def ask(finder: Finder) -> None:
    """Ask for the calls of those of the file's macros that stand for calls which matter."""
    macros = [one for one in finder.view.facts.definitions if one.stands_for]
    matter: set[str] = set()
    for _ in range(MAX_MACROS):
        matter.update(one.name for one in macros if any(_matters(finder, call, matter) for call in one.stands_for))
    finder.words.update(map(Word, matter))


def _matters(finder: Finder, call: facts.Call, macros: Container[str]) -> bool:
    """Whether a call may say something: because of its name, or as one of a function, or a macro, that does."""
    name = last_name(call.callee)
    if name in finder.known.words or name in macros:
        return True
    meaning = finder.evaluator.meaning(call.callee, Place(finder.view.path, MODULE))
    return any(isinstance(option, Definition) and finder.is_called_for(option) for option in each(meaning))


def expanded(site: CallSite, called: Meaning) -> Iterator[facts.Call]:
    """The calls that a call of a macro stands for, each where that stands; none if what is called is no macro."""
    found_at = site.finder.project.locate(called) if isinstance(called, Definition) else None
    if found_at is None or len(site.call.arguments) > MAX_ARGUMENTS:
        return
    definition, call = site.finder.project.definition(*found_at), site.call
    names = [one.name for one in definition.parameters if one.kind != "rest"]
    given: dict[str, tuple[facts.Argument, ...]] = {
        name: (one,) for name, one in zip(names, call.arguments, strict=False)
    }
    given[REST] = call.arguments[len(names) :]
    for number, one in enumerate(definition.stands_for):
        # Each is another call to those who tell calls apart by where they stand.
        at = facts.Call(call.callee, (), False, min(call.start + number, call.end), call.end)
        yield inlined(one, given, at)
