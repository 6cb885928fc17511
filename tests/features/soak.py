"""Runs the workspace of `machine.py` for long: `python -m tests.features.soak --steps 100000 [--seed 7]`."""

from __future__ import annotations

import argparse
import random
import time
from typing import cast

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from .machine import Workspace

LENGTH = 60
EXAMPLES = 25


def main() -> None:
    """Take the steps, say how far they are, and end with the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument(
        "--keep-long", action="store_true", help="show a failure as it was found, without shortening it"
    )
    options = parser.parse_args()
    phases = [Phase.generate] if options.keep_long else [Phase.generate, Phase.shrink]
    started, number = time.monotonic(), cast("int", options.seed)
    while Workspace.steps < options.steps:
        print(f"{Workspace.steps:>7} steps, {time.monotonic() - started:6.0f} s, next: --seed {number}", flush=True)
        run_state_machine_as_test(
            seed(number)(Workspace),
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=LENGTH,
                deadline=None,
                database=None,
                print_blob=False,
                suppress_health_check=list(HealthCheck),
                phases=phases,
            ),
        )
        number += 1
    print(f"{Workspace.steps} steps in {time.monotonic() - started:.0f} s: all as made anew")


if __name__ == "__main__":
    main()
