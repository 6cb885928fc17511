"""What an assistant names (a key or a URL, a file, a line of one, a function) and the sides of contracts it means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seamark.cli.explanation import WantedContract, wanted_contract
from seamark.cli.failure import Failure
from seamark.escaping import escape_text
from seamark.patterns import regex
from seamark.resolve.port_model import Port, PortSymbol
from seamark.source.lines import LineIndex

if TYPE_CHECKING:
    from seamark.index.service import Service

_AT_LINE = regex(r"(?P<file>.+?):(?P<line>\d{1,9})(?::\d+)?")
_NAME = regex(r"[\w$]+(?:(?:\.|::|#|->)[\w$]+)*(?:\(\))?")
_IN_FILE = regex(r"(?P<file>[^:#]+\.\w+)(?:::?|#)(?P<name>[^\W\d][\w$.:#>-]*(?:\(\))?)")
_BETWEEN = regex(r"::|#|->")


class Subject(NamedTuple):
    """What is meant: the ports it leads to, and in a sentence how it was understood.

    A `contract` was asked for by its key; a `file`, or a line in it, by its name. Ports that are `invented` stand for a
    key which nobody may have: who matches it can be asked nevertheless.
    """

    said: str
    ports: Sequence[Port]
    contract: WantedContract | None = None
    invented: Sequence[Port] = ()
    file: str | None = None
    line: int | None = None


def resolve_text(service: Service, root: Path, text: str) -> Subject:
    """What a text means in a workspace. Raises `Failure` for what is outside of it, and for nothing at all."""
    text = text.strip()
    if not text:
        raise Failure(
            "name a contract or a place: a key (`GET /users/{}`), a path or URL, `file:line`, or a function's name"
        )
    at_line = _AT_LINE.fullmatch(text)
    in_file = _IN_FILE.fullmatch(text) if at_line is None else None
    place = _place(service, root, text if at_line is None else at_line["file"])
    is_file = place is not None and service.real_path(place).is_file()
    if place is not None and at_line is not None and is_file:
        return _at_line(service, place, int(at_line["line"]))
    if place is not None and at_line is None and (is_file or "/" in text):
        return _within(service, place)
    if in_file is not None and (file := _place(service, root, in_file["file"])) is not None:
        ports = [one for one in _of_function(service, in_file["name"]) if file in _files(one)]
        return Subject(f"the function {escape_text(in_file['name'])} in {escape_text(file)}", ports)
    if at_line is not None and "://" not in text and not text.startswith("/"):
        raise Failure(f"{escape_text(at_line['file'])} is not a file of this workspace; paths are relative to its root")
    wanted = wanted_contract(text)
    ports = [port for port in service.ports() if wanted.means(port)]
    functions = [] if ports or not _NAME.fullmatch(text) else list(_of_function(service, text))
    if functions:
        return Subject(f"the function {escape_text(text)}", functions)
    if place is not None and not ports:
        return _within(service, place)
    return Subject(_said_of_key(wanted), ports, contract=wanted, invented=_example_ports(wanted))


def _place(service: Service, root: Path, text: str) -> str | None:
    """The workspace's name for a file or folder, if a text is one's path. Raises `Failure` if it is outside of it."""
    if "://" in text or "{" in text or " /" in text:
        return None
    try:
        name = service.locate((root.parent if root.is_file() else root) / text)
        if name is not None:
            return name if service.real_path(name).exists() else None
        is_path = ".." in Path(text).parts
    except (OSError, ValueError):
        return None
    if is_path:
        raise Failure("that is outside the workspace, and Seamark reads nothing there")
    return None


def _within(service: Service, path: str) -> Subject:
    """All that a file states and handles, or the files of a folder do."""
    said = f"all that {escape_text(path)} serves and calls"
    if service.real_path(path).is_file():
        return Subject(said, list(dict.fromkeys((*service.ports(path), *service.ports_handled_in(path)))), file=path)
    below = f"{path}/" if path not in ("", ".") else ""
    return Subject(said, [port for port in service.ports() if any(one.startswith(below) for one in _files(port))])


def _files(port: Port) -> tuple[str, ...]:
    """The files in which a port is stated and handled."""
    return (port.path,) if port.handler is None else (port.path, port.handler.path)


def _at_line(service: Service, path: str, line: int) -> Subject:
    """What is stated or handled in a line; else what the innermost function around it handles or calls."""
    lines = LineIndex(service.text(path) or b"")
    start, end = lines.line(line - 1)
    ports = [port for port in service.ports(path) if port.start <= end and start <= port.end]
    ports += [port for port in service.uses(path) if port.start <= end and start <= port.end and not ports]
    handled = service.ports_handled_in(path)
    ports += [one for one in handled if one.handler is not None and start <= one.handler.name_start <= end]
    where = escape_text(f"{path}:{line}")
    prefixes = [one for one in service.prefixes(path) if one.start <= end and start <= one.end]
    if prefixes and not ports:
        words = " and the ".join(dict.fromkeys(escape_text(one.words) for one in prefixes))
        below = [port for one in prefixes for port in one.routes]
        return Subject(f"the {words} at {where}", list(dict.fromkeys(below)), file=path, line=line)
    if not ports:
        around = _around(service.ports(path), handled, start, end)
        if around is not None:
            symbol, ports = around
            return Subject(
                f"the function {escape_text(symbol.qualified_name)} around {where}", ports, file=path, line=line
            )
    return Subject(where, list(dict.fromkeys(ports)), file=path, line=line)


def _around(
    stated: Iterable[Port], handled: Iterable[Port], start: int, end: int
) -> tuple[PortSymbol, list[Port]] | None:
    found: dict[PortSymbol, list[Port]] = {}
    for port in handled:
        if port.handler is not None:
            found.setdefault(port.handler, []).append(port)
    for port in stated:
        if port.role == "consumes":
            found.setdefault(port.symbol, []).append(port)
    holding = [one for one in found if one.kind != "file" and one.start <= end and start <= one.end]
    innermost = min(holding, key=lambda one: one.end - one.start, default=None)
    return None if innermost is None else (innermost, list(dict.fromkeys(found[innermost])))


def _of_function(service: Service, text: str) -> Iterable[Port]:
    """The ports that functions of this name handle or call; a name may be the end of a longer one."""
    wanted = _plain(text)
    for port in service.ports():
        symbols = (port.handler, port.symbol if port.role == "consumes" or port.handler is None else None)
        if any(one is not None and one.kind != "file" and _is_named(one, wanted) for one in symbols):
            yield port


def _is_named(symbol: PortSymbol, wanted: str) -> bool:
    """Whether a function has this name, or one that ends so: behind that of its file, or of its folder."""
    folder, _, file = symbol.path.rpartition("/")
    name = _plain(symbol.qualified_name)
    around = folder.replace("/", ".")
    return any(f".{one}.{name}".endswith(f".{wanted}") for one in (around, f"{around}.{file.partition('.')[0]}"))


def _plain(name: str) -> str:
    return _BETWEEN.sub(".", name.removesuffix("()"))


def _said_of_key(wanted: WantedContract) -> str:
    verb = "any verb of " if wanted.any_verb else ""
    mechanism = "" if wanted.mechanism in (None, "http") else f"{wanted.mechanism} "
    return f"the contract {verb}{mechanism}{escape_text(wanted.key)}"


def _example_ports(wanted: WantedContract) -> Sequence[Port]:
    """A call and a route of a key, at no place."""
    examples = [wanted.example(role) for role in ("consumes", "exposes")]
    return [one for one in examples if one.mechanism != "http" or " " in one.key]
