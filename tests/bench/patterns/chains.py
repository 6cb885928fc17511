"""Long expressions, and variables that change from statement to statement."""

from __future__ import annotations

from tests.calls import CALLS

from .pattern import GO, PHP, PY, RS, TS, C, Files, c_request, each, pattern


def piece(number: int) -> str:
    """A part of a path, of 48 characters."""
    return f"/b{number:046}"


@pattern(500)
def py_chain(n: int) -> Files:
    return {"a.py": PY + 'x = (requests.get("/a")' + '\n  .b("/c")' * n + ")\n"}


@pattern(500)
def ts_chain(n: int) -> Files:
    return {"a.ts": TS + "app" + each(n, lambda i: f'\n  .get("/r{i}", h)') + ";\n"}


@pattern(500)
def php_chain(n: int) -> Files:
    return {"a.php": PHP + 'Http::withHeader("a")' + '\n  ->withHeader("b", "c")' * n + '->get("/a");\n'}


@pattern(500)
def go_chain(n: int) -> Files:
    return {"a.go": GO + 'func main() { http.Get("/a")' + '.\n  B("/c")' * n + " }\n"}


@pattern(250)
def kotlin_chain(n: int) -> Files:
    """Calls of what calls give, each with a function behind it: of such a chain the innermost call is asked first."""
    return {CALLS["kotlin"].path: CALLS["kotlin"].text + "fun f() { g" + " { a }" * n + " }\n"}


@pattern(500)
def cpp_quotients(n: int) -> Files:
    """A comparison is an operation as well, and these nest as deep as they are many."""
    return {CALLS["cpp"].path: CALLS["cpp"].text + "int f(int a) { return a" + " / a" * n + "; }\n"}


@pattern(1500)
def rs_routes_chain(n: int) -> Files:
    routes = each(n, lambda i: f'.route("/r{i}", get(h{i}))\n')
    return {"a.rs": f"{RS}fn main() {{ Router::new()\n{routes}; }}\n"}


@pattern(250)
def ts_then(n: int) -> Files:
    return {"a.ts": TS + 'axios.get("/a")' + '\n  .then(x => axios.get("/b" + x))' * n + ";\n"}


@pattern(125)
def ts_nest_cb(n: int) -> Files:
    return {"a.ts": TS + 'axios.get("/a")\n  .then(x => ' * n + "1" + ")" * n + ";\n"}


@pattern(6)
def py_nest_def(n: int) -> Files:
    functions = each(n, lambda i: "  " * i + f"def f{i}(p):\n")
    return {"a.py": f"{PY}{functions}{'  ' * n}requests.get(p)\n"}


@pattern(500)
def py_concat(n: int) -> Files:
    known, unknown = '\n  + "/b"' * n, "\n  + x" * n
    return {"a.py": f'{PY}requests.get("/a"{known})\nrequests.get("/a"{unknown})\n'}


@pattern(500)
def ts_concat(n: int) -> Files:
    known, unknown = '\n  + "/b"' * n, "\n  + x" * n
    return {"a.ts": f'{TS}axios.get("/a"{known});\naxios.get("/a"{unknown});\n'}


@pattern(500)
def go_concat(n: int) -> Files:
    known, unknown = ' +\n  "/b"' * n, " +\n  x" * n
    return {"a.go": f'{GO}func main() {{\nhttp.Get("/a"{known})\nhttp.Get("/a"{unknown})\n}}\n'}


@pattern(500)
def php_concat(n: int) -> Files:
    return {"a.php": PHP + 'Http::get("/a"' + '\n  . "/b"' * n + ");\n"}


@pattern(500)
def rs_concat(n: int) -> Files:
    return {"a.rs": RS + 'fn main() { reqwest::get("/a".to_string()' + '\n  + "/b"' * n + "); }\n"}


@pattern(500)
def c_concat(n: int) -> Files:
    """Literals that stand beside each other are one."""
    return {"a.c": C + "void f(CURL *c) { " + c_request('"http://h/a"' + '\n  "/b"' * n) + " }\n"}


@pattern(250)
def py_reassign(n: int) -> Files:
    """A text of more than 4,096 characters is cut (`MAX_LENGTH` in `resolve/partial_texts/texts.py`).

    It has as many after 86 pieces, so nearly all requests have a text as long as that, at every size.
    """
    requests = each(n, lambda i: f'p = p + "{piece(i)}"\nrequests.get(p)\n')
    return {"a.py": f'{PY}p = "/a"\n{requests}'}


@pattern(250)
def ts_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'p += "{piece(i)}"; axios.get(p);\n')
    return {"a.ts": f'{TS}let p = "/a";\n{requests}'}


@pattern(250)
def go_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'p += "{piece(i)}"\nhttp.Get(p)\n')
    return {"a.go": f'{GO}func main() {{\np := "/a"\n{requests}}}\n'}


@pattern(250)
def c_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'strcat(p, "{piece(i)}"); {c_request("p")}\n')
    return {"a.c": f'{C}void f(CURL *c) {{ char p[99]; strcpy(p, "http://h/a");\n{requests}}}\n'}


@pattern(250)
def cpp_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'p += "{piece(i)}"; {c_request("p.c_str()")}\n')
    return {"a.cpp": f'{C}#include <string>\nvoid f(CURL *c) {{ std::string p = "http://h/a";\n{requests}}}\n'}


@pattern(250)
def php_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'$p .= "{piece(i)}"; Http::get($p);\n')
    return {"a.php": f'{PHP}function f() {{ $p = "/a";\n{requests}}}\n'}


@pattern(250)
def rs_reassign(n: int) -> Files:
    """As `py_reassign`."""
    requests = each(n, lambda i: f'    p.push_str("{piece(i)}");\n    reqwest::get(&p);\n')
    return {"a.rs": f'{RS}fn f() {{ let mut p = String::from("/a");\n{requests}}}\n'}


@pattern(250)
def ts_spread(n: int) -> Files:
    objects = each(n, lambda i: f'const P{i + 1} = {{...P{i}, k{i}: "/p{i}"}};\n')
    uses = f"axios.get(P{n}.a); axios.get(P{n}.k0); axios.get(P{n}.nope);"
    return {"a.ts": f'{TS}const P0 = {{a: "/x"}};\n{objects}{uses}\n'}


@pattern(250)
def py_aliases(n: int) -> Files:
    """A client has one name after the other."""
    aliases = each(n, lambda i: f"c{i + 1} = c{i}\n")
    return {"a.py": f'{PY}c0 = requests\n{aliases}c{n}.get("/a")\n'}


@pattern(250)
def ts_aliases(n: int) -> Files:
    """As `py_aliases`."""
    aliases = each(n, lambda i: f"const c{i + 1} = c{i};\n")
    return {"a.ts": f'{TS}const c0 = axios;\n{aliases}c{n}.get("/a");\n'}


@pattern(250)
def go_aliases(n: int) -> Files:
    """As `py_aliases`."""
    aliases = each(n, lambda i: f"c{i + 1} := c{i}\n")
    return {"a.go": f'{GO}func main() {{\nc0 := http.DefaultClient\n{aliases}c{n}.Get("/a")\n}}\n'}


@pattern(250)
def rs_aliases(n: int) -> Files:
    """As `py_aliases`."""
    aliases = each(n, lambda i: f"let c{i + 1} = c{i}.clone();\n")
    return {"a.rs": f'{RS}fn main() {{\nlet c0 = reqwest::Client::new();\n{aliases}c{n}.get("/a");\n}}\n'}
