"""The library as the specification describes it (4), on real directories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import seamark
from seamark import (
    CAdapter,
    CppAdapter,
    DuplicateNodeError,
    Graph,
    NodeKind,
    Port,
    PythonAdapter,
    RelationKind,
    RustAdapter,
    TypeScriptAdapter,
    port,
)
from seamark.index import Index
from seamark.languages import LANGUAGES
from seamark.resolve.recognition import find
from seamark.resolve.workspace_facts.view import View

API = """\
from fastapi import FastAPI
app = FastAPI()
@app.get("/engines/{engine_id}")
def read_engine(engine_id): ...
"""
WEB = "export const engine = (id: string) => fetch(`http://api/engines/${id}`)\n"


@pytest.fixture
def services(tmp_path: Path) -> Path:
    (tmp_path / "api").mkdir()
    (tmp_path / "web").mkdir()
    (tmp_path / "api" / "main.py").write_text(API)
    (tmp_path / "web" / "app.ts").write_text(WEB)
    return tmp_path


@pytest.mark.spec("2.2.id", "4.analyze", "4.merge", "4.2.3")
def test_two_adapters_meet_at_one_boundary(services: Path) -> None:
    graph = PythonAdapter().analyze(str(services / "api"))
    graph.merge(TypeScriptAdapter().analyze(services / "web"), allow_shared=True)
    assert graph.link_boundaries() == 1
    assert graph.link_boundaries() == 0
    (boundary,) = graph.nodes_by_kind(NodeKind.BOUNDARY)
    assert (boundary.id, boundary.qualified_name) == ("acfc953e2d84d7b4", "http:GET /engines/{}")
    sides = {
        (edge.kind.name, graph.nodes[edge.source_id].qualified_name, edge.metadata["confidence"])
        for edge in graph.incoming(boundary.id)
    }
    assert sides == {("EXPOSES", "read_engine", 1.0), ("CONSUMES", "engine", 0.9)}
    (link,) = [edge for edge in graph.relations if edge.kind is RelationKind.COMMUNICATES_WITH]
    names = [graph.nodes[link.source_id].qualified_name, graph.nodes[link.target_id].qualified_name]
    assert (*names, link.metadata["boundary_key"]) == ("engine", "read_engine", "GET /engines/{}")


@pytest.mark.spec("2.3.metadata")
def test_an_edge_says_what_and_where(services: Path) -> None:
    (edge,) = PythonAdapter().analyze(services).relations
    assert edge.metadata.items() >= {
        *{"mechanism": "http", "key": "GET /engines/{}", "role": "exposes", "language": "python"}.items(),
        *{"file": "api/main.py", "line": 3, "column": 11, "end_line": 3, "end_column": 31}.items(),
    }


ENCLOSED = """\
import requests
requests.get("http://api/file")
class Client:
    session = requests.Session()
    def method(self):
        return self.session.get("http://api/method")
def around():
    def innermost():
        return requests.get("http://api/innermost")
    requests.get("http://api/around")
"""


@pytest.mark.spec("2.6.function", "2.6.method", "2.6.file")
def test_a_port_is_attached_to_the_innermost_definition_around_it(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(ENCLOSED)
    graph = PythonAdapter().analyze(tmp_path)
    around = {edge.metadata["key"]: graph.nodes[edge.source_id] for edge in graph.relations}
    assert {key: (node.kind, node.qualified_name) for key, node in around.items()} == {
        "GET /file": (NodeKind.FILE, "calls.py"),
        "GET /method": (NodeKind.METHOD, "Client.method"),
        "GET /innermost": (NodeKind.FUNCTION, "around.innermost"),
        "GET /around": (NodeKind.FUNCTION, "around"),
    }


@pytest.mark.spec("2.6.handler")
def test_the_graph_tells_which_handler_serves_a_route(services: Path) -> None:
    graph = PythonAdapter().analyze(services)
    (boundary,) = graph.nodes_by_kind(NodeKind.BOUNDARY)
    (edge,) = graph.incoming(boundary.id)
    assert graph.nodes[edge.metadata["handler_id"]].qualified_name == "read_engine"


def test_an_adapter_reads_its_language_only(services: Path) -> None:
    kinds = {node.metadata.get("file") for node in PythonAdapter().analyze(services).nodes.values()}
    assert kinds == {None, "api/main.py"}


def test_c_and_cpp_share_headers(tmp_path: Path) -> None:
    (tmp_path / "api.h").write_text('#include <curl/curl.h>\n#define USERS "http://api/users"\n')
    call = '#include "api.h"\nvoid f(CURL *c) {{ curl_easy_setopt(c, CURLOPT_URL, {}); curl_easy_perform(c); }}\n'
    (tmp_path / "one.c").write_text(call.format("USERS"))
    (tmp_path / "two.cpp").write_text(call.format('"http://api/posts"'))
    for adapter, key in ((CAdapter, "GET /users"), (CppAdapter, "GET /posts")):
        assert [node.name for node in adapter().analyze(tmp_path).nodes_by_kind(NodeKind.BOUNDARY)] == [key]


def test_each_language_has_its_adapter() -> None:
    adapters = [value for name in seamark.__all__ if isinstance(value := getattr(seamark, name), type)]
    languages = [
        language for adapter in adapters if issubclass(adapter, seamark.Adapter) for language in adapter.languages or ()
    ]
    known = {*(language.name for language in LANGUAGES), "json", "yaml"}
    assert sorted(languages) == sorted(known), "server/seamark/adapters.py, server/seamark/__init__.py"


def test_a_workspace_is_linked(services: Path) -> None:
    graph = seamark.analyze_workspace(services)
    assert any(edge.kind is RelationKind.COMMUNICATES_WITH for edge in graph.relations)
    assert seamark.from_json(seamark.to_json(graph)).nodes == graph.nodes


def test_services_that_look_alike_collide_loudly(services: Path) -> None:
    (services / "api" / "more.py").write_text("# another one\n")
    one = PythonAdapter().analyze(services / "api", label="x")
    (services / "api" / "main.py").write_text(API + "# changed\n")
    with pytest.raises(DuplicateNodeError, match="label"):
        one.merge(PythonAdapter().analyze(services / "api", label="x"), allow_shared=True)
    one.merge(PythonAdapter().analyze(services / "api", label="y"), allow_shared=True)


def test_no_such_directory(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="nowhere"):
        PythonAdapter().analyze(tmp_path / "nowhere")


def test_every_public_name_is_there() -> None:
    assert all(getattr(seamark, name) is not None for name in seamark.__all__)
    with pytest.raises(AttributeError):
        _ = seamark.nothing


def rpc(source: bytes, path: str) -> Iterator[Port]:
    """Finds `# GET /x` comments: a contract that Seamark does not know."""
    for match in re.finditer(rb"# (GET /\S+)", source):
        yield port("http", match[1].decode(), "exposes", *match.span(1), confidence=0.7, framework="comments")


def broken(source: bytes, path: str) -> Iterator[Port]:
    """Somebody's mistake."""
    raise RuntimeError("oh")


def test_custom_extractors(services: Path) -> None:
    (services / "api" / "notes.py").write_text("def f():\n    # GET /engines/7\n    pass\n")
    index = Index([services], extractors=[rpc, broken])
    index.load()
    (found,) = [p for p in index.ports() if p.framework == "comments"]
    assert (found.key, found.symbol.qualified_name, found.service) == ("GET /engines/{}", "f", "")
    assert {p.key for p in index.ports("api/main.py")} == {"GET /engines/{}"}
    assert "an extractor failed: RuntimeError: oh" in {p.reason for p in index.problems()}
    assert isinstance(index.graph(), Graph)


class Offered:
    """An entry point as a distribution would offer it."""

    def __init__(self, name: str, offers: object) -> None:
        self.name = name
        self.offers = offers

    def load(self) -> object:
        if isinstance(self.offers, Exception):
            raise self.offers
        return self.offers


def test_installed_extractors(services: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [Offered("rpc", rpc), Offered("gone", ImportError("no such module"))]
    installed = services / "installed" / "rpc-1.dist-info"
    installed.mkdir(parents=True)
    (installed / "entry_points.txt").write_text("[seamark.extractors]\nrpc = rpc:rpc\n")
    monkeypatch.syspath_prepend(installed.parent)
    monkeypatch.setattr("seamark.index.user_extractors._entry_points", lambda: points)
    (services / "api" / "notes.py").write_text("# GET /notes\n")
    index = Index([services])
    index.load()
    assert "GET /notes" in {p.key for p in index.ports()}
    assert [p.reason for p in index.problems()] == ["the extractor gone cannot be loaded: ImportError: no such module"]


@pytest.mark.parametrize("wrong", [("soap", "x", "exposes", 0, 1), ("http", "GET /", "both", 0, 1)])
def test_a_port_that_cannot_be(wrong: tuple[str, str, str, int, int]) -> None:
    with pytest.raises(ValueError, match="no such port"):
        port(*wrong, confidence=1.0)


def test_a_mistake_of_ours_costs_one_file(services: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(project: object, relations: object, view: View) -> object:
        if view.path.endswith(".ts"):
            raise ZeroDivisionError("ours")
        return find(project, relations, view)  # type: ignore[arg-type]

    monkeypatch.setattr("seamark.resolve.recognition.find", mistaken)
    index = Index([services])
    index.load()
    assert [port.path for port in index.ports()] == ["api/main.py"]
    assert [(p.path, p.reason) for p in index.problems()] == [
        ("web/app.ts", "cannot be analysed: ZeroDivisionError: ours")
    ]


def test_progress_is_told_file_by_file(services: Path) -> None:
    told: list[tuple[int, int]] = []
    Index([services]).load(lambda done, count: told.append((done, count)))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_classes_within_classes_cost_no_more_than_their_budget(tmp_path: Path) -> None:
    depth = 40
    classes = "".join(f"class A{level} : public ::lib::B{level} {{\n" for level in range(depth))
    call = 'void f() { httplib::Client client("http://api"); client.Get("/engines"); }\n'
    (tmp_path / "a.cpp").write_text(
        "#include <httplib.h>\n" + classes + call + "};\n" * depth + f"struct Own {{ {call} }};\n"
    )
    keys = [node.qualified_name for node in CppAdapter().analyze(tmp_path).nodes_by_kind(NodeKind.BOUNDARY)]
    assert keys == ["http:GET /engines"]


def test_tables_of_many_routes_are_read_whole(tmp_path: Path) -> None:
    count = 150
    mounted = "".join(f'#[get("/r{n}")]\nfn r{n}() {{}}\n' for n in range(count))
    listed = ", ".join(f"r{n}" for n in range(count))
    (tmp_path / "main.rs").write_text(
        "#[macro_use] extern crate rocket;\n"
        f'#[launch]\nfn serve() -> _ {{ rocket::build().mount("/api", routes![{listed}]) }}\n{mounted}'
    )
    table = "".join(f'    ("/r{n}", lambda: ""),\n' for n in range(count))
    (tmp_path / "app.py").write_text(
        f"from flask import Flask\n\napp = Flask(__name__)\nTABLE = [\n{table}]\n"
        "for path, view in TABLE:\n    app.add_url_rule(path, view_func=view)\n"
    )
    for adapter, prefix in ((RustAdapter(), "/api"), (PythonAdapter(), "")):
        found = {node.qualified_name for node in adapter.analyze(tmp_path).nodes_by_kind(NodeKind.BOUNDARY)}
        assert found == {f"http:GET {prefix}/r{n}" for n in range(count)}


@pytest.mark.parametrize("last", ["['/last']", "[...p39, ...p0]"])
def test_lists_that_hold_others_many_times_cost_no_more_than_their_budget(tmp_path: Path, last: str) -> None:
    lists = "".join(f"const p{level} = [...p{level + 1}, ...p{level + 1}];\n" for level in range(40))
    (tmp_path / "app.js").write_text(
        f"const express = require('express');\nconst app = express();\nconst p40 = {last};\n{lists}"
        "for (const path of p0) app.get(path, (req, res) => res.end());\n"
        "app.get(p0[99999999999999999999], (req, res) => res.end());\n"
        "app.get('/own', (req, res) => res.end());\n"
    )
    found = {node.qualified_name for node in TypeScriptAdapter().analyze(tmp_path).nodes_by_kind(NodeKind.BOUNDARY)}
    assert "http:GET /own" in found
