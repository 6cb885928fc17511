"""What can go wrong with a graph."""


class GraphError(ValueError):
    """The base of all errors of this package."""


class DuplicateNodeError(GraphError):
    """Two nodes claim one id, and may not be one node."""


class UnknownNodeError(GraphError):
    """An edge starts or ends at a node that the graph does not have."""


class GraphFormatError(GraphError):
    """A text is not a graph, or a graph cannot be written as text."""
