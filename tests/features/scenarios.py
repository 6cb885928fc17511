"""Small workspaces that make sense, from which random changes begin."""

from __future__ import annotations

from pathlib import Path

from .checking import parse
from .test_cases import cases

SCENARIOS = [parse(text).files for text in Path(__file__).with_name("scenarios.txt").read_text("utf-8").split("===\n")]
CASES = [files for case in cases() if len(files := parse(case.text).files) > 1]
"""The cases of several files: every library, in all languages."""
