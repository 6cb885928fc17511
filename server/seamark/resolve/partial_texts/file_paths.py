"""Texts that are paths of files of the workspace, as code has them that asks where its own file is.

Where the workspace stands does not matter: `file://workspace` stands for its folder.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from seamark.resolve.abstract_values import Meaning, Text

from .texts import UNKNOWN_TEXT, texts

_ROOT = "file://workspace"
LONGEST = 400
"""In characters: longer ones are paths of no files."""


def path_of_file(path: str) -> Text:
    """The text for a file or a folder of the workspace."""
    return Text((f"{_ROOT}/{path}" if path else _ROOT,))


def stated_file(path: str) -> str | None:
    """The file or folder in the workspace for which such a text stands, perhaps with `..`; None if it is none."""
    return path.removeprefix(_ROOT).strip("/") if path.startswith(_ROOT) else None


def base_name(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """The last segment of a path, without an ending if that is given, too."""
    path, *ending = [*given, Text(())] if of is None else [of, *given]
    endings = [known for one in ending for text in texts(one) if (known := _known(text))]
    return _changed(path, lambda known: _without_ending(posixpath.basename(known.rstrip("/")), endings))


def _without_ending(name: str, endings: list[str]) -> str:
    return next((name.removesuffix(one) for one in endings if one != name and name.endswith(one)), name)


def folder_of(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """All but the last segment of a path; of that of the workspace's folder itself nothing is left."""
    path, *_ = [*given, Text(())] if of is None else [of]
    return _changed(path, lambda known: known if known == _ROOT else posixpath.dirname(known.rstrip("/")))


def extension(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """The ending of a file's name from its last dot on."""
    path, *_ = [*given, Text(())] if of is None else [of]
    return _changed(path, lambda known: posixpath.splitext(known)[1])


def relative_path(of: Meaning | None, given: list[Meaning], _named: dict[str, Meaning]) -> list[Text]:
    """The way from one file or folder of the workspace to another."""
    match given if of is None else [of, *given]:
        case [start, goal]:
            around, to = (stated_file(_known(texts(one)[0]) or "") for one in (start, goal))
            if around is not None and to is not None:
                return [Text((posixpath.relpath(f"/{to}", f"/{around}"),))]
    return [UNKNOWN_TEXT]


def _changed(path: Meaning, change: Callable[[str], str]) -> list[Text]:
    known = [_known(text) for text in texts(path)]
    return [UNKNOWN_TEXT if one is None else Text((change(one),)) for one in known]


def _known(text: Text) -> str | None:
    known = text.known_string
    return known if known is not None and len(known) <= LONGEST else None
