"""What the client says about itself in `initialize`.

It is read from the bare JSON: clients send values that lsprotocol does not know, and nothing of that may keep the
server from starting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from seamark.source.lines import Encoding

from . import uris


class Client(msgspec.Struct, frozen=True):
    """The parts of a client's capabilities and options that make a difference to us."""

    encoding: Encoding = "utf-16"
    links: bool = False
    markdown: bool = False
    progress: bool = False
    watches: bool = False
    folders: tuple[str, ...] = ()
    process: int | None = None
    hierarchical_symbols: bool = False
    shows_documents: bool = False
    creates_files: bool = False
    code_actions: bool = False
    snippets: bool = False
    resolves_edits: bool = False
    prepares_rename: bool = False
    pulls_diagnostics: bool = False
    refreshes: tuple[str, ...] = ()
    related_information: bool = False
    code_descriptions: bool = False
    commands: tuple[str, ...] = ()
    hears_of_changes: bool = False
    call_hierarchy: bool = False
    definition_on_provider: bool = False
    configures: bool = False
    registers_settings: bool = False
    options: dict[str, Any] = {}
    """The initialization options as they came."""
    settings: dict[str, Any] = {}
    """What is set by the client: see `seamark.settings.Layer`."""


def client_from(params: Mapping[str, Any]) -> Client:
    """Understand the parameters of `initialize`; what is missing or strange counts as not supported."""
    capabilities = params.get("capabilities")
    process = params.get("processId")
    options = params.get("initializationOptions")
    return Client(
        encoding=_encoding(_get(capabilities, "general", "positionEncodings")),
        links=_get(capabilities, "textDocument", "definition", "linkSupport") is True,
        markdown="markdown" in _list(_get(capabilities, "textDocument", "hover", "contentFormat")),
        progress=_get(capabilities, "window", "workDoneProgress") is True,
        watches=_get(capabilities, "workspace", "didChangeWatchedFiles", "dynamicRegistration") is True,
        folders=_folders(params),
        process=process if type(process) is int and process > 0 else None,
        hierarchical_symbols=_get(capabilities, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
        is True,
        creates_files="create" in _list(_get(capabilities, "workspace", "workspaceEdit", "resourceOperations")),
        code_actions=_get(capabilities, "textDocument", "codeAction", "codeActionLiteralSupport") is not None,
        snippets=_get(capabilities, "textDocument", "completion", "completionItem", "snippetSupport") is True,
        resolves_edits="additionalTextEdits"
        in _list(_get(capabilities, "textDocument", "completion", "completionItem", "resolveSupport", "properties")),
        prepares_rename=_get(capabilities, "textDocument", "rename", "prepareSupport") is True,
        refreshes=tuple(
            name
            for name in ("codeLens", "inlayHint", "diagnostics")
            if _get(capabilities, "workspace", name, "refreshSupport") is True
        ),
        # One that cannot be told to ask anew would go on showing what was so before a change elsewhere.
        pulls_diagnostics=_get(capabilities, "textDocument", "diagnostic") is not None
        and _get(capabilities, "workspace", "diagnostics", "refreshSupport") is True,
        related_information=_get(capabilities, "textDocument", "publishDiagnostics", "relatedInformation") is True,
        code_descriptions=_get(capabilities, "textDocument", "publishDiagnostics", "codeDescriptionSupport") is True,
        shows_documents=_get(capabilities, "window", "showDocument", "support") is True,
        hears_of_changes=_get(params, "initializationOptions", "changes") is True,
        commands=tuple(_list(_get(params, "initializationOptions", "commands"))),
        call_hierarchy=_get(options, "callHierarchy", "enabled") is True,
        definition_on_provider=_get(options, "definitionOnProvider") == "self",
        configures=_get(capabilities, "workspace", "configuration") is True,
        registers_settings=_get(capabilities, "workspace", "didChangeConfiguration", "dynamicRegistration") is True,
        options=dict(options) if isinstance(options, Mapping) else {},
    )


def _encoding(offered: Any) -> Encoding:
    """UTF-16 wherever it is offered: an editor's other servers speak it too."""
    kinds = _list(offered)
    order: tuple[Encoding, ...] = ("utf-16", "utf-8", "utf-32")
    return next((encoding for encoding in order if encoding in kinds), "utf-16")


def _folders(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The URIs of the workspace's folders, by the newest of the three ways to state them that says something."""
    folders = tuple(
        uri for folder in _list(params.get("workspaceFolders")) if isinstance(uri := _get(folder, "uri"), str)
    )
    if folders:
        return folders
    root_uri, root_path = params.get("rootUri"), params.get("rootPath")
    if isinstance(root_uri, str) and root_uri:
        return (root_uri,)
    return (uris.from_native(root_path, windows=uris.WINDOWS),) if isinstance(root_path, str) and root_path else ()


def _get(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
