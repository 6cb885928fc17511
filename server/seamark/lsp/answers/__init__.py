"""What clients may ask: a row for each request, with a module for each that makes the protocol's answer.

An answer is a function of the workspace and the request's parameters. It may raise nothing but mistakes of ours, and
gives what the row says where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from .definition import definition
from .hover import hover
from .references import references

if TYPE_CHECKING:
    from seamark.lsp.workspace import Workspace


class Answer(NamedTuple):
    """How a request is answered."""

    make: Callable[[Workspace, Any], Any]
    nothing: Any = None
    """The answer while there is nobody to ask, and if making it fails."""
    at_contract: bool = False
    """Whether the answer is `nothing` wherever no contract is stated: the front then need not ask."""


ANSWERS: Mapping[str, Answer] = {
    types.TEXT_DOCUMENT_DEFINITION: Answer(definition, at_contract=True),
    types.TEXT_DOCUMENT_HOVER: Answer(hover, at_contract=True),
    types.TEXT_DOCUMENT_REFERENCES: Answer(references, nothing=[]),
}
