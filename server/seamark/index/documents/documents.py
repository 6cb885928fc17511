"""The documents of a workspace: what each says, and what their references lead to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from seamark.documents import NOTHING, Facts, Service, language_of, openapi
from seamark.resolve.module_resolution.paths import folder, join
from seamark.resolve.workspace_facts.project import Question
from seamark.source.data import Node, all_at_pointer

MAX_KEPT = 10 * 1024 * 1024
"""How many bytes of documents are kept at hand as they were read; the one read last always is."""
MAX_REFERENCES = 8
SHARED = "data-"
"""How the names of attributes begin that scripts of any page may read."""


class Documents:
    """The documents, read when they are new or have another content.

    `content` gives a file's text, `understood` what it says; `exists` tells whether there is a file or folder.
    """

    def __init__(
        self,
        content: Callable[[str], bytes | None],
        understood: Callable[[str], Facts],
        exists: Callable[[str], bool],
    ) -> None:
        self.paths: set[str] = set()
        self.facts: dict[str, Facts] = {}
        self.changes = 0
        """Counts how often something is another that gateways depend on."""
        self._content = content
        self._understood = understood
        self._exists = exists
        self._built_of: dict[str, frozenset[str]] = {}
        self._roots: OrderedDict[str, tuple[list[Node], int]] = OrderedDict()
        self._kept = 0

    def put(self, path: str) -> None:
        """There is a document of this name now, or another one than before."""
        self.remove(path)
        self.resume(path, self._understood(path))

    def resume(self, path: str, facts: Facts) -> None:
        """There is a document of this name that says this."""
        self.paths.add(path)
        facts = _as_seen(path, facts)
        if facts != NOTHING:
            self.facts[path] = facts
            built_of = frozenset(filter(None, (_built_of(path, service) for service in facts.services)))
            if built_of:
                self._built_of[path] = built_of
            self.changes += _leads(facts)

    def remove(self, path: str) -> None:
        """There is no document of this name."""
        self.paths.discard(path)
        self._built_of.pop(path, None)
        self._kept -= self._roots.pop(path, ([], 0))[1]
        self.changes += _leads(self.facts.pop(path, NOTHING))

    def gateway_facts(self) -> dict[str, Facts]:
        """What documents say on which it depends where gateways lead, by path, without the rest.

        A service that is built of a folder that is not there is known by its names only.
        """
        absent = self.absent()
        return {
            path: Facts(
                gateways=one.gateways,
                services=tuple(_by_name(service, path, absent) for service in one.services),
                environment=one.environment,
            )
            for path, one in self.facts.items()
            if _leads(one)
        }

    def absent(self) -> frozenset[str]:
        """The folders of which services are built, and that are not there: in another repository, perhaps."""
        return frozenset(one for built_of in self._built_of.values() for one in built_of if not self._exists(one))

    def procedures(self, path: str) -> tuple[tuple[str, str], ...]:
        """The methods of gRPC services that a document declares, each after its service."""
        found = self.facts.get(path, NOTHING).procedures
        return tuple((one.service, one.method) for one in found)

    def root_fields(self, path: str) -> tuple[tuple[str, str], ...]:
        """The fields of root types that a GraphQL schema declares, each after its operation."""
        found = self.facts.get(path, NOTHING).fields
        return tuple((one.operation, one.name) for one in found if one.role == "exposes")

    def attributes(self, path: str) -> tuple[tuple[str, str], ...]:
        """The attributes of a page that hold URLs for scripts, with these: for the page alone, and for all scripts.

        With a line before them, those for the page have its path before their names, the others before their URLs.
        """
        found = self.facts.get(path, NOTHING).attributes
        shared = (one for one in found if one.name.startswith(SHARED))
        own = ((f"{path}\n{one.name}", one.url) for one in found)
        return (*own, *((one.name, f"{path}\n{one.url}") for one in shared))

    def outline(self, path: str, place: str) -> openapi.Outline | None:
        """What must be known of a place to follow references: see `documents.openapi`."""
        return openapi.outline(self.nodes(path, place))

    def nodes(self, path: str, place: str) -> list[Node | None]:
        """What stands at a place: the number of one of the file's documents, and a JSON pointer into it."""
        number, slash, pointer = place.partition("/")
        roots = self._read_roots(path)
        return all_at_pointer(roots[int(number)], slash + pointer) if int(number) < len(roots) else []

    def _read_roots(self, path: str) -> list[Node]:
        if path in self._roots:
            self._roots.move_to_end(path)
            return self._roots[path][0]
        data = self._content(path) if path in self.paths and language_of(path) is not None else None
        roots = [] if data is None else openapi.roots(data)
        self._roots[path] = roots, len(data or b"")
        self._kept += len(data or b"")
        while len(self._roots) > 1 and self._kept > MAX_KEPT:
            _, (_, size) = self._roots.popitem(last=False)
            self._kept -= size
        return roots


def _as_seen(path: str, facts: Facts) -> Facts:
    """What a document says, with the folders of all services given from its own."""
    if not any(service.homes for service in facts.services):
        return facts
    return replace(facts, services=tuple(one for service in facts.services for one in _from_home(path, service)))


def _from_home(path: str, service: Service) -> Iterator[Service]:
    """A service as seen from the folder of a document; none if the document does not count there."""
    homes = [home for home in service.homes if f"/{folder(path)}".endswith(f"/{home}")]
    if not service.homes:
        yield service
    elif homes and service.folder is not None:
        up = "../" * max(len(home.split("/")) for home in homes)
        yield replace(service, folder=up + service.folder, homes=())


def _built_of(path: str, service: Service) -> str | None:
    """The folder of which a service is built that a document states; None if that is none of the workspace."""
    return None if service.folder is None else join(folder(path), service.folder)


def _by_name(service: Service, path: str, absent: Container[str | None]) -> Service:
    return replace(service, folder=None) if _built_of(path, service) in absent else service


def _leads(facts: Facts) -> bool:
    """Whether a document says something on which it depends where gateways lead."""
    return bool(facts.gateways or facts.services or facts.environment)


class PathItem(Struct, frozen=True):
    """A path item: its place in its file, the path it is for, and the document that says so, with its servers' URLs."""

    place: str
    path: str
    document: str
    servers: tuple[str, ...]


class DocumentReading:
    """The documents, asked on behalf of one of them; `asked` collects the questions on which the answers depended."""

    def __init__(self, documents: Documents, asker: str) -> None:
        self.asked: set[Question] = set()
        self._documents = documents
        self._asker = asker

    def named_path_items(self) -> Mapping[str, tuple[PathItem, ...]]:
        """The path items that the asker's own OpenAPI documents name, by the file that they stand in."""
        found: dict[str, list[PathItem]] = {}
        for number in self._documents.facts.get(self._asker, NOTHING).described:
            servers = openapi.servers(*self._documents.nodes(self._asker, str(number))) or ("",)
            for file, place, path in self._items(number):
                found.setdefault(file, []).append(PathItem(place, path, self._asker, servers))
        return {file: tuple(served) for file, served in found.items()}

    def _items(self, number: int) -> Iterator[tuple[str, str, str]]:
        for file, place, outline in self._outlines_from(self._asker, f"{number}/paths"):
            for key, reference in dict.fromkeys(outline):
                if key.startswith("/"):
                    item = f"{place}/{openapi.step(key)}"
                    yield file, item, key
                    for further, there, _ in self._follow_reference(file, item, reference):
                        yield further, there, key

    def _outlines_from(self, file: str, place: str) -> Iterator[tuple[str, str, openapi.Outline]]:
        """A place, and those that it refers to, each with its outline."""
        outline = self._outline(file, place)
        if outline is not None:
            yield file, place, outline
            yield from self._follow_reference(file, place, dict(outline).get(openapi.REFERENCE))

    def _follow_reference(
        self, file: str, place: str, reference: str | None
    ) -> Iterator[tuple[str, str, openapi.Outline]]:
        seen = {(file, place)}
        while reference is not None and len(seen) <= MAX_REFERENCES:
            target = _target(file, place, reference)
            if target is None or target in seen:
                return
            seen.add(target)
            file, place = target
            outline = self._outline(file, place)
            if outline is None:
                return
            yield file, place, outline
            reference = dict(outline).get(openapi.REFERENCE)

    def _outline(self, file: str, place: str) -> openapi.Outline | None:
        if file != self._asker:
            self.asked.add(("outline", file, place))
        return self._documents.outline(file, place)


def _target(file: str, place: str, reference: str) -> tuple[str, str] | None:
    """The file and the place in it that a reference leads to."""
    split = openapi.split_reference(reference)
    if split is None:
        return None
    name, pointer = split
    if not name:
        return file, place.partition("/")[0] + pointer
    path = join(folder(file), name)
    return None if path is None else (path, f"0{pointer}")
