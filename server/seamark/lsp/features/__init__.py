"""What the server answers: one module for each request, pure functions from a service and a place to plain data.

In: a service and a place.
Out: plain data with byte offsets.
Never: imports the protocol.

Nothing in here knows an editor, its positions or its protocol.
"""

from .display.hover import hover
from .navigation.declaration import declaration
from .navigation.definition import definition
from .navigation.highlight import highlight
from .navigation.implementation import implementation
from .navigation.references import references

__all__ = ["declaration", "definition", "highlight", "hover", "implementation", "references"]
