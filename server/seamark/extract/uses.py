"""What a function does with something that it has a name for, as far as the text around each mention tells."""

from __future__ import annotations

from seamark.patterns import regex

_MARK = "$"
_IN_NAMES = regex(rb"[\w$]")
_READ = regex(rb"\s*(?:\?\.|!!\.|\.|->)\s*(\w+)(\s*\(\s*\)|\s*\()?")
_COMPARED = regex(rb"\s*[=!]==?[^=]")
_AMONG_ARGUMENTS = regex(rb"[(,&]\s*$")
_ARGUMENT_ENDS = regex(rb"\s*[,)]")
_CALLED = regex(rb"(\w+!?)$")
_NEAR = 200
"""How far before a mention the name of the function is looked for that is given it."""


def uses_of(data: bytes, name: str, within: tuple[int, int], bound: tuple[int, int]) -> tuple[str, ...] | None:
    """What is done between these bytes with a name, but for where it is `bound`; None if anything else may be.

    These are members that are read (`url`), called without arguments (`url()`) or with some (`header(…)`), and
    functions that are given it (`@println`). That it is compared does nothing with it.
    """
    word, found, (at, end) = name.removeprefix(_MARK).encode(), dict[str, None](), within
    while (at := data.find(word, at, end)) >= 0:
        start, at = at, at + len(word)
        begin = start - (len(name.encode()) - len(word))
        if bound[0] <= begin < bound[1] or _IN_NAMES.match(data, at) is not None:
            continue
        if begin > 0 and _IN_NAMES.match(data, begin - 1) is not None:
            continue
        use = _use(data, begin, at) if data[begin:at] == name.encode() else None
        if use is None:
            return None
        found[use] = None
    found.pop("", None)
    return tuple(found)


def _use(data: bytes, start: int, end: int) -> str | None:
    """What is done with a name that stands there: nothing if that is compared, None if it is not understood."""
    if data[start - 1 : start] in (b".", b">"):
        return None
    read = _READ.match(data, end)
    if read is not None:
        called = read[2] or b""
        return read[1].decode() + ("()" if called.endswith(b")") else "(…)" if called else "")
    if _COMPARED.match(data, end) is not None:
        return ""
    given = _given_to(data, start) if _ARGUMENT_ENDS.match(data, end) is not None else None
    return None if given is None else f"@{given}"


def _given_to(data: bytes, start: int) -> str | None:
    """The name of the function among whose arguments a mention stands; None if it is in something else there."""
    first = max(start - _NEAR, 0)
    if _AMONG_ARGUMENTS.search(data[first:start]) is None:
        return None
    depth = 0
    for at in range(start - 1, first - 1, -1):
        byte = data[at : at + 1]
        if byte in b";{}[]":
            return None
        depth += (byte == b")") - (byte == b"(")
        if depth < 0:
            called = _CALLED.search(data[max(at - _NEAR, 0) : at])
            return None if called is None else called[1].decode()
    return None
