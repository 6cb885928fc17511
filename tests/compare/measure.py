"""Compares Seamark with other tools on public repositories: `python -m tests.compare.measure`, for docs/comparison.md.

Each tool is installed from its registry into a folder of its own, runs on a copy of each repository without its OpenAPI
documents, and is scored by `tests.compare.scoring`. What it took is measured over all of its commands. All of this is
in `--folder`, outside of the clone: tools leave out what is in folders that are called `build`. Repositories are cloned
there, too, or are taken from `--checkouts FOLDER`. `--only TOOL` and `--repository NAME`, as often as wanted, measure
these, and leave what was measured of the others; `--show` only prints. `missing` in the folder has what was not found.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.compare import checkouts
from tests.compare.installing import UnavailableError, environment, install, size, version
from tests.compare.records import Found
from tests.compare.running import NO_USAGE, Usage, run
from tests.compare.scoring import missing, operations, read_links, score
from tests.compare.table import shown
from tests.compare.tools.every import TOOLS
from tests.compare.tools.tool import Run, Tool, log

REPOSITORIES = Path(__file__).with_name("repositories.toml")
FOLDER = Path.home() / "seamark-compare"
LIMIT = 3600
"""For how many seconds on the clock a tool may read a repository."""


def main() -> None:
    """Measure, keep the results in `build/compare/results.json`, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--checkouts", type=Path)
    parser.add_argument("--python", type=Path, default=Path(sys.executable), help="what makes the tools' environments")
    parser.add_argument("--only", action="append", choices=[tool.name for tool in TOOLS])
    parser.add_argument("--repository", action="append")
    parser.add_argument("--show", action="store_true")
    told = parser.parse_args()
    folder: Path = told.folder.resolve()
    kept = folder / "results.json"
    results: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    if not told.show:
        folder.mkdir(parents=True, exist_ok=True)
        table = checkouts.repositories(REPOSITORIES)
        wanted = {name: one for name, one in table.items() if not told.repository or name in told.repository}
        for tool in TOOLS:
            if not told.only or tool.name in told.only:
                for one in _measured(tool, wanted, folder, told.checkouts or folder / "checkouts", told.python):
                    known = results.setdefault(tool.name, {"repositories": {}})
                    known["repositories"].update(one.pop("repositories", {}))
                    known.update(one)
                    kept.write_text(json.dumps(results, indent=1), "utf-8")
    print(shown([tool.name for tool in TOOLS], results))


def _measured(tool: Tool, table: dict[str, Any], folder: Path, sources: Path, python: Path) -> Iterator[dict[str, Any]]:
    try:
        installed = install(tool, folder / "tools", python)
    except UnavailableError as error:
        yield {"unavailable": str(error)}
        return
    yield {"version": version(tool, installed), "size": size(installed)}
    for name, repository in table.items():
        source = checkouts.checkout(sources, name, repository["url"], repository["commit"])
        print(f"{tool.name}: {name}", file=sys.stderr)
        yield {"repositories": {name: _measure(tool, installed, folder, source, repository)}}


def _measure(tool: Tool, installed: Path, folder: Path, source: Path, repository: dict[str, Any]) -> dict[str, Any]:
    work = folder / "work" / tool.name / source.name
    shutil.rmtree(work, ignore_errors=True)
    prepared = Run(installed, work / "workspace" / source.name, work / "output")
    prepared.output.mkdir(parents=True)
    _copy(source, prepared.root, repository["left_out"])
    load = os.getloadavg()[0]
    usage, why = _run(tool, prepared)
    found = Found()
    if why is None:
        try:
            found = tool.read(prepared)
        except (OSError, LookupError, ValueError) as error:
            why = f"its answer was not understood: {error!r}"
    documented = operations(source / repository["document"], repository.get("prefix", ""))
    links = read_links(repository["links"])
    lines = missing(found, documented, links)
    kept = folder / "missing" / f"{tool.name}-{source.name}.txt"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("\n".join(lines) + "\n", "utf-8")
    return {
        "score": score(found, documented, links)._asdict(),
        "usage": usage._asdict(),
        "failed": why,
        "load": load,
        "at": datetime.now(UTC).isoformat(timespec="minutes"),
        "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
    }


def _run(tool: Tool, prepared: Run) -> tuple[Usage, str | None]:
    """What the tool takes, and why it did not come to an end."""
    usage = NO_USAGE
    for step, command in enumerate(tool.commands(prepared)):
        left = LIMIT - usage.wall
        usage = usage.then(
            run(command, left, prepared.root, environment(tool, prepared.installed), log(prepared.output, step))
        )
        if usage.wall >= LIMIT:
            return usage, f"not done after {LIMIT} s"
    return usage, None


def _copy(source: Path, target: Path, left_out: list[str]) -> None:
    """A repository of one commit with the checkout's files, but for documents, which would tell what is asked."""
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    for pattern in left_out:
        for document in sorted(target.glob(pattern)):
            document.unlink()
    author = ["-c", "user.name=compare", "-c", "user.email=compare@example.org", "-c", "gc.auto=0"]
    for command in (["init", "--quiet"], ["add", "--all"], [*author, "commit", "--quiet", "--message", "compared"]):
        subprocess.run(["git", "-C", target, *command], check=True, capture_output=True)


if __name__ == "__main__":
    main()
