"""What a workspace has and what is left out of it, and what is known of a place in it: for those who wonder why."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from seamark.catalogue import catalogue
from seamark.extract import EveryCall, extract
from seamark.extract.edits.moving import close_gap
from seamark.extract.facts import NO_GAP
from seamark.index.reading.files import Files
from seamark.index.reports import Overview, PartReport
from seamark.resolve import Project, Relations
from seamark.resolve.workspace_facts.view import View
from seamark.source import ParseLimitError


def overview(files: Files) -> Overview:
    """What the workspace has."""
    sources = {path: language for path in sorted(files.paths()) if (language := files.language(path)) is not None}
    counts = Counter(sources.values())
    return Overview(
        {name: counts[name] for name in sorted(counts)},
        len(files.documents.facts),
        tuple(files.disk.left_out("")),
        tuple(filter(files.matters_by_itself, sources)),
    )


def count_files(files: Files) -> int:
    """How many files are read: sources, and documents that say something."""
    return sum(files.language(path) is not None for path in files.paths()) + len(files.documents.facts)


def describe_part(files: Files, relations: Relations, path: str, part: tuple[int, int]) -> PartReport:
    """What is known of a part of a file."""
    from seamark.resolve.recognition import explain_calls  # A start would take longer; few ask this.

    dialect, language = files.dialect(path), files.language(path)
    data = files.text(path)
    document = path in files.documents.facts
    if dialect is None or language is None or data is None:
        return PartReport(language, document, tells=document)
    known = files.view(path)
    gap = NO_GAP if known is None else known.facts.gap  # What is known of the file's names has positions with it.
    try:
        facts = close_gap(extract(data, dialect.name, EveryCall()), gap)
    except ParseLimitError:
        return PartReport(language, document, tells=False)
    start, end = map(gap.position, part)
    view = View(path, facts, triggered=known is not None and known.triggered)
    found = explain_calls(Project(files, path), relations, view, start, end)
    calls = tuple(replace(one, start=gap.offset(one.start), end=gap.offset(one.end)) for one in found)
    return PartReport(language, document, files.matters(path), calls, guesses=catalogue(language, files.own).guesses)
