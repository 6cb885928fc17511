"""What the server answers: one module for each request, pure functions from a service and a place to plain data.

Nothing in here knows an editor, its positions or its protocol.
"""

from .declaration import declaration
from .definition import definition
from .highlight import highlight
from .hover import hover
from .implementation import implementation
from .references import references

__all__ = ["declaration", "definition", "highlight", "hover", "implementation", "references"]
