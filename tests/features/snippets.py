"""A small grammar of statements whose names meet across files, for workspaces that change at random.

What is made is often wrong, as code is while it is typed. Names are few, so that they often lead somewhere.
"""

from __future__ import annotations

import re
from random import Random

NAMES = ("a", "b", "router", "app", "get", "send", "setup", "users")
CLASSES = ("Api", "Base")
PYTHON_FILES = (
    "api/__init__.py",
    "api/main.py",
    "api/users.py",
    "api/routes/__init__.py",
    "api/routes/a.py",
    "lib/http.py",
    "lib/b.pyi",
)
SCRIPT_FILES = (
    "web/src/main.ts",
    "web/src/http.ts",
    "web/src/users.tsx",
    "web/src/lib/index.ts",
    "web/server.js",
    "web/page.js",
    "kit/index.ts",
    "kit/src/a.vue",
    "web/next.config.mjs",
    "web/src/app/users/[a]/route.ts",
    "web/src/pages/api/a.js",
)
PROJECT_FILES = (
    "api/pyproject.toml",
    "web/package.json",
    "web/tsconfig.json",
    "kit/package.json",
    "kit/Dockerfile",
    ".gitignore",
    "web/src/.seamarkignore",
    "seamark.toml",
)
DOCUMENT_FILES = ("api/openapi.yaml", "api/routes/a.json", "lib/b.yaml", "web/nginx.conf", "compose.yaml")
PROTO_FILES = ("api/users.proto", "lib/b.proto")
GRAPHQL_FILES = ("api/schema.graphqls", "web/src/users.graphql")
FILES = (*PYTHON_FILES, *SCRIPT_FILES, *DOCUMENT_FILES, *PROTO_FILES, *GRAPHQL_FILES)
FOLDERS = ("api", "api/routes", "lib", "web", "web/src", "web/src/lib", "kit", "kit/src")

_PYTHON_MODULES = (
    "api",
    "api.main",
    "api.users",
    "api.routes",
    "api.routes.a",
    ".routes",
    ".",
    ".a",
    "..users",
    "lib.http",
    "lib.b",
)
_SCRIPT_MODULES = (
    "./http",
    "./users",
    "./lib",
    "../src/main",
    "..",
    "@/http",
    "~kit",
    "@shop/kit",
    "@shop/kit/a",
    "../server",
)

_PYTHON = r"""
from fastapi import FastAPI, APIRouter
import requests
import httpx
N = FastAPI()
N = APIRouter(prefix=E)
N = APIRouter()
N.include_router(N, prefix=E)
N.include_router(N.N)
N.include_router(N, prefix=E)
@N.get(E)\ndef N(N): ...
@N.post(E)\nasync def N(): return E
from M import N
from M import N
from M import N as N
from M import *
import M
import M as N
N = E
N = E
N: C = E
N = requests.Session()
N = httpx.Client(base_url=E)
N = N
def N(N):\n    return requests.get(E)
def N(N, N=E):\n    return N(N)
def N(N):\n    N(N + E)\n    return N
def N(N):\n    def N(N): return requests.post(N + N)\n    return N
def N(N: FastAPI):\n    N.include_router(N)
def N(N, N):\n    N.add_api_route(N, N)
def N(N: FastAPI, N):\n    return N.get(N)
@N(N, E)\ndef N(N): ...
N(N, E)
def N(N):\n    @N.get(E)\n    def N(): ...
def N(): return E
N(E)
N(E)
N.N(E)
N.get(E)
requests.get(E)
requests.delete(N(E))
class C(C):\n    N = E
class C:\n    N = E\n    def __init__(self, N):\n        self.N = N\n        self.N = requests.Session()
class C(C):\n    def N(self, N):\n        return self.N.get(self.N + E)
class C:\n    def N(self, N):\n        self.N = E\n        return requests.get(self.N + N)
class C(APIRouter): ...
class C(httpx.Client): ...
N = C(E)
N = C(N=E)
if N:\n    N = E\nelse:\n    N = E
try:\n    from M import N\nexcept ImportError:\n    N = E
for N in [N, N]:\n    N.include_router(N)
C.N(E)
C(E).N(E)
from users_pb2_grpc import CStub, CServicer
class C(CServicer):\n    def Get(self, N): ...
class C:\n    def send(self, N): ...
N = users_pb2_grpc.CStub(N)
N = CStub(N)
def N(a):\n    a.Get(E)\n    return a
N(CStub(N))
import pika
from celery import shared_task
N = pika.BlockingConnection(E).channel()
N.basic_publish(exchange="", routing_key=E)
N.basic_consume(queue=E, on_message_callback=N)
def N(a, b):\n    a.basic_publish("", b)\n    return b
def N(b):\n    N.basic_publish(exchange="", routing_key=b)
N(N, E)
@shared_task\ndef N(a): ...
@shared_task(name=E)\ndef N(a): ...
N.delay(E)
N.send_task("N.N")
from rq import Queue
Queue().enqueue(N, E)
def N(N: CStub):\n    return N.Send(E)
N.Get(E)
N.Users(E)
add_CServicer_to_server(C(), N)
import graphene, strawberry
from M import Api, Base
class Query(Api): ...
class Query(graphene.ObjectType):\n    N = graphene.String()\n    def resolve_users(self): ...
class C(graphene.ObjectType):\n    N = Base.Field()
class C(Base, graphene.ObjectType):\n    users = N()
N = graphene.Schema(query=C, mutation=N)
@strawberry.type\nclass Query(C):\n    @strawberry.field\n    def N(self): ...
N = "query { N { a } N(a: %s) { N } }"
N(f"query {{ N {{ a }} }}", 'type Query { N: A }')
def N(N):\n    N = "mutation { N { a } }"\n    return N(N)
"""

_SCRIPT = r"""
import express from "express"
import axios from "axios"
const N = express()
export const N = express.Router()
N.use(E, N)
N.use(N)
N.get(E, N)
export const N = (N, N) => N.get(N, N)
window.N = N
window.N = axios.create({ baseURL: E })
window.N.get(E)
N(E, N)
N.post(E, (req, res) => { N(E) })
N.route(E).get(N).put(N)
import { N } from "M"
import { N } from "M"
import { N as N } from "M"
import N from "M"
import * as N from "M"
export * from "M"
export { N } from "M"
export { N as N } from "M"
export { N as GET } from "M"
export { N as POST }
export const GET = N
export const PUT = (N) => fetch(E)
export default N({ basePath: E })
export default N
export default function N(N) { return fetch(N) }
const N = require("M")
module.exports = N
exports.N = N
export const N = E
export const N = E
const N = E
let N = E; if (N) { N = E }
export const N = (N) => fetch(E)
export const N = (N, N = E) => N(N)
export function N(N) { return fetch(N + E, { method: "PUT" }) }
export function N(N) { N(N + E); return N(E) }
export function N(N, N) { return N.request({ method: N, url: E }) }
export function N(N) { N.get(E, (req, res) => N) }
export function N() { return E }
fetch(E)
N(E)
N(E)
N.N(E)
N(N)
export const N = axios.create({ baseURL: E })
N.get(E)
N.post(E, N)
export class C extends C { N = E }
export class C { constructor(private N) {} N(N) { return fetch(this.N + N) } }
export class C extends C { N(N) { return this.N(N + E) } }
export class C { static N = E; static N(N) { return fetch(C.N + N) } }
export const N = new C(E)
new C(E).N(E)
C.N(E)
export enum C { N = E }
export const N = { N: E, N: (N) => fetch(N) }
for (const N of [N, N]) { N.use(N) }
import { gql } from "graphql-tag"
import { ApolloServer } from "@apollo/server"
export const N = gql`query { N { N } ... on Query { N } } ${N}`
export const N = gql`{ N }`
const N = `mutation { N { a } }`
N(`query {\n  N\n  N(a: ${N(() => E)}) { N }\n}`)
export const N = { Query: { N, N: () => N }, Mutation: N }
new ApolloServer({ resolvers: N })
new ApolloServer({ resolvers: [N, { Query: { N } }] })
"""

_PROTO = r"""
service C { rpc Get (A) returns (B); }
service C {\n  rpc Send (A) returns (B) {}\n  rpc Users (A) returns (B);\n}
service C {
rpc Get (A) returns (B);
}
"""
_GRAPHQL = r"""
type Query { N: A }
query { N { a } N }
mutation N { N(a: 1) {
extend type Mutation {\n  N: A\n}
schema { query: Api }
type Api { N(a: A): B }
fragment N on Query { N }
N
}
"""
_DOCUMENT = r"""
openapi: 3.0.0\nservers: [{url: T}]\npaths:\n  T:\n    get: {}\n  T: {$ref: D}
openapi: 3.0.0\npaths:\n  T: {$ref: D}\n  T: {$ref: D}
{"openapi": "3.0.0", "paths": {"T": {"get": {}, "$ref": "D"}}}
paths:\n  $ref: D
paths:\n  T:\n    $ref: D\n  T:\n    put: {}
  T:\n    post: {}
servers: [{url: T}]
T:\n  get: {}\n  $ref: D
T: &N\n  delete: {}
T: *N
"T": {"get": {}},
get: {}
put: {servers: [{url: T}]}
---
apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec: {rules: [{http: {paths: [{path: T}]}}]}
services: {api: {build: api}, N: {build: ./lib, environment: [N=api]}, N: {build: {context: api/routes}}}
location T { proxy_pass http://api:80T; }
location T { proxy_pass http://lib/; }
server { location T { proxy_pass http://${N}/; } }
location /users { proxy_pass http://N/a; }
"""

_REFERENCES = (
    "a.json",
    "routes/a.json#/~1a",
    "../lib/b.yaml",
    "../api/openapi.yaml#/paths/~1a",
    "#/paths/~1users",
    "#",
)

_TEXTS = ("/a", "/b/", "/users", "users/1", "http://api/b", "", "/{a}", "/users/me")
_SETTINGS = (
    '{"name": "@shop/kit"}',
    '{"name": "@shop/kit", "main": "src/a.vue"}',
    '{"name": "web"',
    '{"devDependencies": {"next": "14"}}',
    "",
    '{"compilerOptions": {"paths": {"@/*": ["src/*"], "~kit": ["../kit"]}}}',
    '{"compilerOptions": {"baseUrl": "src"}, "extends": "./tsconfig.json",} // more',
    '{"extends": "../kit/package.json"}',
    "[]",
)
_RULES = ("*.ts\n", "users*\n!users.tsx\n", "src/lib/\n", "", "lib\n/api/main.py\n", "*\n!*/\n!*.py\n")
_GARBAGE = (
    "(",
    ")",
    "'",
    '"',
    "`",
    "{",
    "}",
    "\n",
    "    ",
    "\\",
    "é",
    "def ",
    "=>",
    "@",
    "\0",
    "# x",
    "/*",
    "<script>",
    "\r\n",
)
_WORD = re.compile(r"[A-Za-z_]\w*")
_SLOT = re.compile(r"\b[NMCETD]\b|(?<=80)T|\bC(?=Stub|Servicer)|(?<=add_)C")


def statement(random: Random, path: str, text: str = "") -> str:
    """A statement for a file of this name; if it is none of `FILES`, a line of its `text`."""
    if path not in FILES:
        return random.choice(text.splitlines() or [""]) + "\n"
    python = path.endswith((".py", ".pyi"))
    scripts = _DOCUMENT_TEMPLATES if path in DOCUMENT_FILES else _SCRIPT_TEMPLATES
    scripts = _PROTO_TEMPLATES if path in PROTO_FILES else scripts
    scripts = _GRAPHQL_TEMPLATES if path in GRAPHQL_FILES else scripts
    template = random.choice(_PYTHON_TEMPLATES if python else scripts)
    return _SLOT.sub(lambda slot: _slot(random, slot[0], python), template) + "\n"


def _slot(random: Random, kind: str, python: bool) -> str:
    if kind == "E":
        return _expression(random, python)
    if kind in "TD":
        return random.choice(_TEXTS[:3] if kind == "T" else _REFERENCES)
    if kind == "M":
        return random.choice(_PYTHON_MODULES if python else _SCRIPT_MODULES)
    return random.choice(NAMES if kind == "N" else CLASSES)


def _expression(random: Random, python: bool, depth: int = 0) -> str:
    def inner() -> str:
        return _expression(random, python, depth + 1)

    name = random.choice(NAMES)
    match random.randrange(12) if depth < 2 else random.randrange(5):
        case 0 | 1 | 2:
            return f'"{random.choice(_TEXTS)}"'
        case 3 | 4:
            return name
        case 5:
            return f"{inner()} + {inner()}"
        case 6:
            return f'f"/{{{name}}}/x"' if python else f"`/${{{name}}}/x`"
        case 7:
            return f"{random.choice(CLASSES)}.{name}"
        case 8:
            return f"{name}.{random.choice(NAMES)}"
        case 9:
            return f"{name}({inner()})"
        case 10:
            return f'("/x" if {name} else {inner()})' if python else f'({name} ? "/x" : {inner()})'
        case _:
            return f"{name} or {inner()}" if python else f"{name} ?? {inner()}"


_SET = (
    '[files]\nexclude = ["web/src/lib/", "a.py"]\n',
    '[files]\nlanguages = ["python"]\nmaxSize = "much"\n',
    '[ignore]\nkeys = ["/a", "GET *users*", "queue *"]\n',
    "[matching]\nminConfidence = 0.6\n",
    '[services]\napi = "lib"\nb = "./web/src/"\n',
    '[basePaths.routes]\napi = "/v1"\n"web/server.js" = "/v2"\n',
    '[basePaths.calls]\nweb = "https://api/v1"\nlib = "/v2"\n',
    """[[catalogue]]
name = "own"
languages = ["python", "typescript"]
modules = ["kit"]
[[catalogue.requests]]
on = ["unknown"]
names = ["send"]
url = "0"
""",
)


def content(random: Random, path: str) -> str:
    """A new file's text."""
    if path.endswith("ignore"):
        return random.choice(_RULES)
    if path == "seamark.toml":
        return "".join(random.sample(_SET, random.randrange(4)))
    if path not in FILES:
        return random.choice(_SETTINGS)
    body = "".join(statement(random, path) for _ in range(random.randrange(1, 7)))
    return f"<script lang='ts'>\n{body}</script>\n" if path.endswith(".vue") else body


def edited(random: Random, path: str, text: str) -> str:
    """The text after one more edit, which may well break it."""
    at = random.randrange(len(text) + 1)
    if path in PROJECT_FILES:
        return content(random, path) if random.random() < 0.5 else text[:at]
    lines = text.splitlines(keepends=True)
    number = random.randrange(len(lines) + 1)
    match random.randrange(15):
        case 0 | 1 | 2 | 3 | 12 | 13:
            return "".join([*lines[:number], statement(random, path, text), *lines[number:]])
        case 4 | 5:
            return "".join([*lines[:number], statement(random, path, text), *lines[number + 1 :]])
        case 6:
            return "".join([*lines[:number], *lines[number + 1 :]])
        case 7:
            return text[:at] + random.choice(_GARBAGE) + text[at:]
        case 8:
            return text[:at]
        case 9:
            return text[:at] + text[at + random.randrange(6) :]
        case 10:
            moved = lines[number : number + 1]
            rest = [*lines[:number], *lines[number + 1 :]]
            to = random.randrange(len(rest) + 1)
            return "".join([*rest[:to], *moved, *rest[to:]])
        case _:  # A name is another one, here or there.
            names = NAMES if path in FILES else sorted({*NAMES, *_WORD.findall(text)})
            word = re.compile(rf"\b{random.choice(names)}\b")
            return word.sub(random.choice(names), text, count=random.randrange(2))


def _templates(text: str) -> list[str]:
    return [line.replace(r"\n", "\n") for line in text.strip().split("\n")]


_PYTHON_TEMPLATES = _templates(_PYTHON)
_SCRIPT_TEMPLATES = _templates(_SCRIPT)
_DOCUMENT_TEMPLATES = _templates(_DOCUMENT)
_PROTO_TEMPLATES = _templates(_PROTO)
_GRAPHQL_TEMPLATES = _templates(_GRAPHQL)
