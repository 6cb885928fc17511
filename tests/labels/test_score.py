"""The scoring itself, and what every label file must hold. No checkout and no run of Seamark is needed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from score import (
    Jump,
    Port,
    compare,
    found_jumps,
    found_ports,
    in_scope,
    labelled_jumps,
    labelled_ports,
    main,
    mechanism,
)

ROUTE = {
    "role": "exposes",
    "key": "GET /users/{}",
    "file": "api.py",
    "line": 3,
    "handler": {"file": "api.py", "line": 4},
}
CALL = {
    "role": "consumes",
    "key": "GET /users/{}",
    "file": "web.ts",
    "line": 9,
    "handler": {"file": "api.py", "line": 4},
}
FOREIGN = {"role": "consumes", "key": "GET /mail", "file": "web.ts", "line": 12, "handler": None}

KEYS = {
    "http": r"[A-Z]+ /(?!.*([^ ]/$|\?|#|//)).*",
    "grpc": r"[A-Za-z_]\w*/[A-Za-z_]\w*",
    "queue": r"\S(.*\S)?",
    "temporal": r"\S(.*\S)?",
}

LABEL_FILES = sorted(Path(__file__).parent.glob("*.json"))


def link(line: int = 9, **provider: Any) -> dict[str, Any]:
    consumer = {"role": "consumes", "key": "GET /users/{}", "file": "web.ts", "line": line}
    return {
        "key": "GET /users/{}",
        "match": "exact",
        "consumer": consumer,
        "provider": {"file": "api.py", "line": 3} | provider,
    }


def test_equal_sets_are_perfect() -> None:
    score = compare(labelled_ports([ROUTE, CALL]), found_ports([ROUTE, CALL]))
    assert (score.precision, score.recall) == (1.0, 1.0)
    assert not score.missed and not score.false


def test_a_wrong_key_is_missed_and_false() -> None:
    score = compare(labelled_ports([ROUTE, CALL]), found_ports([ROUTE, CALL | {"key": "GET /users"}]))
    assert score.missed == [Port("web.ts", 9, "http", "GET /users/{}", "consumes")]
    assert score.false == [Port("web.ts", 9, "http", "GET /users", "consumes")]
    assert (score.precision, score.recall) == (0.5, 0.5)


def test_a_mechanism_is_http_unless_it_is_named() -> None:
    call = CALL | {"mechanism": "queue"}
    score = compare(labelled_ports([CALL]), found_ports([call]))
    assert not labelled_ports([CALL]) ^ found_ports([CALL | {"mechanism": "http"}])
    assert (len(score.missed), len(score.false)) == (1, 1)
    assert labelled_jumps([call]) == {Jump("web.ts", 9, "queue", "GET /users/{}", "api.py", 4)}


def test_nothing_found_has_no_precision() -> None:
    score = compare(labelled_ports([ROUTE]), set())
    assert (score.precision, score.recall) == (None, 0.0)


def test_documents_do_not_count_and_tests_do() -> None:
    assert found_ports([ROUTE | {"contract": True}]) == set()
    assert found_jumps([link(contract=True, handler_file=None, handler_line=None)]) == set()
    assert len(found_ports([CALL | {"contract": False, "test": True}])) == 1


def test_jumps_are_labelled_only_where_a_handler_is() -> None:
    assert labelled_jumps([ROUTE, CALL, FOREIGN]) == {Jump("web.ts", 9, "http", "GET /users/{}", "api.py", 4)}


def test_each_further_provider_is_a_false_jump() -> None:
    links = [link(handler_file="api.py", handler_line=4), link(handler_file="api.py", handler_line=8)]
    score = compare(labelled_jumps([CALL]), found_jumps(links))
    assert score.false == [Jump("web.ts", 9, "http", "GET /users/{}", "api.py", 8)]
    assert (score.precision, score.recall) == (0.5, 1.0)


def test_a_provider_without_a_handler_leads_to_itself() -> None:
    expected = {Jump("web.ts", 9, "http", "GET /users/{}", "api.py", 3)}
    assert found_jumps([link()]) == found_jumps([link(handler_file=None, handler_line=None)]) == expected


def test_a_checkout_without_labels_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no label file" in capsys.readouterr().err


def test_a_part_of_a_checkout_is_labelled() -> None:
    file = {"only": ["api", "web/http.ts"], "except": ["api/tests"]}
    assert in_scope("api/users.py", [file]) and in_scope("web/http.ts", [file])
    assert not in_scope("api/tests/users.py", [file])
    assert not in_scope("apis/users.py", [file])
    assert in_scope("apis/users.py", [file, {}])


@pytest.mark.parametrize("path", LABEL_FILES, ids=lambda path: path.stem)
def test_label_files_are_well_formed(path: Path) -> None:
    file = json.loads(path.read_text("utf-8"))
    assert re.fullmatch(r"[0-9a-f]{40}", file["commit"]) and file["repository"] and file["read"]
    ports = file["ports"]
    positions = [(label["file"], label["line"]) for label in ports]
    assert positions == sorted(positions)
    assert len(labelled_ports(ports)) == len(ports)
    for label in ports:
        assert set(label) - {"mechanism"} == {"role", "key", "file", "line", "handler"}
        assert label["role"] in ("exposes", "consumes")
        assert re.fullmatch(KEYS[mechanism(label)], label["key"])
    handlers = [label["handler"] for label in ports if label["role"] == "exposes"]
    assert all(label["handler"] in [None, *handlers] for label in ports)
