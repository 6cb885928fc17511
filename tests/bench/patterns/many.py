"""Much of the same in one file."""

from __future__ import annotations

from .pattern import GIN, GO, JAVA, PHP, PY, RS, TS, C, Files, c_request, each, pattern


@pattern(3125)
def py_routes(n: int) -> Files:
    return {"a.py": PY + each(n, lambda i: f'@app.get("/r{i}")\ndef r{i}(): ...\n')}


@pattern(3125)
def ts_routes(n: int) -> Files:
    return {"a.ts": TS + each(n, lambda i: f'app.get("/r{i}", h{i});\n')}


@pattern(3125)
def go_routes(n: int) -> Files:
    routes = each(n, lambda i: f'http.HandleFunc("/r{i}", h{i})\n')
    return {"a.go": f"{GO}func main() {{\n{routes}}}\n"}


@pattern(1500)
def gin_routes(n: int) -> Files:
    routes = each(n, lambda i: f'r.GET("/r{i}", h{i})\n')
    return {"a.go": f"{GIN}func main() {{\nr := gin.New()\n{routes}}}\n"}


@pattern(1500)
def rs_routes(n: int) -> Files:
    routes = each(n, lambda i: f'let app = app.route("/r{i}", get(h{i}));\n')
    return {"a.rs": f"{RS}fn main() {{ let app = Router::new();\n{routes}axum::serve(l, app); }}\n"}


@pattern(1500)
def rs_requests(n: int) -> Files:
    requests = each(n, lambda i: f'fn f{i}() {{ reqwest::get("/r{i}"); }}\n')
    return {"a.rs": f"use reqwest;\n{requests}"}


@pattern(3125)
def php_routes(n: int) -> Files:
    return {"routes/web.php": PHP + each(n, lambda i: f'Route::get("/r{i}", "X@y{i}");\n')}


@pattern(3125)
def c_ifs(n: int) -> Files:
    routes = each(n, lambda i: f'if (strcmp(r->path, "/r{i}") == 0) {{ h{i}(r); return; }}\n')
    return {"a.c": f"{C}void f(struct req *r) {{\n{routes}}}\n"}


@pattern(1500)
def c_cases(n: int) -> Files:
    cases = each(n, lambda i: f'case {i}: if (strcmp(url, "/r{i}") == 0) return "/x"; break;\n')
    return {"a.c": f"{C}const char *f(int k, const char *url) {{ switch (k) {{\n{cases}}} return 0; }}\n"}


@pattern(250)
def go_stored(n: int) -> Files:
    stored = each(n, lambda i: f'viper.SetDefault("k{i}", "/r{i}")\nhttp.Get("http://x" + viper.GetString("k{i}"))\n')
    return {"a.go": f'package a\nimport ("net/http"; "github.com/spf13/viper")\nfunc main() {{\n{stored}}}\n'}


@pattern(1500)
def ts_cases(n: int) -> Files:
    cases = each(n, lambda i: f'case {i}: return "/r{i}/" + y;\n')
    return {"a.ts": f"{TS}function f(x, y) {{ while (g()) switch (x) {{\n{cases}}} }}\naxios.get(f(1, 2));\n"}


@pattern(1500)
def py_choosing(n: int) -> Files:
    arms = each(n, lambda i: f'    elif x == "a{i}": return "/r{i}/" + y\n')
    return {"a.py": f'{PY}def f(x, y):\n    if x == "a": return "/a/" + y\n{arms}requests.get(f("a1", "b"))\n'}


@pattern(1500)
def cpp_requests(n: int) -> Files:
    def request(i: int) -> str:
        url = f'"http://h/r{i}"'
        return f"void f{i}(CURL *c) {{ {c_request(url)} }}\n"

    return {"a.cpp": C + each(n, request)}


@pattern(1500)
def c_elifs(n: int) -> Files:
    routes = " else ".join(f'if (strcmp(r->path, "/r{i}") == 0) {{ h{i}(r); }}\n' for i in range(n))
    return {"a.c": f"{C}void f(struct req *r) {{\n{routes}}}\n"}


@pattern(250)
def py_elifs(n: int) -> Files:
    arms = each(n, lambda i: f'elif self.path == "/r{i}":\n            requests.get("/c{i}")\n        ')
    handler = "class H(BaseHTTPRequestHandler):\n    def do_GET(self):\n        if x: pass\n        "
    return {"a.py": f"{PY}from http.server import BaseHTTPRequestHandler\n{handler}{arms}\n"}


@pattern(250)
def ts_elifs(n: int) -> Files:
    arms = " else ".join(f'if (req.url === "/r{i}") {{ axios.get("/c{i}"); }}\n' for i in range(n))
    server = f'import http from "http";\nhttp.createServer((req, res) => {{\n{arms}}});\n'
    return {"a.ts": TS + server}


@pattern(250)
def go_elifs(n: int) -> Files:
    arms = " else ".join(f'if r.URL.Path == "/r{i}" {{\n  http.Get("/c{i}")\n}}' for i in range(n))
    return {"a.go": f"{GO}func h(w http.ResponseWriter, r *http.Request) {{\n{arms}\n}}\n"}


@pattern(250)
def rs_elifs(n: int) -> Files:
    arms = " else ".join(f'if path == "/r{i}" {{ reqwest::get("/c{i}"); }}\n' for i in range(n))
    return {"a.rs": f"{RS}fn h(path: &str) {{\n{arms}}}\n"}


@pattern(250)
def php_elifs(n: int) -> Files:
    arms = " else".join(f'if ($p === "/r{i}") {{ Http::get("/c{i}"); }}\n' for i in range(n))
    return {"a.php": f'{PHP}$p = $_SERVER["REQUEST_URI"];\n{arms}'}


@pattern(500)
def go_cases(n: int) -> Files:
    arms = each(n, lambda i: f'case "/r{i}": http.Get("/c{i}")\n')
    return {"a.go": f"{GO}func h(w http.ResponseWriter, r *http.Request) {{\nswitch r.URL.Path {{\n{arms}}}\n}}\n"}


@pattern(625)
def py_wrapcalls(n: int) -> Files:
    return {
        "w.py": 'import requests\ndef w(p):\n    return requests.get("/api" + p)\n',
        "a.py": "from w import w\n" + each(n, lambda i: f'r{i} = w("/r{i}")\n'),
    }


@pattern(625)
def ts_wrapcalls(n: int) -> Files:
    wrapper = 'export function w(p: string) { return axios.get("/api" + p); }\n'
    return {
        "w.ts": f'import axios from "axios";\n{wrapper}',
        "a.ts": 'import { w } from "./w";\n' + each(n, lambda i: f'const r{i} = w("/r{i}");\n'),
    }


@pattern(625)
def py_samekey(n: int) -> Files:
    return {"a.py": PY + each(n, lambda i: f'@app.get("/same")\ndef r{i}(): ...\nrequests.get("/same")\n')}


@pattern(625)
def py_hole_match(n: int) -> Files:
    def both(i: int) -> str:
        return f'@app.get("/{{a}}/{{b}}/x{i}")\ndef r{i}(): ...\nrequests.get(f"/x{i}/{{q}}/{{z}}")\n'

    return {"a.py": PY + each(n, both)}


@pattern(250)
def py_decorators(n: int) -> Files:
    return {"a.py": PY + each(n, lambda i: f'@app.get("/r{i}", name="r{i}")\n') + "def f(): ...\n"}


@pattern(250)
def ts_decorators(n: int) -> Files:
    imports = 'import { Controller, Get } from "@nestjs/common";\n'
    routes = each(n, lambda i: f'    @Get("r{i}")\n')
    return {"a.ts": f'{imports}@Controller("a")\nclass A {{\n{routes}f() {{}}\n}}\n'}


@pattern(250)
def php_attributes(n: int) -> Files:
    imports = "<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n"
    routes = each(n, lambda i: f'    #[Route("/r{i}")]\n')
    return {"a.php": f"{imports}class A {{\n{routes}function f() {{}}\n}}\n"}


@pattern(250)
def rs_attributes(n: int) -> Files:
    routes = each(n, lambda i: f'#[ get("/r{i}") ]\n')
    return {"a.rs": f"use actix_web::get;\n{routes}async fn f() {{}}\n"}


@pattern(250)
def py_bigdict(n: int) -> Files:
    entries, requests = (
        each(n, line) for line in (lambda i: f'"k{i}": "/p{i}", ', lambda i: f'requests.get(P["k{i}"])\n')
    )
    uses = "for k in P:\n    app.get(P[k])(h)\nfor p in P.values():\n    requests.get(p)\nrequests.get(P[x])\n"
    return {"a.py": f"{PY}P = {{{entries}}}\n{requests}{uses}"}


@pattern(250)
def ts_bigobj(n: int) -> Files:
    entries, requests = each(n, lambda i: f'k{i}: "/p{i}", '), each(n, lambda i: f"axios.get(P.k{i});\n")
    uses = "for (const k in P) { app.get(P[k], h); }\nObject.values(P).forEach(p => axios.get(p));\naxios.get(P[x]);\n"
    return {"a.ts": f"{TS}const P = {{{entries}}};\n{requests}{uses}"}


@pattern(250)
def go_bigmap(n: int) -> Files:
    entries, requests = each(n, lambda i: f'"k{i}": "/p{i}", '), each(n, lambda i: f'http.Get(P["k{i}"])\n')
    uses = "for k, p := range P { http.HandleFunc(p, h); http.Get(P[k]) }\n"
    return {"a.go": f"{GO}var P = map[string]string{{{entries}}}\nfunc main() {{\n{requests}{uses}}}\n"}


@pattern(250)
def php_bigarray(n: int) -> Files:
    entries, requests = each(n, lambda i: f'"k{i}" => "/p{i}", '), each(n, lambda i: f'Http::get($p["k{i}"]);\n')
    uses = "foreach ($p as $k => $v) { Http::get($v); Http::get($p[$k]); }\n"
    return {"a.php": f"{PHP}$p = [{entries}];\n{requests}{uses}"}


@pattern(250)
def py_methods(n: int) -> Files:
    """A class whose methods each call the next one, and the last one a request."""
    methods = each(n, lambda i: f"    def m{i}(self, p): return self.m{i + 1}(p)\n")
    last = f"    def m{n}(self, p): return requests.get(p)\n"
    return {"a.py": f'{PY}class A:\n{methods}{last}A().m0("/end")\n'}


@pattern(50)
def java_methods(n: int) -> Files:
    """The same in Java, where what encloses a call may say where a route is."""
    methods = each(n, lambda i: f"void m{i}(String p) {{ m{i + 1}(p); }}\n")
    last = f"void m{n}(String p) {{ rest.getForObject(p, String.class); }}\n"
    rest = "final RestTemplate rest = new RestTemplate();\n"
    return {
        "A.java": f"import org.springframework.web.client.RestTemplate;\nclass A {{\n{rest}{methods}{last}"
        f'void all() {{ m0("http://a/end"); }}\n}}\n'
    }


@pattern(50)
def kotlin_routes(n: int) -> Files:
    """Functions that each have a route, in which they call the next one."""
    imports = "".join(f"import io.ktor.server.{name}.*\n" for name in ("application", "routing", "websocket"))
    functions = each(n, lambda i: f'fun Route.f{i}() {{ webSocket("/w{i}") {{ f{i + 1}() }} }}\n')
    last = f'fun Route.f{n}() {{ get("/x") {{ call.respond("") }} }}\n'
    return {"A.kt": f"{imports}fun Application.all() {{ routing {{ f0() }} }}\n{functions}{last}"}


@pattern(50)
def kotlin_requests(n: int) -> Files:
    """Functions that each make a request, and call the next one with the same path."""
    imports = "import io.ktor.client.*\nimport io.ktor.client.request.*\n"
    functions = each(n, lambda i: f"suspend fun f{i}(p: String) {{ f{i + 1}(p); client.get(p) }}\n")
    last = f'suspend fun f{n}(p: String) {{ client.get(p) }}\nsuspend fun all() {{ f0("/end") }}\n'
    return {"A.kt": f"{imports}val client = HttpClient()\n{functions}{last}"}


@pattern(50)
def java_heirs(n: int) -> Files:
    """Controllers that inherit all methods of one class."""
    methods = each(n, lambda i: f'@GetMapping("/m{i}") public String m{i}() {{ return ""; }}\n')
    heirs = each(n, lambda i: f'@RestController @RequestMapping("/c{i}") class B{i} extends B {{ }}\n')
    return {"A.java": f"{JAVA}class B {{\n{methods}}}\n{heirs}"}


@pattern(100)
def java_derived(n: int) -> Files:
    """Controllers that inherit from each other, so that each has the routes of all above."""
    classes = each(
        n,
        lambda i: (
            f"@RestController class B{i} {f'extends B{i - 1} ' if i else ''}{{\n"
            f'@GetMapping("/a{i}") public String g{i}() {{ return ""; }}\n}}\n'
        ),
    )
    return {"A.java": f"{JAVA}{classes}"}


@pattern(100)
def py_tasks(n: int) -> Files:
    """Tasks that each begin the next one, in a circle."""
    tasks = each(n, lambda i: f"@shared_task\ndef t{i}(x):\n    t{(i + 1) % n}.delay(x)\n")
    return {"a.py": f"from celery import shared_task\n{tasks}"}


@pattern(150)
def py_long_line(n: int) -> Files:
    """All in one line, up to where it would count as minified."""
    return {"a.py": PY + "; ".join(f'x{i} = "/a{i}"' for i in range(n)) + f"; requests.get(x{n - 1})\n"}


@pattern(120)
def ts_long_line(n: int) -> Files:
    """As `py_long_line`."""
    return {"a.ts": TS + each(n, lambda i: f'const x{i} = "/a{i}"; ') + f"axios.get(x{n - 1});\n"}


@pattern(20_000)
def py_long_text(n: int) -> Files:
    return {"a.py": PY + 'requests.get("""/' + "a b\n" * n + '""")\n'}


@pattern(20_000)
def ts_long_comment(n: int) -> Files:
    return {"a.ts": TS + "/*" + " a * /\n" * n + '*/ axios.get("/a");\n'}


@pattern(100)
def ts_telling_apart(n: int) -> Files:
    """A function that only compares what it is given, and calls of it."""
    tests = each(n, lambda i: f'  if (path === "/a/b{i}") return {i};\n')
    calls = each(n, lambda i: f'number("/a/b{i}", {i});\n')
    return {"a.ts": f"{TS}function number(path, count) {{\n{tests}  return count;\n}}\n{calls}"}


@pattern(100)
def go_handed_requests(n: int) -> Files:
    """Requests of tests, each handed to one function."""
    test = """func Test{i}(t *testing.T) {{
\tr := httptest.NewRequest("GET", "/a/b{i}", nil)
\thttp.HandlerFunc(show).ServeHTTP(httptest.NewRecorder(), r)
}}
"""
    head = 'package a\n\nimport (\n\t"net/http"\n\t"net/http/httptest"\n\t"testing"\n)\n\n'
    show = "func show(w http.ResponseWriter, r *http.Request) {}\n"
    return {"a_test.go": head + show + each(n, lambda i: test.format(i=i))}


@pattern(200)
def ts_kept_members(n: int) -> Files:
    """A function that keeps for a URL what it is given, and calls itself with each of many members of that."""
    store = "class Store {\nset(url) { this.url = url; }\nsend() { return axios.get(this.url); }\n}\n"
    again = each(n, lambda i: f"put(store, given.m{i});\n")
    put = f"function put(store: Store, given) {{\nstore.set(given);\n{again}}}\n"
    return {"a.ts": f'import axios from "axios";\n{store}{put}'}


def _served(body: str, before: str = "") -> Files:
    """A function that is given each request, and tells their paths apart."""
    return {"a.ts": f"{before}function serve(req, res) {{\nconst path = req.url;\n{body}}}\n"}


@pattern(500)
def ts_path_guards(n: int) -> Files:
    """Paths that are refused one after the other, before anything is done."""
    return _served(each(n, lambda i: f'if (path !== "/a{i}") return;\n') + "list(req, res);\n")


@pattern(500)
def ts_path_cuts(n: int) -> Files:
    """A path that more and more is cut off of."""
    cut = each(n, lambda i: f'const p{i + 1} = p{i}.replace("/x{i}", "");\n')
    compared = each(n, lambda i: f'if (p{i} === "/a{i}") {{ list(req, res); return; }}\n')
    return _served(f"const p0 = path;\n{cut}{compared}")


@pattern(250)
def ts_path_names(n: int) -> Files:
    """A variable of the file that is set again before each function which compares it with a path."""
    function = 'path = f{i}();\nfunction g{i}(req, res) {{ if (path === "/a{i}") {{ list(req, res); return; }} }}\n'
    return {"a.ts": "let path;\n" + each(n, lambda i: function.format(i=i))}


ANSWER = "    def on_GET(self, request): ...\n"


@pattern(250)
def py_class_paths(n: int) -> Files:
    """A class with many members that may be its path, or stand before it."""
    members = each(n, lambda i: f'    path = "/a{i}/b"\n    prefix = "p{i}"\n')
    return {"a.py": f"class Users(Servlet):\n{members}{ANSWER}"}


@pattern(250)
def py_classes_with_paths(n: int) -> Files:
    """Classes that each have their path."""
    return {"a.py": each(n, lambda i: f'class C{i}(Servlet):\n    path = "/a{i}/b"\n{ANSWER}')}


@pattern(4)
def py_class_path_parts(n: int) -> Files:
    """A path with many open parts, and a long one that it might stand for."""
    paths = f'"/a/{"{x}b" * n}c", "/a/{"xb" * 2 * n}d", re.compile("/a/({"|" * n}")'
    return {"a.py": f"class Users(Servlet):\n    paths = [{paths}]\n{ANSWER}"}


def _asking(body: str) -> Files:
    """A function that makes requests, and is given what decides on them."""
    return {"a.ts": f"export function ask(a) {{\n{body}}}\n"}


@pattern(100)
def ts_options_set_again(n: int) -> Files:
    """One request after the other, before each of which the options of all may be changed."""
    asked = each(n, lambda i: f'if (a) options.method = "POST";\nfetch("/a{i}/b", options);\n')
    return _asking(f"const options = {{}};\n{asked}")


@pattern(100)
def ts_options_of_functions(n: int) -> Files:
    """Functions that each may change the options that they are given."""
    function = 'export function f{i}(a, o) {{\nif (a) o.method = "POST";\nfetch("/a{i}/b", o);\n}}\n'
    return {"a.ts": each(n, lambda i: function.format(i=i))}


@pattern(400)
def py_classes_of_one_name(n: int) -> Files:
    """Classes that are called as what they inherit from, more than `MAX_NAMED` (`members/classes.py`)."""
    named = "class A(A):\n    def f(self): return requests.get(self.a + A.f(self))\n"
    return {"a.py": PY + named * n}


@pattern(200)
def ts_url_parts(n: int) -> Files:
    """A URL that may become longer before each request.

    Up to `MAX_VALUES` (`resolve/recognition/correlated.py`), each request has more values to look at than the last one.
    """
    asked = each(n, lambda i: f'if (a) url += "/x{i}";\nfetch(url, {{ method: a ? "PUT" : "POST" }});\n')
    return _asking(f'let url = "/a";\n{asked}')


@pattern(640)
def ts_functions_in_functions(n: int) -> Files:
    return {"a.ts": f'{TS}const f = {each(n, lambda i: f"(a{i}) =>{chr(10)}")}axios.get("/a/" + a0);\n'}
