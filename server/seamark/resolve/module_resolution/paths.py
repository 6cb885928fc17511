"""Paths within a workspace: relative, with `/`."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.patterns import regex

_EXAMPLES = frozenset(["example", "examples"])
_FOLDERS = regex(r"u?tests?|__(?:tests|mocks)__|specs?|e2e|cypress|playwright|testing|testdata")
_NAMES = regex(r"^(?:test_.*|.*_test|conftest)\.\w+$|\.(?:test|spec|e2e|cy|stories)\.\w+$")


def folder(path: str) -> str:
    """The folder that holds `path`; the empty text for the workspace's own."""
    return path.rpartition("/")[0]


def stems(path: str) -> tuple[str, ...]:
    """The last parts of the specifiers by which a file is imported: its name, or that of the folder it stands for."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    if stem != "index":
        return (stem,)
    above, _, last = folder.rpartition("/")
    return tuple(part for part in (last, above.rpartition("/")[2] if last in ("src", "lib") else "") if part)


def ancestors(path: str) -> Iterator[str]:
    """The folders around a file, innermost first, the workspace's own (the empty text) last."""
    while path:
        path = folder(path)
        yield path


def count_shared_folders(path: str, other: str) -> int:
    """How many folders are around both files."""
    pairs = zip(path.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((depth for depth, (one, two) in enumerate(pairs) if one != two), min(path.count("/"), other.count("/")))


def below(base: str, name: str) -> str:
    """The path of `name` in the folder `base`."""
    return f"{base}/{name}" if base else name


def join(base: str, relative: str) -> str | None:
    """`relative` from the folder `base`; None if it leads out of the workspace."""
    parts = [] if relative.startswith("/") else base.split("/") if base else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def is_example(path: str) -> bool:
    """Whether the file at this workspace path shows how something is used."""
    return not _EXAMPLES.isdisjoint(path.split("/")[:-1])


def is_test(path: str) -> bool:
    """Whether the file at this workspace path is test code."""
    *folders, name = path.split("/")
    return bool(_NAMES.search(name)) or any(map(_FOLDERS.fullmatch, folders))
