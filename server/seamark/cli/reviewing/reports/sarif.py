"""SARIF 2.1.0, the format of results of static analysis (OASIS): GitHub, Azure DevOps and editors read it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from seamark import __version__
from seamark.escaping import SARIF, escape_text, json_text
from seamark.settings import Settings

from .reported import ELSEWHERE, RULES, ReportedFinding, Rule, Where

_LEVELS = {"error": "error", "warning": "warning", "hint": "note", "off": "none"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RULES = tuple(RULES)


def report(found: Sequence[ReportedFinding]) -> str:
    """One run, with a rule for each kind and a result for each finding. Paths are from the current folder."""
    driver = {"name": "Seamark", "version": __version__, "rules": [_rule(kind) for kind in _RULES]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(one) for one in found]}
    return json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(kind: Rule) -> dict[str, Any]:
    standard = "warning" if kind == ELSEWHERE else Settings().diagnostics.of(kind)
    return {
        "id": kind,
        "shortDescription": {"text": RULES[kind]},
        "defaultConfiguration": {"enabled": standard != "off", "level": _LEVELS[standard]},
    }


def _result(one: ReportedFinding) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": _place(one.where)}
    if one.symbol:
        location["logicalLocations"] = [{"fullyQualifiedName": one.symbol}]
    result = {
        "ruleId": one.kind,
        "ruleIndex": _RULES.index(one.kind),
        "level": _LEVELS[one.severity],
        "message": _message(one.message),
        "locations": [location],
        "partialFingerprints": {"seamarkIdentity/v1": one.fingerprint},
    }
    if one.related:
        result["relatedLocations"] = [
            {"physicalLocation": _place(where), "message": _message(said)} for where, said in one.related
        ]
    return result


def _message(said: str) -> dict[str, str]:
    return {"text": escape_text(said, SARIF)}


def _place(where: Where) -> dict[str, Any]:
    region = {
        "startLine": where.line,
        "startColumn": where.column,
        "endLine": where.end_line,
        "endColumn": where.end_column,
    }
    return {"artifactLocation": _artifact(where.file), "region": region}


def _artifact(file: str) -> dict[str, str]:
    if PurePath(file).is_absolute():
        return {"uri": PurePath(file).as_uri()}
    return {"uri": quote(file, errors="surrogateescape"), "uriBaseId": "%SRCROOT%"}
