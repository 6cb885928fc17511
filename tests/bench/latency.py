"""How long one edit takes in a workspace of many files: `python -m tests.bench.latency [--files 2000]`."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from seamark.index import Index


def generate(root: Path, files: int) -> None:
    """Services with routes, and pages that call them through a wrapper."""
    for number in range(files // 4):
        service, page = root / f"services/s{number % 20}", root / f"web/src/f{number % 20}"
        service.mkdir(parents=True, exist_ok=True)
        page.mkdir(parents=True, exist_ok=True)
        (service / f"routes{number}.py").write_text(
            f"from fastapi import APIRouter\nfrom .names import BASE\nrouter = APIRouter(prefix=BASE + '/r{number}')\n"
            + "".join(f'@router.get("/x{i}/{{id}}")\ndef read{i}(id): ...\n' for i in range(4))
        )
        (service / f"plain{number}.py").write_text(
            "import os\n\ndef helper(a):\n    return os.path.join(a, 'x')\n" * 10
        )
        (service / "names.py").write_text("BASE = '/api'\n")
        (service / "pyproject.toml").write_text("")
        (page / f"calls{number}.ts").write_text(
            'import { get } from "../http"\n'
            + "".join(f"export const c{i} = (id) => get(`/r{number}/x{i}/${{id}}`)\n" for i in range(4))
        )
        (page / f"view{number}.tsx").write_text(
            f"export const View{number} = () => <p>{{'x'.repeat({number})}}</p>\n" * 8
        )
    for number in range(20):
        names = [path.stem for path in sorted((root / f"services/s{number}").glob("routes*.py"))]
        (root / f"services/s{number}/main.py").write_text(
            "from fastapi import FastAPI\nfrom . import "
            + ", ".join(names)
            + "\napp = FastAPI()\n"
            + "".join(f"app.include_router({name}.router)\n" for name in names)
        )
    (root / "web/package.json").write_text('{"name": "web"}')
    (root / "web/src/http.ts").write_text("export const get = (path) => fetch('/api' + path)\n")


def main() -> None:
    """Print a line for each kind of change and question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000)
    files = parser.parse_args().files
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        generate(root, files)
        index = Index([root])
        timed("load", index.load, 1)
        print(f"{len(index.ports())} ports, {len(index.boundaries())} contracts")

        def edit(path: str, *texts: str) -> Callable[[], None]:
            before = (root / path).read_text()
            state = [0]

            def change() -> None:
                state[0] += 1
                index.open(path, (texts[state[0] % len(texts)] + before).encode())

            return change

        timed("edit a file without contracts", edit("services/s0/plain0.py", "\n", "\n\n"))
        timed("edit a file with routes", edit("services/s0/routes0.py", "\n", "\n\n"))
        timed("edit a file with calls", edit("web/src/f0/calls0.ts", "\n", "\n\n"))
        timed("a new route, then none", edit("services/s0/routes0.py", "", "import requests\nrequests.get('/new')\n"))
        timed("edit the wrapper of all calls", edit("web/src/http.ts", "\n", "\n\n"))
        timed("a constant of 25 files is another", edit("services/s0/names.py", "", "if X:\n    BASE = '/b'\nelse:"))
        timed("the wrapper of all calls is none", edit("web/src/http.ts", "", "/*"), 2)
        timed("edit package.json", edit("web/package.json", " ", "  "))
        timed("refresh one file", lambda: index.refresh(["services/s1/routes1.py"]))
        call = next(port for port in index.ports("web/src/f0/calls0.ts"))
        route = index.providers(call)[0].port
        edit_call = edit("web/src/f0/calls0.ts", "\n", "\n\n")

        def edited_then(ask: Callable[[], object]) -> Callable[[], None]:
            def both() -> None:
                edit_call()
                ask()

            return both

        timed("edit, then providers of a call", edited_then(lambda: index.providers(call)))
        timed("edit, then consumers of a route", edited_then(lambda: index.consumers(route)))
        timed("edit, then ports at a place", edited_then(lambda: index.ports_at("web/src/f0/calls0.ts", 60)))
        timed("consumers of a route", lambda: index.consumers(route))
        timed("all compatible links", lambda: list(index.links(compatible=True)), 1)


def timed(what: str, do: Callable[[], object], times: int = 9) -> float:
    """The median of some runs, in seconds; said, too."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        do()
        taken.append(time.perf_counter() - started)
    median = sorted(taken)[times // 2]
    print(f"{what:<36} {median * 1000:9.2f} ms")
    return median


if __name__ == "__main__":
    main()
