"""The specification's example (2.9): eight projects, merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark import (
    CAdapter,
    CppAdapter,
    GoAdapter,
    Graph,
    NodeKind,
    PhpAdapter,
    PythonAdapter,
    RelationKind,
    RustAdapter,
    TypeScriptAdapter,
    YamlAdapter,
)

pytestmark = pytest.mark.slow

ENGINES = Path(__file__).parents[2] / "fixtures" / "engines"
ADAPTERS = {
    "c": CAdapter,
    "cpp": CppAdapter,
    "go": GoAdapter,
    "php": PhpAdapter,
    "python": PythonAdapter,
    "rust": RustAdapter,
    "typescript": TypeScriptAdapter,
    "yaml": YamlAdapter,
}


@pytest.fixture(scope="module")
def graph() -> Graph:
    graph = Graph()
    for project, adapter in ADAPTERS.items():
        graph.merge(adapter().analyze(ENGINES / project), allow_shared=True)
    return graph


@pytest.mark.spec("2.9", "2.2.id", "4.merge")
def test_six_languages_meet_at_one_boundary(graph: Graph) -> None:
    boundary = graph.nodes["acfc953e2d84d7b4"]
    assert boundary.qualified_name == "http:GET /engines/{}"
    lines = [
        "{language} {role} {confidence} {file}:{line}".format(**edge.metadata) for edge in graph.incoming(boundary.id)
    ]
    assert sorted(lines) == [
        "c consumes 0.7 register.c:10",
        "cpp consumes 0.7 register.cpp:14",
        "php consumes 0.9 src/EngineRegister.php:23",
        "python consumes 0.9 register.py:16",
        "typescript consumes 0.9 src/engines.ts:11",
        "yaml exposes 1.0 openapi.yaml:28",
    ]


def test_the_other_two_have_contracts_of_their_own(graph: Graph) -> None:
    sides = {
        boundary.name: sorted(edge.metadata["language"] for edge in graph.incoming(boundary.id))
        for boundary in graph.nodes_by_kind(NodeKind.BOUNDARY)
    }
    del sides["GET /engines/{}"]
    assert sides == {
        "GET /alarms/{}": ["rust", "typescript"],
        "GET /engines": ["yaml"],
        "GET /readings/{}": ["go", "rust"],
        "POST /readings": ["c", "go"],
    }


@pytest.mark.spec("2.4.product", "4.1.1", "4.1.7", "4.2.3")
def test_every_caller_is_linked_to_who_serves_it(graph: Graph) -> None:
    assert graph.link_boundaries() == 8
    links = [
        f"{graph.nodes[link.source_id].qualified_name} -> {graph.nodes[link.target_id].qualified_name}"
        f" {link.metadata['boundary_key']} {link.confidence}"
        for link in graph.relations
        if link.kind is RelationKind.COMMUNICATES_WITH
    ]
    assert sorted(links) == [
        "EngineRegister.engine -> openapi.yaml GET /engines/{} 0.9",
        "alarms -> main GET /alarms/{} 0.9",
        "engine -> openapi.yaml GET /engines/{} 0.7",
        "engine -> openapi.yaml GET /engines/{} 0.9",
        "engine -> openapi.yaml GET /engines/{} 0.9",
        "hand_in -> main POST /readings 0.85",
        "of -> main GET /readings/{} 0.85",
        "print_engine -> openapi.yaml GET /engines/{} 0.7",
    ]
