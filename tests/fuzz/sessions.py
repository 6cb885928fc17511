"""Sessions over the real protocol, each compared with a fresh server: python -m tests.fuzz.sessions --seconds 600

A session has a seed of its own, which follows from `--seed`, and is compared after every `--every` steps. What differs
is printed with the steps and the texts that led to it. The same seed takes the same steps again, and with `--every 1`
it says after which one it is so.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import count

from .session import Session, WrongError

STEPS, EVERY = 120, 30


def main() -> int:
    """Take sessions until one differs; 1 if one does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, help="how many sessions; without end unless it or --seconds is said")
    parser.add_argument("--seconds", type=float, help="for how long sessions are begun")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30), help="the seed of the first session")
    parser.add_argument("--steps", type=int, default=STEPS, help="how long a session is")
    parser.add_argument("--every", type=int, default=EVERY, help="after how many steps it is compared")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds if options.seconds is not None else float("inf")
    sessions = 0
    for seed in count(options.seed):
        if time.monotonic() > end or sessions == options.count:
            break
        print(f"next: --seed {seed} --count 1 --steps {options.steps} --every {options.every}", flush=True)
        if wrong := differs(seed, options.steps, options.every):
            print(wrong)
            return 1
        sessions += 1
    print(f"{sessions} sessions: all as fresh servers say")
    return 0


def differs(seed: int, steps: int, every: int) -> str | None:
    """Take a session; what went wrong, with all that led to it."""
    session = Session(seed)
    with session.begun():
        for number in range(1, steps + 1):
            try:
                session.step()
                if number % every == 0 or number == steps:
                    session.compare()
            except (WrongError, EOFError, TimeoutError, AssertionError) as error:
                return "\n".join([*session.described(), f"after {number} steps: {type(error).__name__}: {error}"])
    return None


if __name__ == "__main__":
    sys.exit(main())
