"""What editors, disks and people can do to a workspace: nothing is raised, and everything else is still served."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seamark.index import Index
from tests.pace import within

pytestmark = pytest.mark.slow

ROUTE = 'from fastapi import FastAPI\napp = FastAPI()\n@app.get("/users/{id}")\ndef read(id): ...\n'
CALL = "export const user = (id) => fetch(`/users/${id}`)\n"
BOTH = {("exposes", "api/main.py", "GET /users/{}"), ("consumes", "web/app.ts", "GET /users/{}")}
ROOT = Path(__file__).parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace of one route and one call."""
    write(tmp_path, "api/main.py", ROUTE)
    write(tmp_path, "web/app.ts", CALL)
    return tmp_path


def write(root: Path, path: str, text: str | bytes) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(text.encode() if isinstance(text, str) else text)


def load(root: Path) -> Index:
    index = Index([root])
    index.load()
    return index


def found(index: Index) -> set[tuple[str, str, str]]:
    return {(port.role, port.path, port.key) for port in index.ports()}


def problems(index: Index) -> list[tuple[str, str]]:
    return [(problem.path, problem.reason) for problem in index.problems()]


def serves(root: Path, *also: tuple[str, str, str], but: tuple[tuple[str, str], ...] = ()) -> Index:
    """What else is there is served, and the problems are these, each said once, after a start and after a refresh."""
    index = load(root)
    for _ in range(2):
        assert found(index) == {*BOTH, *also}
        assert problems(index) == list(but)
        index.refresh([""])
    index.load()
    assert problems(index) == list(but)
    return index


@pytest.mark.parametrize(
    "path", ["fixtures/shop/catalog/catalog/routes/products.py", "fixtures/shop/web/src/api/catalog.ts"]
)
@pytest.mark.parametrize("ending", [".py", ".ts", ".vue"])
def test_a_file_cut_off_anywhere(root: Path, path: str, ending: str) -> None:
    index = load(root)
    text = (ROOT / path).read_bytes()
    for end in range(0, len(text), 7):
        index.open(f"api/typed{ending}", text[:end])
        assert found(index) >= BOTH
    index.close(f"api/typed{ending}")
    assert found(index) == BOTH


@pytest.mark.parametrize("path", ["web/app.ts", "api/main.py"])
def test_the_file_itself_while_it_is_typed(root: Path, path: str) -> None:
    index = load(root)
    text = (root / path).read_bytes()
    for end in range(len(text)):
        for garbage in (b"", b"(", b"\xf0\x9f", b'"', b"\0", b"`${"):
            index.open(path, text[:end] + garbage + text[end + len(garbage) :])
            assert {port for port in found(index) if port[1] != path} == {port for port in BOTH if port[1] != path}
    index.close(path)
    assert found(index) == BOTH


def test_invalid_utf_8(root: Path) -> None:
    write(root, "api/latin.py", ROUTE.replace("/users", "/latin").replace("...", "'\xe9'").encode("latin-1"))
    serves(root, ("exposes", "api/latin.py", "GET /latin/{}"))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark(root: Path, encoding: str) -> None:
    write(root, "web/app.ts", CALL.encode(encoding))
    index = serves(root)
    port = index.ports("web/app.ts")[0]
    text = index.text("web/app.ts")
    assert text is not None
    assert text[port.start : port.end] == b"/users/${id}"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_ends_of_lines(root: Path, ending: str) -> None:
    write(root, "api/main.py", ROUTE.replace("\n", ending))
    write(root, "web/app.ts", CALL.replace("\n", ending))
    if ending == "\r\n":
        serves(root)
    else:
        load(root)


def test_nul_bytes(root: Path) -> None:
    write(root, "web/binary.js", b"fetch('/x')\0\1\2")
    serves(root, but=(("web/binary.js", "binary"),))


def test_a_file_without_an_end_of_line_of_five_megabytes(root: Path) -> None:
    write(root, "web/bundle.js", "fetch('/x');" * 440_000)
    write(root, "web/small.min.js", "fetch('/x');" * 10_000)
    index = serves(root, but=(("web/bundle.js", "larger than 5 MB"), ("web/small.min.js", "minified")))
    index.open("web/bundle.js", b"fetch('/x');" * 440_000)
    assert found(index) == BOTH
    assert problems(index) == [("web/bundle.js", "larger than 5 MB"), ("web/small.min.js", "minified")]


DEEP = {
    "parens.py": "x = " + "(" * 5000 + "1" + ")" * 5000,
    "parens.ts": "const x = " + "(" * 5000 + "1" + ")" * 5000,
    "open.ts": "const x = " + "(" * 5000,
    "calls.py": "get(" * 3000 + ")" * 3000,
    "calls.ts": "get(" * 3000 + ")" * 3000,
    "chain.ts": "axios.get('/x')" + ".get('/y')" * 3000,
    "lists.py": "x = " + "[" * 3000 + "]" * 3000,
    "lists.ts": "const x = " + "[" * 3000 + "]" * 3000,
    "objects.ts": "const x = " + "{a:" * 3000 + "1" + "}" * 3000,
    "functions.ts": "function f() {" * 3000 + "}" * 3000,
    "arrows.ts": "const f = " + "(a) => " * 3000 + "fetch(a)",
    "functions.py": "".join(" " * i + f"def f{i}(p):\n" for i in range(1000)) + " " * 1000 + "pass",
    "sum.py": "x = " + " + ".join(["'a'"] * 5000),
    "sum.ts": "const x = " + " + ".join(["a"] * 5000),
    "conditions.ts": "const x = " + "a ? b : " * 3000 + "c",
    "blocks.ts": "if (a) {" * 3000 + "}" * 3000,
    "elements.tsx": "const x = " + "<a>" * 2000 + "</a>" * 2000,
    "names.py": "\n".join(f"a{i} = a{i + 1}" for i in range(3000)) + "\nrequests.get(a0)",
    "wrappers.ts": "\n".join(f"const w{i} = (p) => w{i + 1}(p)" for i in range(300))
    + "\nconst w300 = (p) => fetch(p)\nw0('/x')",
    "many.ts": "function w(p) { " + "w(p + '/a'); " * 300 + "return fetch(p) }\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting(root: Path, name: str) -> None:
    write(root, f"deep/{name}", "import requests\n" * name.endswith(".py") + DEEP[name] + "\n")
    with within(20):
        index = load(root)
        assert found(index) >= BOTH
    assert {port[1] for port in found(index)} <= {"api/main.py", "web/app.ts", f"deep/{name}"}


def test_a_text_that_takes_too_much_to_parse(root: Path) -> None:
    call = b"import requests\nrequests.get('/users/1')\n"
    write(root, "api/hostile.py", call + b"&\n*\n" * 4000)
    index = serves(root, but=(("api/hostile.py", "takes too much memory or time to parse"),))
    index.open("web/shown.js", b"fetch('/users/2')\n" + b"await+" * 6000)
    assert problems(index)[1:] == [("web/shown.js", "takes too many steps to parse")]
    index.open("web/shown.js", b"fetch('/users/2')\n")
    write(root, "api/hostile.py", call)
    index.refresh(["api/hostile.py"])
    more = {("consumes", path, "GET /users/{}") for path in ("api/hostile.py", "web/shown.js")}
    assert found(index) == BOTH | more
    assert problems(index) == []


def test_a_document_in_code_that_nests_too_deep(root: Path) -> None:
    deep = "query { " + "a { " * 2000 + "b" + " }" * 2000 + " }"
    write(root, "web/queries.ts", f'import {{ gql, useQuery }} from "@apollo/client";\nuseQuery(gql`{deep}`);\n')
    write(root, "web/deep.graphql", deep)
    serves(root, but=(("web/deep.graphql", "nests more than 1,000 deep"),))


def test_a_chain_of_hundreds_of_calls(root: Path) -> None:
    text = "use actix_web::{get, web, App};\n"
    text += "".join(f'#[get("/r{i}")]\nasync fn r{i}() {{}}\n' for i in range(600))
    links = "".join(f".service(r{i})" for i in range(600))
    text += f'fn api() {{ App::new().service(web::scope("/api").service(web::scope("/v1"){links})); }}\n'
    write(root, "api/main.rs", text)
    keys = {port.key for port in load(root).ports() if port.path == "api/main.rs"}
    assert keys == {f"GET /api/v1/r{i}" for i in range(600)}


def test_a_chain_of_hundreds_of_calls_below_a_prefix(root: Path) -> None:
    text = "import express from 'express';\nconst app = express();\napp.use('/api', express.Router()"
    text += "".join(f".get('/r{i}', (req, res) => res.json({{}}))" for i in range(300)) + ");\n"
    write(root, "web/server.ts", text)
    keys = {port.key for port in load(root).ports() if port.path == "web/server.ts"}
    assert keys == {f"GET /api/r{i}" for i in range(300)}


def test_links_in_a_circle_and_links_that_lead_out(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    write(outside, "secret.py", ROUTE.replace("users", "secret"))
    (root / "loop").symlink_to(root)
    (root / "api/self").symlink_to("self")
    (root / "api/up").symlink_to("..")
    (root / "out").symlink_to(outside)
    (root / "secret.py").symlink_to(outside / "secret.py")
    (root / "nowhere.py").symlink_to("nothing.py")
    index = serves(root, but=(("api/self", "too many levels of symbolic links"),))
    index.refresh(["secret.py", "out/secret.py", "out", "loop", "loop/api/main.py", "api/self", "nowhere.py"])
    assert found(index) == BOTH
    assert index.text("secret.py") is None
    assert index.text("../" + outside.name + "/secret.py") is None


def test_an_unreadable_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "api/locked.py", ROUTE)
    refuse(monkeypatch, "open", "locked.py")
    serves(root, but=(("api/locked.py", "permission denied"),))


def test_an_unreadable_file_that_is_unlocked(root: Path) -> None:
    write(root, "api/locked.py", ROUTE.replace("users", "locked"))
    with pytest.MonkeyPatch.context() as patch:
        refuse(patch, "open", "locked.py")
        index = load(root)
        assert problems(index) == [("api/locked.py", "permission denied")]
    index.refresh(["api/locked.py"])
    assert found(index) == {*BOTH, ("exposes", "api/locked.py", "GET /locked/{}")}
    assert problems(index) == []


def test_an_unreadable_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "locked/main.py", ROUTE)
    refuse(monkeypatch, "scandir", "locked")
    serves(root, but=(("locked", "permission denied"),))


def refuse(monkeypatch: pytest.MonkeyPatch, call: str, name: str) -> None:
    """Tests may run as root, whom no permission stops."""
    real: Callable[..., Any] = getattr(os, call)

    def refusing(path: Any, *given: Any, **named: Any) -> Any:
        if isinstance(path, str | os.PathLike) and Path(path).name == name:
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return real(path, *given, **named)

    monkeypatch.setattr(os, call, refusing)


def test_a_file_that_vanishes_before_it_is_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root, "api/gone.py", ROUTE)
    real = os.open

    def opening(path: Any, *given: Any, **named: Any) -> int:
        if str(path).endswith("gone.py") and os.path.exists(path):
            os.unlink(path)
        return real(path, *given, **named)

    monkeypatch.setattr(os, "open", opening)
    index = load(root)
    assert found(index) == BOTH
    assert problems(index) == [("api/gone.py", "does not exist")]
    index.refresh(["api/gone.py"])
    assert problems(index) == []


def test_a_file_that_vanishes_after_it_was_read(root: Path) -> None:
    index = load(root)
    (root / "web/app.ts").unlink()
    assert found(index) == BOTH
    assert index.text("web/app.ts") is None
    index.graph()
    index.refresh(["web/app.ts", "never/was.ts"])
    assert found(index) == {port for port in BOTH if port[1] == "api/main.py"}


def test_folders_and_pipes_with_a_source_files_name(root: Path) -> None:
    write(root, "api/x.py/inner.py", ROUTE.replace("users", "inner"))
    os.mkfifo(root / "api/y.py")
    (root / "api/z.ts").mkdir()
    index = serves(root, ("exposes", "api/x.py/inner.py", "GET /inner/{}"))
    index.refresh(["api/x.py", "api/y.py", "api/z.ts"])
    assert len(found(index)) == 3
    index.open("api/y.py", b"")
    index.close("api/y.py")
    assert len(found(index)) == 3


def test_a_file_in_the_place_of_a_folder_and_back(root: Path) -> None:
    index = load(root)
    for _ in range(2):
        (root / "api/main.py").unlink()
        write(root, "api/main.py/main.py", ROUTE)
        index.refresh(["api/main.py"])
        assert ("exposes", "api/main.py/main.py", "GET /users/{}") in found(index)
        (root / "api/main.py/main.py").unlink()
        (root / "api/main.py").rmdir()
        write(root, "api/main.py", ROUTE)
        index.refresh(["api/main.py"])
        assert found(index) == BOTH


@pytest.mark.parametrize("text", ["", "\n", " ", "\ufeff", "#", "//", "\f", "\\", "\x1a"])
def test_files_with_nothing_in_them(root: Path, text: str) -> None:
    for name in ("a.py", "b.ts", "c.vue", "d.svelte", "e.jsx", "__init__.py"):
        write(root, f"empty/{name}", text)
    serves(root)


def test_very_many_lines(root: Path) -> None:
    write(root, "api/long.py", ROUTE + "x = 1\n" * 200_000 + "@app.get('/last')\ndef last(): ...\n")
    with within(60):
        also = {("exposes", "api/long.py", "GET /users/{}"), ("exposes", "api/long.py", "GET /last")}
        assert found(load(root)) == BOTH | also


def test_very_many_routes_in_a_file(root: Path) -> None:
    lines = "".join(f"@app.get('/r{number}')\ndef read{number}(): ...\n" for number in range(2000))
    write(root, "api/many.py", ROUTE + lines)
    with within(30):
        assert len(found(load(root))) == 2003


@pytest.mark.parametrize(
    "name", ["with space", "ünï-çödé", "a#b", "100%25", "{x}", "[id]", "a'b", "日本", "a\tb", "-", "~"]
)
def test_unusual_names(root: Path, name: str) -> None:
    write(root, f"{name}/{name}.ts", "export const base = '/odd'\nfetch(base + '/x')\n")
    write(root, f"{name}/use.ts", f'import {{ base }} from "./{name}"\nfetch(base + "/y")\n')
    index = serves(root, ("consumes", f"{name}/{name}.ts", "GET /odd/x"), ("consumes", f"{name}/use.ts", "GET /odd/y"))
    index.graph()


def test_very_long_names(root: Path) -> None:
    name = "a" * 10_000
    write(
        root,
        "web/long.ts",
        f"export const {name} = (p) => fetch(p)\n{name}('/long')\nfetch('/{name}')\n".replace("; ", "\n"),
    )
    write(root, "api/long.py", f"import requests\nclass {name}:\n    {name} = '/x'\nrequests.get({name}.{name})\n")
    index = load(root)
    assert found(index) >= {*BOTH, ("consumes", "api/long.py", "GET /x")}


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "kit", "main": ',
        "{",
        "[" * 100_000,
        '{"name": 7, "main": ["x"], "compilerOptions": []}',
        '{"compilerOptions": {"paths": [], "baseUrl": 7}, "extends": {"x": 1}, "references": [7, {"path": 8}]}',
        '{"compilerOptions": {"paths": {"*": "x", "@/*": [7, null, "../../../out/*"]}}}',
        "null",
        "\0",
        "\xff",
    ],
)
def test_broken_project_files(root: Path, text: str) -> None:
    for name in ("package.json", "tsconfig.json", "pyproject.toml", "Dockerfile", ".gitignore"):
        write(root, f"web/{name}", text.encode("latin-1"))
    write(root, "web/uses.ts", 'import { x } from "@/kit"\nimport y from "kit"\nfetch(x + "/one")\nfetch("/two")\n')
    index = load(root)
    assert found(index) >= {*BOTH, ("consumes", "web/uses.ts", "GET /two")}
    said = {path for path, _ in problems(index)}
    assert said <= {"web/package.json", "web/tsconfig.json", "web/pyproject.toml", "web/.gitignore"}
    if not text.startswith(('{"name": 7', '{"compiler', "null")):
        assert said >= {"web/package.json", "web/tsconfig.json"}


def test_project_files_that_lead_to_each_other(root: Path) -> None:
    write(root, "web/tsconfig.json", '{ // a comment\n"extends": "./tsconfig.base.json", }')
    write(
        root,
        "web/tsconfig.base.json",
        '{"extends": ["./tsconfig.json"], "compilerOptions": {"paths": {"@/*": ["lib/*"]}}}',
    )
    write(root, "web/lib/base.ts", "export const base = '/base'\n")
    write(root, "web/uses.ts", 'import { base } from "@/base"\nfetch(base + "/x")\n')
    serves(root, ("consumes", "web/uses.ts", "GET /base/x"))


def test_two_thousand_small_files(root: Path) -> None:
    for number in range(2000):
        write(root, f"many/d{number % 50}/f{number}.ts", f"export const a{number} = {number}\n")
    with within(10, time.monotonic):
        index = load(root)
        assert found(index) == BOTH
    with within(1, time.monotonic):
        index.open("many/d0/f0.ts", b"fetch('/new')\n")
        assert ("consumes", "many/d0/f0.ts", "GET /new") in found(index)


def test_a_workspace_that_is_not_there(tmp_path: Path) -> None:
    index = load(tmp_path / "nothing")
    assert found(index) == set()
    assert problems(index) == [(".", "does not exist")]


def test_files_of_other_kinds_are_no_part_of_it(root: Path) -> None:
    write(root, "docs/readme.md", "fetch('/x')")
    index = load(root)
    index.refresh(["docs/readme.md", "docs"])
    index.open("docs/readme.md", b"fetch('/x')")
    assert found(index) == BOTH
    assert problems(index) == []


OPENAPI = "openapi: 3.0.0\npaths:\n  /doc:\n    get: {}\n"
IN_DOCUMENT = ("exposes", "api/openapi.yaml", "GET /doc")


@pytest.mark.parametrize("name", ["openapi.yaml", "openapi.json", "nginx.conf", "compose.yaml", "Dockerfile"])
def test_a_document_while_it_is_typed(root: Path, name: str) -> None:
    text = {
        "openapi.yaml": OPENAPI + "  /x: {$ref: 'x.yaml#/a'}\n---\nkind: Ingress\nspec:\n  rules:\n  - host: &a x\n",
        "openapi.json": '{"openapi": "3.0.0", "servers": [{"url": "/a"}], "paths": {"/x": {"get": {}}}}',
        "nginx.conf": "server { location ~ ^/a/(.*)$ { proxy_pass http://${X}/$1; } } upstream a { server b; }",
        "compose.yaml": "services:\n  api:\n    build: {context: ../.., dockerfile: a/b}\n    environment: [A=b]\n",
        "Dockerfile": "ENV A=b \\\n  C='d'\nENV",
    }[name].encode()
    index = load(root)
    for end in range(len(text)):
        for garbage in (b"", b"{", b"\xf0\x9f", b'"', b"\0", b"&a *a", b"\t"):
            index.open(f"docs/{name}", text[:end] + garbage + text[end + len(garbage) :])
            assert found(index) >= BOTH
            assert problems(index) == []
    index.close(f"docs/{name}")
    assert found(index) == BOTH


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_document_with_a_byte_order_mark(root: Path, encoding: str) -> None:
    write(root, "api/openapi.yaml", OPENAPI.replace("\n", "\r\n").encode(encoding))
    serves(root, IN_DOCUMENT)


@pytest.mark.parametrize(
    "more",
    [
        b"x: \xff\xfe\n",
        b"x: [" * 50_000,
        b"x: &a [" + b"*a, " * 50_000,
        b"  /x: {$ref: '#/paths/~1x'}\n  /y: {$ref: '#'}\n  /z: {$ref: '../../../z.yaml'}\n  /w: {$ref: '\xff%00'}\n",
        b"".join(b"  /%d: {$ref: '#/paths/~1%d'}\n" % (number, number + 1) for number in range(2000)),
        b"\tx: y\n",
        b"x: |\n" + b"  get: {}\n" * 1_000_000,
        b"x" * 6_000_000,
    ],
    ids=range(8),
)
def test_what_else_stands_in_a_document(root: Path, more: bytes) -> None:
    write(root, "api/openapi.yaml", OPENAPI.encode() + more)
    with within(30):
        serves(root, IN_DOCUMENT)


def test_data_that_is_no_document(root: Path) -> None:
    write(root, "data/large.json", b'{"a": "' + b"openapi " * 4_000_000 + b'"}')
    write(root, "data/binary.json", b"\0" * 100)
    write(root, "data/lines.json", b"[" + b"1,\n" * 1_000_000 + b"1]")
    (root / "data/loop.yaml").symlink_to("loop.yaml")
    (root / "data/folder.json").mkdir()
    os.mkfifo(root / "data/pipe.yaml")
    with within(10, time.monotonic):
        serves(root, but=(("data/loop.yaml", "too many levels of symbolic links"),))


def test_ignored_files_stay_ignored(root: Path) -> None:
    write(root, ".gitignore", "generated/\n")
    write(root, "generated/main.py", ROUTE)
    write(root, "node_modules/x/index.js", CALL)
    index = serves(root)
    index.refresh(["generated/main.py", "node_modules/x/index.js", "generated"])
    assert found(index) == BOTH
    index.open("generated/main.py", ROUTE.replace("users", "shown").encode())
    assert len(found(index)) == 3
    index.close("generated/main.py")
    assert found(index) == BOTH
    write(root, ".gitignore", "")
    index.refresh([".gitignore"])
    assert ("exposes", "generated/main.py", "GET /users/{}") in found(index)


def test_thousands_of_scripts_in_a_file(root: Path) -> None:
    scripts = "".join(f"<script>fetch('/r{number}')</script> \n x \n" for number in range(8000))
    write(root, "many.vue", scripts)
    with within(10):
        assert len(found(load(root)) - BOTH) == 8000


def test_thousands_of_handlers_of_one_name(root: Path) -> None:
    routes = "".join(f"@app.route('/r{number}')\ndef read(): ...\n" for number in range(2000))
    write(root, "same.py", f"from flask import Flask\napp = Flask(__name__)\n{routes}")
    with within(10):
        assert len(found(load(root)) - BOTH) == 2000


def test_a_hierarchy_of_thousands_of_classes(root: Path) -> None:
    first = "import requests\nclass C0:\n    def get(self, path): return requests.get('/x' + path)\n"
    classes = "".join(f"class C{number}(C{number - 1}): pass\n" for number in range(1, 3000))
    write(root, "deep.py", f"{first}{classes}C9().get('/q')\n")
    with within(30):
        serves(root, ("consumes", "deep.py", "GET /x/q"))


def test_hundreds_of_controllers_that_inherit_from_each_other(root: Path) -> None:
    classes = "".join(
        f"@RestController class C{number} extends C{number - 1} {{\n"
        f'@GetMapping("/x{number}") public String get{number}() {{ return ""; }} }}\n'
        for number in range(300)
    )
    write(root, "A.java", f"{_SPRING}{classes}")
    with within(10):
        assert len(found(load(root)) - BOTH) == 300


def test_hundreds_of_controllers_that_inherit_hundreds_of_routes(root: Path) -> None:
    methods = "".join(
        f'@GetMapping("/x{number}") public String get{number}() {{ return ""; }}\n' for number in range(600)
    )
    heirs = "".join(f'@RestController @RequestMapping("/c{n}") class C{n} extends Base {{}}\n' for n in range(600))
    write(root, "A.java", f"{_SPRING}class Base {{\n{methods}}}\n{heirs}")
    with within(10):
        assert len(found(load(root)) - BOTH) < 10_000


def test_a_variable_that_is_set_again_and_again(root: Path) -> None:
    often = "".join(f"  if (c) u += '/a{number}'\n  else u += '/b{number}'\n" for number in range(500))
    write(root, "often.ts", f"function f(c) {{ let u = '/x'\n{often}  fetch(u)\n}}\nfetch('/after')\n")
    with within(10):
        assert ("consumes", "often.ts", "GET /after") in found(load(root))


_SPRING = "package a;\nimport org.springframework.web.bind.annotation.*;\n"


def _laughs(first: str, further: str) -> str:
    """Twenty levels of which each has nine of those before it."""
    lines = (f"a{number}: &a{number} [{', '.join([further % (number - 1)] * 9)}]" for number in range(1, 20))
    return "\n".join((f"a0: &a0 [{first}]", *lines, ""))


_COLLECTION = "info: {schema: 'https://schema.getpostman.com/json/collection/v2.1'}\n"
_TWICE = "".join(f"a{number}: &a{number} {{a: *a{number - 1}, a: *a{number - 1}}}\n" for number in range(1, 41))
_ROUTES = "".join(f"        E{number}: {{Type: Api, Properties: {{Path: /{number}}}}}\n" for number in range(1000))
_FUNCTION = "Resources:\n  F: &f\n    Type: AWS::Serverless::Function\n    Properties:\n      Events:\n"
_ALIASES = "stands for too much by its aliases"
_SPREAD = " \n" * 6000
"""What keeps a text from looking as if a program wrote it."""


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("c.json", _COLLECTION + "item: &a [{item: *a}]\n", None),
        ("c.json", f"{_COLLECTION}{_laughs('{request: /x}', '{item: *a%d}')}item: *a19\n", _ALIASES),
        ("template.yaml", f"{_FUNCTION}{_ROUTES}" + "".join(f"  F{n}: *f\n" for n in range(1000)), _ALIASES),
        (
            "c.json",
            _COLLECTION
            + "".join(f"[&a{number} [ \n " for number in range(3000))
            + "".join(f"y{number}: *a{number}\n" for number in range(3000)),
            _ALIASES,
        ),
        ("routes.yaml", _laughs("x", "*a%d"), "is not valid YAML"),
        ("o.yaml", 'openapi: 3.0.0\npaths:\n  /x: {$ref: "#/a40' + "/a" * 40 + f'"}}\na0: &a0 {{}}\n{_TWICE}', None),
        ("o.yaml", "openapi: 3.0.0\npaths:\n" + "  /x: {}\n" * 20_000, None),
        ("package.json", _SPREAD + '"\\' * 100_000, "is not valid JSON"),
        ("pyproject.toml", "a" + ".a" * 20_000 + " = 1\n", "is not valid TOML"),
        ("a.h", _SPREAD + '"\\' * 100_000, None),
    ],
)  # fmt: skip
def test_a_short_text_that_stands_for_much(root: Path, name: str, text: str, problem: str | None) -> None:
    write(root, f"web/{name}", text)
    with within(20):
        serves(root, but=() if problem is None else ((f"web/{name}", problem),))


@pytest.mark.parametrize(
    ("name", "text", "most"),
    [
        (
            "o.yaml",
            f"openapi: 3.0.0\nservers: [{', '.join(f'{{url: /s{number}}}' for number in range(2000))}]\npaths:\n"
            + "".join(f"  /x{number}: {{get: {{}}}}\n" for number in range(2000)),
            32_000,
        ),
        (
            "o.yaml",
            "openapi: 3.0.0\na: &a\n"
            + "  get: {}\n" * 2000
            + "paths:\n"
            + "".join(f"  /x{number}: *a\n" for number in range(2000)),
            64_000,
        ),
        ("a.graphql", "query {\n" + "".join(f"  field{number}\n" for number in range(20_000)) + "}\n", 20_000),
    ],
)
def test_a_document_states_no_more_than_its_length_lets_expect(root: Path, name: str, text: str, most: int) -> None:
    write(root, f"web/{name}", text)
    with within(20):
        assert 0 < len(found(load(root)) - BOTH) <= most


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "nginx.conf",
            "server {\n"
            + "".join(f"location /{number} {{ proxy_pass http://u; }}\n" for number in range(2000))
            + "}\nupstream u {\n"
            + "".join(f"server s{number};\n" for number in range(2000))
            + "}\n",
        ),
        (
            "k.yaml",
            "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nspec:\n  rules:\n  - backendRefs:\n"
            + "".join(f"    - name: a{number}\n" for number in range(2000))
            + "    filters: [{urlRewrite: {path: {replacePrefixMatch: /b}}}]\n    matches:\n"
            + "".join(f"    - path: {{value: /{number}}}\n" for number in range(2000)),
        ),
    ],
)
def test_a_path_of_a_gateway_leads_to_few_services(root: Path, name: str, text: str) -> None:
    write(root, name, text)
    gateways = load(root).documents()[name].gateways
    assert 2000 <= sum(len(gateway.mounts) for gateway in gateways) <= 32_000


def test_lists_within_lists_that_callers_give_are_not_multiplied_out(root: Path) -> None:
    urls = " + ".join("abcdef")
    loops = "".join(f"{' ' * 4 * depth}for {name} in {name}s:\n" for depth, name in enumerate("abcdef", 1))
    items = ", ".join(f'"/{number}"' for number in range(30))
    wrapper = f"import requests\ndef all({', '.join(f'{name}s' for name in 'abcdef')}):\n{loops}"
    write(
        root,
        "loops.py",
        f"{wrapper}{' ' * 28}requests.get('http://x' + {urls})\nall({', '.join([f'[{items}]'] * 6)})\n",
    )
    with within(10, time.monotonic):
        index = serves(root)
        assert not {key for _, path, key in found(index) if path == "loops.py" and "/1" in key}
