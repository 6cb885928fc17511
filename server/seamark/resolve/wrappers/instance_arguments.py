"""Arguments of constructors and factories: they belong to the instance, and callers of its methods do not state them.

`Client::new(base)` is given the base of the client. Whoever calls `client.user(id)` does not state that base, and need
not know it. But a function that is given both verb and path makes a request, not only a client: its callers state it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import GAP, Definition, ParameterPart, Part, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import gives_itself, is_constructor
from seamark.resolve.evaluation.texts_and_lists import filled_tables
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat
from seamark.resolve.stated_by_callers import Wrapping, wraps


def makers(analysis: FileAnalysis, stated: Iterable[Text], scope: int) -> frozenset[Definition]:
    """The functions whose parameters are in texts because they made the instance.

    They are constructors, and any others than the functions in which the texts are stated, but for those that fill
    tables: all of the program has these. Of those that stand in each other the innermost counts whose parameters are
    there: it keeps what those around it were given.
    """
    owners = {given.owner for text in stated for given in text.given_parts if not given.handed}
    around = [Definition(analysis.view.path, analysis.view.key(one)) for one in analysis.view.scopes(scope)]
    asking = next((one for one in around if one in owners), None)
    others = (one for one in owners if one != asking and not filled_tables.fills(analysis.evaluator, one))
    return frozenset((*others, *(one for one in owners if is_constructor(analysis.evaluator, one))))


def wrapping(
    analysis: FileAnalysis, path: Text, told: tuple[Text, ...], making: frozenset[Definition], scope: int, *,
    passes: bool = False,
) -> Wrapping | None:  # fmt: skip
    """The function whose callers state a path, or what else is `told`: see `wraps`.

    Of what an object keeps that methods of it were given, callers of the one that uses it state all, if they do not
    state the rest: `request.path("/users").get()`.
    """
    found = wraps(path, told, passes, making)
    kept = frozenset(one for one in making if gives_itself(analysis.evaluator, one)) if found is None else frozenset()
    if not kept or wraps(path, told, passes, making - kept) is None:
        return found
    around = function_around(analysis, scope)
    return None if around is None else Wrapping(around)


def function_around(analysis: FileAnalysis, scope: int) -> Definition | None:
    """The outermost function in which a scope is; None if it is in none."""
    around = analysis.view.outermost(scope)
    return None if around == MODULE else Definition(analysis.view.path, analysis.view.key(around))


def with_parents(analysis: FileAnalysis, texts: Collection[Text], scope: int) -> tuple[Text, ...]:
    """Alternatives for the path of an object that keeps it, with something unknown before what parents of it may keep.

    `path = r.path`, and `path = r.parent.path + r.path` for an object that has a parent: by the same method another
    object keeps what is not known here. Whether this one has a parent is not known either. The texts stand in `scope`.
    """
    around = [Definition(analysis.view.path, analysis.view.key(one)) for one in analysis.view.scopes(scope)]
    kept = [text for text in texts if len(text.parts) == 1 and _is_kept(analysis, text.parts[0], around)]
    if kept and UNKNOWN_TEXT in texts:
        return tuple(concat((UNKNOWN_TEXT, text)) for text in kept)
    given = {text: _without_parents(analysis, text, around) for text in texts}
    below = tuple(dict.fromkeys(one for text, one in given.items() if one != text))
    return below or tuple(given)


def _without_parents(analysis: FileAnalysis, text: Text, around: Collection[Definition]) -> Text:
    """A text in which nothing is known of what other objects keep than the one that it is of: its own stands last."""
    last = {(one.owner, one.index): at for at, one in enumerate(text.parts) if isinstance(one, ParameterPart)}
    parts = [
        GAP if isinstance(one, ParameterPart) and last[one.owner, one.index] > at and _is_kept(analysis, one, around)
        else one
        for at, one in enumerate(text.parts)
    ]  # fmt: skip
    return replace(text, parts=tuple(parts))


def _is_kept(analysis: FileAnalysis, part: Part, around: Collection[Definition] = ()) -> bool:
    """Whether a part is what a method was given that gives the object itself, and is none of those `around`."""
    return isinstance(part, ParameterPart) and part.owner not in around and gives_itself(analysis.evaluator, part.owner)


def is_kept(analysis: FileAnalysis, path: Text) -> bool:
    """Whether an object keeps some of a path: a method was given that which gives the object itself."""
    return any(_is_kept(analysis, part) for part in path.parts)
