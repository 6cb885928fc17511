"""How tests that make up their inputs do so: the same ones every time, so that what has passed once
always does, on however slow a machine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")
