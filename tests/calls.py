"""One call, or one route, in each language and each kind of document: what must be found whatever stands behind it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Call(NamedTuple):
    """A file's `path`, a text, and the key of its one port; `None` if it is about services, and has no port."""

    path: str
    text: str
    key: str | None


CALLS = {
    "python": Call("a.py", 'import requests\nrequests.get("/real/call")\n', "GET /real/call"),
    "typescript": Call("a.ts", 'import axios from "axios";\naxios.get("/real/call");\n', "GET /real/call"),
    "tsx": Call("a.tsx", 'import axios from "axios";\naxios.get("/real/call");\n', "GET /real/call"),
    "javascript": Call("a.js", 'import axios from "axios";\naxios.get("/real/call");\n', "GET /real/call"),
    "vue": Call(
        "a.vue", '<script>\nimport axios from "axios";\naxios.get("/real/call");\n</script>\n', "GET /real/call"
    ),
    "html": Call(
        "a.html",
        '<p>It\'s</p>\n<script type="module">\nimport axios from "axios";\naxios.get("/real/call");\n</script>\n',
        "GET /real/call",
    ),
    "svelte": Call(
        "a.svelte", '<script>\nimport axios from "axios";\naxios.get("/real/call");\n</script>\n', "GET /real/call"
    ),
    "astro": Call(
        "a.astro", '---\nimport axios from "axios";\naxios.get("/real/call");\n---\n<p>It\'s</p>\n', "GET /real/call"
    ),
    "go": Call("a.go", 'package main\nimport "net/http"\nfunc f() { http.Get("/real/call") }\n', "GET /real/call"),
    "rust": Call("a.rs", 'use reqwest;\nfn f() { reqwest::get("/real/call"); }\n', "GET /real/call"),
    "php": Call(
        "a.php", '<?php\nuse Illuminate\\Support\\Facades\\Http;\nHttp::get("/real/call");\n', "GET /real/call"
    ),
    "c": Call(
        "a.c",
        '#include <curl/curl.h>\nvoid f(CURL *c) { curl_easy_setopt(c, CURLOPT_URL, "http://h/real/call"); '
        "curl_easy_perform(c); }\n",
        "GET /real/call",
    ),
    "cpp": Call(
        "a.cpp", '#include <cpr/cpr.h>\nvoid f() { cpr::Get(cpr::Url{"http://h/real/call"}); }\n', "GET /real/call"
    ),
    "java": Call(
        "A.java",
        "import org.springframework.web.client.RestTemplate;\n"
        'class A { void f() { new RestTemplate().getForObject("/real/call", A.class); } }\n',
        "GET /real/call",
    ),
    "kotlin": Call(
        "A.kt",
        "import org.springframework.web.client.RestTemplate\n"
        'fun f() { RestTemplate().getForObject<String>("/real/call") }\n',
        "GET /real/call",
    ),
    "yaml": Call("a.yaml", "openapi: 3.0.0\npaths:\n  /real/call:\n    get: {}\n", "GET /real/call"),
    "json": Call("a.json", '{"openapi": "3.0.0", "paths": {"/real/call": {"get": {}}}}\n', "GET /real/call"),
    "proto": Call("a.proto", "service Real { rpc Call (A) returns (B); }\n", "Real/Call"),
    "nginx": Call("nginx.conf", "location /real/ { proxy_pass http://api/; }\n", None),
    "graphql": Call("a.graphql", "query { realCall { id } }\n", "Query.realCall"),
    "http": Call("a.http", "GET http://h/real/call\n", "GET /real/call"),
    "dockerfile": Call("Dockerfile", "FROM x\nENV API=http://h/real/call\n", None),
}


def write_almost_nothing(root: Path) -> None:
    """Write all of them, in a folder for each language."""
    for language, (path, text, _) in CALLS.items():
        (root / language).mkdir(parents=True)
        (root / language / path).write_text(text, "utf-8")
