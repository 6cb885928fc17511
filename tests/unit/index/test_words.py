"""Which files are read for the sake of a wrapper: those that can see it, and call it as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index import Index

SENDS = '(path: &str) { reqwest::blocking::get(format!("http://localhost{path}")); }'

RUST = {
    "Cargo.toml": "[package]\nname = 'shop'\n",
    "src/lib.rs": "mod http; mod deeper;",
    "src/deeper.rs": "fn f() { crate::http::get(1); }",
    "src/members.rs": "fn f() { let y = x.get(1); x.get(2).unwrap() }",
    "src/both.rs": "fn f() { x.get(1); let send = get; }",
    "other/Cargo.toml": "[package]\nname = 'other'\n",
    "other/src/lib.rs": "fn f() { shop::http::get(1); }",
    "tests/it.rs": "mod common; fn f() { common::get(1); }",
    "benches/it.rs": "fn f() { common::get(1); }",
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
BARE = "src/deeper.rs src/both.rs other/src/lib.rs tests/it.rs benches/it.rs"


@pytest.mark.parametrize(
    ("path", "text", "read"),
    [
        ("src/http.rs", f"pub fn get{SENDS}", BARE),
        ("src/http.rs", f"pub(crate) fn get{SENDS}", "src/deeper.rs src/both.rs"),
        ("src/http.rs", f"fn get{SENDS}", ""),
        ("src/http.rs", f"pub struct C; impl C {{ pub fn get{METHOD} }}", f"{BARE} src/members.rs"),
        ("src/http.rs", f"impl Get for C {{ fn get{METHOD} }}", f"{BARE} src/members.rs"),
        ("tests/common.rs", f"pub fn get{SENDS}", "tests/it.rs benches/it.rs"),
        ("tests/common.rs", f"impl Get for C {{ fn get{METHOD} }}", f"{BARE} src/members.rs"),
        ("program/src/main.rs", f"pub fn get{SENDS}", "program/src/uses.rs"),
        ("a.php", f"<?php function get{PHP_SENDS}", "bare.php named.php joined.php"),
        ("a.php", f"<?php class C {{ function get{PHP_SENDS} }}", "bare.php named.php joined.php members.php"),
    ],
)
def test_files_are_read_that_can_call_a_wrapper(tmp_path: Path, path: str, text: str, read: str) -> None:
    program = {
        "program/Cargo.toml": "[package]\nname = 'program'\n",
        "program/src/uses.rs": "fn f() { crate::get(1); }",
    }
    texts = {**LANGUAGES[Path(path).suffix], **(program if path.startswith("program") else {}), path: text}
    for name, written in texts.items():
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(name).write_text(written)
    index = Index([tmp_path])
    index.load()
    files = index._files
    assert {name for name in texts if name != path and "get" in files.called_for(name)} == set(read.split())
