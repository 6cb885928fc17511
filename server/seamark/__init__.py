"""Seamark: a language server for the seams between services."""

__version__ = "0.1.0"
