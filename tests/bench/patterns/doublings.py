"""Values that are each made of two of the one before: written out they would be as long as two to the size."""

from __future__ import annotations

from .pattern import GO, PHP, PY, RS, TS, C, Files, c_request, each, pattern


@pattern(10)
def py_double(n: int) -> Files:
    doubled = each(n, lambda i: f"a{i + 1} = a{i} + a{i}\n")
    return {"a.py": f'{PY}a0 = "/xx"\n{doubled}requests.get(a{n})\n@app.get(a{n})\ndef f(): ...\n'}


@pattern(10)
def py_fdouble(n: int) -> Files:
    doubled = each(n, lambda i: f'a{i + 1} = f"{{a{i}}}{{a{i}}}"\n')
    return {"a.py": f'{PY}a0 = "/xx"\n{doubled}requests.get(a{n})\n'}


@pattern(10)
def ts_double(n: int) -> Files:
    doubled = each(n, lambda i: f"const a{i + 1} = `${{a{i}}}${{a{i}}}`;\n")
    return {"a.ts": f'{TS}const a0 = "/xx";\n{doubled}axios.get(a{n});\napp.get(a{n}, h);\n'}


@pattern(10)
def rs_paths2(n: int) -> Files:
    """A path that a request may have, as a function that tells paths apart makes it of others, again and again."""
    bound = each(n, lambda i: f"let a = cut(b, {i});\nlet b = cut(a, {i});\n")
    compared = 'if req.method() == Method::GET && a == "/users" { return list(req); }'
    return {"a.rs": f"{RS}fn serve(req: Request) {{\n{bound}{compared}\n}}\n"}


@pattern(10)
def ts_conditions2(n: int) -> Files:
    """A comparison of a path that is kept under a name, and that one under another one, again and again."""
    named = each(n, lambda i: f"const b{i + 1} = b{i} || b{i};\n")
    compared = 'const b0 = path === "/a/b" || path === "/c/d";\n' + named
    done = f"if (b{n}) {{ list(req, res); return; }}\n"
    return {"a.ts": f"function serve(req, res) {{\nconst path = req.url;\n{compared}{done}}}\n"}


@pattern(10)
def ts_replace2(n: int) -> Files:
    doubled = each(n, lambda i: f'const a{i + 1} = a{i}.replaceAll("x", "xx");\n')
    return {"a.ts": f'{TS}const a0 = "/xx";\n{doubled}axios.get(a{n});\n'}


@pattern(10)
def ts_procedures8(n: int) -> Files:
    keys = range(8)
    objects = each(n, lambda i: f"const a{i + 1} = {{ {', '.join(f'k{key}: a{i}' for key in keys)} }};\n")
    begun = "import { initTRPC } from '@trpc/server';\nconst t = initTRPC.create();\n"
    return {"a.ts": f"{begun}const a0 = {{ p: t.procedure.query(() => 1) }};\n{objects}t.router(a{n});\n"}


@pattern(10)
def ts_handlers(n: int) -> Files:
    def layer(i: int) -> str:
        calls = " ".join(f"f{i}_{key}(h);" for key in range(8))
        return "".join(f"function f{i + 1}_{key}(h) {{ {calls} }}\n" for key in range(8))

    routes = "".join(f'function f0_{key}(h) {{ app.get("/r{key}", h); }}\n' for key in range(8))
    return {"a.ts": f"{TS}{routes}{each(n, layer)}f{n}_0(done);\nfunction done() {{}}\n"}


@pattern(10)
def go_double(n: int) -> Files:
    doubled = each(n, lambda i: f"const a{i + 1} = a{i} + a{i}\n")
    return {"a.go": f'{GO}const a0 = "/xx"\n{doubled}func main() {{ http.Get(a{n}); http.HandleFunc(a{n}, h) }}\n'}


@pattern(10)
def rs_double(n: int) -> Files:
    doubled = each(n, lambda i: f'let a{i + 1} = format!("{{}}{{}}", a{i}, a{i});\n')
    uses = f"Router::new().route(&a{n}, get(h)); reqwest::get(&a{n});"
    return {"a.rs": f'{RS}fn main() {{ let a0 = "/xx".to_string();\n{doubled}{uses} }}\n'}


@pattern(10)
def php_double(n: int) -> Files:
    doubled = each(n, lambda i: f'$a{i + 1} = "$a{i}$a{i}";\n')
    return {"a.php": f'{PHP}$a0 = "/xx";\n{doubled}Route::get($a{n}, "X@y");\nHttp::get($a{n});\n'}


@pattern(10)
def c_macro_double(n: int) -> Files:
    doubled = each(n, lambda i: f"#define A{i + 1} A{i} A{i}\n")
    return {"a.c": f'{C}#define A0 "/xx"\n{doubled}void f(CURL *c) {{ {c_request(f"A{n}")} }}\n'}


@pattern(10)
def c_fnmacro_double(n: int) -> Files:
    doubled = each(n, lambda i: f"#define A{i + 1}(x) A{i}(x) A{i}(x)\n")
    request = c_request(f'A{n}("/a")')
    return {"a.c": f"{C}#define A0(x) x\n{doubled}void f(CURL *c) {{ {request} }}\nA{n}(void g(void);)\n"}


@pattern(10)
def cpp_double(n: int) -> Files:
    doubled = each(n, lambda i: f"std::string a{i + 1} = a{i} + a{i};\n")
    request = c_request(f"a{n}.c_str()")
    return {"a.cpp": f'{C}#include <string>\nstd::string a0 = "/xx";\n{doubled}void f(CURL *c) {{ {request} }}\n'}


@pattern(1000, factor=30)
def py_repeat(n: int) -> Files:
    """Texts that a number makes long; the program stays as short as it is."""
    lines = (
        f'requests.get("/a" * {n})',
        f'requests.get("/" + "x" * {n})',
        f'requests.get("/".join(["a"] * {n}))',
        f'requests.get("/a".ljust({n}, "b"))',
        f'requests.get("/{{:>{n}}}".format("b"))',
        f'requests.get("/%{n}s" % "b")',
        f'for i in range({n}):\n    app.get("/r/" + str(i))(h)',
    )
    return {"a.py": PY + "\n".join(lines) + "\n"}


@pattern(1000, factor=30)
def ts_repeat(n: int) -> Files:
    """As `py_repeat`."""
    lines = (
        f'axios.get("/a".repeat({n}));',
        f'axios.get("/" + "x".padEnd({n}, "y"));',
        f'axios.get(Array({n}).fill("a").join("/"));',
        f'for (let i = 0; i < {n}; i++) app.get("/r/" + i, h);',
    )
    return {"a.ts": TS + "\n".join(lines) + "\n"}


@pattern(1000, factor=30)
def go_repeat(n: int) -> Files:
    """As `py_repeat`."""
    lines = (
        f'http.Get(strings.Repeat("/a", {n}))',
        f'http.Get(fmt.Sprintf("/%{n}d", 1))',
        f'for i := 0; i < {n}; i++ {{ http.HandleFunc("/r/" + strconv.Itoa(i), h) }}',
    )
    return {"a.go": GO + 'import ("fmt"; "strconv"; "strings")\nfunc main() {\n' + "\n".join(lines) + "\n}\n"}


@pattern(1000, factor=30)
def php_repeat(n: int) -> Files:
    """As `py_repeat`."""
    lines = (
        f'Http::get(str_repeat("/a", {n}));',
        f'Http::get(str_pad("/a", {n}, "b"));',
        f'Http::get(sprintf("/%{n}d", 1));',
        f'foreach (range(0, {n}) as $i) {{ Route::get("/r/$i", "X@y"); }}',
    )
    return {"a.php": PHP + "\n".join(lines) + "\n"}


@pattern(1000, factor=30)
def rs_repeat(n: int) -> Files:
    """As `py_repeat`."""
    lines = (
        f'reqwest::get("/a".repeat({n}));',
        f'reqwest::get(format!("/{{:>{n}}}", "b"));',
        f'for i in 0..{n} {{ reqwest::get(format!("/r/{{i}}")); }}',
    )
    return {"a.rs": RS + "fn main() {\n" + "\n".join(lines) + "\n}\n"}


@pattern(10)
def py_list2(n: int) -> Files:
    doubled = each(n, lambda i: f"L{i + 1} = L{i} + L{i}\n")
    return {"a.py": f'{PY}L0 = ["/a", "/b"]\n{doubled}for p in L{n}:\n    app.get(p)(h)\n    requests.get(p)\n'}


@pattern(10)
def ts_list2(n: int) -> Files:
    doubled = each(n, lambda i: f"const L{i + 1} = [...L{i}, ...L{i}];\n")
    return {
        "a.ts": f'{TS}const L0 = ["/a", "/b"];\n{doubled}for (const p of L{n}) {{ app.get(p, h); axios.get(p); }}\n'
    }


@pattern(10)
def ts_spread2(n: int) -> Files:
    doubled = each(n, lambda i: f'const P{i + 1} = {{...P{i}, ...P{i}, k{i}: "/p{i}"}};\n')
    uses = f"axios.get(P{n}.a); axios.get(P{n}.nope); axios.get(P{n}[x]);"
    return {"a.ts": f'{TS}const P0 = {{a: "/x"}};\n{doubled}{uses}\n'}


@pattern(10)
def php_list2(n: int) -> Files:
    doubled = each(n, lambda i: f"$l{i + 1} = array_merge($l{i}, $l{i});\n$m{i + 1} = [...$m{i}, ...$m{i}];\n")
    uses = f"foreach ($l{n} as $p) {{ Http::get($p); }}\nforeach ($m{n} as $p) {{ Http::get($p); }}\n"
    return {"a.php": f'{PHP}$l0 = ["/a", "/b"];\n$m0 = ["/a", "/b"];\n{doubled}{uses}'}
