"""The text of a scalar, as YAML and JSON write it."""

from __future__ import annotations

from seamark.patterns import regex
from seamark.source.text import encode

from .nodes import Scalar

_SIMPLE = regex(rb"""[^\s"'|>\\][^\n\\]*|"[^"\\\n]*"|'[^'\n]*'""")
_LONGEST = 1 << 16
"""The text of a longer one is taken as it stands: nothing that Seamark looks for is as long."""


def scalar(data: bytes, start: int, end: int) -> Scalar:
    """The scalar that reaches from `start` to `end`, its quotes included, without spaces around."""
    raw = data[start:end]
    quoted = raw[:1] in (b'"', b"'")
    closed = quoted and len(raw) > 1 and raw[-1:] == raw[:1]
    inner = (start + quoted, end - closed)
    if _SIMPLE.fullmatch(raw) is not None or len(raw) > _LONGEST:
        return Scalar(data[slice(*inner)].decode(errors="replace"), *inner)
    return Scalar(_fold_text(raw, data[slice(*inner)]), *inner)


def block(data: bytes, start: int, end: int, around: int) -> Scalar:
    """The scalar whose lines (`|`, `>`) are all that stands between two positions, in what begins in a column."""
    raw = data[start:end]
    text = raw.decode(errors="replace")
    if len(raw) <= _LONGEST:
        text = _fold_text(b" " * around + b"- " + raw if around >= 0 else raw, raw)
    return Scalar(text, start, start + len(raw.rstrip()))


def _fold_text(raw: bytes, otherwise: bytes) -> str:
    """What PyYAML makes of a text with escapes or of several lines, which may be the item of a sequence.

    JSON writes some characters as two halves (RFC 8259, section 7); half a character is none.
    """
    import yaml  # Few texts need it; every command would start later for it.

    try:
        node = yaml.compose(raw, yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        node = None
    if isinstance(node, yaml.SequenceNode):
        node = node.value[0]
    if not isinstance(node, yaml.ScalarNode):
        return otherwise.decode(errors="replace")
    return encode(node.value).decode()
