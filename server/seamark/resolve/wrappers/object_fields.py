"""Fields of which each object of a class has its own: `&Router{prefix: r.prefix + prefix}`.

Who calls a method on an object tells which one that is (`Substitution`). A contract that no caller states has what the
field is given wherever such objects are made.
"""

from __future__ import annotations

from seamark.extract.facts import MODULE
from seamark.resolve.abstract_values import Instance, ParameterPart, Part, Place, Text
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, combine_texts, texts

MAX_NESTED = 3
"""Through how many fields of other objects what a field is given is followed."""


def has_fields(analysis: FileAnalysis, text: Text) -> bool:
    """Whether a part of a text is a field of which each object has its own."""
    return any(analysis.evaluator.is_class(part.owner) for part in text.given_parts)


def each_with_fields(analysis: FileAnalysis, text: Text, depth: int = 0) -> list[Text]:
    """A text with what its fields are given in it, for each of what they are given."""
    if not has_fields(analysis, text):
        return [text]
    found = combine_texts([_texts_of_part(analysis, part, depth) for part in text.parts])
    return list(dict.fromkeys(found))


def _texts_of_part(analysis: FileAnalysis, part: Part, depth: int) -> tuple[Text, ...]:
    evaluator = analysis.evaluator
    if not isinstance(part, ParameterPart) or not evaluator.is_class(part.owner):
        return (Text((part,)),)
    given = texts(evaluator.member(Instance(part.owner), part.members[0], Place(part.owner.path, MODULE)))
    stated = [one for one in given if part not in one.parts] if depth < MAX_NESTED else []
    return tuple(text for one in stated for text in each_with_fields(analysis, one, depth + 1)) or (UNKNOWN_TEXT,)
