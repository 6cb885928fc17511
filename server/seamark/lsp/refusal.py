"""What a user asked for and cannot have."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 (nothing went wrong)
    """A request fails (`RequestFailed`), and this says why, in words for the user."""
