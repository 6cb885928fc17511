"""Whether what a function does refuses a request: by the status of the answer, or in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seamark.catalogue import FORBIDS, NOT_ALLOWED, NOT_THERE, REFUSES, REFUSES_VERB, Catalogue
from seamark.extract import facts

_OPERATORS = ("==", "!=", facts.INCREMENT)


def refuses(catalogue: Catalogue, step: facts.Step) -> bool:
    """Whether a step, or one in it, says the status of a refusal: `reply(c, 404)`, `response->status = 404`."""
    return any(_is_refusal(catalogue, value) for value in _values_in_steps(step))


def refuses_verb(step: facts.Step) -> bool:
    """Whether a step says that a verb is not answered, by a status or in words."""
    texts = (one.text for one in facts.within(step) if isinstance(one, facts.Literal))
    return any(map(NOT_ALLOWED.search, texts)) or any(
        REFUSES_VERB.fullmatch(_word(value)) for value in _values_in_steps(step)
    )


def forbids(step: facts.Step) -> bool:
    """Whether a step is a call that says that whoever makes the request may not do that: `reply(c, 403)`"""
    call = step.values[0] if step.values and step.kind != "set" else None
    given = call.arguments if isinstance(call, facts.Call) else ()
    return any(FORBIDS.fullmatch(_word(one.value)) for one in given)


def says_nothing_is_there(steps: Iterable[facts.Step]) -> bool:
    """Whether steps say in words that there is nothing of that kind."""
    return any(NOT_THERE.search(one.text) for one in facts.within(*steps) if isinstance(one, facts.Literal))


def calls(step: facts.Step) -> bool:
    """Whether a step, or one in it, calls something."""
    return any(isinstance(one, facts.Call) and not _is_operator(one) for one in facts.within(step))


def _is_operator(call: facts.Call) -> bool:
    return isinstance(call.callee, facts.Name | facts.Member) and call.callee.name in _OPERATORS


def _values_in_steps(step: facts.Step) -> Iterator[facts.Value]:
    """What steps set something to, give, or give to calls, and what these are called."""
    for one in facts.within(step):
        if isinstance(one, facts.Step) and one.kind in ("set", "leave"):
            yield from one.values
        elif isinstance(one, facts.Call) and not _is_operator(one):
            yield one.callee
            for given in one.arguments:
                yield given.value
        elif isinstance(one, facts.Entry):
            yield one.value


def _is_refusal(catalogue: Catalogue, value: facts.Value) -> bool:
    word = _word(value)
    return word in catalogue.refusals or REFUSES.fullmatch(word) is not None


def _word(value: facts.Value) -> str:
    match value:
        case facts.Scalar(text=word) | facts.Literal(text=word) | facts.Name(name=word) | facts.Member(name=word):
            return word
    return ""
