"""What is wrong between callers and handlers: the same for editors and for builds."""

from .findings import Finding, Findings
from .kinds import KINDS, Kind
from .told import Review, Told, misspelt

__all__ = ["KINDS", "Finding", "Findings", "Kind", "Review", "Told", "misspelt"]
