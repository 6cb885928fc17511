"""From facts to ports: names followed, roles decided by the catalogue, prefixes and wrappers put together.

In: facts of all files, the catalogue.
Out: ports of each file, and the questions on which they depend.
Never: reads a file; names a library; depends on what was asked before.

`recognition` reads a file and asks the packages beside it, of which each is built on those before it: `workspace_facts`
and `module_resolution` have the files, `evaluation` follows names, `call_sites` and `guards` look at one call, `http`,
`named_contracts`, `wrappers` and `hand_written_routes` read contracts, and `composition` makes ports of what is found.
"""

from .composition.from_findings import Composed, compose
from .file_relations import Relations, contributions
from .findings import Findings
from .port_model import Boundary, CallExplanation, Link, Match, Port, PortSymbol, Problem, Reason
from .relocation import relocate_findings
from .workspace_facts.project import Project, answer

__all__ = [
    "Boundary",
    "CallExplanation",
    "Composed",
    "Findings",
    "Link",
    "Match",
    "Port",
    "PortSymbol",
    "Problem",
    "Project",
    "Reason",
    "Relations",
    "answer",
    "compose",
    "contributions",
    "relocate_findings",
]
