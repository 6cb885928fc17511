"""What the process that asks a store makes of a replica that turns out to be damaged."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from seamark.index.persistence.cache import folder
from seamark.lsp.organisation import store_process
from seamark.lsp.organisation.messages import Answered, Ask, Failed
from seamark.store.folder import Folder
from seamark.store.shard import About, RepositoryStatement, Shard
from seamark.store.writing import write

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("error", "said", "is_kept"),
    [
        (duckdb.Error("Corrupt database file"), "Corrupt database file; it is removed, and rebuilt when", False),
        (duckdb.BinderException("no such column"), "no such column", True),
    ],
)
def test_what_is_damaged_is_said_and_made_anew(
    error: Exception, said: str, is_kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write(Folder(str(tmp_path / "store")), Shard(About("orders"), RepositoryStatement(), []))
    store, ask = store_process._Store(), Ask(7, str(tmp_path / "store"), {}, ())

    def failing(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("seamark.lsp.organisation.finding.find_other_sides", failing)
        answer = store_process._answer(store, ask)
    assert isinstance(answer, Failed) and said in answer.why and not answer.lasts
    assert bool(list((folder() / "stores").glob("*.duckdb"))) is is_kept
    assert store_process._answer(store, ask) == Answered(7, ())
    store.close()
