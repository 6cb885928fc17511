"""An always current set of ports, with their graph, over files that change.

In: folders, and changes of files on disk and in editors.
Out: ports, matches, the graph, and answers about them (`service.py`).
Never: knows an editor or the protocol; writes but to the cache.
"""

from seamark.catalogue import TableError

from .index import Index
from .reports import Progress
from .service import ContractQueries, Service

__all__ = ["ContractQueries", "Index", "Progress", "Service", "TableError"]
