"""What a file compares with verbs of HTTP: what stands beside that is of a request, and its path if it is called one.

if (strcmp(conn->method, "GET") != 0) return refuse(conn);      `conn->uri` is the path of a request
if (m_httpMethod == hmGet) …                                    so is `m_url` in methods of the same class
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations
from typing import TypeAlias

from seamark.catalogue import path_comparisons as names
from seamark.extract import facts
from seamark.keys import ANY_VERB
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.findings import RequestEffect
from seamark.resolve.http import verbs
from seamark.resolve.workspace_facts.view import View, last_name

Holder: TypeAlias = tuple[str, str]
"""What has something: an object as it is written, a function or a class by its key."""

MAX_COMPARED = 4
"""How much of what a call is given may be what it compares."""


def has_verb(analysis: FileAnalysis, held: Holder | None) -> bool:
    """Whether something in this file has something that is compared with verbs, and tells by that.

    It does so in languages whose programs have servers of their own, and in files that ask for nothing: a client has
    requests, too.
    """
    telling, view = analysis.catalogue.telling_verbs, analysis.view
    if held is None or not telling or _asks(analysis):
        return False
    return held in analysis.evaluator.once(
        ("holders of verbs", view.path), lambda: frozenset(_read_holders(view, telling))
    )


def _asks(analysis: FileAnalysis) -> bool:
    return bool(analysis.requests) or any(isinstance(one.effect, RequestEffect) for one in analysis.summaries)


def holder(view: View, value: facts.Value, scope: int) -> Holder | None:
    """What has the thing that a name, a member, or a call without arguments is; None if that is not known."""
    match value:
        case facts.Call(callee=callee, arguments=()):
            return holder(view, callee, scope)
        case facts.Member(of=facts.This()):
            return "class", _class_around(view, scope)
        case facts.Member(of=facts.Name(name=name)):
            return ("class", _class_around(view, scope)) if _is_this(view, name, scope) else ("object", name)
        case facts.Name(name=name):
            around = (one for one in view.scopes(scope) if one != facts.MODULE)
            own = next((one for one in around if _is_local(view, one, name)), None)
            return ("class", _class_around(view, scope)) if own is None else ("function", view.key(own))
    return None


def _is_local(view: View, scope: int, name: str) -> bool:
    taken = view.facts.definitions[scope].parameters
    return any(one.name == name for one in taken) or bool(view.bindings(scope, name))


def _is_this(view: View, name: str, scope: int) -> bool:
    """Whether a name is what a method around is called on."""
    around = (view.facts.definitions[one] for one in view.scopes(scope) if one != facts.MODULE)
    return any(one.kind == "self" and one.name == name for definition in around for one in definition.parameters)


def _class_around(view: View, scope: int) -> str:
    """The class of the method that a place is in; nothing for what stands in none."""
    outer = view.named_scope(scope)
    return "" if outer == facts.MODULE else view.symbol(outer).qualified_name.rpartition(".")[0]


def _read_holders(view: View, telling: Collection[str]) -> Iterator[Holder]:
    for index, definition in enumerate(view.facts.definitions):
        for one in facts.within(*definition.steps):
            if isinstance(one, facts.Call):
                for compared, other in _compared(one):
                    found = holder(view, compared, index) if _verb(compared, other) in telling else None
                    if found is not None:
                        yield found


def _compared(call: facts.Call) -> Iterator[tuple[facts.Value, facts.Value]]:
    """What a call compares, each with the other, if it compares two things."""
    name = last_name(call.callee)
    if name == "!=" or names.comparison(name) == "equal":
        on = (call.callee.of,) if isinstance(call.callee, facts.Member) else ()
        yield from permutations((*on, *(one.value for one in call.arguments[:MAX_COMPARED])), 2)


def _verb(compared: facts.Value, other: facts.Value) -> str:
    """The verb with which something is compared: a text, if it is called a verb, or an enumerator if either says so."""
    if isinstance(other, facts.Literal):
        called = last_name(compared.callee if isinstance(compared, facts.Call) else compared)
        return other.text if names.is_verb(called) else ""
    return named_verb(compared, other)


def named_verb(compared: facts.Value, other: facts.Value) -> str:
    """The verb that an enumerator is called for, if it says so, or what is compared with it: `hmGet`"""
    if not isinstance(other, facts.Name | facts.Member):
        return ""
    name = last_name(other)
    verb = verbs.verb_in_name("name", name) if names.is_verb(last_name(compared)) or "http" in name.lower() else ""
    return verb if verb != ANY_VERB else ""
