"""Small workspaces that make sense, from which random changes begin."""

from __future__ import annotations

from pathlib import Path

from .checking import parse

SCENARIOS = [parse(text).files for text in Path(__file__).with_name("scenarios.txt").read_text("utf-8").split("===\n")]
