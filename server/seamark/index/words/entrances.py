"""What in a file's text leads into another repository: its folder in a path or an import, or its package's name.

That a name stands somewhere in a text says little: folders and packages are called `api`, `web` or `dispatch`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, reduce
from typing import NamedTuple

from seamark.index.folders.manifest_formats import is_settings
from seamark.resolve.module_resolution import LanguageRules


class Entrance(NamedTuple):
    """A `name` that leads into the repository `home`: that of its folder, or one that a `manifest` in it says.

    That is a package's, which other manifests of its kind have, or one by which it is `imported` in sources.
    """

    name: str
    home: str
    manifest: str = ""
    imported: bool = False


_ASIDE = frozenset(("scripts", "name", "description", "keywords"))
"""What at the top of a manifest, or in its table of the project, is no name of another package."""
_TOOLS = frozenset(("poetry", "uv", "pdm", "hatch", "pixi", "rye", "flit"))
"""The tools whose settings in `pyproject.toml` can name other packages."""
_DASHES = re.compile(r"[-_.]+")


def leads(
    entrance: Entrance, path: str, data: bytes, settings: object, rules: LanguageRules | None, workspace: str
) -> bool:
    """Whether a file with this text leads in by a name that stands in it.

    `settings` are what it says if it has any, `rules` those of its language if it is a source. Names may begin with
    that of the `workspace`.
    """
    called = path.rpartition("/")[2]
    if entrance.manifest and not entrance.imported:
        if called == "go.mod":
            return entrance.name.encode() in data
        return settings is None or any(_is_called(entrance, named) for named in _named(settings))
    if is_settings(called):
        # A crate of this name may come from anywhere.
        return called == "Cargo.toml" or _in_settings(entrance.name).search(data.replace(rb"\/", b"/")) is not None
    return rules is not None and any(one.search(data) is not None for one in _in_source(entrance, rules, workspace))


def may_lead(entrance: Entrance, path: str, rules: LanguageRules | None) -> bool:
    """Whether a file of this name is one whose text can lead in by such a name."""
    if not entrance.manifest:
        return True
    is_source = rules is not None and entrance.manifest == rules.manifest
    return is_source if entrance.imported else path.rpartition("/")[2] == entrance.manifest


def own_ones(entrance: Entrance, own: str) -> tuple[Entrance, ...]:
    """The entrances into a file's `own` repository by which such a name means what is there.

    Python's packages can have one name in common, of which each has a part.
    """
    if not entrance.manifest:
        return ()
    package = entrance._replace(home=own, imported=False)
    return (package,) if entrance.manifest == "pyproject.toml" else (package, package._replace(imported=True))


def _is_called(entrance: Entrance, named: str) -> bool:
    """Whether a package goes by this text: `@a/b`, `npm:@a/b@1.0`, `b[x]>=1`; Python's with any dashes (PEP 503)."""
    rest, name = named.removeprefix("npm:"), entrance.name
    if entrance.manifest == "pyproject.toml":
        rest, name = (_DASHES.sub("-", one).lower() for one in (rest, name))
    return rest.startswith(name) and not re.match(r"[\w./-]", rest[len(name) :])


def _named(settings: object, depth: int = 0) -> Iterator[str]:
    """The texts in a manifest that may be names of packages, keys among them."""
    if isinstance(settings, str):
        yield settings
    elif isinstance(settings, list):
        for one in settings:
            yield from _named(one, depth + 1)
    elif isinstance(settings, dict):
        for key, value in settings.items():
            if key == "tool" and isinstance(value, dict):
                yield from _named({tool: says for tool, says in value.items() if tool in _TOOLS}, depth + 1)
            elif key == "project":
                yield from _named(value, depth)
            elif depth or key not in _ASIDE:
                yield key
                yield from _named(value, depth + 1)


def _in_source(entrance: Entrance, rules: LanguageRules, workspace: str) -> tuple[re.Pattern[bytes], ...]:
    """The patterns of a language, for this name: see `LanguageRules`."""
    if entrance.imported:
        return _compiled(rules.imports_package, entrance.name, ())
    return _compiled(rules.imports_folder, entrance.name, (workspace, *entrance.home.split("/")[:-1]))


@cache
def _compiled(patterns: tuple[bytes, ...], name: str, outer: tuple[str, ...]) -> tuple[re.Pattern[bytes], ...]:
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
