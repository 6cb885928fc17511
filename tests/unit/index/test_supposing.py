from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

API = 'import axios from "axios";\nexport const PATH = "/boats";\nexport const boats = () => axios.get("/boats");\n'
WEB = 'import axios from "axios";\nimport { PATH } from "./api";\nexport const all = () => axios.get(PATH);\n'


def keys(index: Index) -> dict[str, list[str]]:
    return {path: [port.key for port in index.ports(path)] for path in ("api.ts", "web.ts")}


@pytest.mark.parametrize("patience", [0.0, float("inf")])
@pytest.mark.parametrize("alone", [True, False])
def test_everything_is_as_before_after_a_text_was_supposed(tmp_path: Path, patience: float, *, alone: bool) -> None:
    (tmp_path / "api.ts").write_text(API)
    (tmp_path / "web.ts").write_text(WEB)
    index = Index([tmp_path], patience=patience)
    index.load()
    before = keys(index)
    assert before == {"api.ts": ["GET /boats"], "web.ts": ["GET /boats"]}
    with index.suppose_texts({"api.ts": API.replace("/boats", "/ships").encode()}, alone=alone):
        assert keys(index) == {"api.ts": ["GET /ships"], "web.ts": ["GET /boats" if alone else "GET /ships"]}
    assert keys(index) == before
    assert not index.behind()
