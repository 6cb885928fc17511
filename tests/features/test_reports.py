"""The forms in which findings go to other programs, by these programs' own schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import xmlschema
from jsonschema import Draft4Validator

from seamark.cli.reviewing.reports import ReportedFinding, form
from seamark.cli.reviewing.reports.reported import Where
from seamark.review import KINDS

SCHEMAS = Path(__file__).parents[1] / "schemas"
SARIF = Draft4Validator(
    json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text("utf-8")), format_checker=Draft4Validator.FORMAT_CHECKER
)
JUNIT = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")

ROUTE = Where("api/main.py", "shop/api/main.py", 7, 12, 7, 20)
CALL = Where("web/a b%ü.ts", "shop/web/a b%ü.ts", 3, 5, 4, 9)
ELSEWHERE = Where("x.py", "/elsewhere/x.py", 1, 1, 1, 4)
WARNING = ReportedFinding(
    severity="warning",
    kind="verb-mismatch",
    message="`PUT /a` is not served,\nbut 100% of\x1b `GET /a`: <is>",
    root="shop",
    path="web/a b%ü.ts",
    key="PUT /a",
    mechanism="http",
    symbol="Client.put",
    where=CALL,
    source="fetch(",
    related=((ROUTE, "`GET /a` is here"),),
)
HINT = ReportedFinding("hint", "served-twice", "twice", "shop", "x.py", "GET /b", "http", "", ELSEWHERE, "@get('/b')")
ERROR = WARNING._replace(severity="error", where=ROUTE, path="api/main.py")
SETS: list[list[ReportedFinding]] = [[], [WARNING], [WARNING, WARNING, HINT, ERROR]]


@pytest.mark.parametrize("found", SETS)
def test_sarif_is_valid(found: list[ReportedFinding]) -> None:
    log = json.loads(form("sarif")(found))
    SARIF.validate(log)
    [run] = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [*KINDS, "broken-elsewhere"]
    assert [run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] for one in run["results"]] == [
        one.kind for one in found
    ]


def test_the_schema_of_sarif_refuses_what_is_none() -> None:
    log = json.loads(form("sarif")([WARNING]))
    log["runs"][0]["results"][0]["level"] = "hint"
    assert not SARIF.is_valid(log)


def test_sarif_says_where_and_what_it_is_the_same_by() -> None:
    first, again, hint, _ = json.loads(form("sarif")(SETS[2]))["runs"][0]["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "shop/web/a%20b%25%C3%BC.ts", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 4, "endColumn": 9}
    assert first["partialFingerprints"] == again["partialFingerprints"] != hint["partialFingerprints"]
    assert hint["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/x.py"}
    assert (first["level"], hint["level"]) == ("warning", "note")


@pytest.mark.parametrize("found", SETS)
def test_junit_is_valid(found: list[ReportedFinding]) -> None:
    text = form("junit")(found)
    JUNIT.validate(text)
    (counts,) = re.findall(r'<testsuites name="seamark check" tests="(\d+)" failures="(\d+)"', text)
    assert counts == (str(len(found) or 1), str(sum(one.severity != "hint" for one in found)))
    assert text.count("<testcase ") == int(counts[0])


def test_the_schema_of_junit_refuses_what_is_none() -> None:
    assert not JUNIT.is_valid(form("junit")([WARNING]).replace("<failure", "<fault").replace("</failure", "</fault"))


def test_github_shows_it_beside_the_line() -> None:
    assert form("github")([WARNING, HINT]) == (
        "::warning file=shop/web/a b%25ü.ts,line=3,endLine=4,title=seamark verb-mismatch::"
        "`PUT /a` is not served,\\x0abut 100%25 of\\x1b `GET /a`: <is> (`GET /a` is here: shop/api/main.py:7)\n"
        "::notice file=/elsewhere/x.py,line=1,endLine=1,title=seamark served-twice,col=1,endColumn=4::twice\n"
    )


def test_gitlab_tells_findings_apart() -> None:
    rows: list[dict[str, Any]] = json.loads(form("gitlab")(SETS[2]))
    assert len({row["fingerprint"] for row in rows}) == len(rows)
    assert [row["severity"] for row in rows] == ["minor", "minor", "info", "major"]
    assert rows[0]["location"] == {"path": "shop/web/a b%ü.ts", "lines": {"begin": 3, "end": 4}}
    assert rows[0]["fingerprint"] == json.loads(form("gitlab")([WARNING]))[0]["fingerprint"]


def test_a_line_of_json_has_all_fields() -> None:
    (row,) = map(json.loads, form("jsonl")([WARNING]).splitlines())
    assert list(row) == [
        *("root", "severity", "kind", "message", "key", "file", "line", "column", "end_line", "end_column"),
        *("mechanism", "symbol", "related"),
    ]
    assert row["related"][0]["file"] == "api/main.py"
