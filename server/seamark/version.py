"""The version of Seamark."""

__version__ = "0.1.0"
