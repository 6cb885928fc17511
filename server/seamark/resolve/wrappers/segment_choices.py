"""Parameters in the path of a request that are declared to be one of a few texts: a path for each of these.

`/api/${kind}/${id}` with `kind: "users" | "groups"` is `/api/users/{}` and `/api/groups/{}`.
"""

from __future__ import annotations

from math import prod

from msgspec.structs import replace

from seamark.resolve.abstract_values import ParameterPart, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.guards import preconditions
from seamark.resolve.partial_texts.texts import combine_texts, in_case, path_of
from seamark.resolve.port_model import MAX_ALTERNATIVES
from seamark.resolve.stated_by_callers import stated_path


def with_choices(analysis: FileAnalysis, url: Text, at: int) -> tuple[Text, ...]:
    """The URLs that a URL can be, by the types of the parameters in its path; itself alone if that says nothing.

    The conditions under which the code at the offset `at` runs may leave out some of them.
    """
    if not url.given_parts:
        return (url,)
    path = len(path_of(url).parts)
    pieces: list[tuple[Text, ...]] = []
    before = ""
    for position, part in enumerate(url.parts):
        is_within = position < path and "/" in stated_path(before)
        chosen = choices(analysis, part, at) if is_within and isinstance(part, ParameterPart) else ()
        pieces.append(chosen or (Text((part,)),))
        before += part if isinstance(part, str) else "{}"
    if prod(map(len, pieces)) > MAX_ALTERNATIVES:
        return (url,)
    return tuple(Text(one.parts, url.built) for one in combine_texts(pieces))


def choices(analysis: FileAnalysis, part: ParameterPart, at: int) -> tuple[Text, ...]:
    """The texts of which what a caller gives is one in the code at an offset; none if it can be others."""
    is_plain = part.default is None and not part.template and part.between is None
    found = analysis.evaluator.choices(part) if is_plain else ()
    for condition in preconditions.at(analysis, at) if found else ():
        if condition.given == replace(part, case="") and not condition.edge:
            found = tuple(
                one for one in found if ((one.known_string or "").casefold() in condition.texts) != condition.other
            )
    return tuple(in_case(one, part.case) for one in found)
