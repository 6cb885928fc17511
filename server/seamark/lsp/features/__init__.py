"""What the server answers: one module for each request, pure functions from a service and a place to plain data.

Nothing in here knows an editor, its positions or its protocol.
"""

from .definition import definition
from .hover import hover
from .references import references

__all__ = ["definition", "hover", "references"]
