"""Which files are read for the sake of a wrapper: those that can see it, and call it as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index
from seamark.index.reading.files import Files

SENDS = '(path: &str) { reqwest::blocking::get(format!("http://localhost{path}")); }'

RUST = {
    "Cargo.toml": "[workspace]\nmembers = ['shop', 'other', 'e2e']\n",
    "shop/Cargo.toml": "[package]\nname = 'shop'\n",
    "shop/src/lib.rs": "mod http; mod deeper;",
    "shop/src/deeper.rs": "fn f() {\n    // Get it.\n    crate::http::get(1);\n}",
    "shop/src/bare.rs": "use crate::http::get;\nfn f() {\n    // Get it.\n    get(1)\n}",
    "shop/src/members.rs": "fn f() { let y = x.get(1); x\n  .get(2).unwrap() }",
    "shop/src/both.rs": "fn f() { x.get(1); let send = get; }",
    "other/Cargo.toml": "[package]\nname = 'other'\n",
    "other/src/lib.rs": "fn f() { shop::http::get(1); }",
    "shop/inner/Cargo.toml": "[package]\nname = 'inner'\n",
    "shop/inner/src/lib.rs": "fn f() { shop::http::get(1); }",
    "shop/tests/it.rs": "mod common; fn f() { common::get(1); }",
    "shop/benches/it.rs": "fn f() { common::get(1); }",
    "e2e/Cargo.toml": "[package]\nname = 'e2e'\n[lib]\npath = 'tests/lib.rs'\n",
}
PHP = {
    "bare.php": "<?php get(1);",
    "named.php": "<?php \\A\\get(1);",
    "members.php": "<?php $x->get(1); Y::get(2); $y = $x?->get(3);",
    "joined.php": "<?php echo 'a'.get(1);",
}
LANGUAGES = {".rs": RUST, ".php": PHP}
METHOD = SENDS.replace("(", "(&self, ", 1)
PHP_SENDS = "($path) { file_get_contents('http://localhost' . $path); }"
INSIDE = "shop/src/deeper.rs shop/src/bare.rs shop/src/both.rs"
BARE = f"{INSIDE} shop/tests/it.rs shop/benches/it.rs shop/inner/src/lib.rs other/src/lib.rs"


def loaded(root: Path, texts: dict[str, str]) -> Files:
    """The files of a workspace with these texts, once it is read."""
    for name, written in texts.items():
        root.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        root.joinpath(name).write_text(written)
    index = Index([root])
    index.load()
    return index._files


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("shop/src/http.rs", f"pub fn get{SENDS}", BARE),
        ("shop/src/http.rs", f"pub(crate) fn get{SENDS}", INSIDE),
        ("shop/net.rs", f"pub(crate) fn get{SENDS}", BARE.replace(" other/src/lib.rs", "")),
        ("shop/src/http.rs", f"fn get{SENDS}", ""),
        ("shop/src/http.rs", f"pub struct C; impl C {{ pub fn get{METHOD} }}", f"{BARE} shop/src/members.rs"),
        ("shop/src/http.rs", f"impl Get for C {{ fn get{METHOD} }}", f"{BARE} shop/src/members.rs"),
        ("shop/tests/common.rs", f"pub fn get{SENDS}", "shop/tests/it.rs shop/benches/it.rs"),
        ("shop/tests/common.rs", f"impl Get for C {{ fn get{METHOD} }}", f"{BARE} shop/src/members.rs"),
        ("e2e/tests/lib.rs", f"pub fn get{SENDS}", BARE),
        ("a.php", f"<?php function get{PHP_SENDS}", "bare.php named.php joined.php"),
        ("a.php", f"<?php class C {{ function get{PHP_SENDS} }}", "bare.php named.php joined.php members.php"),
    ],
)
def test_files_are_read_that_can_call_a_wrapper(tmp_path: Path, path: str, text: str, read: str) -> None:
    texts = {**LANGUAGES[Path(path).suffix], path: text}
    files = loaded(tmp_path, texts)
    assert {name for name in texts if name != path and "get" in files.called_for(name)} == set(read.split())


TYPESCRIPT = {"b.ts": "get().post('x');", "c.ts": "const get = 1;", "d.ts": "send('x');"}
GO = {
    "svc/b.go": "package svc\nfunc f(s *S) { s.get.Get(x) }",
    "svc/c.go": "package svc\nfunc f(s *T) { s.get.Get(x) }",
    "app/d.go": "package app\nfunc f(s *svc.S) { s.get.Get(x); s.Get.Get(x) }",
}


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("a.ts", "import axios from 'axios';\nexport function get() { return axios.create(); }", "b.ts c.ts"),
        ("a.ts", "import axios from 'axios';\nfunction get() { return axios.create(); }", ""),
        ("a.ts", "import axios from 'axios';\nexport function f() { function get() { return axios.create(); } }", ""),
        ("svc/a.go", 'package svc\nimport "net/http"\ntype S struct { get *http.Client }', "svc/b.go"),
        ("svc/a.go", 'package svc\nimport "net/http"\ntype S struct { Get *http.Client }', "svc/b.go app/d.go"),
    ],
)
def test_files_are_read_that_can_have_what_gives_a_client(tmp_path: Path, path: str, text: str, read: str) -> None:
    texts = {**(GO if path.endswith(".go") else TYPESCRIPT), path: text}
    files = loaded(tmp_path, texts)
    asked = {name: {one.lower() for one in files.called_for(name)} for name in texts if name != path}
    assert {name for name, words in asked.items() if "get" in words} == set(read.split())


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("b.ts", "api.get('x');", True),
        ("b.ts", "import x from '../api';", True),
        ("b.ts", "import x from 'lib/api/index';", True),
        ("b.ts", "import x from 'api/users';", False),
        ("b.ts", "import x from 'my-api'; import y from 'api-client';", False),
        ("b.php", "<?php function f(A $a) { $a->api->get('x'); }", True),
        ("b.php", "<?php function f(A $a) { load('api/users'); }", False),
    ],
)
def test_a_file_is_read_for_a_client_that_it_names_other_than_in_a_path(
    tmp_path: Path, path: str, text: str, read: bool
) -> None:
    clients = {
        "a.ts": "import axios from 'axios';\nexport const api = axios.create();",
        "a.php": "<?php class A { public GuzzleHttp\\Client $api; }",
    }
    assert ("api" in loaded(tmp_path, {**clients, path: text}).called_for(path)) == read


SERVICE = {
    "shop/go.mod": "module shop",
    "shop/api.proto": 'syntax = "proto3";\nservice Greeter { rpc SayHello (A) returns (B); }',
    "shop/client.go": "package shop\nvar x = pb.NewGreeterClient(c)",
    "shop/b.go": "package shop\nfunc f() { x.SayHello() }",
    "shop/b.py": "x.SayHello()",
    "web/package.json": "{}",
    "web/b.ts": "x.sayHello()",
    "b.ts": "x.sayHello()",
}


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("a.ts", "", "shop/b.go"),
        ("web/a.ts", "const x = new GreeterClient();", "shop/b.go web/b.ts"),
        ("web/a.ts", "const x = new pb['Greeter']();", "shop/b.go web/b.ts"),
        ("web/a.ts", "const x = new OtherGreeter();", "shop/b.go"),
        # What is in no repository is everybody's.
        ("a.ts", "const x = new GreeterClient();", "shop/b.go web/b.ts b.ts"),
        ("other/a.ts", "export const x = new GreeterClient();", "shop/b.go"),
        ("shop/a.py", "x = pb.GreeterStub(c)", "shop/b.go shop/b.py"),
    ],
)
def test_files_are_read_that_can_have_a_client_of_a_service(tmp_path: Path, path: str, text: str, read: str) -> None:
    texts = {**SERVICE, "other/package.json": "{}", path: text}
    files = loaded(tmp_path, texts)
    called = {"SayHello", "sayHello"}
    assert {name for name in texts if not called.isdisjoint(files.called_for(name))} == set(read.split())


def test_a_repository_can_use_another_one_that_names_a_service(tmp_path: Path) -> None:
    clients = {"other/package.json": "{}", "other/a.ts": "export const x = new GreeterClient();"}
    files = loaded(tmp_path, {**SERVICE, **clients, "web/b.ts": "import { x } from '../other/a';\nx.sayHello();"})
    assert "sayHello" in files.called_for("web/b.ts")


def test_a_client_of_a_service_can_be_handed_to_a_repository_that_does_not_name_it(tmp_path: Path) -> None:
    clients = {"other/package.json": "{}", "other/b.ts": "export const run = (x) => x.sayHello();"}
    files = loaded(tmp_path, {**SERVICE, **clients, "web/b.ts": "import '../other/b';\nrun(new GreeterClient());"})
    assert "sayHello" in files.called_for("other/b.ts")
