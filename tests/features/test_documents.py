"""What an editor asks of documents, and what files of other names and languages are not asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark import PythonAdapter, YamlAdapter
from seamark.documents import is_document
from seamark.index import Index
from seamark.lsp import uris
from seamark.lsp.features.display.hover import hover
from seamark.lsp.features.navigation.references import references
from seamark.lsp.hover_text import write
from seamark.lsp.markup import Plain
from seamark.lsp.organisation.everywhere import Everywhere
from seamark.lsp.positions import Positions

OPENAPI = "openapi: 3.0.0\npaths:\n  /users/{id}:\n    get: {}\n"
FILES = {
    "openapi.yaml": OPENAPI,
    "api/main.py": 'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/users/{id}")\ndef read(id): ...\n',
    "web/app.ts": "fetch(`/users/${id}`)\n",
}
ON_VERB = OPENAPI.index("get")


@pytest.fixture
def index(tmp_path: Path) -> Index:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    made = Index([tmp_path])
    made.load()
    return made


def test_hovering_over_an_operation_shows_its_handlers_and_its_calls(index: Index) -> None:
    found = hover(index, "openapi.yaml", ON_VERB)
    assert found is not None
    text = write(found, Plain(), Positions(Everywhere(index), "utf-16", uris.from_path))
    assert "GET /users/{} · HTTP · provider · confidence 1.00" in text
    assert "1 handler:\n\n- api/main.py:4 read" in text
    assert "1 consumer:\n\n- web/app.ts:1" in text


def test_references_of_an_operation_are_its_calls_and_its_providers(index: Index) -> None:
    calls = references(index, "openapi.yaml", ON_VERB, include_declaration=False)
    assert [place.path for place in calls] == ["web/app.ts"]
    all_places = references(index, "openapi.yaml", ON_VERB, include_declaration=True)
    assert [place.path for place in all_places] == ["web/app.ts", "api/main.py", "openapi.yaml"]


def test_nothing_is_said_beside_the_verb(index: Index) -> None:
    assert hover(index, "openapi.yaml", OPENAPI.index("/users")) is None
    assert hover(index, "openapi.yaml", 0) is None


def test_documents_have_an_adapter_of_their_own(index: Index) -> None:
    root = index.real_path("")
    (edge,) = YamlAdapter().analyze(root).relations
    assert (edge.metadata["language"], edge.metadata["contract"], edge.metadata["confidence"]) == ("yaml", True, 1.0)
    assert {edge.metadata["language"] for edge in PythonAdapter().analyze(root).relations} == {"python"}


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        *((name, True) for name in ("a.yaml", "a.YML", "a.json", "nginx.conf", "nginx.tmpl", "default.conf.template")),
        *((name, True) for name in ("compose.yaml", "docker-compose.prod.yml", "Dockerfile", "nginx")),
        *((name, False) for name in ("nginx.go", "conf.py", "a.yaml.bak", "readme.md", "my-nginx.ts", "a.jsonl")),
    ],
)
def test_names_of_documents(name: str, is_one: bool) -> None:
    assert is_document(f"folder/{name}") == is_one
