"""What is done where a path is met, or none of those that a function asks for: something, or nothing but to refuse it.

    static int answer(const char *url) {
        if (!strcmp(url, "/health")) { log("asked for %s", url); return 1; }     is idle: no route
        if (!strcmp(url, "/api/users")) return users(url);
        return refuse(url, 404);
    }

A condition that leads to such a call, `if (starts_with(url, "/api/")) return answer(url);`, is no route by itself: the
function serves nothing else below `/api/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from seamark.catalogue import Comparison
from seamark.extract import facts
from seamark.patterns import regex
from seamark.resolve.call_sites.call_site import CallSite
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.guards.refusals import calls, forbids, refuses, says_nothing_is_there
from seamark.resolve.workspace_facts.view import View

MAX_STEPS = 512
"""A longer function may do anything."""

_PROSE = regex(r"[^<>{}\r]* [^<>{}\r]*")
"""What is said for people: words, and no page, JSON or header."""
_FILE = regex(r"[\w./-]*\.\w+")


def is_idle(site: CallSite, row: Comparison) -> bool:
    """Whether nothing is done where two things are equal but to take note of it.

    if (!strcmp(path, "/health") || is_public(path)) { log("public: %s", path); return 1; }

    So it is where a folder's path only becomes that of a file: `if (!strcmp(path, "/")) path = "/index.html";`
    """
    steps = _where_equal(site, row)
    given = (one.value for one in site.call.arguments)
    is_folder = any(isinstance(one, facts.Literal) and one.text == "/" for one in given)
    return bool(steps) and all(_takes_note(one) or (is_folder and _names_file(one)) for one in steps)


def is_denied(site: CallSite, row: Comparison) -> bool:
    """Whether where two things are equal, a request is forbidden, and all else is to take note of that, and to leave.

    if (starts_with(path, "/private/") && !is_known(c)) { reply(c, 403); return; }
    """
    steps = _where_equal(site, row)
    return bool(steps) and forbids(steps[0]) and all(_takes_note(one) or _only_leaves(one) for one in steps[1:])


def _where_equal(site: CallSite, row: Comparison) -> tuple[facts.Step, ...]:
    """What is done where what a comparison compares is equal; nothing if that is not known."""
    found = site.analysis.view.tested_calls.get((site.call.start, site.call.end))
    return found.arm.steps if found is not None and found.gives == ("zero" if row.zero else "other") else ()


def _takes_note(step: facts.Step) -> bool:
    """Whether a step only gives back a constant, or says something in words: `log("no key needed")`"""
    match step.kind, step.values:
        case "leave", (facts.Scalar(),):
            return True
        case "do", (facts.Call(arguments=(facts.Argument(value=words), *_)),):
            return _PROSE.fullmatch(_text(words)) is not None
    return False


def _names_file(step: facts.Step) -> bool:
    """Whether a step only sets something to the name of a file."""
    match step.kind, step.values:
        case "set", (facts.Literal(text=text),):
            return _FILE.fullmatch(text) is not None
    return False


def _only_leaves(step: facts.Step) -> bool:
    return step.kind == "leave" and not step.values


def _text(value: facts.Value) -> str:
    parts = value.parts if isinstance(value, facts.Concat) else (value,)
    return "".join(one.text for one in parts if isinstance(one, facts.Literal))


def serves_rest(analysis: FileAnalysis, found_at: tuple[View, int]) -> bool:
    """Whether a function may do more than to refuse what none of its conditions about paths is met by.

    if (!strcmp(url, "/api/users")) return users(c); return send_file(c, url);
    """
    definition = analysis.project.definition(*found_at)
    steps = definition.steps
    if not 0 < len(steps) <= MAX_STEPS or not _states_path(steps):
        return True
    given = {one.name for one in definition.parameters}
    rest: list[facts.Step] = []
    is_refused = False
    for step in steps:
        if step.kind != "choose":
            rest.append(step)
        for arm in step.arms if step.kind == "choose" else ():
            if _states_path(arm.tests):
                rest.clear()
                is_refused = False
            elif not arm.tests:
                rest += arm.steps
                is_refused = is_refused or says_nothing_is_there(arm.steps)
            elif not _is_guard(step, arm) and not _is_aside(analysis, arm.steps, given):
                return True
    return not is_refused and not _is_aside(analysis, rest, given)


def _states_path(said: Iterable[object]) -> bool:
    texts = (one.text for one in facts.within(*said) if isinstance(one, facts.Literal))
    return any(text.startswith("/") for text in texts)


def _is_guard(step: facts.Step, arm: facts.Arm) -> bool:
    """Whether it leaves where something is not as it must be for anything: `if (!allowed(c)) { ask(c); return; }`"""
    match arm.tests:
        case (facts.Call(callee=facts.Member(of=facts.Call() as call, name="=="), arguments=(other,)),):
            is_text = any(isinstance(one, facts.Literal) for one in facts.within(call))
            is_left = bool(arm.steps) and arm.steps[-1].kind == "leave"
            return other.value == facts.FALSE and not is_text and is_left and len(step.arms) == 1
    return False


def _is_aside(analysis: FileAnalysis, steps: Collection[facts.Step], given: Collection[str]) -> bool:
    """Whether steps refuse a request, or do nothing with what the function is given, nor give what a call does."""
    return not any(_uses(one, given) for one in steps) or any(refuses(analysis.catalogue, one) for one in steps)


def _uses(step: facts.Step, given: Collection[str]) -> bool:
    inside = list(facts.within(step))
    is_used = any(isinstance(one, facts.Name) and one.name in given for one in inside)
    is_left = any(isinstance(one, facts.Step) and one.kind == "leave" for one in inside)
    return calls(step) and (is_used or is_left)
