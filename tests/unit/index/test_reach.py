"""Which repositories can use what others have."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index


@pytest.mark.parametrize(
    ("files", "reached"),
    [
        ({"web/a.py": "import shared.x", "shared/x.py": "", "web/setup.py": "", "shared/setup.py": ""}, True),
        ({"web/a.py": "import other.x", "shared/x.py": "", "web/setup.py": "", "shared/setup.py": ""}, False),
        # By the name in a manifest, which another one has to have as well.
        ({"web/a.ts": "", "web/package.json": '{"x": "@a/b"}', "shared/package.json": '{"name": "@a/b"}'}, True),
        ({"web/a.ts": "", "web/package.json": '{"x": "@a/c"}', "shared/package.json": '{"name": "@a/b"}'}, False),
        ({"web/a.ts": "import '@a/b'", "web/package.json": "{}", "shared/package.json": '{"name": "@a/b"}'}, False),
        ({"web/a.go": "package a", "web/go.mod": "module b\nrequire a/b v0", "shared/go.mod": "module a/b"}, True),
        # Rust's sources name no crate that the manifest does not.
        ({"web/a.rs": "// the shared one", "web/Cargo.toml": "", "shared/Cargo.toml": ""}, False),
        ({"web/a.rs": "", "web/Cargo.toml": 'x = { path = "../shared" }', "shared/Cargo.toml": ""}, True),
        # By way of a third one, and by way of a file that is in none.
        ({"web/a.py": "lib", "web/setup.py": "", "lib/setup.py": "shared", "shared/setup.py": ""}, True),
        ({"web/a.py": "", "web/setup.py": "", "b.ts": "'@a/b'", "shared/package.json": '{"name": "@a/b"}'}, True),
        ({"web/a.py": "x", "web/setup.py": "", "tsconfig.json": '{"x": "shared"}', "shared/setup.py": ""}, True),
        # All is one repository, and what is in none is everybody's.
        ({"web/a.py": "x", "web/setup.py": "", "shared/setup.py": "", "go.mod": "module x"}, True),
        ({"web/a.py": "x", "web/setup.py": "", "shared/b.py": ""}, True),
    ],
)
def test_what_can_be_used(tmp_path: Path, files: dict[str, str], reached: bool) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    index = Index([tmp_path])
    index.load()
    caller = next(name for name in files if name.startswith("web/a."))
    assert index._files._reach.reaches(caller, index._files._tree.repository("shared/x.py")) == reached
