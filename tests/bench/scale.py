"""What a keystroke, a question and the index's memory cost in workspaces of two sizes: `python -m tests.bench.scale`.

Each size has a process of its own. A keystroke adds a letter to a comment in the middle of a file of 2,000 lines, and
its answer is who serves a call in that file; both are those of the index alone, without a server around it. Times are
those of the processor.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from seamark.index import Index
from seamark.lsp.features.display.hover import hover
from seamark.lsp.features.navigation.definition import definition
from seamark.lsp.features.navigation.references import references
from seamark.lsp.features.place import Place

from .bench import resident
from .latency import generate

LONG = "web/src/f0/long.ts"
CALLERS = 1000


def main() -> None:
    """Print a table of all sizes, or measure one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, nargs="+", default=[1000, 20_000])
    parser.add_argument("--edits", type=int, default=10_000, help="after how many memory is measured again")
    parser.add_argument("--one", action="store_true", help="measure the first size, and print it as JSON")
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.files[0], options.edits)))
        return
    command = [sys.executable, "-m", "tests.bench.scale", "--one", "--edits", str(options.edits), "--files"]
    found = [json.loads(subprocess.check_output([*command, str(files)])) for files in options.files]
    for what in found[0]:
        print(f"{what:<36}", *(f"{one[what]:>24}" for one in found))


def measured(files: int, edits: int) -> dict[str, str]:
    """The numbers of one size."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        generate(root, files)
        popular(root)
        lines = long_file()
        (root / LONG).write_text("".join(lines))
        index = Index([root])
        started = time.process_time()
        index.load()
        loaded = time.process_time() - started
        gc.collect()
        gc.freeze()  # as the server does
        numbers = {"files": f"{files:,}", "load": f"{loaded:.1f} s", "memory": megabytes()}
        keystroke = typing(index, lines)
        numbers["keystroke and answer"] = percentiles(keystroke, 300)
        port = index.ports(LONG)[0]
        route = index.providers(port)[0].port
        call = next(iter(index.ports("web/src/f1/calls1.ts")))
        served = index.ports("services/popular.py")[0]
        numbers["definition"] = percentiles(lambda: definition(index, call.path, call.start), 200)
        numbers["hover of a call"] = percentiles(lambda: hover(index, call.path, call.start), 200)
        numbers["hover of a route"] = percentiles(lambda: hover(index, route.path, route.start), 200)
        unserved = index.ports("web/src/f0/unserved.ts")[0]
        numbers["hover of a call that nobody serves"] = percentiles(
            lambda: hover(index, unserved.path, unserved.start), 100
        )

        def ask() -> list[Place]:
            return references(index, served.path, served.start, include_declaration=True)

        numbers[f"references, {len(ask()):,} results"] = percentiles(ask, 100)
        for _ in range(edits):
            keystroke()
        gc.collect()
        numbers[f"memory after {edits:,} edits"] = megabytes()
        return numbers


def popular(root: Path) -> None:
    """A route with as many callers as there are results in the issue, each in a place of its own."""
    (root / "services/popular.py").write_text(
        "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/popular/{id}/things')\ndef read(id): ...\n"
    )
    for number in range(CALLERS // 5):
        text = "".join(f"export const p{i} = (id) => fetch(`/popular/${{id}}/things`)\n" for i in range(5))
        (root / f"web/src/f{number % 20}/popular{number}.ts").write_text(text)
    (root / "web/src/f0/unserved.ts").write_text("export const u = (id) => fetch(`/popula/${id}/thing`)\n")


def long_file() -> list[str]:
    """2,000 lines: functions of 20 lines, of which every second calls something that somebody serves."""
    function = """\
export async function f{0}(id: string, a: number): Promise<number> {{
  // what it does
  const found = await {1}(`/popular/${{id}}/things`)
  if (!found.ok) {{
    throw new Error(`${{found.status}}: ${{a}}`)
  }}
  const things: number[] = await found.json()
  return things.map((one) => one * a).reduce((one, other) => one + other)
}}

interface Thing{0} {{
  id: string
  name: string
  size: number
  parts: Record<string, Thing{0}[]>
}}

const limits{0} = {{ most: {0}, least: 1 }}
export const label{0} = (thing: Thing{0}) => `${{thing.name}} of ${{limits{0}.most}}`

"""
    functions = (function.format(number, ("fetch", "load")[number % 2]) for number in range(100))
    return [line for one in functions for line in one.splitlines(keepends=True)]


def typing(index: Index, lines: list[str]) -> Callable[[], object]:
    """A keystroke, and what is asked after it."""
    before, rest = "".join(lines[:1001]), "".join(lines[1002:])
    at = len(before) + rest.index("/popular")
    typed = 0

    def keystroke() -> object:
        nonlocal typed
        typed = (typed + 1) % 60
        index.open(LONG, f"{before}  // what it does{'x' * typed}\n{rest}".encode())
        (port,) = index.ports_at(LONG, at + len("  // what it does\n") + typed)
        (match,) = index.providers(port)
        return match

    return keystroke


def percentiles(do: Callable[[], object], times: int) -> str:
    """p50, p95 and p99 of as many runs."""
    taken = []
    for _ in range(times):
        started = time.process_time()
        do()
        taken.append((time.process_time() - started) * 1000)
    taken.sort()
    at = [taken[int(len(taken) * share)] for share in (0.5, 0.95, 0.99)]
    return " / ".join(f"{one:.1f}" for one in at) + " ms"


def megabytes() -> str:
    """What the process holds."""
    import os

    return f"{resident(os.getpid()) / 1e6:,.0f} MB"


if __name__ == "__main__":
    main()
