from __future__ import annotations

import re

import msgspec

from seamark.cli.graphs.pictures import dot, mermaid
from tests.unit.cli.fake import CALL, Fake

BOUNDARIES = Fake().boundaries()
HOSTILE = [msgspec.structs.replace(boundary, key='GET /"]; a -> b\n<i>#`\\') for boundary in Fake().boundaries()[:1]]


def test_graphviz_draws_from_consumer_over_contract_to_handler() -> None:
    text = dot(BOUNDARIES)
    assert text.startswith("digraph seamark {\n") and text.endswith("\n}")
    (users,) = re.findall(r'^  (k\d+) \[label="GET /users/{}"', text, re.MULTILINE)
    (read,) = re.findall(r'^    (c\d+) \[label="read\\napi/handlers.py"\]', text, re.MULTILINE)
    (web,) = re.findall(rf'^    (c\d+) \[label="{CALL.path}"\]', text, re.MULTILINE)
    assert f"  {web} -> {users}\n" in text and f"  {users} -> {read}\n" in text


def test_graphviz_dashes_what_has_one_side() -> None:
    dashed = [line for line in dot(BOUNDARIES).splitlines() if "dashed" in line]
    assert len(dashed) == 2
    assert not any("/users" in line for line in dashed)


def test_mermaid_draws_the_same() -> None:
    text = mermaid(BOUNDARIES)
    assert text.startswith("flowchart LR\n")
    assert text.count(" --> ") == dot(BOUNDARIES).count(" -> ") == 4
    assert '(["GET /users/{}"])' in text
    assert re.search(r"^  class k0,k1 alone$", text, re.MULTILINE)


def test_nothing_from_the_workspace_ends_a_label() -> None:
    assert '[label="GET /\\"]; a -> b\\\\x0a<i>#`\\\\", shape' in dot(HOSTILE)
    assert '(["GET /#34;]; a -#62; b#92;x0a#60;i#62;#35;#96;#92;"])' in mermaid(HOSTILE)


def test_nothing_found_is_an_empty_picture() -> None:
    assert dot([]) == "digraph seamark {\n  rankdir=LR\n  node [shape=box, style=rounded]\n}"
    assert mermaid([]) == "flowchart LR"
