"""Recognises what one file declares and requests: decides for each of its calls which rows of the catalogue apply.

In: the view of one file, and what other files contribute.
Out: the file's findings.
Never: composes a key; follows names but by asking the evaluator.

A call that can state a contract by itself (`candidate_calls`) is given to `dispatch`, which asks what it is called on;
one that is read for what it calls goes to that at once. A module of `http`, `named_contracts`, `wrappers` or
`hand_written_routes` reads what it turns out to be, and notes it in the `FileAnalysis`.
"""

from __future__ import annotations

from seamark.resolve.call_sites.file_analysis import FileAnalysis
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Findings
from seamark.resolve.guards import predicates
from seamark.resolve.hand_written_routes import comparisons, storing_functions
from seamark.resolve.http import (
    class_conventions,
    file_trees,
    mapped_classes,
    repositories,
    route_files,
    route_lists,
    route_tables,
)
from seamark.resolve.http.stepwise_requests import gathered_requests
from seamark.resolve.named_contracts import graphql_classes, provider_classes
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import View
from seamark.resolve.wrappers import asking_functions, parametrized_tests

from . import (
    candidate_calls,
    class_paths,
    constructor_calls,
    exported_objects,
    macro_arms,
    own_rows,
    path_dispatch,
    possible_ports,
)
from .call_explanations import explain_calls
from .constants import stated_by_heirs, stated_texts
from .needs_rereading import has_same_findings

__all__ = ["explain_calls", "find", "has_same_findings", "stated_by_heirs", "stated_texts"]


def find(project: Project, relations: Relations, view: View) -> Findings:
    """What the file contributes; `relations` answer what others contribute, and remember that they were asked."""
    analysis = FileAnalysis(project, relations, view)
    candidate_calls.read_candidates(analysis)
    constructor_calls.read_all(analysis)
    route_lists.read_all(analysis)
    route_files.read_all(analysis)
    route_tables.read_exported(analysis)
    file_trees.read_all(analysis)
    class_conventions.read_all(analysis)
    mapped_classes.read_all(analysis)
    repositories.read_all(analysis)
    parametrized_tests.read_all(analysis)
    gathered_requests.read_all(analysis)
    comparisons.read_all(analysis)
    predicates.ask(analysis)
    storing_functions.read_all(analysis)
    provider_classes.read_all(analysis)
    provider_classes.read_served(analysis)
    graphql_classes.read_all(analysis)
    exported_objects.read_all(analysis)
    own_rows.read_lists(analysis)
    macro_arms.read_all(analysis)
    possible_ports.read_all(analysis)
    path_dispatch.read_all(analysis)
    class_paths.read_all(analysis)
    asking_functions.read_all(analysis)
    return analysis.findings()
