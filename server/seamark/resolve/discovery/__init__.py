"""Discovers what one file declares and requests: decides for each of its calls which rows of the catalogue apply.

In: the view of one file, and what other files contribute.
Out: the file's findings.
Never: composes a key; follows a name itself.

A call that can state a contract by itself (`candidate_calls`) is given to `dispatch`, which asks what it is called on;
one that is read for what it calls goes to that at once. A module of `http`, `named`, `wrappers` or `hand_written` reads
what it turns out to be, and notes it in the `Finder`.
"""

from __future__ import annotations

from seamark.resolve.call_sites.finder import Finder
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Findings
from seamark.resolve.guards import predicates
from seamark.resolve.hand_written import comparisons, handler_classes, registration
from seamark.resolve.http import file_trees, route_lists
from seamark.resolve.http.request_handles import gathered_requests
from seamark.resolve.named import graphql_classes, providers
from seamark.resolve.workspace.project import Project
from seamark.resolve.workspace.view import View
from seamark.resolve.wrappers import parametrized_tests

from . import candidate_calls, exported_contracts
from .call_explanations import CallExplanation, explain_calls
from .needs_rereading import has_same_findings

__all__ = ["CallExplanation", "explain_calls", "find", "has_same_findings"]


def find(project: Project, relations: Relations, view: View) -> Findings:
    """What the file contributes; `relations` answer what others contribute, and remember that they were asked."""
    finder = Finder(project, relations, view)
    candidate_calls.read_candidates(finder)
    route_lists.read_all(finder)
    file_trees.read_all(finder)
    parametrized_tests.read_all(finder)
    gathered_requests.read_all(finder)
    comparisons.read_all(finder)
    predicates.ask(finder)
    registration.read_all(finder)
    handler_classes.read_all(finder)
    providers.read_all(finder)
    providers.read_served(finder)
    graphql_classes.read_all(finder)
    exported_contracts.read_all(finder)
    return finder.findings()
