"""What goes through many files: chains, circles, and files that each name all others.

The size of the last kind is the number of names, so that twice the size is twice the text there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from .pattern import JAVA, PY, C, Files, c_request, each, pattern

REQUEST = c_request('"http://h" P0')
INCLUDING = f'#include "m0.h"\n{C}void f(CURL *c) {{ {REQUEST} }}\n'


def others(n: int) -> Iterator[tuple[int, list[int]]]:
    """Files by number, each with the numbers of all others: they name each other `n` times."""
    files = range(isqrt(n))
    return ((i, [j for j in files if j != i]) for i in files)


@pattern(1000)
def py_star_clique(n: int) -> Files:
    def module(i: int, named: list[int]) -> str:
        imports = "".join(f"from m{j} import *\n" for j in named)
        base = 'BASE_1 = "/a"\n' if i == 0 else ""
        return f'{imports}{PY}requests.get(BASE_{i} + "/x" + NOPE)\n{base}'

    return {f"m{i}.py": module(i, named) for i, named in others(n)}


@pattern(1000)
def ts_star_clique(n: int) -> Files:
    def module(i: int, named: list[int]) -> str:
        exports = "".join(f'export * from "./m{j}";\n' for j in named)
        imports = f'import axios from "axios";\nimport {{ api, BASE }} from "./m{named[i % len(named)]}";\n'
        made = 'export const api = axios.create({baseURL: "/api"}); export const BASE = "/b";\n' if i == 0 else ""
        return f'{exports}{imports}api.get("/x{i}"); axios.get(BASE + NOPE);\n{made}'

    return {f"m{i}.ts": module(i, named) for i, named in others(n)}


@pattern(1000)
def rs_glob_clique(n: int) -> Files:
    def module(i: int, named: list[int]) -> str:
        imports = "".join(f"pub use crate::m{j}::*;\n" for j in named)
        return f"{imports}pub fn f{i}() {{ reqwest::get(BASE_{i}); reqwest::get(NOPE); }}\n"

    files = {f"src/m{i}.rs": module(i, named) for i, named in others(n)}
    modules = "".join(f"mod {path[4:-3]};\n" for path in files)
    return {
        "Cargo.toml": '[package]\nname = "a"\n',
        "src/main.rs": f'{modules}pub const BASE_1: &str = "/a";\n',
        **files,
    }


@pattern(1000)
def c_include_clique(n: int) -> Files:
    def header(i: int, named: list[int]) -> str:
        includes = "".join(f'#include "m{j}.h"\n' for j in named)
        return f'{includes}#define P{i} P{i + 1} "/x"\n'

    return {"a.c": INCLUDING, **{f"m{i}.h": header(i, named) for i, named in others(n)}}


@pattern(50)
def c_include_chain(n: int) -> Files:
    return {
        "a.c": INCLUDING,
        **{f"m{i}.h": f'#include "m{i + 1}.h"\n#define P{i} P{i + 1} "/x"\n' for i in range(n)},
        f"m{n}.h": f'#define P{n} "/y"\n',
    }


@pattern(100)
def ts_reexport_chain(n: int) -> Files:
    """Beyond `trail.MAX_DEPTH` files, as here, nothing is found, and that is not kept: each use goes as far again."""
    return {
        **{f"m{i}.ts": f'export {{ api as api }} from "./m{i + 1}";\n' for i in range(n)},
        f"m{n}.ts": 'import axios from "axios";\nexport const api = axios.create({baseURL: "/api"});\n',
        "use.ts": 'import { api } from "./m0";\n' + each(50, lambda i: f'api.get("/x{i}");\n'),
    }


@pattern(50)
def py_const_cycle(n: int) -> Files:
    def module(i: int) -> str:
        following = f"B{(i + 1) % n}"
        imports = f"from m{(i + 1) % n} import {following}\nimport requests\n"
        return f'{imports}B{i} = {following} + "/x"\nrequests.get(B{i})\n'

    return {f"m{i}.py": module(i) for i in range(n)}


@pattern(50)
def go_const_cycle(n: int) -> Files:
    def package(i: int) -> str:
        following = f"p{(i + 1) % n}"
        imports = f'package p{i}\nimport ("net/http"; "example.com/m/{following}")\n'
        return f'{imports}const B = {following}.B + "/x"\nfunc F() {{ http.Get(B) }}\n'

    return {"go.mod": "module example.com/m\n", **{f"p{i}/a.go": package(i) for i in range(n)}}


@pattern(50)
def py_wrap_chain_files(n: int) -> Files:
    return {
        **{
            f"m{i}.py": f'from m{i + 1} import w{i + 1}\ndef w{i}(p):\n    return w{i + 1}("/s" + p)\n'
            for i in range(n)
        },
        f"m{n}.py": f"import requests\ndef w{n}(p):\n    return requests.get(p)\n",
        "use.py": 'from m0 import w0\nw0("/end")\n',
    }


@pattern(50)
def ts_wrap_chain_files(n: int) -> Files:
    def module(i: int) -> str:
        return f'import {{ w{i + 1} }} from "./m{i + 1}";\nexport function w{i}(p) {{ return w{i + 1}("/s" + p); }}\n'

    return {
        **{f"m{i}.ts": module(i) for i in range(n)},
        f"m{n}.ts": f'import axios from "axios";\nexport function w{n}(p) {{ return axios.get(p); }}\n',
        "use.ts": 'import { w0 } from "./m0";\nw0("/end");\n',
    }


@pattern(50)
def go_wrap_chain_files(n: int) -> Files:
    def package(i: int) -> str:
        imports = f'package p{i}\nimport "example.com/m/p{i + 1}"\n'
        return f'{imports}func W(p string) {{ p{i + 1}.W("/s" + p) }}\n'

    return {
        "go.mod": "module example.com/m\n",
        **{f"p{i}/a.go": package(i) for i in range(n)},
        f"p{n}/a.go": f'package p{n}\nimport "net/http"\nfunc W(p string) {{ http.Get(p) }}\n',
        "main.go": 'package main\nimport "example.com/m/p0"\nfunc main() { p0.W("/end") }\n',
    }


@pattern(50)
def php_class_chain_files(n: int) -> Files:
    def derived(i: int) -> str:
        return f"<?php\nnamespace App;\nclass C{i} extends C{i + 1} {{ const P{i} = parent::P{i + 1} . '/x'; }}\n"

    http = "use Illuminate\\Support\\Facades\\Http;\n"
    last = f"class C{n} {{ const P{n} = '/p'; function go($u) {{ return Http::get(static::P0 . $u); }} }}\n"
    return {
        "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
        **{f"src/C{i}.php": derived(i) for i in range(n)},
        f"src/C{n}.php": f"<?php\nnamespace App;\n{http}{last}",
        "src/use.php": "<?php\nnamespace App;\n(new C0())->go('/end');\n",
    }


@pattern(50)
def py_router_cycle(n: int) -> Files:
    def module(i: int) -> str:
        imports = f"from fastapi import APIRouter\nfrom m{(i + 1) % n} import r as other\n"
        router = f'r = APIRouter(prefix="/m{i}")\nr.include_router(other)\n'
        return f'{imports}{router}@r.get("/x")\ndef x(): ...\n'

    return {f"m{i}.py": module(i) for i in range(n)}


@pattern(50)
def py_class_chain_files(n: int) -> Files:
    def derived(i: int) -> str:
        return f'from m{i + 1} import C{i + 1}\nclass C{i}(C{i + 1}):\n    p{i} = C{i + 1}.p + "/x"\n'

    last = f'class C{n}:\n    p = "/p"\n    def go(self, u):\n        return requests.get(self.p + u)\n'
    return {
        **{f"m{i}.py": derived(i) for i in range(n)},
        f"m{n}.py": f"import requests\n{last}",
        "use.py": 'from m0 import C0\nC0().go("/end")\n',
    }


@pattern(500)
def small_files(n: int) -> Files:
    """One route, or one call, in each file."""
    return {
        **{f"api/m{i}.py": f'{PY}@app.get("/x{i}")\ndef f(): ...\n' for i in range(n // 2)},
        **{f"web/m{i}.ts": f'fetch("/x{i}");\n' for i in range(n // 2)},
    }


@pattern(500)
def plain_files(n: int) -> Files:
    """Files that state no contract."""
    return {f"lib/p{i % 20}/m{i}.py": f"def f{i}(a):\n    return a + {i}\n" for i in range(n)}


@pattern(30)
def deep_folders(n: int) -> Files:
    """A folder in a folder: the paths are longer for it, so a few of the files are at the bottom."""
    return {f"{'d/' * n}m{i}.py": f'{PY}@app.get("/x{i}")\ndef f(): ...\n' for i in range(10)}


@pattern(30)
def services(n: int) -> Files:
    """Services with a manifest, an application and a client each."""
    return {
        path: text
        for i in range(n)
        for path, text in {
            f"s{i}/pyproject.toml": f'[project]\nname = "s{i}"\n',
            f"s{i}/Dockerfile": "FROM python\nENV PORT=80\n",
            f"s{i}/app.py": f'{PY}@app.get("/x{i}")\ndef f(): ...\nrequests.get("http://s{i // 2}/x{i // 2}")\n',
        }.items()
    }


@pattern(240, times=2)
def java_package(n: int) -> Files:
    """Controllers of one package that inherit from each other, each in a file of its own.

    Up to `MAX_HEIRS` classes, each has more below it than the one before, and up to `MAX_LINEAGE` more above it.
    """

    def controller(i: int) -> str:
        head = f'@RestController @RequestMapping("/c{i}")\npublic class C{i}{f" extends C{i - 1}" if i else ""}'
        return f'{JAVA}{head} {{\n@GetMapping("/r{i}") public String r{i}() {{ return ""; }}\n}}\n'

    return {f"src/main/java/a/C{i}.java": controller(i) for i in range(n)}


@pattern(240, times=2)
def java_clients(n: int) -> Files:
    """Clients of one package that inherit from each other, with the same bounds."""

    def client(i: int) -> str:
        head = f'@FeignClient(name="s{i}", path="/f{i}")\ninterface F{i}{f" extends F{i - 1}" if i else ""}'
        imported = "import org.springframework.cloud.openfeign.FeignClient;\n"
        return f'{JAVA}{imported}{head} {{ @GetMapping("/r{i}") String r{i}(); }}\n'

    return {f"src/main/java/a/F{i}.java": client(i) for i in range(n)}


@pattern(60)
def java_own_client(n: int) -> Files:
    """Methods that give objects of types of their own, read from answers to requests of one client."""
    paths = (
        "  String join(String url, Object... parts) {\n    StringBuilder all = new StringBuilder(url);\n"
        '    for (Object part : parts) { all.append("/"); all.append(part.toString().replace(" ", "+")); }\n'
        "    return all.toString();\n  }\n"
    )
    client = (
        "package a;\nimport jakarta.ws.rs.client.*;\nimport jakarta.ws.rs.core.*;\npublic class Api {\n"
        "  private final Client client = ClientBuilder.newClient();\n  private final String host;\n"
        f"  public Api(String host) {{ this.host = host; }}\n{paths}"
        "  Response get(Object... parts) { return client.target(join(host, parts)).request().get(); }\n}\n"
    )

    def user(i: int) -> str:
        method = f'public T{i} get{i}(long id) {{ Response r = api.get("t{i}", id); return r.readEntity(T{i}.class); }}'
        return f"package a;\nimport jakarta.ws.rs.core.Response;\npublic class U{i} {{\n  Api api;\n  {method}\n}}\n"

    return {"src/main/java/a/Api.java": client, **{f"src/main/java/a/U{i}.java": user(i) for i in range(n)}}


@pattern(30)
def java_inherited_requests(n: int) -> Files:
    """Classes that inherit how to ask, and read answers by functions of one name, one for each type of what is read."""
    read = "".join(f"  <T> T read(String text, {kind} as) {{ return null; }}\n" for kind in ("Class<T>", "T", "Type"))
    base = (
        "package a;\nimport java.lang.reflect.Type;\nimport org.springframework.web.client.RestTemplate;\n"
        "public abstract class Base {\n  RestTemplate rest = new RestTemplate();\n  String host;\n"
        f'{read}  String name(String url, Object... more) {{ return String.format(host + "/a" + url, more); }}\n'
        "  String sent(String url, Object... more) { return rest.getForObject(name(url, more), String.class); }\n"
        "  <T> T ask(String url, Class<T> type, Object... more) { return read(sent(url, more), type); }\n}\n"
    )

    def one(i: int) -> str:
        first = f'String id = ask("/r{i}", String.class, host);'
        asked = "".join(f'ask("/s{i}/x{j}/" + id, String.class, rest, host);\n' for j in range(4))
        return f"package a;\npublic class C{i} extends Base {{\nvoid all() {{\n{first}\n{asked}}}\n}}\n"

    return {"src/main/java/a/Base.java": base, **{f"src/main/java/a/C{i}.java": one(i) for i in range(n)}}


@pattern(60)
def java_shared_names(n: int) -> Files:
    """Classes of one package, in all of whose files the same names stand that no import leads to."""

    def one(i: int) -> str:
        method = f'@GetMapping("/r{i}") public Shown r{i}() {{ return null; }}'
        return f"{JAVA}@RestController public class C{i} {{\n{method}\n}}\n"

    return {f"src/main/java/a/C{i}.java": one(i) for i in range(n)}


@pattern(60)
def go_own_clients(n: int) -> Files:
    """Clients that ask again if they are refused, each with many calls, which an interface of all of them declares."""

    def client(i: int) -> str:
        head = f'package d{i}\nimport "github.com/go-resty/resty/v2"\ntype D struct {{ client *resty.Client }}\n'
        sent = "res, err := d.client.R().Execute(method, url)\nif err != nil { return d.Request(url, method) }"
        request = f"func (d *D) Request(url, method string) ([]byte, error) {{\n{sent}\nreturn res.Body(), nil\n}}\n"
        calls = each(8, lambda c: f'func (d *D) Get{c}() {{ d.Request("/d{i}/r{c}", "GET") }}\n')
        return f"{head}{request}{calls}"

    declared = "package model\ntype Client interface { Request(url, method string) ([]byte, error) }\n"
    return {"model/client.go": declared, "go.mod": "module a\n", **{f"d{i}/d.go": client(i) for i in range(n)}}
