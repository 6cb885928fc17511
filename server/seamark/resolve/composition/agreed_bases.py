"""Bases that all makers of an object give alike, put into the URLs of the requests on it.

A URL may begin with what an object was given when it was made (`wrappers/instance_arguments.py`). Each file's findings
say what it gives there (`wrappers/object_makers.py`). Where all give the same, that is put in its place; where all give
paths, each of them is. A route may begin with what the function around it was given: it is below each prefix that
callers give.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, ParameterPart, Text
from seamark.resolve.file_relations import Relations
from seamark.resolve.findings import Base, Router
from seamark.resolve.partial_texts.texts import UNKNOWN_TEXT, concat
from seamark.resolve.stated_by_callers import MAX_LEVEL, is_data


class AgreedBases:
    """The bases that all makers of an object give alike, looked up once for each object."""

    def __init__(self, relations: Relations) -> None:
        self._relations = relations
        self._agreed: dict[tuple[ParameterPart, int, bool], Text] = {}
        self._handlers: dict[tuple[ParameterPart, int], Definition | None] = {}

    def made_for(self, url: Text, level: int = 0) -> Text:
        """The URL with the base in it that all makers of its object give; as it is if they give several."""
        if not url.given_parts:
            return url
        parts = [
            self._agreed_base(part, level, begins=index == 0)
            if isinstance(part, ParameterPart) and not is_data(url, index)
            else Text((part,))
            for index, part in enumerate(url.parts)
        ]
        return replace(concat(parts), built=url.built)

    def each_made_for(self, url: Text) -> list[Text]:
        """The URL for each path that makers of its object give for its begin, if they give several and nothing else.

        So it is with the classes that inherit from one: each says which path is its own.
        """
        made, first = self.made_for(url), url.parts[0] if url.parts else ""
        texts = self._texts(first, 0) if isinstance(first, ParameterPart) else set()
        if not 1 < len(texts) <= MOST_PATHS or not all(_PATH.match(text.known_string or "") for text in texts):
            return [made]
        rest = self.made_for(replace(url, parts=("", *url.parts[1:])))
        return [replace(concat((text, rest)), built=url.built) for text in sorted(texts, key=Text.raw)]

    def each_of_heirs(self, url: Text) -> list[Text]:
        """The URL for each path that classes give for its begin which inherit the constructor of its object."""
        first, rest = url.parts[0], self.made_for(replace(url, parts=("", *url.parts[1:])))
        bases = self._relations.bases(first) if isinstance(first, ParameterPart) else ()
        texts = {self.made_for(text) for base in bases if base.heir for text in base.texts}
        paths = [text for text in texts if _PATH.match(_HOST.sub("", text.raw(), count=1))]
        return [replace(concat((text, rest)), built=url.built) for text in sorted(paths, key=Text.raw)[:MOST_PATHS]]

    def each_given(self, path: Text, router: Router, calls: Collection[str] = ()) -> list[Text]:
        """A route's path with each text in it that callers give for its begin, be it behind another text; as it is if
        they give none.

        What methods of other routers are given says nothing of it. One of these `calls`, if it gives it, says all.
        """
        given = next((part for part in path.parts if isinstance(part, ParameterPart)), None)
        if given is None:
            return [path]
        at = path.parts.index(given)
        before, rest = replace(path, parts=path.parts[:at]), replace(path, parts=path.parts[at + 1 :])
        bases = self._relations.bases(given)
        own = [base for base in bases if base.call in calls] or [
            base for base in bases if not base.on or _is_on(base, router)
        ]
        return sorted((concat((before, text, rest)) for text in self._texts_of(own, 0)), key=Text.raw) or [path]

    def is_given_by(self, path: Text, calls: Collection[str]) -> bool:
        """Whether one of these calls gives something that is in a path."""
        return any(base.call in calls for part in path.given_parts for base in self._relations.bases(part))

    def handler(self, given: ParameterPart, level: int = 0) -> Definition | None:
        """The handler that all callers bring alike who bring one; None if they bring several, or none."""
        if (given, level) not in self._handlers:
            self._handlers[given, level] = self._handler(given, level)
        return self._handlers[given, level]

    def _handler(self, given: ParameterPart, level: int) -> Definition | None:
        bases = self._relations.bases(given) if level <= MAX_LEVEL else ()
        handed = [part for base in bases for text in base.texts if len(text.parts) == 1 for part in text.given_parts]
        found = {base.handler for base in bases} | {self.handler(part, level + 1) for part in handed}
        known = found - {None}
        return next(iter(known)) if len(known) == 1 else None

    def _agreed_base(self, given: ParameterPart, level: int, *, begins: bool) -> Text:
        known = self._agreed.get((given, level, begins))
        if known is None:
            known = self._agreed[given, level, begins] = self._find(given, level, begins=begins)
        return known

    def _find(self, given: ParameterPart, level: int, *, begins: bool) -> Text:
        """What all callers give, those of tests and examples aside if there are others; unknown if they do not agree.

        Of what a URL `begins` with the path counts, if it is known, whatever the host. Of tests and examples that say
        nothing others count.
        """
        texts = self._texts(given, level)
        if begins and (len(texts) > 1 or any(text.unknown for text in texts)):
            texts = set(map(_without_host, texts))
        agreed = next(iter(texts)) if len(texts) == 1 else UNKNOWN_TEXT
        return agreed if begins or not agreed.unknown else UNKNOWN_TEXT

    def _texts(self, given: ParameterPart, level: int) -> set[Text]:
        return self._texts_of(self._relations.bases(given) if level <= MAX_LEVEL else (), level)

    def _texts_of(self, bases: Sequence[Base], level: int) -> set[Text]:
        counting = [base for base in bases if not base.aside] or bases
        texts = {self.made_for(text, level + 1) for base in counting for text in base.texts}
        return texts - {UNKNOWN_TEXT} if all(base.aside for base in counting) else texts


def _is_on(base: Base, router: Router) -> bool:
    """Whether something is given by a method of this router, or of one that it may be."""
    return router.identity in base.on or base.on[0] in router.otherwise


MOST_PATHS = 20
"""How many paths a URL may begin with at most."""
_PATH = regex(r"/(?!/)")
_HOST = regex(r"[A-Za-z][\w+.-]*://[^/?#]*|\{\}(?=/|$)")


def _without_host(text: Text) -> Text:
    """A URL with its host taken for unknown, if all that follows is known."""
    raw = text.raw()
    host = _HOST.match(raw)
    path = "" if host is None else raw[host.end() :]
    return UNKNOWN_TEXT if "{}" in path else concat((UNKNOWN_TEXT, Text((path,))))
