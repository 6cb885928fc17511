"""Arguments of constructors and factories: they belong to the instance, and callers of its methods do not state them.

`Client::new(base)` is given the base of the client. Whoever calls `client.user(id)` does not state that base, and need
not know it. But a function that is given both verb and path makes a request, not only a client: its callers state it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from seamark.resolve.abstract_values import Definition, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.evaluation.members.classes import gives_itself, is_constructor
from seamark.resolve.evaluation.texts_and_lists import filled_tables


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


def steps(analysis: FileAnalysis, making: Collection[Definition]) -> frozenset[Definition]:
    """Those of these functions that are methods which keep what they are given, and give the object itself.

    Who calls another method on that states it: `request.path("/users").get()`.
    """
    return frozenset(one for one in making if gives_itself(analysis.evaluator, one))
