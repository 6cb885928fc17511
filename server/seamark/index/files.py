"""The files of a workspace: where they are, what they say, and which of them are worth reading."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from seamark.catalogue import catalogue
from seamark.documents import is_document
from seamark.extract import EVERY_CALL, extract
from seamark.extract.facts import Facts
from seamark.resolve.modules import naming
from seamark.resolve.modules.paths import ancestors, folder
from seamark.resolve.view import View
from seamark.source import DIALECTS, Limits, Problem, Text, dialect_of, read, unfit

from .disk import Disk
from .documents import Documents
from .headers import Headers
from .roots import Roots
from .services import Services, declared, spellings
from .settings import is_settings, remark, understood
from .triggers import calls_of, holds, published, reads_every_call, sketch, triggered
from .twins import Twins

MANIFESTS = frozenset(
    [
        "package.json",
        "pyproject.toml",
        "setup.py",
        "setup.cfg",
        "requirements.txt",
        "go.mod",
        "Cargo.toml",
        "composer.json",
        "CMakeLists.txt",
        "Makefile",
        "meson.build",
        "Dockerfile",
    ]
)
NAMING = ("package.json", "go.mod")
"""The manifests that say under which name their folder is imported."""
ANY = ""
Word: TypeAlias = tuple[str, str]
"""A name whose calls matter, after the `kin` of the languages in whose files they do."""

MAX_VIEWS = 2000
MAX_HELD = 200_000
"""How many answers to which files of a folder hold a name are kept until a file changes."""

PROTO = ".proto"
"""How documents are called that say which services there are: those are read for the sake of any language."""

_DOCUMENTS = frozenset(("json", "yaml"))
_DOCUMENTS_ARE_LARGER = 4


class Files:
    """The files, each as an editor shows it or as the disk has it. Implements `resolve.project.Files`.

    What was read of a file is kept encoded; arranged facts are kept of those lately asked for. `words` are the names
    whose calls matter besides the catalogue's.
    """

    def __init__(self, roots: Roots, limits: Limits | None = None, languages: Collection[str] | None = None) -> None:
        self._languages = None if languages is None else frozenset(languages)
        self.reads_documents = self._languages is None or not _DOCUMENTS.isdisjoint(self._languages)
        self.roots = roots
        self.limits = limits or Limits()
        self.documents = Documents(self._document)
        self.disk = Disk(roots, self.limits, self._is_wanted)
        self.remarks: dict[str, str] = {}
        self._unread: dict[str, str] = {}
        self._shown: dict[str, bytes] = {}
        self._paths: set[str] = set()
        self._folders: dict[str, int] = {}
        self._listings: dict[str, set[str]] = {}
        self._sketches: dict[str, bytes] = {}
        self._held: dict[tuple[str, str], tuple[str, ...]] = {}
        self._triggered: set[str] = set()
        self._every_call: set[str] = set()
        self.services = Services()
        self._service_words: tuple[int, frozenset[Word]] | None = None
        self._published: dict[str, frozenset[str]] = {}
        self._twins = Twins()
        self._facts: dict[str, bytes] = {}
        self._views: OrderedDict[str, View] = OrderedDict()
        self._settings: dict[str, object] = {}
        self._manifests: set[str] = set()
        self._headers = Headers()
        self._packages: dict[tuple[str, str], str] | None = None
        self.words: frozenset[Word] = frozenset()

    # Which files there are

    def paths(self) -> Collection[str]:
        """All files that there are."""
        return self._paths

    def known(self) -> set[str]:
        """All files that there are, or that an editor shows."""
        return self._paths | self.documents.paths | self._shown.keys()

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        return path in self._paths or path in self._folders

    def listing(self, folder: str) -> tuple[str, ...]:
        """The names of the files directly in a folder, in order."""
        return tuple(sorted(self._listings.get(folder, ())))

    def holding(self, folder: str, name: str) -> tuple[str, ...]:
        """The source files directly in a folder in which an identifier stands, in order."""
        found = self._held.get((folder, name))
        if found is None:
            below = (f"{folder}/{file}" if folder else file for file in self.listing(folder))
            found = tuple(path for path in below if holds(self._sketches.get(path, b""), name))
            if len(self._held) > MAX_HELD:
                self._held.clear()
            self._held[folder, name] = found
        return found

    def published(self, path: str) -> frozenset[str]:
        """The names that a source file sets as members of the global object."""
        return self._published.get(path, frozenset())

    def publishing(self, name: str) -> tuple[str, ...]:
        """The source files that set this member of the global object, in order."""
        return tuple(sorted(path for path, names in self._published.items() if name in names))

    def identifiers(self, path: str) -> frozenset[str]:
        """The identifiers that stand in a source file."""
        return frozenset(self._sketches.get(path, b"").decode(errors="replace").split())

    def package(self, manifest: str, name: str) -> str | None:
        """The folder whose manifest of this kind has that name; of several, the first by path."""
        if self._packages is None:
            self._packages = {}
            for path in sorted(self._manifests):
                says = self.settings(path)
                if isinstance(says, dict) and isinstance(says.get("name"), str):
                    self._packages.setdefault((path.rpartition("/")[2], says["name"]), folder(path))
        return self._packages.get((manifest, name))

    def service(self, path: str) -> str:
        """The nearest folder around a file that has a manifest or a Dockerfile."""
        for around in ancestors(path):
            if any((f"{around}/{name}" if around else name) in self._paths for name in MANIFESTS):
                return around
        return ""

    def procedures(self, service: str) -> tuple[str, ...]:
        """The methods of the gRPC service of this name; none if nothing in the workspace declares it."""
        return self.services.methods(service)

    def serving(self, method: str) -> bool:
        """Whether some gRPC service has a method of this name, as `keys.grpc_name` gives it."""
        return self.services.serves(method)

    def is_generated(self, path: str) -> bool:
        """Whether a program wrote a source file."""
        return self.services.is_generated(path)

    def service_words(self) -> frozenset[Word]:
        """The names of calls that matter because of the services that there are."""
        if self._service_words is None or self._service_words[0] != self.services.changes:
            self._service_words = self.services.changes, self._words_of_services()
        return self._service_words[1]

    def _words_of_services(self) -> frozenset[Word]:
        known = self.services.names()
        languages = {dialect.language for dialect in DIALECTS}
        registers = {call for one in languages for name in known for call in catalogue(one).generated.calls(name)}
        methods = {method for methods in known.values() for method in methods}
        prefixes = {prefix for one in languages for prefix in catalogue(one).generated.prefixes}
        spelled = {name for method in methods for name in spellings(method)}
        made = {f"{prefix}{method}" for prefix in prefixes for method in methods}
        return frozenset((ANY, name) for name in spelled | registers | made)

    # What they say

    def language(self, path: str) -> str | None:
        """The language whose catalogue counts for a file; None if it is not read as source here."""
        dialect = self._headers.dialect(path)
        if dialect is None or (self._languages is not None and self._languages.isdisjoint(dialect.read_for)):
            return None
        return dialect.language

    def text(self, path: str) -> bytes | None:
        """The file's text as UTF-8, as an editor shows it, or if it belongs to the workspace as the disk has it."""
        shown = self._shown.get(path)
        if shown is not None:
            return shown
        if path in self.documents.paths:
            return self._document(path)
        if path not in self._paths:
            return None
        found = read(self.roots.real(path), self.limits)
        return found.data if isinstance(found, Text) else None

    def problems(self) -> dict[str, str]:
        """What could not be read or understood, and why."""
        return {**self.remarks, **self.disk.problems, **self._unread}

    def settings(self, path: str) -> object:
        """What a project file says."""
        if path not in self._paths:
            return None
        if path not in self._settings:
            self._settings[path] = understood(path.rpartition("/")[2], self._content(path) or b"")
        return self._settings[path]

    def view(self, path: str) -> View | None:
        """The file's facts, with the calls that the catalogue and `words` name."""
        view = self._views.get(path)
        if view is not None:
            self._views.move_to_end(path)
            return view
        view = self._made(path)
        if view is None:
            return None
        self._views[path] = view
        while len(self._views) > MAX_VIEWS:
            self._views.popitem(last=False)
        return view

    def _made(self, path: str) -> View | None:
        for twin in self._twins.of(path):
            if twin in self._views:
                self._facts[path] = self._facts[twin]
                return self._views[twin].twin(path)
        facts = self._read_facts(path)
        return None if facts is None else View(path, facts, stated=path in self._triggered)

    def _read_facts(self, path: str) -> Facts | None:
        dialect = self._headers.dialect(path)
        language = self.language(path)
        if dialect is None or language is None or path not in self._paths:
            return None
        for twin in self._twins.of(path):
            if twin in self._facts:
                self._facts[path] = self._facts[twin]
                return _DECODER.decode(self._facts[path])
        data = self._content(path)
        if data is None:
            return None
        stated = EVERY_CALL if path in self._every_call else catalogue(language).words
        facts = extract(data, dialect.name, stated, calls_of(self._own_words(path)))
        self._facts[path] = _ENCODER.encode(facts)
        return facts

    def _kept(self, path: str) -> Facts:
        return self._views[path].facts if path in self._views else _DECODER.decode(self._facts[path])

    # Which are worth reading

    def matters(self, path: str) -> bool:
        """Whether the file can have contracts: by what it mentions, without parsing it."""
        return path in self._triggered or bool(self._own_words(path))

    def mention(self, words: Collection[Word]) -> Iterator[str]:
        """The files in which one of these names stands, and can mean what it does in its language."""
        for path in self._sketches:
            if self._mentioned(path, words):
                yield path

    def _own_words(self, path: str) -> frozenset[str]:
        return self._mentioned(path, self.words)

    def _mentioned(self, path: str, words: Collection[Word]) -> frozenset[str]:
        known, own = self._sketches.get(path, b""), (ANY, self.kin(path))
        return frozenset(name for kin, name in words if kin in own and holds(known, name))

    def kin(self, path: str) -> str:
        """What stands for the languages from whose files the functions of this one can be called."""
        language = self.language(path)
        return ANY if language is None else naming(language).kin or language

    # Changes

    def set_words(self, words: frozenset[Word]) -> set[str]:
        """Look for the calls of these names from now on; gives the files in which that makes a difference."""
        changed = self.words ^ words
        mentioning = list(self.mention(changed)) if changed else []
        mattered = {path for path in mentioning if self.matters(path)}
        self.words = words
        names = {name for _, name in changed}
        read_anew = {path for path in mentioning if self._calls(path, names)}
        for path in read_anew:
            self._facts.pop(path, None)
            self._views.pop(path, None)
        return read_anew | {path for path in mentioning if self.matters(path) != (path in mattered)}

    def _calls(self, path: str, words: set[str]) -> bool:
        """Whether the file's facts, if they are known, can be others where these words are asked for, or no longer."""
        if path not in self._facts:
            return True
        facts = self._kept(path)
        asked = calls_of(words)
        return any(name in asked for name in facts.called - catalogue(facts.language).words)

    def show(self, path: str, data: bytes) -> set[str]:
        """An editor shows this text of a file. Gives the files that are affected."""
        self._shown[path] = data
        return {path}

    def hide(self, path: str) -> set[str]:
        """An editor no longer shows a file. Gives the files that are affected."""
        self._shown.pop(path, None)
        return self.disk.refresh([path]) | {path}

    def turned(self, changed: Iterable[str]) -> set[str]:
        """The headers that are another language's, now that these files are new or gone."""
        for path in changed:
            if path in self.disk.paths or path in self._shown:
                self._headers.put(path)
            else:
                self._headers.remove(path)
        return self._headers.turned()

    def update(self, path: str) -> bool:
        """The file is new, has another content, or is gone. Tells whether it was there and is not, or the other way."""
        existed = path in self._paths
        for known in (
            self._facts,
            self._views,
            self._settings,
            self._sketches,
            self._published,
            self._unread,
            self.remarks,
        ):
            known.pop(path, None)
        self._twins.remove(path)
        self._triggered.discard(path)
        self._every_call.discard(path)
        self.services.remove(path)
        self._held.clear()
        if path.rpartition("/")[2] in NAMING:
            self._packages = None
        present = path in self.disk.paths or path in self._shown
        if present and _is_source(path):
            self._add(path)
        else:
            self._remove(path)
        if present and self._is_document(path):
            self.documents.put(path)
            procedures = self.documents.procedures(path)
            if procedures:
                self.services.put(path, procedures)
        else:
            self.documents.remove(path)
        return existed != (path in self._paths)

    def _is_wanted(self, name: str) -> bool:
        return _is_source(name) or self._is_document(name)

    def _is_document(self, path: str) -> bool:
        return is_document(path) and (self.reads_documents or path.endswith(PROTO))

    def _add(self, path: str) -> None:
        if path not in self._paths:
            self._paths.add(path)
            self._listings.setdefault(folder(path), set()).add(path.rpartition("/")[2])
            for around in ancestors(path):
                self._folders[around] = self._folders.get(around, 0) + 1
        name = path.rpartition("/")[2]
        if name in NAMING:
            self._manifests.add(path)
        if is_settings(name) and self.settings(path) is None and path not in self._unread:
            self.remarks[path] = remark(name)
        dialect, language = self._headers.dialect(path), self.language(path)
        data = self._content(path) if language is not None else None
        if dialect is not None and language is not None and data is not None:
            self._twins.put(path, dialect, data)
            self._sketches[path] = sketch(data)
            names = published(language, data, self._sketches[path])
            if names:
                self._published[path] = names
            if triggered(language, data, self._sketches[path]):
                self._triggered.add(path)
            if reads_every_call(language, data, self._sketches[path]):
                self._every_call.add(path)
            said = declared(data)
            self.services.put(path, said.methods, generated=said.generated)

    def _remove(self, path: str) -> None:
        self._manifests.discard(path)
        if path in self._paths:
            self._paths.remove(path)
            self._listings[folder(path)].discard(path.rpartition("/")[2])
            for around in ancestors(path):
                self._folders[around] -= 1
                if not self._folders[around]:
                    del self._folders[around]

    def _document(self, path: str) -> bytes | None:
        """The text of a document, on however few lines; None, and no note, if it cannot be read: it may be data."""
        shown = self._shown.get(path)
        size = _DOCUMENTS_ARE_LARGER * self.limits.file
        limits = replace(self.limits, file=size, minified=size)
        found = read(self.roots.real(path), limits) if shown is None else unfit(shown, limits) or Text(shown)
        return found.data if isinstance(found, Text) else None

    def _content(self, path: str) -> bytes | None:
        """The text of a file that is to be understood; None, and a note for `problems`, if that cannot be."""
        shown = self._shown.get(path)
        if shown is not None:
            why = unfit(shown, self.limits)
            found: Text | Problem = Text(shown) if why is None else Problem(path, why)
        else:
            found = read(self.roots.real(path), self.limits)
        if isinstance(found, Problem):
            self._unread[path] = found.reason
            return None
        return found.data


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Facts)


def _is_source(path: str) -> bool:
    """Whether a file of this name is one of the sources, or says something of them."""
    name = path.rpartition("/")[2]
    return dialect_of(name) is not None or name in MANIFESTS or is_settings(name)
