"""A workspace of which every text would do something to who reads it, were it not escaped."""

from __future__ import annotations

import sys
from pathlib import Path

ACTED_ON = (
    "::error::x",
    "##[error]x ##vso[task.complete]x",
    "![i](http://e.vil/i) [c](command:c) www.e.vil a@e.vil",
    "`` ``` <img src=x onerror=x> &lt;",
    "| \\| \\x1b $(bug) %0A%%{init: {}}%% $$x$$ \"q' *b* _c_",
)
HIDDEN = "\x1b[31m\x07\x00\x7f\x9b2J\u202e\u2066\u061c\u2028\u200b\ufeff\U000e0041"
TEXT = f"{ACTED_ON[0]}{HIDDEN}{' '.join(ACTED_ON[1:])}"
"""What a workspace says."""
_IN_NAMES = str.maketrans(
    "", "", "/\0" + ('<>:"|?*\\' + "".join(map(chr, range(32))) if sys.platform == "win32" else "")
)
NAME = f"{ACTED_ON[0]}{HIDDEN} ##[error]x [c](command:c) `` <b> | \\x1b %0A".translate(_IN_NAMES)
"""What a folder is called."""

_API = f"""
from fastapi import FastAPI
from kafka import KafkaConsumer, KafkaProducer

app = FastAPI()

@app.get("/users/{{id}}")
def read(id): ...

@app.get({"/" + TEXT!a})
def served(): ...

@app.get({"/" + TEXT!a})
def served_again(): ...

@app.get("/\\u202e")
def right_to_left(): ...

@app.get("/\\u202e")
def right_to_left_again(): ...

@app.get("/near")
def near(): ...

def listen():
    KafkaConsumer({TEXT!a})

def send():
    KafkaProducer().send({TEXT!a}, b"")

def send_to_nobody():
    KafkaProducer().send({f"{TEXT} nobody"!a}, b"")

def send_something():
    KafkaProducer().send("", b"")
"""
_WEB = f"""
export const put = () => fetch("/users/1", {{ method: "PUT" }}) // {TEXT}
export const far = () => fetch("/nera")
""".replace("\u2028", "").replace("\0", "")
_DOCUMENT = """
openapi: 3.0.0
paths:
  /users/{id}: {get: {operationId: read}}
  /documented: {get: {}}
"""


def workspace(root: Path) -> Path:
    """Make it; its only service's folder."""
    service = root / NAME
    service.mkdir(parents=True)
    (service / "pyproject.toml").write_text('[project]\nname = "x"\n', "utf-8")
    (service / "api.py").write_text(_API, "utf-8")
    (service / f"{NAME} web.ts").write_text(_WEB, "utf-8")
    (service / "openapi.yaml").write_text(_DOCUMENT, "utf-8")
    (service / f"{NAME}.py").write_bytes(b"\0\xff" * 9)
    (service / ".gitignore").write_text(f"dist{NAME}/\n", "utf-8")
    (service / f"dist{NAME}").mkdir()
    return service
