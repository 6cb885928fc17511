"""Texts of few tokens, many times, beside a call: python -m tests.fuzz.tokens [LANGUAGE …] --seconds 600 [--seed 7]

Each text is read in another process, within limits. A text is a finding if it

- costs much more than to parse it, or much memory, for its size; or, if it is given up, more than it may take,
- does not end, kills the process, or has something fail,
- is behind the call, and the call is no longer found, unless it takes too much to parse, and that is told,
- has other ports if it is an edit than if it is read at once.

Of what is wrong, half of the text is read, too, to see how the cost grows: time that only grows as the size is no
finding. `--case` reads one text again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec
from msgspec.structs import replace

from seamark.source.parsing import seconds
from tests.bench.growing import ALLOWED
from tests.limited import Failed, Limited, Limits

from .texts import Case, cases
from .trial import Cost, attempt
from .vocabulary import LANGUAGES

SECONDS, PER_PARSE, PER_KB = 0.25, 10, 0.01
"""What a text may take: so long, so many times as long as to parse it, and so long for each KB."""
MEMORY, MEMORY_PER_BYTE = 30e6, 3000
"""How much memory it may take: bytes, and bytes for each byte of it."""
SLOW, DENSE_PER_KB = ("slow", "slow as an edit"), 0.1
"""What may be wrong with a text whose time grows as its size, and what one may take for each KB then: a call each three
bytes, `f(a)(a)(a)`, takes 0.2 ms.
"""
LIMITS = Limits(seconds=10, memory=2_000_000_000)


def main() -> int:
    """Read texts, and print what is found; 1 if something is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"only these: {', '.join(LANGUAGES)}")
    parser.add_argument("--count", type=int, help="how many texts are read; without end unless it or --seconds is said")
    parser.add_argument("--seconds", type=float, help="for how long texts are read")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--case", help="read this text alone, as a finding says it, and print what it costs")
    options = parser.parse_args()
    if unknown := set(options.languages) - set(LANGUAGES):
        parser.error(f"no such language: {', '.join(sorted(unknown))}")
    if options.case is not None:
        return again(msgspec.json.decode(options.case, type=Case))
    print(f"--seed {options.seed}", flush=True)
    end = time.monotonic() + options.seconds if options.seconds is not None else float("inf")
    made = islice(cases(options.languages or LANGUAGES, options.seed), options.count)
    counts: Counter[str] = Counter()
    for case, wrong in findings(made, end, counts):
        print(f"{case.language}: {wrong}\n    --case '{encoded(case)}'", flush=True)
    print(f"{counts['texts']} texts, {counts['findings']} findings")
    return bool(counts["findings"])


def findings(made: Iterable[Case], end: float, counts: Counter[str]) -> Iterator[tuple[Case, str]]:
    """Cases with what is wrong with them, until the clock says `end`; `counts` has how many `texts` and `findings`."""
    with Limited(attempt, LIMITS) as limited:
        for case in made:
            if time.monotonic() > end:
                return
            counts["texts"] += 1
            cost = limited(case)
            if wrong := list(judged(case, cost)):
                half = limited(replace(case, count=case.count // 2))
                wrong = [one for one in wrong if one not in SLOW or not is_linear(cost, half)]
                if wrong:
                    counts["findings"] += 1
                    yield case, f"{'; '.join(wrong)} ({told(cost)}; of half: {told(half)})"


def judged(case: Case, cost: Cost | Failed) -> Iterator[str]:
    """What is wrong with what is found in a text, or with what it costs."""
    if isinstance(cost, Failed):
        yield cost.reason
        return
    if case.place == "after" and not (cost.is_found or cost.is_left_out):
        yield "the call is lost"
    if not cost.is_told:
        yield "left out without a word"
    if not cost.is_same:
        yield "other ports after an edit"
    yield from dear(cost)


def dear(cost: Cost) -> Iterator[str]:
    """What a text costs too much of."""
    allowed = SECONDS + PER_PARSE * cost.parse + PER_KB * cost.size / 1000
    if cost.is_left_out:
        allowed += seconds(cost.size)  # It is given up then.
    if cost.parse > SECONDS + PER_KB * cost.size / 1000 and not cost.is_left_out:
        yield "slow to parse"
    if cost.whole > allowed:
        yield "slow"
    if cost.edit > allowed:
        yield "slow as an edit"
    if cost.memory > MEMORY + MEMORY_PER_BYTE * cost.size:
        yield "much memory"


def is_linear(cost: Cost | Failed, half: Cost | Failed) -> bool:
    """Whether a text takes about twice as long as half of it, and not more than the densest text may: only calls."""
    if isinstance(cost, Failed) or isinstance(half, Failed):
        return False
    seconds, before = max(cost.whole, cost.edit), max(half.whole, half.edit)
    return seconds <= ALLOWED * before and seconds <= DENSE_PER_KB * cost.size / 1000


def told(cost: Cost | Failed) -> str:
    """What a text costs, in words."""
    if isinstance(cost, Failed):
        return "\n".join(part for part in cost if part)
    seconds = f"parse {cost.parse:.3f} s, whole {cost.whole:.3f} s, edit {cost.edit:.3f} s"
    return f"{cost.size / 1000:.1f} KB, {seconds}, {cost.memory / 1e6:.0f} MB"


def again(case: Case) -> int:
    """Read one text, and print all about it."""
    with Limited(attempt, LIMITS) as limited:
        cost = limited(case)
    wrong = "; ".join(judged(case, cost))
    print(f"{case.text[:500]!r}\n{wrong or 'nothing is wrong'} ({told(cost)})")
    return bool(wrong)


def encoded(case: Case) -> str:
    """A case as `--case` takes it, in a shell's quotes."""
    return msgspec.json.encode(case).decode().replace("'", "'\\''")


if __name__ == "__main__":
    sys.exit(main())
