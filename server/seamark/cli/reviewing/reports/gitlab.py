"""GitLab's report of code quality ("Code Quality report format")."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from seamark.escaping import json_text

from .reported import ReportedFinding

_SEVERITIES = {"error": "major", "warning": "minor", "hint": "info"}


def report(found: Sequence[ReportedFinding]) -> str:
    """A list of all findings. GitLab tells them apart by their fingerprints, so equal ones are numbered."""
    seen: Counter[str] = Counter()
    rows = []
    for one in found:
        rows.append(_row(one, seen[one.fingerprint]))
        seen[one.fingerprint] += 1
    return json_text(rows, indent=2) + "\n"


def _row(one: ReportedFinding, number: int) -> dict[str, object]:
    fingerprint = hashlib.sha256(f"{one.fingerprint}{number}".encode()).hexdigest() if number else one.fingerprint
    return {
        "description": one.message,
        "check_name": one.kind,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[one.severity],
        "location": {"path": one.where.file, "lines": {"begin": one.where.line, "end": one.where.end_line}},
    }
