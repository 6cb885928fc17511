"""What in a file's text leads into another repository: its folder in a path or an import, or its package's name.

That a name stands somewhere in a text says little: folders and packages are called `api`, `web` or `dispatch`.
"""

from __future__ import annotations

import re
from functools import cache, reduce
from typing import NamedTuple

from seamark.index.folders.manifest_formats import is_settings
from seamark.resolve.module_resolution import LanguageRules


class Entrance(NamedTuple):
    """A `name` that leads into the repository `home`: that of its folder, or one by which its package is imported.

    The latter is what a `manifest` of this kind says.
    """

    name: str
    home: str
    manifest: str = ""


def leads(entrance: Entrance, path: str, data: bytes, rules: LanguageRules | None, workspace: str) -> bool:
    """Whether a file with this text leads in by a name that stands in it.

    `rules` are those of its language if it is a source. Names may begin with that of the `workspace`.
    """
    called = path.rpartition("/")[2]
    if not is_settings(called):
        return rules is not None and any(one.search(data) is not None for one in _in_source(entrance, rules, workspace))
    # A crate of this name may come from anywhere.
    return called == "Cargo.toml" or _in_settings(entrance.name).search(data.replace(rb"\/", b"/")) is not None


def may_lead(entrance: Entrance, rules: LanguageRules | None) -> bool:
    """Whether a source in a language with these rules, or a file of settings without, can lead in by such a name."""
    return not entrance.manifest or (rules is not None and entrance.manifest == rules.imports.manifest)


def _in_source(entrance: Entrance, rules: LanguageRules, workspace: str) -> tuple[re.Pattern[bytes], ...]:
    """The patterns of a language, for this name: see `LanguageRules`."""
    if entrance.manifest:
        return _compile_patterns(rules.imports.package, entrance.name, ())
    return _compile_patterns(rules.imports.folder, entrance.name, (workspace, *entrance.home.split("/")[:-1]))


@cache
def _compile_patterns(patterns: tuple[bytes, ...], name: str, outer: tuple[str, ...]) -> tuple[re.Pattern[bytes], ...]:
    around, parent = b"", rb"(?!)"
    for one in filter(None, outer):
        parent = re.escape(one).encode()
        around = rb"(?:%s%s[./\\])?" % (around, parent)
    parts = ((b"AROUND", around), (b"PARENT", parent), (b"NAME", re.escape(name).encode()))
    return tuple(re.compile(reduce(lambda text, part: text.replace(*part), parts, one)) for one in patterns)


@cache
def _in_settings(called: str) -> re.Pattern[bytes]:
    """A path to a folder, in quotes or not, or its name as a text that is no key."""
    name = re.escape(called).encode()
    relative = rb"""(?<![./\\])\.\.?[/\\][^"'\s]*?(?<![\w-])%s(?![\w-])""" % name
    quoted = rb"""["'](?:[\w@~][^"'\s]*[/\\])?%s(?:[/\\]|["'](?!\s*:))""" % name
    return re.compile(relative + b"|" + quoted)
