"""A workspace made up by a seed, as large as one likes, in which most files say nothing of contracts, as in real ones.

Every hundred files are a service: a FastAPI application whose routers are mounted across files, a Go program with
handlers in other files than its routes, pages in TypeScript that call them through a wrapper of their own, and then
files that only do other things, of the sizes that such files have. Each file depends on its number alone, so a larger
workspace is a smaller one and more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

SERVICE = 100
"""How many files a service has."""

NOUNS = (
    *("order", "product", "customer", "invoice", "parcel", "review", "basket", "address", "account", "coupon"),
    *("ticket", "message", "channel", "report", "session", "device", "license", "project", "comment", "image"),
)
VERBS = ("load", "merge", "check", "sort", "group", "format", "count", "select", "reduce", "apply", "collect", "trim")
THINGS = NOUNS[:4]
"""What each service has routes for."""
NAMES_FOLDER = 0.15
"""How many of the files without contracts have a text that looks like a path."""


def generate(root: Path, numbers: Iterable[int]) -> None:
    """Write the files with these numbers, and what tells a service from others."""
    for number in numbers:
        for path, text in files(number):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, "utf-8")


def files(number: int) -> Iterator[tuple[str, str]]:
    """The path and the text of a file; with the first one of a service those of its manifests."""
    service, place = divmod(number, SERVICE)
    folder, chance = f"services/s{service}", Random(number)
    if place == 0:
        yield f"{folder}/pyproject.toml", f'[project]\nname = "s{service}"\n'
        yield f"{folder}/go.mod", f"module example.com/s{service}\n\ngo 1.22\n"
        yield f"{folder}/web/package.json", f'{{"name": "s{service}-web"}}\n'
    special: list[tuple[str, Callable[[], str]]] = [
        ("app/main.py", partial(_main, service)),
        ("app/api.py", _api),
        *((f"app/routers/{thing}s.py", partial(_router, thing)) for thing in THINGS),
        ("web/src/http.ts", partial(_http, service)),
        *((f"web/src/pages/{thing}s.ts", partial(_page, thing)) for thing in THINGS),
        ("cmd/main.go", partial(_go_main, service)),
        ("stock/routes.go", _go_routes),
        ("stock/handlers.go", _go_handlers),
        ("stock/client.go", partial(_go_client, service)),
    ]
    if place < len(special):
        path, text = special[place]
        yield f"{folder}/{path}", text()
    else:
        path, text_of = chance.choices(_PLAIN, (45, 25, 15, 15))[0]
        size = min(int(chance.lognormvariate(7.6, 1.1)), 60_000)
        yield f"{folder}/{path.format(chance.choice(VERBS), place)}", _filled(chance, size, *text_of)


def _main(service: int) -> str:
    return f"""from fastapi import FastAPI

from app import api

app = FastAPI()
app.include_router(api.router, prefix="/api/s{service}")


@app.get("/s{service}/health")
def health():
    return {{"ok": True}}
"""


def _api() -> str:
    names = ", ".join(f"{thing}s" for thing in THINGS)
    mounts = "".join(f'router.include_router({thing}s.router, prefix="/{thing}s")\n' for thing in THINGS)
    return f"from fastapi import APIRouter\n\nfrom app.routers import {names}\n\nrouter = APIRouter()\n{mounts}"


def _router(thing: str) -> str:
    return f"""from fastapi import APIRouter

router = APIRouter()
ITEM = "/{{{thing}_id}}"


@router.get("/")
def list_{thing}s():
    return []


@router.post("/")
def add_{thing}(body: dict):
    return body


@router.get(ITEM)
def read_{thing}({thing}_id: int):
    return {{"id": {thing}_id}}


@router.delete(ITEM + "/lines/{{line}}")
def remove_line({thing}_id: int, line: int):
    return None
"""


def _http(service: int) -> str:
    return f"""const base = '/api/s{service}'

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {{
  const answer = await fetch(`${{base}}${{path}}`, {{ method, body: JSON.stringify(body) }})
  return answer.json()
}}

export const read = <T>(path: string) => request<T>('GET', path)
export const send = <T>(path: string, body: unknown) => request<T>('POST', path, body)
"""


def _page(thing: str) -> str:
    return f"""import {{ read, request, send }} from '../http'

export const list = () => read('/{thing}s/')
export const add = (body: unknown) => send('/{thing}s/', body)
export const one = (id: number) => read(`/{thing}s/${{id}}`)
export const removeLine = (id: number, line: number) => request('DELETE', `/{thing}s/${{id}}/lines/${{line}}`)
"""


def _go_main(service: int) -> str:
    return f"""package main

import (
	"net/http"

	"example.com/s{service}/stock"
	"github.com/go-chi/chi/v5"
)

func main() {{
	r := chi.NewRouter()
	r.Mount("/stock/s{service}", stock.Routes())
	http.ListenAndServe(":8080", r)
}}
"""


def _go_routes() -> str:
    return """package stock

import "github.com/go-chi/chi/v5"

func Routes() chi.Router {
	r := chi.NewRouter()
	r.Get("/items", listItems)
	r.Get("/items/{id}", readItem)
	r.Put("/items/{id}/count", setCount)
	return r
}
"""


def _go_handlers() -> str:
    handlers = "".join(
        f"\nfunc {name}(w http.ResponseWriter, r *http.Request) {{\n\tw.WriteHeader(204)\n}}\n"
        for name in ("listItems", "readItem", "setCount")
    )
    return f'package stock\n\nimport "net/http"\n{handlers}'


def _go_client(service: int) -> str:
    return f"""package stock

import "net/http"

const base = "http://s{service}/api/s{service}"

func Order(id string) (*http.Response, error) {{
	return http.Get(base + "/orders/" + id)
}}
"""


def _filled(chance: Random, size: int, begin: str, folder: str, part: str) -> str:
    """A text of about this size: its begin, and parts that differ by their names and numbers.

    Some name a folder, too, so that they have to be looked at as closely as those with contracts.
    """
    text = begin + (folder if chance.random() < NAMES_FOLDER else "")
    while len(text) < size:
        words = dict(zip(("noun", "other"), chance.sample(NOUNS, 2), strict=True))
        words |= zip(("verb", "then"), chance.sample(VERBS, 2), strict=True)
        words |= {name.title(): word.title() for name, word in words.items()} | {"n": str(len(text))}
        text += _WORD.sub(partial(_said, words), part)
    return text


def _said(words: Mapping[str, str], found: re.Match[str]) -> str:
    return words.get(found[1], found[0])


_WORD = re.compile(r"<(\w+)>")
_PYTHON = (
    """\
from __future__ import annotations

import logging
from dataclasses import dataclass

LOGGER = logging.getLogger(__name__)
""",
    'FOLDER = "/var/lib/app"\n',
    '''

@dataclass
class <Noun><Other><n>:
    """A <noun> with all that its <other> needs."""

    name: str
    count: int = <n>

    def <verb>(self, limit: int) -> list[str]:
        known = {"<noun>": self.name, "<other>": str(self.count)}
        found = [known.get(key, "<other>") for key in sorted(known) if len(key) < limit]
        LOGGER.debug("<verb> %s: %d", self.name, len(found))
        return found


def <then>_<noun>s_<n>(items: list[<Noun><Other><n>], limit: int = <n>) -> dict[str, int]:
    total: dict[str, int] = {}
    for item in items:
        if item.count > limit:
            total[item.name] = total.get(item.name, 0) + len(item.<verb>(limit))
    return total
''',
)
_TYPESCRIPT = (
    "import { ordered } from '../ordered'\n",
    "\nexport const folder = '/var/lib/app'\n",
    """
export interface <Noun><Other><n> {
  name: string
  count: number
  parts: Map<string, <Noun><Other><n>>
}

/** Takes what each <noun> has of its <other>. */
export function <verb><Noun>s<n>(items: <Noun><Other><n>[], limit = <n>): string[] {
  const known = new Map(items.map((item) => [item.name, item]))
  return items
    .filter((item) => item.count > limit && known.has(item.name))
    .map((item) => `${item.name}: ${known.get(item.name)?.count ?? 0}`)
    .sort((one, other) => one.localeCompare(other))
}
""",
)
_VIEW = (
    "import React, { useState } from 'react'\n",
    "\nexport const pictures = '/static/pictures'\n",
    """
export const <Noun><Other><n> = ({ items, onSelect }: { items: string[]; onSelect: (name: string) => void }) => {
  const [open, setOpen] = useState(false)
  return (
    <section className="<noun>-<other>">
      <button type="button" onClick={() => setOpen(!open)}>{open ? '<verb>' : '<then>'}</button>
      <ul>{items.map((item) => <li key={item} onClick={() => onSelect(item)}>{item.trim()}</li>)}</ul>
    </section>
  )
}
""",
)
_GO = (
    'package plain\n\nimport (\n\t"fmt"\n\t"sort"\n\t"strings"\n)\n',
    '\nconst Folder = "/var/lib/app"\n',
    """
type <Noun><Other><n> struct {
	Name  string
	Count int
}

// <Verb><Noun><n> gives the names of each <noun> with its <other>.
func <Verb><Noun><n>(items []<Noun><Other><n>, limit int) []string {
	var found []string
	for _, item := range items {
		if item.Count > limit && strings.HasPrefix(item.Name, "<other>") {
			found = append(found, fmt.Sprintf("%s: %d", item.Name, item.Count+<n>))
		}
	}
	sort.Strings(found)
	return found
}
""",
)
_PLAIN = (
    ("app/lib/{}_{}.py", _PYTHON),
    ("web/src/lib/{}{}.ts", _TYPESCRIPT),
    ("web/src/views/{}{}.tsx", _VIEW),
    ("plain/{}{}.go", _GO),
)
"""Files without contracts: their paths, and how their texts begin and go on."""
