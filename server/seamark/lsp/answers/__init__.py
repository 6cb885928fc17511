"""What clients may ask: a row for each request, with a module for each kind that makes the protocol's answer.

In: the workspace, and a request's parameters.
Out: the protocol's result.
Never: waits; speaks to the client.

An answer is a function of the workspace and the request's parameters. It may raise nothing but mistakes of ours, and
gives what the row says where there is nothing to say. The modules are loaded when the first answer is made: who only
wants to know what can be asked pays for none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from seamark.lsp.commands import CONTRACTS, PLACES, PROBLEMS, SUMMARY

if TYPE_CHECKING:
    from seamark.lsp.engine.workspace import Workspace


class At(Enum):
    """What stands at a position."""

    CONTRACT = auto()
    """A text that states a contract."""
    PORT = auto()
    """That, or the name of a function that handles one."""


class Answer(NamedTuple):
    """How a request is answered."""

    by: str
    """The module that makes the answer, and its function: `navigation.jumps.definition`."""
    nothing: Any = None
    """The answer while there is nobody to ask, and if making it fails, of a request that does not resolve."""
    at: At | None = None
    """Where alone the answer is not `nothing`, if that can be said: elsewhere the front need not ask."""
    patience: float = 0.0
    """For how many seconds it waits for what other repositories have, where nothing here is the answer."""
    renewed: bool = False
    """Whether it is asked for anew whenever answers are others: it need not wait for all that follows from edits."""
    resolves: bool = False
    """Whether the request has something completed: where there is nothing to say, it is given back as it came."""

    def otherwise(self, params: Any) -> Any:
        """The answer if there is none."""
        return params if self.resolves else self.nothing

    @property
    def make(self) -> Callable[[Workspace, Any], Any]:
        """The function that makes the answer."""
        module, _, name = self.by.rpartition(".")
        made: Callable[[Workspace, Any], Any] = getattr(import_module(f"{__name__}.{module}"), name)
        return made


_ACT, _GLANCE = 2.0, 0.1
"""The patience of somebody who wants to go somewhere, and of somebody who reads, in seconds. For diagnostics nobody
waits, and they had better be right."""

ANSWERS: Mapping[str, Answer] = {
    types.TEXT_DOCUMENT_DEFINITION: Answer("navigation.jumps.definition", at=At.PORT, patience=_ACT),
    types.TEXT_DOCUMENT_DECLARATION: Answer("navigation.jumps.declaration", at=At.PORT, patience=_ACT),
    types.TEXT_DOCUMENT_IMPLEMENTATION: Answer("navigation.jumps.implementation", at=At.CONTRACT, patience=_ACT),
    types.TEXT_DOCUMENT_HOVER: Answer("display.hover.hover", at=At.PORT, patience=_GLANCE),
    types.TEXT_DOCUMENT_REFERENCES: Answer("navigation.references.references", nothing=[], at=At.PORT, patience=_ACT),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: Answer("navigation.highlight.highlight", at=At.CONTRACT),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: Answer("display.symbols.document_symbols", nothing=[]),
    types.WORKSPACE_SYMBOL: Answer("display.symbols.workspace_symbols", nothing=[]),
    types.TEXT_DOCUMENT_CODE_LENS: Answer("display.lens.code_lens", patience=_GLANCE),
    types.CODE_LENS_RESOLVE: Answer("display.lens.resolve_lens", resolves=True, patience=_GLANCE),
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: Answer("navigation.calls.prepare", at=At.PORT),
    types.CALL_HIERARCHY_INCOMING_CALLS: Answer("navigation.calls.incoming", patience=_ACT),
    types.CALL_HIERARCHY_OUTGOING_CALLS: Answer("navigation.calls.outgoing", patience=_ACT),
    types.TEXT_DOCUMENT_COMPLETION: Answer("editing.complete.completion"),
    types.COMPLETION_ITEM_RESOLVE: Answer("editing.complete.resolve", resolves=True),
    types.TEXT_DOCUMENT_INLAY_HINT: Answer("display.hints.inlay_hints"),
    types.TEXT_DOCUMENT_DIAGNOSTIC: Answer(
        "display.diagnostics.diagnostics", nothing={"kind": "full", "items": []}, patience=_ACT
    ),
    types.TEXT_DOCUMENT_CODE_ACTION: Answer("editing.actions.code_actions", patience=_GLANCE),
    types.TEXT_DOCUMENT_PREPARE_RENAME: Answer("editing.rename.prepare", at=At.CONTRACT),
    types.TEXT_DOCUMENT_RENAME: Answer("editing.rename.rename", at=At.CONTRACT),
    types.WORKSPACE_EXECUTE_COMMAND: Answer("editing.commands.execute", patience=_ACT),
    PLACES: Answer("display.lens.places", nothing=[], patience=_ACT),
    PROBLEMS: Answer("display.problems.problems", nothing={"found": {}}, patience=_ACT, renewed=True),
    CONTRACTS: Answer("display.contracts.contracts"),
    SUMMARY: Answer("display.contracts.summary"),
}
