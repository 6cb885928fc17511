"""Which repositories can use what others have."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

NAMED_A, NAMED_AB, NAMED_AC = ("[project]\nname = 'a'", "[project]\nname = 'a-b'", "[project]\nname = 'a-c'")
COMPOSED = '{"autoload": {"psr-4": {"A\\\\B\\\\": "src"}}}'


def sources(path: str, text: str) -> dict[str, str]:
    """Two repositories, and a source in one of them."""
    return {path: text, "web/setup.py": "", "shared/setup.py": ""}


def python(text: str) -> dict[str, str]:
    return sources("web/a.py", text)


def package(path: str, text: str) -> dict[str, str]:
    """Two of Node.js's packages, and a file of one of them."""
    return {"web/package.json": "{}", path: text, "shared/package.json": '{"name": "@a/b"}'}


@pytest.mark.parametrize(
    ("files", "reached"),
    [
        (python("import shared.x"), True),
        (python("from shared.x import y"), True),
        (python("import os, shared"), True),
        (python("from .. import shared"), True),
        (python("from .. import (\n    a,\n    shared,\n)"), True),
        (python("import_module('shared.x')"), True),
        (python("import os; import shared.x"), True),
        (python("try: import shared\nexcept ImportError: pass"), True),
        (python("import shared, os  # the first is from here"), True),
        (python("from .. import (  # All of it.\n    shared,\n)"), True),
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
        (sources("web/a.ts", "import x from '@libs/shared/x'"), True),
        (sources("web/a.ts", "const x = await import('~/shared')"), True),
        (sources("web/a.ts", "import x from '@libs/not-shared/x'"), False),
        (sources("web/a.ts", "import x from 'https://a.com/shared/x.js'"), False),
        (sources("web/a.go", 'package a\nimport "github.com/a/shared"'), False),
        (sources("web/a.php", "<?php require_once('shared/x.php');"), True),
        (sources("web/a.php", "<?php $x = new \\shared\\x();"), True),
        (sources("web/a.php", "<?php require dirname(__DIR__) . '/shared/' . 'x.php';"), True),
        # Where the repositories are in a folder.
        ({"g/web/a.py": "from g.shared import x", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        ({"g/web/a.py": "from g import shared", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        ({"g/web/a.py": "from h.shared import x", "g/web/setup.py": "", "g/shared/setup.py": ""}, False),
        ({"g/web/a.ts": "import '../shared'", "g/web/setup.py": "", "g/shared/setup.py": ""}, True),
        # By the name by which the other one's manifest says that it is imported.
        (package("web/a.ts", "import '@a/b'"), True),
        (package("web/a.ts", "import '@a/b/c'"), True),
        (package("web/a.ts", "import 'npm:@a/b@1'"), True),
        (package("web/a.ts", "const x = await import(\n  /* webpackChunkName: 'x' */ '@a/b'\n)"), True),
        (package("web/a.ts", "import '@a/bc'; show('@a/b')"), False),
        (package("web/package.json", '{"dependencies": {"@a/b": "1"}}'), False),
        (package("web/package.json", '{"dependencies": {"c": "file:../shared"}}'), True),
        (package("web/package.json", '{"scripts": {"shared": "x"}}'), False),
        ({"web/a.py": "import a_b.x", "web/setup.py": "", "shared/pyproject.toml": "[project]\nname = 'a-b'"}, True),
        ({"web/a.py": "from a.x import y", "web/setup.py": "", "shared/pyproject.toml": "[project]\nname='a-b'"}, True),
        (
            {"web/a.py": "from x.a import y", "web/setup.py": "", "shared/pyproject.toml": "[project]\nname='a-b'"},
            False,
        ),
        # What the own package is called is that; but Python's packages can share the beginning of their names.
        ({"web/a.py": "import a", "web/pyproject.toml": NAMED_A, "shared/pyproject.toml": NAMED_A}, False),
        ({"web/a.py": "import a.x", "web/pyproject.toml": NAMED_AB, "shared/pyproject.toml": NAMED_AC}, True),
        ({"web/a.php": "<?php use A\\B\\C;", "web/composer.json": COMPOSED, "shared/composer.json": COMPOSED}, False),
        ({"web/a.php": "<?php use A\\B\\C;", "web/Makefile": "", "shared/composer.json": COMPOSED}, True),
        ({"web/a.php": "<?php use A\\C\\B;", "web/Makefile": "", "shared/composer.json": COMPOSED}, False),
        ({"web/a.go": 'import "a/b/c"', "web/Makefile": "", "shared/go.mod": "module a/b"}, True),
        ({"web/a.go": 'import "a/bc"', "web/Makefile": "", "shared/go.mod": "module a/b"}, False),
        (package("web/composer.json", '{"autoload": {"psr-4": {"A\\\\": "..\\/shared\\/src"}}}'), True),
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
    owner, own = map(index._files.repository, (shared, caller))
    assert (owner in {"", own, *index._files._reach.repositories_used(own)}) == reached


def test_what_a_repository_is_decides_though_files_come_before_its_manifest(tmp_path: Path) -> None:
    files = {**package("web/a.ts", "import x from '../shared/x'"), "web/z/requirements.txt": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    index = Index([tmp_path])
    index.load()
    (tmp_path / "web/package.json").unlink()
    (tmp_path / "web/a.ts").write_text("import x from './x'", "utf-8")
    (tmp_path / "web/setup.py").write_text("", "utf-8")
    index.refresh(["web/package.json", "web/a.ts", "web/setup.py"])
    clean = Index([tmp_path])
    clean.load()
    assert index._files._reach.spoken == clean._files._reach.spoken
    assert index._files._reach._used == clean._files._reach._used


def test_a_repository_can_use_another_one_whose_folder_is_called_like_its_own(tmp_path: Path) -> None:
    for name, text in {"g/api/a.py": "from h.api import x", "g/api/setup.py": "", "h/api/setup.py": ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    index = Index([tmp_path])
    index.load()
    assert "h/api" in index._files._reach.repositories_used("g/api")
