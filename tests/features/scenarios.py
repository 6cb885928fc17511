"""Small workspaces that make sense, from which random changes begin."""

from __future__ import annotations

SCENARIOS: list[dict[str, str]] = [
    {  # Routers mounted across files and packages, prefixes in constants.
        "api/pyproject.toml": "[project]\nname = 'api'\n",
        "api/main.py": """\
from fastapi import FastAPI
from api.routes import router
from .users import users as a, setup
app = FastAPI()
app.include_router(router, prefix="/b")
app.include_router(a)
setup(app)
""",
        "api/routes/__init__.py": "from fastapi import APIRouter\nfrom .a import *\nrouter = APIRouter()\nrouter.include_router(b)\n",
        "api/routes/a.py": """\
from fastapi import APIRouter
from api.users import get, Api
b = APIRouter(prefix=get)
@b.get("/" + Api.a)
def users(): ...
""",
        "api/users.py": """\
from fastapi import APIRouter, FastAPI
get = "/users"
users = APIRouter(prefix=get)
class Base:
    a = "x"
class Api(Base): ...
@users.post("/{a}")
def send(): ...
def setup(b: FastAPI):
    @b.get("/setup")
    def a(): ...
""",
        "lib/http.py": "import requests\nrequests.get('http://api/b/users/x')\nrequests.post('/users/1')\n",
    },
    {  # A wrapper, one around it, and one more, through a barrel.
        "web/package.json": '{"name": "web"}',
        "web/tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["src/*"], "~kit": ["../kit"]}}}',
        "kit/package.json": '{"name": "@shop/kit"}',
        "kit/index.ts": "export const a = '/api'\nexport function send(b, users) { return fetch(a + b, { method: users }) }\n",
        "web/src/http.ts": "import { send } from '@shop/kit'\nexport const get = (b) => send(b, 'GET')\n",
        "web/src/lib/index.ts": "export * from '../http'\nexport { a as b } from '~kit'\n",
        "web/src/users.tsx": "import { get, b } from './lib'\nexport const users = (a) => get(`/users/${a}`)\nget(b + '/x')\n",
        "web/src/main.ts": "import * as a from '@/lib'\nexport const setup = (b) => a.get('/main' + b)\nsetup('/x')\n",
    },
    {  # Classes around sessions, with bases elsewhere.
        "lib/http.py": """\
import requests
class Base:
    def __init__(self, a):
        self.a = a
        self.b = requests.Session()
    def send(self, users):
        return self.b.get(self.a + users)
""",
        "api/users.py": """\
from lib.http import Base
class Api(Base):
    def get(self, b):
        return self.send("/users" + b)
users = Api("http://api/v1")
""",
        "api/main.py": "from api.users import users, Api\nusers.get('/1')\nApi('/v2').send('/b')\n",
        "api/__init__.py": "from .main import *\n",
    },
    {  # Routers and setup functions of Express, in a circle.
        "web/server.js": """\
const express = require("express")
const users = require("./src/http")
const app = express()
app.use("/a", users)
module.exports = app
""",
        "web/src/http.ts": """\
import express from "express"
import { setup } from "./main"
const router = express.Router()
router.get("/users", (req, res) => {})
router.use("/b", router)
setup(router)
export default router
""",
        "web/src/main.ts": "import a from './http'\nexport function setup(b) { b.get('/main', send); setup(b) }\nfunction send() {}\n",
        "kit/src/a.vue": "<script>\nfetch('/a/users')\n</script>\n",
    },
    {  # Handlers and controllers in other files, a name with two values, properties, factories.
        "web/src/main.ts": "import express from 'express'\nimport * as a from './users'\nimport { setup } from './http'\n"
        "const app = setup('/v1')\napp.get('/x', a.get)\napp.post(a.b, a.users.send)\nexport { app as default }\n",
        "web/src/users.tsx": "export function get(a, b) {}\nexport let b = '/one'\nif (get) { b = '/two' }\n"
        "class Api { send(a, b) {} }\nexport const users = new Api()\n",
        "web/src/http.ts": "import { Router } from 'express'\nexport const setup = (a) => { const b = Router(); b.use(a, users); return b }\n"
        "export const users = Router()\nusers.get('/u', (a, b) => {})\n",
        "lib/http.py": "import httpx\nclass Api:\n    a = '/v2'\n    @property\n    def users(self):\n        return httpx.Client(base_url=self.a)\n",
        "api/main.py": "from lib.http import Api\nb = Api()\nb.users.get('/users')\nApi().users.post(f'{Api.a}/x')\n",
        "lib/b.pyi": "from api.users import *\n",
        "api/users.py": "try:\n    from lib.http import Api\nexcept ImportError:\n    Api = None\n\ndef get(a):\n    def send(b):\n"
        "        return Api().users.get(a + b)\n    return send\n\nget('/x')('/y')\n",
    },
    {  # Functions that call themselves and each other, star imports and re-exports in a circle.
        "api/main.py": "from api.users import *\nimport requests\ndef a(b):\n    get(b)\n    return requests.get(b)\na('/x')\n",
        "api/users.py": "from api.main import *\ndef get(b):\n    a('/users' + b)\n    get(b)\nget('/y')\n",
        "web/src/main.ts": "export * from './http'\nexport const a = (b) => get(b)\na('/x')\n",
        "web/src/http.ts": "export * from './main'\nexport const get = (b) => { a(b); fetch('/api' + b) }\nexport const users = app\nexport const app = users\n",
    },
]
