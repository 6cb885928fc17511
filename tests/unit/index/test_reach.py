"""Which repositories can use what others have."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index


def sources(path: str, text: str) -> dict[str, str]:
    """Two repositories, and a source in one of them."""
    return {path: text, "web/setup.py": "", "shared/setup.py": ""}


def python(text: str) -> dict[str, str]:
    return sources("web/a.py", text)


def package(path: str, text: str) -> dict[str, str]:
    """Two of Node.js's packages, and a file of one of them."""
    return {"web/package.json": "{}", path: text, "shared/package.json": '{"name": "@a/b"}'}


def project(text: str) -> dict[str, str]:
    """Two of Python's projects, and what one of them says."""
    return {
        "web/pyproject.toml": f"[project]\n{text}\n[tool.pytest]\ntestpaths = ['b-c']",
        "shared/pyproject.toml": "[project]\nname = 'b-c'",
    }


@pytest.mark.parametrize(
    ("files", "reached"),
    [
        (python("import shared.x"), True),
        (python("from shared.x import y"), True),
        (python("import os, shared"), True),
        (python("from .. import shared"), True),
        (python("from .. import (\n    a,\n    shared,\n)"), True),
        (python("import_module('shared.x')"), True),
        (python("import other.x"), False),
        # A name is no import of it.
        (python("from django.shared import x"), False),
        (python("from x import shared"), False),
        (python("import x\n\ndef shared(): ..."), False),
        (python("shared('shared', '/shared/x', 'https://shared/x')"), False),
        (sources("web/a.ts", "import x from '../shared/x'"), True),
        (sources("web/b/c.ts", "const x = require(`../../shared`)"), True),
        (sources("web/a.ts", "import x from 'shared/x'"), True),
        (sources("web/a.ts", "import shared from './x'; shared('/shared/x', 'a-shared/x', './not-shared/x')"), False),
        (sources("web/a.php", "<?php require dirname(__DIR__) . '/shared/x.php';"), True),
        (sources("web/a.php", "<?php use shared\\x;"), True),
        (sources("web/a.php", "<?php get('/shared/x');"), False),
        # Where the repositories are in a folder.
        ({"g/web/a.py": "from g.shared import x", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        ({"g/web/a.py": "from g import shared", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        ({"g/web/a.py": "from h.shared import x", "g/web/setup.py": "", "g/shared/setup.py": ""}, False),
        ({"g/web/a.ts": "import '../shared'", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        # By the name in a manifest, which another one has to have as well.
        (package("web/package.json", '{"dependencies": {"@a/b": "1"}}'), True),
        (package("web/package.json", '{"dependencies": {"c": "npm:@a/b@1"}}'), True),
        (package("web/package.json", '{"dependencies": {"c": "file:../shared"}}'), True),
        (package("web/package.json", '{"dependencies": {"@a/c": "1", "@a/b-c": "1"}}'), False),
        (package("web/package.json", '{"scripts": {"@a/b": "x"}, "keywords": ["@a/b"]}'), False),
        (package("web/package.json", '{"dependencies": {"@a/b": '), True),  # It may be anything.
        (package("web/a.ts", "import '@a/b'"), False),
        ({"web/a.go": "package a", "web/go.mod": "module b\nrequire a/b v0", "shared/go.mod": "module a/b"}, True),
        ({"web/a.go": "package a", "web/go.mod": "module b\nrequire b/a v0", "shared/go.mod": "module a/b"}, False),
        (project("dependencies = ['b-c[x]>=1']"), True),
        (project("dependencies = ['b-c-d']"), False),
        (project("description = 'b-c'"), False),
        # Rust's sources name no crate that the manifest does not, and what C includes is everybody's.
        ({"web/a.rs": "// the shared one", "web/Cargo.toml": "", "shared/Cargo.toml": ""}, False),
        ({"web/a.rs": "", "web/Cargo.toml": 'x = { path = "../shared" }', "shared/Cargo.toml": ""}, True),
        ({"web/a.c": '#include "shared/x.h"', "web/Makefile": "", "shared/Makefile": ""}, False),
        # By way of a third one, and by way of a file that is in none.
        (
            {"web/a.py": "import lib", "web/setup.py": "", "lib/setup.py": "import shared", "shared/setup.py": ""},
            True,
        ),
        (
            {"web/a.py": "", "web/setup.py": "", "b.ts": "import '@a/b'", "shared/package.json": '{"name": "@a/b"}'},
            True,
        ),
        ({"web/a.py": "x", "web/setup.py": "", "tsconfig.json": '{"x": "shared"}', "shared/setup.py": ""}, True),
        ({"web/a.py": "x", "web/setup.py": "", "tsconfig.json": '{"shared": "x"}', "shared/setup.py": ""}, False),
        ({"web/a.py": "x", "web/setup.py": "", "go.work": "use ./shared", "shared/go.mod": ""}, True),
        # All is one repository, and what is in none is everybody's.
        ({"web/a.py": "x", "web/setup.py": "", "shared/setup.py": "", "go.mod": "module x"}, True),
        ({"web/a.py": "x", "web/setup.py": "", "shared/b.py": ""}, True),
    ],
)
def test_what_can_be_used(tmp_path: Path, files: dict[str, str], reached: bool) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    index = Index([tmp_path])
    index.load()
    caller = next(name for name in files if "web/" in name)
    shared = "g/shared/x.py" if caller.startswith("g/") else "shared/x.py"
    assert index._files._reach.reaches(caller, index._files._tree.repository(shared)) == reached
