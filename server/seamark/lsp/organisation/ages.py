"""How long ago something was, in words."""

from __future__ import annotations

from datetime import UTC, datetime

_UNITS = (("year", 365), ("month", 30), ("week", 7))
"""In days."""


def ago(when: str, now: datetime) -> str:
    """How long ago a moment in ISO 8601 was, as in `3 weeks ago`; empty if it is none."""
    try:
        then = datetime.fromisoformat(when)
    except ValueError:
        return ""
    days = (now - (then if then.tzinfo is not None else then.replace(tzinfo=UTC))).days
    for unit, length in _UNITS:
        if days >= 2 * length:
            return f"{days // length} {unit}s ago"
    if days < 2:
        return "yesterday" if days == 1 else "today"
    return f"{days} days ago"
