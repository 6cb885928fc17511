"""What tells an answer apart from others, in this process and in later ones."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")


def fingerprint(answer: object) -> int:
    """A signed number of 64 bits, the same for equal answers.

    The hash of Python is of no use for what is kept: that of texts is another one in each process.
    """
    try:
        encoded = _ENCODER.encode(answer)
    except TypeError:
        # Records in a set have no order of their own.
        encoded = _ENCODER.encode(_with_ordered_sets(answer))
    return int.from_bytes(blake2b(encoded, digest_size=8).digest(), signed=True)


def _with_ordered_sets(answer: object) -> object:
    """An answer with its sets as lists, in the order of what their items are encoded as."""
    if isinstance(answer, msgspec.Struct):
        return {name: _with_ordered_sets(getattr(answer, name)) for name in answer.__struct_fields__}
    if isinstance(answer, list | tuple):
        return [_with_ordered_sets(item) for item in answer]
    if isinstance(answer, set | frozenset):
        return sorted(_ENCODER.encode(_with_ordered_sets(item)) for item in answer)
    return answer
