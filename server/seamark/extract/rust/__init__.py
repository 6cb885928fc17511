"""Rust's syntax: from its trees to facts."""

from .syntax import RUST

__all__ = ["RUST"]
