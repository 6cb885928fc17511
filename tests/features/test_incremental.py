"""Invariant 4: after any sequence of changes the index equals one built from nothing.

`histories.txt` holds sequences that went wrong once, or could have: a line `=== title` begins one, and `---` stands
between its steps, each of which writes files. The random ones are the same every time here (`tests/conftest.py`);
`python -m tests.features.soak --steps 100000` looks for others, and for longer.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from seamark.index import Index
from seamark.index.incremental import current_ports, unread

from .checking import parse
from .machine import Workspace

EXAMPLES, LENGTH = 50, 40
_, *_PIECES = re.split(r"^=== (.+)\n", Path(__file__).with_name("histories.txt").read_text("utf-8"), flags=re.MULTILINE)
HISTORIES = dict(zip(_PIECES[::2], _PIECES[1::2], strict=True))


@pytest.mark.parametrize("text", HISTORIES.values(), ids=HISTORIES.keys())
def test_after_a_history_the_index_equals_one_made_anew(text: str) -> None:
    workspace = Workspace()
    try:
        for step in text.split("---\n"):
            workspace.write(parse(step).files)
    finally:
        workspace.teardown()


@pytest.mark.slow
@pytest.mark.parametrize("few", [unread.FEW, 0])
def test_an_index_kept_current_equals_one_made_anew(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unread, "FEW", few)
    run_state_machine_as_test(
        Workspace,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=LENGTH,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )


def test_what_a_shown_file_is_read_for_changes_though_its_calls_do_not(tmp_path: Path) -> None:
    """By error recovery `Put=>("x")` is the call that it was, but not for whoever only looks at the text."""
    api = "Shop.Api.Put = (path, body) => fetch('/api/' + path, { method: 'PUT', body: body });\n"
    page = "(function () {\n  Shop.Api.Put('stock/' + id, {});\n})();\n"
    for path, text in {"shop.js": "var Shop = Shop || {};\nShop.Api = {};\n", "api.js": api, "page.js": page}.items():
        (tmp_path / path).write_text(text)
    broken = page.replace("Put(", "Put=>(").encode()
    edited, clean = Index([tmp_path]), Index([tmp_path])
    edited.load()
    edited.open("page.js", page.encode())
    edited.open("page.js", broken)
    clean.open("page.js", broken)
    clean.load()
    assert [*map(str, edited.ports())] == [*map(str, clean.ports())]


def test_what_an_editor_shows_is_served_before_other_repositories_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread, "FEW", 0)
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "package.json").write_text("{}")
        (tmp_path / name / "server.js").write_text("require('express')().get('/users', (req, res) => {});\n")
        (tmp_path / name / "client.js").write_text("fetch('/users');\n")
    index = Index([tmp_path])
    index.open("b/client.js", (tmp_path / "b" / "client.js").read_bytes())
    index.begin()
    while not index.ports("b/server.js"):
        index.work(0)
    (call,) = index.ports("b/client.js")
    assert [one.port.path for one in index.providers(call)] == ["b/server.js"]
    assert not index.ports("a/server.js")
    index.open("c/client.js", (tmp_path / "c" / "client.js").read_bytes())
    while not index.ports("c/server.js"):
        index.work(0)
    assert not index.ports("a/server.js")
    index.catch_up()
    while index.pending() is not None:
        index.work()
    clean = Index([tmp_path])
    clean.load()
    assert index.ports() == clean.ports()
    assert list(index.links()) == list(clean.links())


def test_a_file_may_use_many_repositories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at once more for each that has something new for it, which is no circle."""
    monkeypatch.setattr(current_ports, "TOGETHER", 1)
    monkeypatch.setattr(current_ports, "MOST_TIMES", 3)
    names = [f"r{number}" for number in range(8)]
    for name in ("hub", *names):
        (tmp_path / name).mkdir()
        (tmp_path / name / "package.json").write_text(f'{{"name": "{name}"}}')
    for name in names:
        wrapper = f"import axios from 'axios'; export const load_{name} = (path) => axios.get('/{name}' + path);"
        (tmp_path / name / "index.ts").write_text(wrapper)
    uses = (f"import {{ load_{name} }} from '../{name}'; load_{name}('/x');" for name in names)
    (tmp_path / "hub/use.ts").write_text("\n".join(uses))
    index = Index([tmp_path])
    index.load()
    assert [port.key for port in index.ports("hub/use.ts")] == [f"GET /{name}/x" for name in names]


def test_globals_are_of_the_repositories_that_manifests_make(tmp_path: Path) -> None:
    for name in ("front", "static"):
        (tmp_path / name).mkdir()
    (tmp_path / "front/package.json").write_text("{}")
    (tmp_path / "front/app.js").write_text("Shop.Api.get('/users');\n")
    (tmp_path / "static/shop.js").write_text("window.Shop = {}; Shop.Api = { get: (path) => fetch('/api' + path) };\n")
    manifest, index = tmp_path / "static/package.json", Index([tmp_path])
    index.load()
    found = []
    for change in (lambda: None, lambda: manifest.write_text("{}"), manifest.unlink):
        change()
        index.refresh(["static/package.json"])
        found.append([port.key for port in index.ports("front/app.js")])
    assert found == [["GET /api/users"], [], ["GET /api/users"]]


def test_there_is_an_end_of_what_follows_from_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Both names are taken for an object because the other one was, which a file that is gone once said."""
    other, own = tmp_path / "packages" / "q" / "src" / "index.ts", tmp_path / "lib" / "e.ts"
    other.parent.mkdir(parents=True)
    own.parent.mkdir()
    other.write_text(
        "export class alpha { client = axios.create({ baseURL: '/c' }); url = b; go() { this.client.get(this.url); } }"
    )
    index = Index([tmp_path])
    index.load()
    other.unlink()
    own.write_text(
        "import axios from 'axios';\nexport { delta as alpha } from '@q/core';\n"
        "export { alpha as delta } from './lib/e';\n"
    )
    index.refresh(["packages/q/src/index.ts", "lib/e.ts"])
    assert index.ports() == []
    own.write_text("import axios from 'axios';\naxios.get('/x');\n")
    index.refresh(["lib/e.ts"])
    assert [port.key for port in index.ports()] == ["GET /x"]
    assert any("lib/e.ts" in message for message in caplog.messages)
