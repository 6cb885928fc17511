"""What clients may ask: a row for each request, with a module for each that makes the protocol's answer.

An answer is a function of the workspace and the request's parameters, called as its module. It may raise nothing but
mistakes of ours, and gives what the row says where there is nothing to say. The modules are loaded when the first
answer is made: who only wants to know what can be asked pays for none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

if TYPE_CHECKING:
    from seamark.lsp.workspace import Workspace


class Answer(NamedTuple):
    """How a request is answered."""

    by: str
    """The module that makes the answer, and its function of that name."""
    nothing: Any = None
    """The answer while there is nobody to ask, and if making it fails."""
    at_contract: bool = False
    """Whether the answer is `nothing` wherever no contract is stated: the front then need not ask."""

    @property
    def make(self) -> Callable[[Workspace, Any], Any]:
        """The function that makes the answer."""
        made: Callable[[Workspace, Any], Any] = getattr(import_module(f"{__name__}.{self.by}"), self.by)
        return made


ANSWERS: Mapping[str, Answer] = {
    types.TEXT_DOCUMENT_DEFINITION: Answer("definition", at_contract=True),
    types.TEXT_DOCUMENT_HOVER: Answer("hover", at_contract=True),
    types.TEXT_DOCUMENT_REFERENCES: Answer("references", nothing=[]),
}
