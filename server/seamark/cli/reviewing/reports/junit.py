"""A report of tests, which nearly every system of continuous integration shows (Jenkins' schema `junit-10.xsd`)."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from seamark.escaping import escape_text

from .reported import ReportedFinding

_NAME = "seamark check"


def report(found: Sequence[ReportedFinding]) -> str:
    """A test case for each finding: a failed one, or, for hints, a skipped one. Without findings, one that passed."""
    suites = ET.Element("testsuites", {"name": _NAME, **_counts(found)})
    suite = ET.SubElement(suites, "testsuite", {"name": _NAME, **_counts(found), "skipped": str(_count_skipped(found))})
    for one in found:
        where = f"{one.where.file}:{one.where.line}:{one.where.column}"
        case = ET.SubElement(suite, "testcase", classname=_text(one.where.file), name=_text(f"{one.kind} {one.key}"))
        outcome = "skipped" if one.severity == "hint" else "failure"
        said = ET.SubElement(case, outcome, type=one.kind, message=_text(one.message))
        said.text = _text(f"{where}: {one.severity}: {one.message}")
    if not found:
        ET.SubElement(suite, "testcase", classname="seamark", name="check")
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _counts(found: Sequence[ReportedFinding]) -> dict[str, str]:
    return {"tests": str(len(found) or 1), "failures": str(len(found) - _count_skipped(found)), "errors": "0"}


def _count_skipped(found: Sequence[ReportedFinding]) -> int:
    return sum(one.severity == "hint" for one in found)


def _text(said: str) -> str:
    """Without the characters that XML cannot have; the rest is up to who writes the tree."""
    return escape_text(said)
