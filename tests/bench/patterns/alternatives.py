"""Choices that follow on choices: the ways through all of them are as many as two to the size."""

from __future__ import annotations

from .pattern import GIN, GO, PHP, PY, RS, TS, C, Files, c_request, each, pattern

LETTERS = '"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"'


@pattern(10)
def py_alt(n: int) -> Files:
    either = each(n, lambda i: f'a{i} = "x{i}" if c else "y{i}"\n')
    path = ' + "/" + '.join(f"a{i}" for i in range(n))
    return {"a.py": f'{PY}{either}requests.get("/" + {path})\n'}


@pattern(10)
def ts_alt(n: int) -> Files:
    either = each(n, lambda i: f'const a{i} = c ? "x{i}" : "y{i}";\n')
    return {"a.ts": f"{TS}{either}axios.get(`{each(n, lambda i: f'/${{a{i}}}')}`);\n"}


@pattern(10)
def go_alt(n: int) -> Files:
    either = each(n, lambda i: f'a{i} := "x{i}"\nif c {{ a{i} = "y{i}" }}\n')
    path = ' + "/" + '.join(f"a{i}" for i in range(n))
    return {"a.go": f'{GO}func main() {{\n{either}http.Get("/" + {path})\n}}\n'}


@pattern(10)
def rs_alt(n: int) -> Files:
    either = each(n, lambda i: f'let a{i} = if c {{ "x{i}" }} else {{ "y{i}" }};\n')
    path = each(n, lambda i: f"/{{a{i}}}")
    return {"a.rs": f'{RS}fn main() {{\n{either}reqwest::get(format!("{path}"));\n}}\n'}


@pattern(10)
def php_alt(n: int) -> Files:
    either = each(n, lambda i: f'$a{i} = $c ? "x{i}" : "y{i}";\n')
    return {"a.php": f'{PHP}{either}Http::get("{each(n, lambda i: f"/$a{i}")}");\n'}


@pattern(10)
def c_alt(n: int) -> Files:
    either = each(n, lambda i: f'const char *a{i} = x ? "x{i}" : "y{i}"; strcat(p, "/"); strcat(p, a{i});\n')
    return {"a.c": f'{C}void f(CURL *c) {{ char p[99]; strcpy(p, "http://h");\n{either}{c_request("p")} }}\n'}


@pattern(2)
def py_loops(n: int) -> Files:
    loops = each(n, lambda i: "    " * i + f"for x{i} in L:\n")
    path = ' + "/" + '.join(f"x{i}" for i in range(n))
    return {"a.py": f'{PY}L = [{LETTERS}]\n{loops}{"    " * n}app.get("/" + {path})(h)\n'}


@pattern(2)
def ts_loops(n: int) -> Files:
    loops = each(n, lambda i: f"for (const x{i} of L) ")
    path = ' + "/" + '.join(f"x{i}" for i in range(n))
    return {"a.ts": f'{TS}const L = [{LETTERS}];\n{loops}app.get("/" + {path}, h);\n'}


@pattern(2)
def go_loops(n: int) -> Files:
    loops = each(n, lambda i: f"for _, x{i} := range L {{ ")
    path = ' + "/" + '.join(f"x{i}" for i in range(n))
    uses = f'http.HandleFunc("/" + {path}, h)'
    return {"a.go": f"{GO}func main() {{ L := []string{{{LETTERS}}}\n{loops}{uses}{' }' * n}\n}}\n"}


@pattern(2)
def php_loops(n: int) -> Files:
    loops = each(n, lambda i: f"foreach ($l as $x{i}) ")
    return {"a.php": f'{PHP}$l = [{LETTERS}];\n{loops}Route::get("{each(n, lambda i: f"/$x{i}")}", "X@y");\n'}


@pattern(10)
def py_wrap2(n: int) -> Files:
    wrappers = each(n, lambda i: f'def w{i + 1}(p):\n    w{i}("/a{i}" + p)\n    w{i}("/b{i}" + p)\n')
    return {"a.py": f'{PY}def w0(p):\n    return requests.get(p)\n{wrappers}w{n}("/end")\n'}


@pattern(10)
def ts_wrap2(n: int) -> Files:
    wrappers = each(n, lambda i: f'export function w{i + 1}(p) {{ w{i}("/a{i}" + p); w{i}("/b{i}" + p); }}\n')
    return {"a.ts": f'{TS}export function w0(p) {{ return axios.get(p); }}\n{wrappers}w{n}("/end");\n'}


@pattern(10)
def go_wrap2(n: int) -> Files:
    wrappers = each(n, lambda i: f'func w{i + 1}(p string) {{ w{i}("/a{i}" + p); w{i}("/b{i}" + p) }}\n')
    return {"a.go": f'{GO}func w0(p string) {{ http.Get(p) }}\n{wrappers}func main() {{ w{n}("/end") }}\n'}


@pattern(10)
def rs_wrap2(n: int) -> Files:
    wrappers = each(
        n,
        lambda i: f'fn w{i + 1}(p: &str) {{ w{i}(&format!("/a{i}{{p}}")); w{i}(&format!("/b{i}{{p}}")); }}\n',
    )
    return {"a.rs": f'{RS}fn w0(p: &str) {{ reqwest::get(p); }}\n{wrappers}fn main() {{ w{n}("/end"); }}\n'}


@pattern(10)
def php_wrap2(n: int) -> Files:
    wrappers = each(n, lambda i: f'function w{i + 1}($p) {{ w{i}("/a{i}$p"); w{i}("/b{i}$p"); }}\n')
    return {"a.php": f'{PHP}function w0($p) {{ return Http::get($p); }}\n{wrappers}w{n}("/end");\n'}


@pattern(10)
def c_wrap2(n: int) -> Files:
    first = f"void w0(CURL *c, char *p) {{ {c_request('p')} }}\n"
    wrappers = each(n, lambda i: f"void w{i + 1}(CURL *c, char *p) {{ w{i}(c, p); w{i}(c, p); }}\n")
    return {"a.c": f'{C}{first}{wrappers}void f(CURL *c) {{ w{n}(c, "http://h/end"); }}\n'}


@pattern(10)
def py_mount2(n: int) -> Files:
    def mounted(i: int) -> str:
        mounts = each(range(2), lambda way: f'r{i + 1}.include_router(r{i}, prefix="/{"ab"[way]}{i}")\n')
        return f"r{i + 1} = APIRouter()\n{mounts}"

    leaf = 'r0 = APIRouter()\n@r0.get("/leaf")\ndef leaf(): ...\n'
    return {"a.py": f"{PY}{leaf}{each(n, mounted)}app.include_router(r{n})\n"}


@pattern(10)
def ts_mount2(n: int) -> Files:
    def mounted(i: int) -> str:
        return f'const r{i + 1} = express.Router(); r{i + 1}.use("/a{i}", r{i}); r{i + 1}.use("/b{i}", r{i});\n'

    return {
        "a.ts": f'{TS}const r0 = express.Router(); r0.get("/leaf", h);\n{each(n, mounted)}app.use(r{n});\n',
    }


@pattern(10)
def py_urlpatterns2(n: int) -> Files:
    def included(i: int) -> str:
        ways = ", ".join(f'path("{way}{i}/", include("m{i + 1}.urls"))' for way in "ab")
        return f"from django.urls import path, include\nurlpatterns = [{ways}]\n"

    return {
        **{f"m{i}/__init__.py": "" for i in range(n + 1)},
        **{f"m{i}/urls.py": included(i) for i in range(n)},
        f"m{n}/urls.py": 'from django.urls import path\nurlpatterns = [path("x/", v)]\n',
    }


@pattern(10)
def php_group2(n: int) -> Files:
    def grouped(i: int) -> str:
        ways = " ".join(f'Route::prefix("{way}{i}")->group(function () {{ g{i + 1}(); }});' for way in "ab")
        return f"function g{i}() {{ {ways} }}\n"

    last = f'function g{n}() {{ Route::get("x", "X@y"); }}\ng0();\n'
    return {"routes/web.php": f"{PHP}{each(n, grouped)}{last}"}


@pattern(100, times=2)
def go_group2(n: int) -> Files:
    """A file is looked at 100 times (`MOST_TIMES` in `index/incremental/current_ports.py`), once for each level."""

    def grouped(i: int) -> str:
        ways = "; ".join(f'g{i + 1}(r.Group("/{way}{i}"))' for way in "ab")
        return f"func g{i}(r *gin.RouterGroup) {{ {ways} }}\n"

    last = f'func g{n}(r *gin.RouterGroup) {{ r.GET("/x", h) }}\n'
    return {"a.go": f'{GIN}{each(n, grouped)}{last}func main() {{ e := gin.New(); g0(e.Group("/")) }}\n'}


@pattern(10)
def rs_nest2(n: int) -> Files:
    def nested(i: int) -> str:
        ways = "".join(f'.nest("/{way}{i}", g{i + 1}())' for way in "ab")
        return f"fn g{i}() -> Router {{ Router::new(){ways} }}\n"

    last = f'fn g{n}() -> Router {{ Router::new().route("/x", get(h)) }}\n'
    return {"a.rs": f"{RS}{each(n, nested)}{last}fn main() {{ let app = g0(); axum::serve(l, app); }}\n"}


@pattern(10)
def py_ret2(n: int) -> Files:
    def returning(i: int) -> str:
        return f'def f{i + 1}():\n    if c: return f{i}() + "/x{i}"\n    return f{i}() + "/y{i}"\n'

    return {"a.py": f'{PY}def f0():\n    return "/a"\n{each(n, returning)}requests.get(f{n}())\n'}


@pattern(10)
def ts_ret2(n: int) -> Files:
    def returning(i: int) -> str:
        return f'function f{i + 1}() {{ if (c) return f{i}() + "/x{i}"; return f{i}() + "/y{i}"; }}\n'

    return {"a.ts": f'{TS}function f0() {{ return "/a"; }}\n{each(n, returning)}axios.get(f{n}());\n'}


@pattern(10)
def py_diamond(n: int) -> Files:
    first = 'class A0:\n    base = "/a"\nclass B0:\n    base = "/b"\n'
    classes = each(n, lambda i: f"class A{i + 1}(A{i}, B{i}): ...\nclass B{i + 1}(B{i}, A{i}): ...\n")
    uses = f'requests.get(A{n}.base + A{n}.nope + "/x")\n'
    method = f"class Z(A{n}):\n    def go(self): requests.get(self.base + self.nope)\n"
    return {"a.py": PY + first + classes + uses + method}


@pattern(10)
def ts_diamond(n: int) -> Files:
    def derived(i: int) -> str:
        return f"interface A{i + 1} extends A{i}, B{i} {{}}\ninterface B{i + 1} extends B{i}, A{i} {{}}\n"

    first = "interface A0 { base: string }\ninterface B0 { base: string }\n"
    uses = f'function f(a: A{n}) {{ axios.get(a.base + "/x"); axios.get(a.nope + "/y"); }}\n'
    return {"a.ts": TS + first + each(n, derived) + uses}


@pattern(10)
def go_embed(n: int) -> Files:
    def embedding(i: int) -> str:
        return f"type A{i + 1} struct {{ A{i}; B{i} }}\ntype B{i + 1} struct {{ B{i}; A{i} }}\n"

    first = "type A0 struct { base string }\ntype B0 struct { base string }\n"
    uses = f'func f(a A{n}) {{ http.Get(a.base + "/x"); http.Get(a.nope + "/y") }}\n'
    return {"a.go": GO + first + each(n, embedding) + uses}


@pattern(100)
def php_traits(n: int) -> Files:
    """Traits that each use both below; `MAX_LINEAGE` of those count, which half of them have at the first size."""

    def using(i: int) -> str:
        return f"trait A{i + 1} {{ use A{i}, B{i}; }}\ntrait B{i + 1} {{ use B{i}, A{i}; }}\n"

    first = 'trait A0 { public $base = "/a"; }\ntrait B0 { public $base = "/b"; }\n'
    last = f'class Z {{ use A{n}; function go() {{ Http::get($this->base . "/x"); Http::get($this->nope); }} }}\n'
    return {"a.php": PHP + first + each(n, using) + last}


@pattern(10)
def cpp_diamond(n: int) -> Files:
    classes = each(n, lambda i: f"struct A{i + 1} : A{i}, B{i} {{}}; struct B{i + 1} : B{i}, A{i} {{}};\n")
    uses = " ".join(c_request('"http://x/a"', handle) for handle in ("a.c", "a.nope"))
    return {"a.cpp": f"{C}struct A0 {{ CURL *c; }}; struct B0 {{ CURL *c; }};\n{classes}void f(A{n} &a) {{ {uses} }}\n"}


@pattern(500)
def py_ifelse(n: int) -> Files:
    """Each of so many choices makes the path longer in one of two ways."""
    choices = each(n, lambda i: f'if c{i}:\n    p = p + "/b{i}"\nelse:\n    p = p + "/d{i}"\n')
    return {"a.py": f'{PY}p = "/a"\n{choices}requests.get(p)\n'}


@pattern(500)
def ts_ifelse(n: int) -> Files:
    """As `py_ifelse`."""
    choices = each(n, lambda i: f'if (c{i}) {{ p += "/b{i}"; }} else {{ p += "/d{i}"; }}\n')
    return {"a.ts": f'{TS}let p = "/a";\n{choices}axios.get(p);\n'}


@pattern(500)
def go_ifelse(n: int) -> Files:
    """As `py_ifelse`."""
    choices = each(n, lambda i: f'if c{i} {{ p += "/b{i}" }} else {{ p += "/d{i}" }}\n')
    return {"a.go": f'{GO}func main() {{\np := "/a"\n{choices}http.Get(p)\n}}\n'}
