"""What is wrong between consumers and providers, and what became of contracts: the same for editors and for builds.

In: a service that has read a workspace, and its settings.
Out: findings with their kinds, identities and words; comparisons of two states.
Never: prints, and knows no protocol or form.
"""

from .bases import Bases
from .before import Before
from .inspection import Finding, Inspection
from .kinds import KINDS, Kind
from .told import Diagnosis, Review

__all__ = ["KINDS", "Bases", "Before", "Diagnosis", "Finding", "Inspection", "Kind", "Review"]
