"""The files of a workspace: where they are, what they say, and which of them are worth reading."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from seamark.catalogue import catalogue, may_stand, words
from seamark.documents import NOTHING, is_document
from seamark.extract import NO_PREAMBLE, Preamble, lists_exports
from seamark.extract.facts import ALL, ONLY, Facts
from seamark.index.documents.documents import Documents
from seamark.index.documents.rpc_services import Services
from seamark.index.folders.configured import SettingsByFolder
from seamark.index.folders.disk import Disk
from seamark.index.folders.manifest_formats import is_settings, remark
from seamark.index.folders.manifests import MANIFESTS, Manifests, is_manifest
from seamark.index.folders.roots import Roots
from seamark.index.folders.tree import Tree
from seamark.index.persistence.cache import Cache
from seamark.index.persistence.snapshot import FilesState
from seamark.index.reports import At
from seamark.index.words.mentions import Mentions, Sought
from seamark.index.words.reach import Reach
from seamark.index.words.service_mentions import ServiceMentions
from seamark.index.words.sketches import holds, sketch
from seamark.resolve.call_words import Word
from seamark.resolve.module_resolution import LanguageRules, kin, rules_of
from seamark.resolve.module_resolution.paths import ancestors
from seamark.resolve.workspace_facts.view import View
from seamark.source import Dialect, dialect_of, is_identifier

from .headers import Headers
from .reader import Reader
from .scan import Scan
from .texts import Texts
from .triggers import calls_of
from .twins import Content
from .views import Views
from .workers import Workers

MAX_HELD = 200_000
"""How many answers to which files of a folder hold a name are kept until a file changes."""

PROTO = ".proto"
"""How documents are called that say which services there are: those are read for the sake of any language."""

_DOCUMENTS = frozenset(("graphql", "http", "json", "yaml"))
_NONE: frozenset[str] = frozenset()


class Files:
    """The files, each as an editor shows it or as the disk has it: `Files` of `resolve.workspace_facts.protocol`."""

    def __init__(
        self,
        roots: Roots,
        configured: SettingsByFolder | None = None,
        languages: Collection[str] | None = None,
        cache: Cache | None = None,
        processes: int | None = None,
    ) -> None:
        """`languages` limits what is read, besides the settings; None means all. For `processes` see `Index`."""
        self.configured = configured or SettingsByFolder(roots)
        self.own = self.configured.own
        self.name = roots.name
        self._languages = None if languages is None else frozenset(languages)
        self._texts = Texts(roots, self.configured.limits)
        self.disk = Disk(roots, self.configured, self._is_wanted)
        self.workspace = repr([(label, str(root), self.configured.limits(label)) for label, root in roots.items()])
        """What tells the workspace, and what is read of it, from others."""
        kept = (cache or Cache()).with_tables(self.own)
        workers = Workers(self.own, count=processes)
        self._reader = Reader(self._texts, self.disk, kept, workers, self.workspace, self.own)
        self._tree = Tree()
        self.documents = Documents(self._texts.document, self._reader.document, self._tree.exists)
        self.remarks: dict[str, str] = {}
        self.services = Services()
        self.schemas = Services()
        """The root types of GraphQL schemas with their fields, as services with their methods."""
        self.held = Services()
        """The attributes of pages with what they hold, as services with their methods."""
        self._manifests = Manifests(self._texts.content)
        self._headers = Headers()
        self._scans: dict[str, Scan] = {}
        self._publishing: dict[str, set[str]] = {}
        self._reach = Reach(
            self._tree, self._manifests, self._sketches_of_reach, self._texts.content, self._rules, self.name
        )
        self._mentions = Mentions(self._tree.repository, self._reach.repositories_used, self._texts.text)
        self._views = Views(self._extract_facts, self._is_triggered, self._is_kept, self._mentions.of)
        self._held: dict[tuple[str, str], tuple[str, ...]] = {}
        self._service_mentions = ServiceMentions(self._mentions.sketches, self.own)
        self._service_words: tuple[tuple[int, int], frozenset[Sought]] | None = None
        self.at: At = lambda _: None
        """Told of each file that anything is done with, before it is."""

    def attend(self, at: At, *, closely: bool) -> None:
        """See `Service`."""
        if closely:
            self.at = at
        else:
            self._reader.at = at

    # Which files there are

    def paths(self) -> Collection[str]:
        """All files that there are."""
        return self._tree.paths()

    def known_files(self) -> set[str]:
        """All files that there are, or that an editor shows."""
        return {*self._tree.paths(), *self.documents.paths, *self._texts.shown}

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder."""
        return self._tree.exists(path)

    def listing(self, folder: str) -> tuple[str, ...]:
        """The names of the files directly in a folder, in order."""
        return self._tree.listing(folder)

    def subfolders(self, folder: str) -> tuple[str, ...]:
        """The names of the folders directly in a folder, in order."""
        return self._tree.subfolders(folder)

    def files_named(self, name: str, home: str = "") -> tuple[str, ...]:
        """The files of this name in whatever folders below `home`, in order."""
        found = self._tree.files_named(name)
        return tuple(path for path in found if path.startswith(f"{home}/")) if home else found

    def files_holding(self, folder: str, name: str) -> tuple[str, ...]:
        """The source files directly in a folder in which an identifier stands, in order."""
        found = self._held.get((folder, name))
        if found is None:
            below = (f"{folder}/{file}" if folder else file for file in self.listing(folder))
            found = tuple(path for path in below if holds(self.sketch(path), name))
            if len(self._held) > MAX_HELD:
                self._held.clear()
            self._held[folder, name] = found
        return found

    def published_names(self, path: str) -> frozenset[str]:
        """The names that a source file sets as members of the global object."""
        return self._scans[path].published if path in self._scans else _NONE

    def files_publishing(self, name: str, home: str = "") -> tuple[str, ...]:
        """The source files, in order, that have something of this name for any other: of this repository, or of all.

        What is in no repository is for all.
        """
        found = sorted(self._publishing.get(name, ()))
        return tuple(path for path in found if not home or self._tree.repository(path) in ("", home))

    def sketch(self, path: str) -> bytes:
        """The sketch of a source file's text: see `sketches`."""
        return self._scans[path].sketch if path in self._scans else b""

    def packages(self, manifest: str, name: str) -> tuple[str, ...]:
        """The folders to which a name leads by manifests of this kind, in the order of these."""
        return self._manifests.packages(manifest, name)

    def service(self, path: str) -> str:
        """The folder of the service that a file is said to belong to, else the nearest that has a manifest."""
        said = self.configured.service(path)
        return self._tree.service(path) if said is None else said

    def application(self, path: str) -> str:
        """The folder of the service that a file is said to belong to, else of the nearest manifest or application."""
        service, declared = self.service(path), self._manifests.applications()
        within = next((one for one in ancestors(path) if one in declared), "")
        return within if len(within) > len(service) and self.configured.service(path) is None else service

    def repository(self, path: str) -> str:
        """The outermost folder around a file that has a manifest."""
        return self._tree.repository(path)

    def home(self, path: str) -> str:
        """See `Project`; names of an included file lead wherever one of its name is included."""
        language = self.language(path)
        return "" if language is None or rules_of(language).modules.includes else self._tree.repository(path)

    def base(self, path: str, role: str) -> str:
        """What is said to stand before the paths of a file's routes, or of its calls whose base is not known."""
        return self.configured.base(path, role)

    def procedures(self, service: str) -> tuple[str, ...]:
        """The methods of the gRPC service of this name; none if nothing in the workspace declares it."""
        return self.services.methods(service)

    def attributes(self, name: str) -> tuple[str, ...]:
        """The URLs that attributes of pages with this name hold for scripts, as `Documents.attributes` gives them."""
        return self.held.methods(name)

    def root_fields(self, operation: str) -> tuple[str, ...]:
        """The fields that GraphQL schemas in files declare for the root type of an operation."""
        return self.schemas.methods(operation)

    def has_rpc_method(self, method: str) -> bool:
        """Whether some gRPC service has a method of this name, as `keys.grpc_name` gives it."""
        return self.services.serves(method)

    def is_generated(self, path: str) -> bool:
        """Whether a program wrote a source file."""
        return self.services.is_generated(path)

    def service_words(self) -> frozenset[Sought]:
        """The names of calls that matter because of the services that there are."""
        services, mentions = self.services, self._service_mentions
        mentions.look_for(frozenset(services.names()))
        state = services.changes, mentions.changes
        if self._service_words is None or self._service_words[0] != state:
            self._service_words = state, frozenset(mentions.words(services.names(), self._repositories_sharing))
        return self._service_words[1]

    def _repositories_sharing(self, path: str) -> frozenset[str]:
        """The repositories whose files can have an object of a file: its own, and those to which it can hand one."""
        home = self.home(path)
        return self._reach.repositories_used(home) | {home}

    # What they say

    def language(self, path: str) -> str | None:
        """The language whose catalogue counts for a file; None if it is not read as source here."""
        dialect = self._headers.dialect(path)
        return None if dialect is None or not self._reads(path, dialect.read_for) else dialect.language

    def dialect(self, path: str) -> Dialect | None:
        """What a file is written in, as its name or the sources around it tell."""
        return self._headers.dialect(path)

    def _reads(self, path: str, languages: Iterable[str]) -> bool:
        """Whether a file in one of these languages is read."""
        if self._languages is not None and self._languages.isdisjoint(languages):
            return False
        chosen = self.configured.of(path).files.languages
        return not chosen or not frozenset(chosen).isdisjoint(languages)

    def reads_documents(self, path: str) -> bool:
        """Whether a document is read for its own sake."""
        return self._reads(path, _DOCUMENTS)

    def text(self, path: str) -> bytes | None:
        """The file's text as UTF-8, as an editor shows it, or if it belongs to the workspace as the disk has it."""
        if path in self.documents.paths and path not in self._texts.shown:
            return self._texts.document(path)
        is_there = path in self._tree or path in self._texts.shown or path in self.configured.known
        return self._texts.text(path) if is_there else None

    def digest(self, path: str) -> bytes | None:
        """What tells the text that is known of a file apart from others; None if none is known, or none was kept."""
        if path in self._scans:
            return self._scans[path].digest
        return self._reader.last_digest(path)

    def problems(self) -> dict[str, str]:
        """What could not be read or understood, and why."""
        return {**self.remarks, **self.disk.problems, **self._texts.unread}

    def doubtful(self) -> set[str]:
        """The files that may be understood otherwise another time, though they stay the same on disk."""
        unread = self._texts.unread.keys() - self._texts.unfit_texts
        return unread.union(self.remarks, self.disk.problems, self._texts.shown)

    def manifests(self) -> Iterator[tuple[str, bytes]]:
        """The manifests that say which packages a service depends on, with their texts, in order."""
        for path in sorted(path for name in MANIFESTS for path in self.files_named(name)):
            text = self._texts.content(path)
            if text is not None:
                yield path, text

    def settings(self, path: str) -> object:
        """What a project file says."""
        return self._manifests.settings(path) if path in self._tree or path in self.documents.paths else None

    def view(self, path: str) -> View | None:
        """The file's facts, with the calls that the catalogue and `words` name."""
        return self._views.view(path)

    def known_view(self, path: str) -> View | None:
        """The facts of a source file that an editor shows, if they are at hand as they were before it changed.

        None if something is wrong with it, or if it is a document as well.
        """
        is_plain = path in self._texts.shown and path not in self.documents.paths and path not in self.problems()
        return self._views.known_view(path) if is_plain else None

    def lacks(self, kind: str, path: str, name: str) -> bool:
        """Whether a source file is there, and has nothing to answer to a question of this kind: see `SUMMED_UP`."""
        language = self.language(path)
        if language is None or path not in self._scans:
            return False
        if kind == "exports" and not lists_exports(language):
            return True
        # While something is typed, the outline of a text may lack what its facts have.
        is_outlined = path not in self._texts.shown and self._outline_lacks(kind, path, name)
        return is_outlined or self._views.lacks(kind, path, name)

    def _outline_lacks(self, kind: str, path: str, name: str) -> bool:
        known = self._scans[path]
        outline = known.outline
        if outline is None:
            return False
        if name in (ALL, ONLY):
            return kind == "exports" and outline.nameless is not None and name not in outline.nameless
        exporting = None if outline.nameless is None else known.sketch
        sketches = {"named": outline.names, "received": outline.classes, "given": outline.fields, "exports": exporting}
        sketch = sketches[kind]
        return sketch is not None and is_identifier(name) and not holds(sketch, name)

    def preamble(self, path: str) -> Preamble:
        """What the text of a source file says of its package and of the files that it includes."""
        return self._scans[path].preamble if path in self._scans else NO_PREAMBLE

    def _extract_facts(self, path: str) -> Facts | None:
        dialect, language = self._headers.dialect(path), self.language(path)
        if dialect is None or language is None or path not in self._tree:
            return None
        self.at(path)
        return self._reader.facts(path, dialect, self._scans.get(path), self._mentions.of(path))

    def _is_kept(self, path: str) -> bool:
        content = self._content(path)
        return content is not None and self._reader.keeps(path, content, self._mentions.of(path))

    def _content(self, path: str) -> Content | None:
        """What the text that is known of a source file is kept by."""
        dialect, known = self._headers.dialect(path), self._scans.get(path)
        return None if dialect is None or known is None else (dialect.name, known.digest)

    def _is_triggered(self, path: str) -> bool:
        return path in self._scans and self._scans[path].triggered

    # Which are worth reading

    @property
    def words(self) -> frozenset[Sought]:
        """The names whose calls matter besides the catalogue's."""
        return self._mentions.words

    def matters(self, path: str) -> bool:
        """Whether the file can have contracts: by what it mentions, without parsing it."""
        return bool(self._mentions.of(path)) or self.matters_by_itself(path)

    def matters_by_itself(self, path: str) -> bool:
        """Whether the file can have contracts, whatever names matter besides the catalogue's."""
        states_paths = path in self._scans and self._scans[path].states_paths
        return states_paths or self._is_triggered(path) or self._is_placed(path)

    def _is_placed(self, path: str) -> bool:
        """Whether the file may have routes because of where it stands, and exports something under a name of theirs."""
        language = self.language(path)
        known = None if language is None else catalogue(language, self.own)
        if known is not None and any(f"/{path}".endswith(f"/{row.file}") for row, _ in known.route_files):
            return True
        trees = () if known is None else known.trees
        names = (name for tree, _ in trees if may_stand(tree, path) for name in words(tree))
        return any(self.mentions(path, name) for name in names)

    def called_for(self, path: str) -> frozenset[str]:
        """The names whose calls matter besides the catalogue's, as far as they stand in a file and can mean that."""
        return self._mentions.of(path)

    def mentions(self, path: str, name: str) -> bool:
        """Whether a name stands in a source file."""
        return holds(self.sketch(path), name)

    def kin(self, path: str) -> str:
        """What stands for the languages from whose files the functions of this one can be called."""
        language = self.language(path)
        return "" if language is None else kin(language)

    def can_call(self, path: str, word: Word) -> bool:
        """Whether calls of this name in a file of its kin can be of what is meant."""
        return self._mentions.can_call(path, word)

    # What is kept between runs

    def kept_state(self) -> FilesState:
        """What to keep of the files for the next run."""
        documents = self.documents
        return FilesState(
            scans=self._scans,
            beside=[path for path in self._tree.paths() if path not in self._scans],
            words=self._mentions.words,
            mentions=self._mentions.words_by_file,
            documents=documents.facts,
            others=[path for path in documents.paths if path not in documents.facts],
            digests={path: known for path in documents.paths if (known := self._reader.last_digest(path)) is not None},
            remarks=self.remarks,
            unfit=self._texts.kept_state(),
            entrances=self._reach.entrances,
            spoken=self._reach.spoken,
            services=self._service_mentions.services,
            naming=self._service_mentions.named,
        )

    def resume(self, kept: FilesState) -> None:
        """Know of the files what an earlier run has kept, whether or not they are still like that."""
        for path in (*kept.scans, *kept.beside):
            self._headers.put(path)
            self._tree.put(path)
            if is_manifest(path):
                self._manifests.put(path)
        self._headers.update_dialects()
        for path, known in kept.scans.items():
            self._know(path, known)
        kins = {path: self.kin(path) for path in kept.scans}
        self._mentions.resume(kept.words, kept.mentions, {path: (kins[path], kept.scans[path].sketch) for path in kins})
        for path, facts in (*kept.documents.items(), *((path, NOTHING) for path in kept.others)):
            self.documents.resume(path, facts)
            self._declare(path)
        self._reach.resume(kept.entrances, kept.spoken)
        self._service_mentions.resume(kept.services, kept.naming)
        self._reader.resume(kept.digests)
        self.remarks.update(kept.remarks)
        self._texts.resume(kept.unfit)

    def join(self, shares: Sequence[FilesState]) -> None:
        """Know of the files what others have found out that knew a share of them each, and nothing of the rest."""
        self.resume(
            FilesState(
                scans={path: known for share in shares for path, known in share.scans.items()},
                beside=[path for share in shares for path in share.beside],
                words=frozenset().union(*(share.words for share in shares)),
                mentions={path: names for share in shares for path, names in share.mentions.items()},
                documents={path: facts for share in shares for path, facts in share.documents.items()},
                others=[path for share in shares for path in share.others],
                digests={path: digest for share in shares for path, digest in share.digests.items()},
                remarks={path: remark for share in shares for path, remark in share.remarks.items()},
                unfit={path: reason for share in shares for path, reason in share.unfit.items()},
                entrances=frozenset(),
                spoken={},
                services=frozenset(),
                naming={},
            )
        )
        self._reach.manifest()

    def other_headers(self, paths: Iterable[str]) -> set[str]:
        """The headers among these files that are another language's where there are others, too."""
        alone = Headers()
        for path in paths:
            alone.put(path)
        return {path for path in alone.update_dialects() if alone.dialect(path) != self._headers.dialect(path)}

    def is_as_kept(self, path: str) -> bool:
        """Whether a file that was resumed has the text that it had then, whatever its times say."""
        known, is_document = self._scans.get(path), path in self.documents.paths
        if not self._is_present(path) or not (known or is_document) or (known is None and path in self._tree):
            return False
        is_same = known is None or self._reader.is_source_still(path, known.digest)
        return is_same and (not is_document or self._reader.is_document_still(path))

    # Changes

    def set_words(self, words: frozenset[Sought]) -> tuple[set[str], set[str]]:
        """Look for the calls of these names from now on.

        Gives the files in which that makes a difference: those of which only the calls are others, and the rest.
        """
        changed = self.words ^ words
        mentioning = self._mentions.files_with(changed)
        mattered = {path for path in mentioning if self.matters(path)}
        self._mentions.set_words(words, mentioning)
        read_anew = {path for path, names in mentioning.items() if self._calls(path, calls_of(names))}
        for path in read_anew:
            self._views.forget(path)
        turned = {path for path in mentioning if self.matters(path) != (path in mattered)}
        return read_anew - turned, turned

    def turn_reach(self) -> set[str]:
        """The files in which other names matter since repositories can use others than before."""
        turned = self._reach.update_reach()
        if not turned:
            return set()
        self._service_words = None
        affected = self._mentions.look_again(path for path in self._scans if self.repository(path) in turned)
        for path in affected:
            self._views.forget(path)
        return affected

    def _calls(self, path: str, asked: Container[str]) -> bool:
        """Whether the file's facts, if they are known, can be others where these calls are asked for, or no longer."""
        called = self._calls_in(path)
        return called is None or any(name in asked for name in called)

    def _calls_in(self, path: str) -> Collection[str] | None:
        """The calls in a file besides the catalogue's; None if they are not known."""
        facts, content = self._views.known_facts(path), self._content(path)
        if facts is not None:
            return facts.called - catalogue(facts.language, self.own).words
        return None if content is None else self._reader.calls_in(content)

    def shown_text(self, path: str) -> bytes | None:
        """The text that an editor shows of a file, if one does."""
        return self._texts.shown.get(path)

    def all_shown(self) -> Mapping[str, bytes]:
        """The texts that editors show."""
        return self._texts.shown

    def show(self, path: str, data: bytes) -> set[str]:
        """An editor shows this text of a file. Gives the files that are affected."""
        self._texts.shown[path] = data
        return {path}

    def hide(self, path: str) -> set[str]:
        """An editor no longer shows a file. Gives the files that are affected."""
        self._texts.shown.pop(path, None)
        return self.disk.refresh([path]) | {path}

    def update_headers(self, changed: Iterable[str]) -> set[str]:
        """The headers that are another language's, now that these files are new or gone."""
        for path in changed:
            if self._is_present(path):
                self._headers.put(path)
            else:
                self._headers.remove(path)
        return self._headers.update_dialects()

    def expect(self, changed: Iterable[str]) -> None:
        """These files will be updated, in whatever order: they are read ahead if they are many."""
        present = [path for path in changed if self._is_present(path)]
        dialects = ((path, self._headers.dialect(path)) for path in present if self.language(path) is not None)
        self._reader.expect_scans({path: dialect for path, dialect in dialects if dialect is not None})

    def expect_views(self, paths: Collection[str]) -> None:
        """The views of these files will be asked for, about in this order, if they matter."""
        if not self._reader.awaits(len(paths)):
            return
        wanted = {}
        for path in paths:
            dialect, known = self._headers.dialect(path), self._scans.get(path)
            if dialect is not None and known is not None and self.matters(path) and not self._views.has(path):
                wanted[path] = dialect, known, tuple(sorted(self._mentions.of(path)))
        self._reader.expect_facts(wanted)

    def update(self, path: str) -> bool:
        """The file is new, has another content, or is gone. Tells whether it was there and is not, or the other way."""
        self.at(path)
        existed, present = path in self._tree, self._is_present(path)
        self._forget(path)
        if present and _is_source(path):
            self._tree.put(path)
            self._add(path)
        else:
            self._tree.remove(path)
        self._service_mentions.put(path, self.kin(path), self.sketch(path))
        if present and self._is_document(path):
            self.documents.put(path)
            self._declare(path)
        else:
            self.documents.remove(path)
        return existed != (path in self._tree)

    def keep(self) -> None:
        """Keep for the next run what is new of the texts. For now, nothing else is to be read."""
        self._views.rest()
        self._reader.keep()

    def keep_all(self) -> None:
        """Keep for the next run what is known of the texts, and which file has which."""
        self._views.rest()
        self._reader.keep_all()

    def _is_present(self, path: str) -> bool:
        return path in self.disk.paths or path in self._texts.shown

    def _is_wanted(self, name: str) -> bool:
        return _is_source(name) or is_document(name)

    def _is_document(self, path: str) -> bool:
        return is_document(path) and (path.endswith(PROTO) or self.reads_documents(path))

    def _forget(self, path: str) -> None:
        self._held.clear()
        self._texts.forget(path)
        self.remarks.pop(path, None)
        self.services.remove(path)
        self.schemas.remove(path)
        self.held.remove(path)
        self._manifests.remove(path)
        self._reach.remove(path)
        if is_manifest(path):
            self._reach.manifest()
            self._service_words = None
        self._mentions.remove(path)
        self._views.remove(path)
        before = self._scans.pop(path, None)
        for name in () if before is None else before.published:
            self._publishing[name].discard(path)

    def _add(self, path: str) -> None:
        if is_manifest(path):
            self._manifests.put(path)
        called = path.rpartition("/")[2]
        if is_settings(called) and self.settings(path) is None and path not in self._texts.unread:
            self.remarks[path] = remark(called)
        dialect, language = self._headers.dialect(path), self.language(path)
        found = self._reader.scan(path, dialect) if dialect is not None and language is not None else None
        if found is not None:
            self._know(path, found)
            self._mentions.put(path, self.kin(path), found.sketch)
        if self._may_speak(path):
            self._reach.put(path, self._sketch_of_reach(path))

    def _know(self, path: str, found: Scan) -> None:
        """Know what a source file's text tells."""
        self._scans[path] = found
        content = self._content(path)
        if content is not None:
            self._views.put(path, content)
        self.services.put(path, found.services.methods, generated=found.services.generated)
        for name in found.published:
            self._publishing.setdefault(name, set()).add(path)

    def _rules(self, path: str) -> LanguageRules | None:
        """How names lead from a source to others; None if it is none."""
        language = self.language(path)
        return None if language is None else rules_of(language)

    def _sketches_of_reach(self) -> Iterator[tuple[str, bytes]]:
        return ((path, self._sketch_of_reach(path)) for path in self._tree.paths() if self._may_speak(path))

    def _may_speak(self, path: str) -> bool:
        """Whether a file can lead into other repositories: one whose settings count, or a source of most languages."""
        if path not in self._scans:
            return is_settings(path.rpartition("/")[2])
        language = self.language(path)
        return language is None or bool(rules_of(language).imports.folder)

    def _sketch_of_reach(self, path: str) -> bytes:
        """The identifiers of a file that can speak of other repositories."""
        return self.sketch(path) if path in self._scans else sketch(self._texts.content(path) or b"")

    def _declare(self, path: str) -> None:
        """Know the gRPC services and the GraphQL schema that a document declares, and what it holds for scripts."""
        attributes = self.documents.attributes(path)
        if attributes:
            self.held.put(path, attributes)
        fields = self.documents.root_fields(path)
        if fields:
            self.schemas.put(path, fields)
        procedures = self.documents.procedures(path)
        if procedures:
            self.services.put(path, procedures)


def _is_source(path: str) -> bool:
    """Whether a file of this name is one of the sources, or says something of them."""
    return dialect_of(path) is not None or is_manifest(path)
