"""Invariant 4: after any sequence of changes the index equals one built from nothing.

`python -m tests.features.soak --steps 100000` does the same for longer.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from .machine import Workspace

STEPS = 2000
SHORT = 40


def test_an_index_kept_current_equals_one_made_anew() -> None:
    end = Workspace.steps + STEPS
    while (left := end - Workspace.steps) > 0:
        run_state_machine_as_test(
            Workspace,
            settings=settings(
                max_examples=left // SHORT + 1,
                stateful_step_count=SHORT,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.reuse, Phase.generate, Phase.shrink],
            ),
        )
