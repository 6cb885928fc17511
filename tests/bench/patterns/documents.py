"""Documents that grow: in breadth, in depth, and by what they refer to."""

from __future__ import annotations

import json

from .pattern import PY, Files, each, pattern

OPENAPI = "openapi: 3.0.0\n"


@pattern(10)
def yaml_laughs(n: int) -> Files:
    """Each anchor stands for two of the one before."""
    anchors = each(n, lambda i: f"x{i + 1}: &x{i + 1} [*x{i}, *x{i}]\n")
    return {"a.yaml": f"{OPENAPI}x0: &x0 {{get: {{}}}}\n{anchors}paths:\n  /a: *x{n}\n  /b: {{get: {{}}}}\n"}


@pattern(10)
def yaml_merge2(n: int) -> Files:
    """Each mapping merges the one before twice."""
    merged = each(n, lambda i: f"x{i + 1}: &x{i + 1} {{<<: [*x{i}, *x{i}], k{i}: 1}}\n")
    return {"a.yaml": f"{OPENAPI}x0: &x0 {{get: {{}}}}\n{merged}paths:\n  /a: {{<<: *x{n}}}\n"}


@pattern(250)
def yaml_merge_chain(n: int) -> Files:
    merged = each(n, lambda i: f"x{i + 1}: &x{i + 1} {{<<: *x{i}, k{i}: 1}}\n")
    return {"a.yaml": f"{OPENAPI}x0: &x0 {{get: {{}}}}\n{merged}paths:\n  /a: {{<<: *x{n}}}\n"}


@pattern(500)
def yaml_aliases(n: int) -> Files:
    """One anchor, and many who use it."""
    paths = each(n, lambda i: f"  /a{i}: *x\n")
    return {"a.yaml": f"{OPENAPI}x: &x {{get: {{}}}}\npaths:\n{paths}"}


@pattern(20)
def yaml_nest(n: int) -> Files:
    """Blocks within blocks: their indents make the text grow faster than they do, so they are few."""
    return {"a.yaml": f"{OPENAPI}paths: {{/a: {{get: {{}}}}}}\nx:\n" + each(n, lambda i: " " * (i + 1) + f"k{i}:\n")}


@pattern(250)
def yaml_flow_nest(n: int) -> Files:
    return {"a.yaml": f"{OPENAPI}paths: {{/a: {{get: {{}}}}}}\nx: {'{a: [' * n}{']}' * n}\n"}


@pattern(500)
def json_nest(n: int) -> Files:
    nested = '{ "a": [\n' * n + "]}\n" * n
    return {"a.json": f'{{"openapi": "3.0.0", "paths": {{"/a": {{"get": {{}}}}}}, "x": {nested}}}'}


@pattern(500)
def openapi_paths(n: int) -> Files:
    return {"a.yaml": f"{OPENAPI}paths:\n" + each(n, lambda i: f"  /r{i}:\n    get: {{operationId: g{i}}}\n")}


@pattern(1000)
def openapi_json(n: int) -> Files:
    paths = {f"/r{i}": {"get": {"operationId": f"g{i}"}} for i in range(n)}
    return {"a.json": json.dumps({"openapi": "3.0.0", "paths": paths}, indent=1)}


@pattern(250)
def openapi_refs(n: int) -> Files:
    """Each path is what the next one is."""
    paths = each(n, lambda i: f"  /r{i}: {{$ref: '#/paths/~1r{i + 1}'}}\n")
    return {"a.yaml": f"{OPENAPI}paths:\n{paths}  /r{n}: {{get: {{}}}}\n"}


@pattern(250)
def openapi_ref_circle(n: int) -> Files:
    paths = each(n, lambda i: f"  /r{i}: {{$ref: '#/paths/~1r{(i + 1) % n}', get: {{}}}}\n")
    return {"a.yaml": f"{OPENAPI}paths:\n{paths}"}


@pattern(50)
def openapi_ref_files(n: int) -> Files:
    """Each document leads to the next one."""
    return {
        "a.yaml": f"{OPENAPI}paths:\n  /a: {{$ref: 'm0.yaml#/item'}}\n",
        **{f"m{i}.yaml": f"item: {{$ref: 'm{i + 1}.yaml#/item'}}\n" for i in range(n)},
        f"m{n}.yaml": "item: {get: {}}\n",
    }


@pattern(50)
def openapi_ref_files_circle(n: int) -> Files:
    return {
        "a.yaml": f"{OPENAPI}paths:\n  /a: {{$ref: 'm0.yaml#/item'}}\n",
        **{f"m{i}.yaml": f"item: {{$ref: 'm{(i + 1) % n}.yaml#/item', get: {{}}}}\n" for i in range(n)},
    }


@pattern(10)
def openapi_paths2(n: int) -> Files:
    """Each document's paths are twice those of the next one."""
    return {
        "a.yaml": f"{OPENAPI}paths: {{$ref: 'm0.yaml#/all'}}\n",
        **{
            f"m{i}.yaml": f"all:\n  /a{i}: {{$ref: 'm{i + 1}.yaml#/all'}}\n  /b{i}: {{$ref: 'm{i + 1}.yaml#/all'}}\n"
            for i in range(n)
        },
        f"m{n}.yaml": "all: {/x: {get: {}}}\n",
    }


@pattern(250)
def nginx_locations(n: int) -> Files:
    locations = each(n, lambda i: f"location /r{i}/ {{ proxy_pass http://s{i}:80/; }}\n")
    return {"nginx.conf": f"server {{\n{locations}}}\n", "s1/app.py": f'{PY}@app.get("/x")\ndef f(): ...\n'}


@pattern(250)
def nginx_rewrites(n: int) -> Files:
    rewrites = each(n, lambda i: f"rewrite ^/r{i}/(.*)$ /r{i + 1}/$1;\n")
    return {"nginx.conf": f"server {{\nlocation / {{\n{rewrites}proxy_pass http://api:80/; }}\n}}\n"}


@pattern(50)
def nginx_nest(n: int) -> Files:
    nested = each(n, lambda i: f"location {'/r' * (i % 5 + 1)} {{ ")
    return {"nginx.conf": f"server {{\n{nested}proxy_pass http://api:80/; {'} ' * n}\n}}\n"}


@pattern(500)
def proto_methods(n: int) -> Files:
    methods = each(n, lambda i: f"  rpc M{i} (A) returns (B);\n")
    return {"a.proto": f'syntax = "proto3";\nmessage A {{}}\nmessage B {{}}\nservice S {{\n{methods}}}\n'}


@pattern(50)
def proto_imports(n: int) -> Files:
    """A chain of files, each with a service."""
    return {f"m{i}.proto": f'import "m{i + 1}.proto";\nservice S{i} {{ rpc M (A) returns (B); }}\n' for i in range(n)}


@pattern(250)
def proto_nest(n: int) -> Files:
    nested = each(n, lambda i: f"message M{i} {{\n") + " }\n" * n
    return {"a.proto": f"{nested}\nservice S {{ rpc M (A) returns (B); }}\n"}


@pattern(500)
def graphql_fields(n: int) -> Files:
    fields, asked = each(n, lambda i: f"  f{i}: A\n"), each(n, lambda i: f"f{i} ")
    return {"a.graphqls": f"type Query {{\n{fields}}}\n", "b.graphql": f"query {{ {asked}}}\n"}


@pattern(250)
def graphql_nest(n: int) -> Files:
    return {"a.graphqls": "type Query { a: A }\n", "b.graphql": "query { " + "a { " * n + "b " + "} " * n + "}\n"}


@pattern(10)
def graphql_fragments2(n: int) -> Files:
    """Each fragment has two of the next one."""
    fragments = each(n, lambda i: f"fragment F{i} on Query {{ ...F{i + 1} a{i} ...F{i + 1} }}\n")
    return {
        "a.graphqls": "type Query { a: A }\n",
        "b.graphql": f"query {{ ...F0 }}\n{fragments}fragment F{n} on Query {{ a }}\n",
    }


@pattern(500)
def http_requests(n: int) -> Files:
    return {"a.http": each(n, lambda i: f"### {i}\nGET http://api/r{i}\nAccept: */*\n\n")}


@pattern(10)
def http_variables2(n: int) -> Files:
    """Each variable is twice the one before."""
    variables = each(n, lambda i: f"@a{i + 1} = {{{{a{i}}}}}{{{{a{i}}}}}\n")
    return {"a.http": f"@a0 = /xx\n{variables}\nGET http://api{{{{a{n}}}}}\n"}


@pattern(10)
def docker_variables2(n: int) -> Files:
    """As `http_variables2`."""
    variables = each(n, lambda i: f"ENV A{i + 1}=$A{i}$A{i}\n")
    return {
        "Dockerfile": f"FROM x\nENV A0=/xx\n{variables}",
        "a.py": f'{PY}import os\nrequests.get(os.environ["A{n}"])\n',
    }


@pattern(100)
def compose_services(n: int) -> Files:
    services = each(n, lambda i: f"  s{i}:\n    build: ./s{i}\n    environment: [NEXT=http://s{(i + 1) % n}]\n")
    return {
        "compose.yaml": f"services:\n{services}",
        **{f"s{i}/Dockerfile": "FROM x\n" for i in range(min(n, 50))},
    }


@pattern(100)
def ingress_rules(n: int) -> Files:
    rule = "{{http: {{paths: [{{path: /r{}, backend: {{service: {{name: s{}}}}}}}]}}}}"
    rules = ",\n  ".join(rule.format(i, i) for i in range(n))
    head = "apiVersion: networking.k8s.io/v1\nkind: Ingress\n"
    return {"a.yaml": f"{head}spec: {{rules: [{rules}]}}\n"}


@pattern(1250)
def manifest_package_json(n: int) -> Files:
    """A manifest with up to 20,000 entries, and a file that the manifest matters for."""
    entries = ",\n  ".join(f'"p{i}": "^{i}.0.0"' for i in range(n))
    return {
        "package.json": f'{{"name": "a", "dependencies": {{{entries}}}}}',
        "src/a.ts": 'import axios from "axios";\nimport { b } from "p1/b";\naxios.get("/a" + b);\n',
    }


@pattern(1250)
def manifest_workspaces(n: int) -> Files:
    """Members that are not there, but are named."""
    entries = ",\n  ".join(f'"packages/p{i}"' for i in range(n))
    return {
        "package.json": f'{{"name": "a", "workspaces": [{entries}]}}',
        "packages/p1/package.json": '{"name": "p1"}',
        "packages/p1/a.ts": 'import axios from "axios";\naxios.get("/a");\n',
    }


@pattern(1250)
def manifest_cargo(n: int) -> Files:
    entries = each(n, lambda i: f'p{i} = "{i}"\n')
    return {
        "Cargo.toml": f'[package]\nname = "a"\n[dependencies]\n{entries}',
        "src/main.rs": 'fn main() { reqwest::get("/a"); }\n',
    }


@pattern(1250)
def manifest_go_mod(n: int) -> Files:
    entries = each(n, lambda i: f"\texample.com/p{i} v1.0.0\n")
    return {
        "go.mod": f"module example.com/a\n\nrequire (\n{entries})\n",
        "main.go": 'package main\nimport "net/http"\nfunc main() { http.Get("/a") }\n',
    }


@pattern(50)
def tsconfig_extends(n: int) -> Files:
    return {
        "tsconfig.json": '{"extends": "./c0.json"}',
        **{f"c{i}.json": f'{{"extends": "./c{i + 1}.json"}}' for i in range(n)},
        f"c{n}.json": '{"compilerOptions": {"paths": {"@/*": ["src/*"]}}}',
        "src/a.ts": 'import { api } from "@/b";\napi.get("/a");\n',
        "src/b.ts": 'import axios from "axios";\nexport const api = axios.create({});\n',
    }


@pattern(250)
def tsconfig_paths(n: int) -> Files:
    paths = ",\n  ".join(f'"@p{i}/*": ["src/p{i}/*", "src/*"]' for i in range(n))
    imports = each(n, lambda i: f'import {{ x{i} }} from "@p{i}/b";\n')
    return {
        "tsconfig.json": f'{{"compilerOptions": {{"paths": {{{paths}}}}}}}',
        "src/a.ts": f'{imports}import axios from "axios";\naxios.get("/a" + x1);\n',
        "src/b.ts": 'export const x1 = "/b";\n',
    }


@pattern(250)
def ignore_rules(n: int) -> Files:
    """Rules of git, and files that each of them is asked about."""
    rules = each(n, lambda i: f"# rule {i}\nbuild{i}/**/x\n*.o{i}\n")
    return {".gitignore": rules, **{f"src/m{i}.py": f'{PY}@app.get("/x{i}")\ndef f(): ...\n' for i in range(20)}}


@pattern(50)
def settings_services(n: int) -> Files:
    named = each(n, lambda i: f'n{i} = "s{i}"\n')
    return {
        "seamark.toml": f"[services]\n{named}",
        **{f"s{i}/a.py": f'{PY}@app.get("/x{i}")\ndef f(): ...\n' for i in range(n)},
    }
