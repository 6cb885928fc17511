"""From facts to ports: names followed, roles decided by the catalogue, prefixes and wrappers put together."""

from .compose import Composed, compose
from .displaced import displaced
from .finding import Doubt, doubts, find, says_no_more
from .findings import Findings
from .ports import Boundary, Link, Match, Port, Problem, Reason, Symbol
from .project import Project, answer
from .relations import Relations, contributions

__all__ = [
    "Boundary",
    "Composed",
    "Doubt",
    "Findings",
    "Link",
    "Match",
    "Port",
    "Problem",
    "Project",
    "Reason",
    "Relations",
    "Symbol",
    "answer",
    "compose",
    "contributions",
    "displaced",
    "doubts",
    "find",
    "says_no_more",
]
