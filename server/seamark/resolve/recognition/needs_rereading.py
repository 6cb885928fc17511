"""Whether new words (see `call_words`) add findings to a file. Mostly its calls of that name are of other functions.

The check costs as much as the calls of these names; to find all findings anew costs as much as the whole file.
"""

from __future__ import annotations

from collections.abc import Container

import msgspec
from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Findings
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import FURTHER, View, as_call, last_name

from . import candidate_calls

_NOTHING = Findings()


def has_same_findings(
    project: Project, relations: Relations, view: View, known: Findings, called: Container[str]
) -> bool:
    """Whether a file whose findings are `known` has the same ones where those that are `called` so are read as well.

    The answer may be no though they would be the same: where a call may matter to others, or is told apart from others
    by where it stands.
    """
    if _tells_calls_apart(known):
        return False
    analysis = FileAnalysis(project, relations, view)
    decorators = [one for definition in view.facts.definitions for one in definition.decorators]
    places = {(call.start, call.end) for one in decorators if (call := as_call(one)) is not None}
    for site in view.facts.sites:
        call = site.call
        is_read = site.catalogued and view.triggered and candidate_calls.may_tell(analysis, call)
        if is_read or (call.start, call.end) in places or not _is_further(relations, call, called):
            continue
        if _matters_to_others(view, call):
            return False
        candidate_calls.read_candidate(analysis, site)
        if analysis.has_notes or _beyond(analysis.findings(), known) != _NOTHING:
            return False
    return True


def _tells_calls_apart(known: Findings) -> bool:
    """Whether findings name a call that nobody asked for: it has another key once somebody does."""
    return FURTHER.encode() in msgspec.msgpack.encode(known)


def _is_further(relations: Relations, call: facts.Call, called: Container[str]) -> bool:
    """Whether a call is one of those that are `called`, or goes by a name that may stand for one of them in its file.

    So does that of the method which one of a class stands in the place of: the constructor goes by its class's name.
    """
    name = last_name(call.callee)
    return (
        name in called
        or candidate_calls.is_inherited(call)
        or (isinstance(call.callee, facts.Name) and not relations.is_word(name))
    )


def _matters_to_others(view: View, call: facts.Call) -> bool:
    """Whether a call may have a part in what other calls say: it is one of a chain, or is given a function."""
    on = call.callee.of if isinstance(call.callee, facts.Member) else call.callee
    chained = isinstance(on, facts.Call) or view.call_after(call) is not None
    given = any(isinstance(one.value, facts.Function) for one in call.arguments)
    return chained or given or last_name(call.callee).endswith(facts.MACRO)


def _beyond(found: Findings, known: Findings) -> Findings:
    """What was found without what is known of the file as a whole."""
    return replace(
        found,
        sends=found.sends and not known.sends,
        serves=found.serves and not known.serves,
        called_for=found.called_for - known.called_for,
        words=found.words - known.words,
    )
