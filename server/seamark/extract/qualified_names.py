"""What names with dots stand for on the JVM: members, or classes of packages that are named in full.

By the convention that all libraries follow (Java language specification, 6.1) packages begin with a small letter, and
classes with a capital one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from seamark.extract.facts import Import, Member, Value

if TYPE_CHECKING:
    from tree_sitter import Node

    from .language import Reading


def qualified_name(written: str, of: Value, named: Node, reading: Reading) -> Value:
    """The member with a name of what is `written` before it: if that is a package, a class of it."""
    name = reading.text(named)
    if is_package(written) and is_class(name):
        return Import(written, name)
    return Member(of, name, named.start_byte, named.end_byte)


def is_package(name: str) -> bool:
    """Whether a name in full is that of a package, and no variable's: it has dots, and none but small first letters."""
    parts = name.split(".")
    return len(parts) > 1 and all(part.isidentifier() and part[0].islower() for part in parts)


def is_class(name: str) -> bool:
    """Whether a name is that of a class, and no constant's."""
    return name[:1].isupper() and (len(name) == 1 or not name.isupper())


def import_binding(written: str, *, all_of_it: bool) -> tuple[str, Import] | None:
    """What an import of a name in full binds: a class of a package, or what is in a class."""
    if all_of_it:
        return "*", Import(written, "*")
    module, _, name = written.rpartition(".")
    return (name, Import(module, name)) if module else None
