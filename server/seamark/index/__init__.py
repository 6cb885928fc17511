"""An always current set of ports, with their graph, over files that change."""

from .index import Index
from .service import Progress, Service

__all__ = ["Index", "Progress", "Service"]
