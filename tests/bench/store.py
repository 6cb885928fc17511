"""What a store of many repositories costs: `python -m tests.bench.store` makes one up, and measures in a fresh process.

- read: a replica is made of all shards, as whoever opens the store for the first time does
- open: the store is opened again, and nothing has changed
- all: the join of all calls with all providers, and both ports of every link read once, by DuckDB
- CPU: the processors' time for that, which says more where other programs run
- key: both sides of one contract, and who else serves its calls or calls it; the median of 20, and the slowest
- update: a shard is put into the store in place of another one, and the replica is brought up to date
- memory: the most that the process had at once (resident), with all of that done in it
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median

from seamark.store import joining
from seamark.store.folder import Folder
from seamark.store.organisation import Organisation, Part
from seamark.store.replica import open_replica
from seamark.store.writing import write

from .growth import plot
from .organisation import Generated, generate

_LINES = {"CPU": "#2471a3", "update": "#888888", "key": "#c0392b"}
"""What the plot shows, and in which colours."""
_GOALS = {"CPU": 10.0, "update": 1.0, "key": 0.05}
"""The seconds that these may take with 5,000 repositories; the join of all, which may take ten, by its CPU."""
_TITLE = ", ".join(f"{name} in {goal:g} s" for name, goal in _GOALS.items()) + " = 1, by the number of repositories"
_EACH = "SELECT count(*), sum(consumer::BIGINT + provider) FROM linked WHERE confidence > 0"
_KEYS = 20
_PART = 50


def main() -> None:
    """Print a table of all sizes, or measure one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repositories", type=int, nargs="+", default=[50, 500, 5000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="draw it as SVG into this file")
    parser.add_argument("--measure", type=Path, help="measure the store in this folder, and print it as JSON")
    options = parser.parse_args()
    if options.measure is not None:
        print(json.dumps(measured(options.measure, Generated(options.repositories[0], options.seed))))
        return
    print("| repositories | ports | links | MB | read | open | all | CPU | key | slowest key | update | MB of memory |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    rows = []
    for count in sorted(options.repositories):
        with tempfile.TemporaryDirectory() as folder:
            ports = made(Path(folder), count, options.seed)
            command = [sys.executable, "-m", "tests.bench.store", "--measure", folder]
            command += ["--repositories", str(count), "--seed", str(options.seed)]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        times = (f"{found[name]:.3f} s" for name in ("read", "open", "all", "CPU", "key", "slowest", "update"))
        cells = [f"{count:,}", f"{ports:,}", f"{found['links']:,}", str(found["size"]), *times, str(found["memory"])]
        print(f"| {' | '.join(cells)} |", flush=True)
        rows.append((count, {name: found[name] / goal for name, goal in _GOALS.items()}))
    if options.plot is not None:
        options.plot.write_text(plot(rows, _LINES, _TITLE), "utf-8")


def made(folder: Path, count: int, seed: int) -> int:
    """Make up a store; how many ports it has."""
    parts = [range(start, min(start + _PART, count)) for start in range(0, count, _PART)]
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(
            pool.map(_generated, [str(folder / "store")] * len(parts), [count] * len(parts), [seed] * len(parts), parts)
        )


def _generated(address: str, count: int, seed: int, numbers: range) -> int:
    return generate(address, numbers, Generated(count, seed))


def measured(folder: Path, organisation: Generated) -> dict[str, float]:
    """The costs, in seconds and megabytes."""
    gc.set_threshold(50_000, 20, 20)  # As `seamark` does.
    store = Folder(str(folder / "store"))
    found: dict[str, float] = {}
    for name in ("read", "open"):
        with _timed(found, name), open_replica(store, folder / "cache"):
            pass
    with open_replica(store, folder / "cache") as connection:
        with _timed(found, "all"):
            before = time.process_time()
            joining.join(connection)
            found["links"], _ = connection.execute(_EACH).fetchall()[0]
            found["CPU"] = time.process_time() - before
        keys = connection.execute("SELECT mechanism, key FROM contracts ORDER BY ALL").fetchall()
    with open_replica(store, folder / "cache") as connection:
        times = []
        for contract in Random(1).sample(keys, min(_KEYS, len(keys))):
            start = time.perf_counter()
            asked = Organisation(connection, Part(contracts=[contract]))
            for boundary in asked.boundaries():
                for provider in boundary.providers[:1]:
                    asked.consumers(provider)
                for consumer in boundary.consumers[:1]:
                    asked.providers(consumer)
            times.append(time.perf_counter() - start)
        found["key"], found["slowest"] = median(times), max(times)
    shard = organisation.shard(0, commit=1)
    with _timed(found, "update"):
        write(store, shard)
        with open_replica(store, folder / "cache"):
            pass
    found["size"] = sum(file.stat().st_size for file in (folder / "store").iterdir()) // 1_000_000
    found["memory"] = _peak()
    return found


@contextmanager
def _timed(found: dict[str, float], name: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    found[name] = time.perf_counter() - start


def _peak() -> int:
    """The most memory that this process had, in megabytes, where the system tells."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000


if __name__ == "__main__":
    main()
