from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from seamark import documents
from seamark.catalogue import catalogue
from seamark.extract import EveryCall, extract
from seamark.index import Index
from seamark.index.folders import disk
from seamark.index.persistence import cache
from seamark.index.persistence.cache import DOCUMENT, SCAN, Cache
from seamark.index.persistence.store import Store
from seamark.index.reading import reader
from seamark.index.reading.scan import digest, scan
from seamark.index.reading.texts import Texts
from seamark.source import dialect_of
from tests.features.checking import parse
from tests.features.test_cases import cases

API = "import fastapi\napp = fastapi.FastAPI()\n@app.get('/{}')\ndef read(): ...\n"
WEB = "import requests\ndef call(name):\n    requests.get('/{}' + name)\ncall('x')\n"
PROTO = 'syntax = "proto3";\nservice Users { rpc Find (A) returns (B); }\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "kept" / "store")
    yield store
    store.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    (root / "api.py").write_text(API.format("users"))
    (root / "web.py").write_text(WEB.format("users"))
    (root / "users.proto").write_text(PROTO)
    return root


@pytest.fixture
def settled() -> Iterator[None]:
    """As if all files had been written long ago."""
    with mock.patch.object(disk, "GRAIN", -(10**18)):
        yield


def ports(root: Path, cache: Cache | None = None) -> list[str]:
    index = Index([root], cache=cache)
    index.load()
    return [str(port) for port in index.ports()]


@pytest.mark.slow
def test_what_is_kept_of_the_cases_is_what_they_say(store: Store) -> None:
    kept = Cache(store)
    for path, text in {item for case in cases() for item in parse(case.text).files.items()}:
        data, dialect = text.encode(), dialect_of(path)
        if documents.is_document(path):
            said = documents.facts_of(path, data)
            kept.put(DOCUMENT, said, path, digest(data))
            assert kept.get(DOCUMENT, path, digest(data)) == said
        if dialect is None:
            continue
        found, content = scan(data, dialect), (dialect.name, digest(data))
        kept.put(SCAN, found, *content)
        assert kept.get(SCAN, *content) == found
        words = catalogue(dialect.language).words
        stated = EveryCall(words) if found.every_call else words
        plain = extract(data, dialect.name, stated)
        asked = frozenset(sorted(plain.called)[::2])
        for further in (frozenset[str](), asked | {"nothing calls this"}):
            facts = extract(data, dialect.name, stated, further)
            kept.keep_facts(content, further, facts)
        for further in (frozenset[str](), asked):
            assert kept.has_facts(content, further)
            assert kept.facts(content, further) == extract(data, dialect.name, stated, further)


@pytest.mark.usefixtures("settled")
def test_a_warm_start_reads_no_file_that_is_as_it_was(root: Path, store: Store) -> None:
    fresh = ports(root)
    assert ports(root, Cache(store)) == fresh != []
    with (
        mock.patch.object(Texts, "content", side_effect=AssertionError),
        mock.patch.object(Texts, "document", side_effect=AssertionError),
    ):
        assert ports(root, Cache(store)) == fresh
    (root / "api.py").write_text(API.format("people"))
    (root / "web.py").rename(root / "client.py")
    (root / "new.py").write_text(API.format("new"))
    with mock.patch.object(reader, "extract", side_effect=extract) as extracted:
        warm = ports(root, Cache(store))
        assert extracted.call_count == 2
    assert warm == ports(root)


def test_a_file_changed_just_now_is_read_again(root: Path, store: Store) -> None:
    ports(root, Cache(store))
    status = (root / "api.py").stat()
    (root / "api.py").write_text(API.format("sheep"))
    os.utime(root / "api.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert ports(root, Cache(store)) == ports(root)


@pytest.mark.usefixtures("settled")
def test_a_file_whose_time_was_put_back_is_read_again(root: Path, store: Store) -> None:
    ports(root, Cache(store))
    status = (root / "api.py").stat()
    (root / "other").write_text(API.format("sheep"))
    os.utime(root / "other", ns=(status.st_atime_ns, status.st_mtime_ns))
    (root / "other").replace(root / "api.py")
    assert ports(root, Cache(store)) == ports(root)


def test_what_editors_show_is_not_kept(root: Path, store: Store) -> None:
    index = Index([root], cache=Cache(store))
    index.load()
    index.open("api.py", API.format("half").encode())
    assert not store._waiting
    index.close("api.py")
    assert [str(port) for port in index.ports()] == ports(root)


def test_other_versions_have_what_they_keep_for_themselves(root: Path, store: Store) -> None:
    ports(root, Cache(store))
    with mock.patch.object(cache, "versions", return_value=b"others"), mock.patch.object(reader, "scan") as scanned:
        scanned.side_effect = scan
        ports(root, Cache(store))
        assert scanned.call_count == 2
    with mock.patch.object(reader, "scan", side_effect=AssertionError):
        ports(root, Cache(store))


def test_what_cannot_be_understood_is_missing(root: Path, store: Store) -> None:
    fresh = ports(root, Cache(store))
    assert store._database is not None
    store._database.execute("UPDATE entries SET value = x'c1', sum = 0")
    with mock.patch("seamark.index.persistence.store._sum", return_value=0):
        assert ports(root, Cache(store)) == fresh


def test_no_line_of_a_text_is_kept(root: Path, store: Store) -> None:
    (root / "api.py").write_text("# a secret remark\n" + API.format("users") + "x = 'a secret text' * 2\n")
    ports(root, Cache(store))
    store.close()
    content = b"".join(file.read_bytes() for file in store.place.parent.iterdir())
    assert b"/users" in content and b"secret remark" not in content
