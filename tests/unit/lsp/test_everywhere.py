"""A workspace together with what is known of other repositories."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from seamark.index import Index
from seamark.lsp.child import Child
from seamark.lsp.organisation.everywhere import Everywhere
from seamark.lsp.organisation.messages import OtherSide, OtherSideQuestion
from seamark.lsp.organisation.others import Others
from seamark.resolve.port_model import Port, PortSymbol
from seamark.source.lines import lines_of
from seamark.store.places import place
from seamark.store.shard import About

API = """from fastapi import FastAPI
app = FastAPI()

@app.get("/users/{name}")
def user(name): ...

@app.get("/posts")
def posts(): ...
"""
CALLS = 'fetch("/users/me")\nfetch("/posts")\nfetch("/likes")\n'
ABOUT = About("other", "0123456789abcdef", "2026-01-01T00:00:00+00:00", "https://github.com/shop/other")


def nobody() -> Child:
    raise AssertionError("a process for what is known")


class Known(Others):
    """What a test knows, by the key that is asked about."""

    def __init__(self, known: Mapping[str, tuple[OtherSide, ...]]) -> None:
        super().__init__(nobody, print, print)
        self._by_key = known
        self.asked: list[str] = []

    @property
    def is_used(self) -> bool:
        return True

    def known_sides(self, question: OtherSideQuestion) -> tuple[OtherSide, ...]:
        self.asked.append(question.port.key)
        return self._by_key.get(question.port.key, ())


def a_match(
    key: str, role: str = "exposes", how: str = "exact", file: str = "src/x.py", *, contract: bool = False
) -> OtherSide:
    symbol = PortSymbol(file, "function", "f", *[place(2, 5), place(2, 6)] * 2)
    port = Port(
        "http", key, role, 0.9, "python", "", file, place(1, 1), place(1, 4), symbol, handler=symbol, contract=contract
    )
    return OtherSide(ABOUT, port, how, 0.8)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws" / "api.py").write_text(API)
    (tmp_path / "ws" / "web.ts").write_text(CALLS)
    made = Index([tmp_path / "ws"])
    made.load()
    return made


def everywhere(index: Index, known: Mapping[str, tuple[OtherSide, ...]]) -> tuple[Everywhere, Known]:
    others = Known(known)
    return Everywhere(index, others, [index.real_path("")]), others


def the(index: Index, key: str, role: str = "consumes") -> Port:
    (found,) = [port for port in index.ports() if (port.key, port.role) == (key, role)]
    return found


def test_what_code_here_serves_is_not_asked(index: Index) -> None:
    service, others = everywhere(index, {"GET /posts": (a_match("GET /posts"),)})
    call = the(index, "GET /posts")
    assert service.providers(call) == index.providers(call) and others.asked == []


@pytest.mark.parametrize(
    ("how", "expected"),
    [("exact", "other"), ("through the gateway g:1", "other"), ("literal for parameter", "here"), ("wildcard", "here")],
)
def test_what_fits_better_is_meant(index: Index, how: str, expected: str) -> None:
    service, _ = everywhere(index, {"GET /users/me": (a_match("GET /users/me", how=how),)})
    (match,) = service.providers(the(index, "GET /users/me"))
    assert (match.port.path, match.how) == (
        ("other@0123456789ab/src/x.py", how) if expected == "other" else ("api.py", "literal for parameter")
    )


def test_documents_come_last(index: Index) -> None:
    found = (a_match("GET /likes", contract=True, file="openapi.yaml"), a_match("GET /likes", how="wildcard"))
    service, _ = everywhere(index, {"GET /likes": found})
    assert [match.port.contract for match in service.providers(the(index, "GET /likes"))] == [False, True]


def test_who_calls_what_is_served_here(index: Index) -> None:
    """Not those whose call something else here serves better."""
    calls = (
        a_match("GET /users/{}", "consumes"),
        a_match("GET /users/you", "consumes", "literal for parameter"),
        a_match("GET /posts", "consumes", "wildcard"),
        a_match("GET /api/users/you", "consumes", "through the gateway nginx.conf:1"),
        a_match("GET /posts", "consumes", "through the gateway nginx.conf:2"),
    )
    service, _ = everywhere(index, {"GET /users/{}": calls})
    found = [(one.port.path, one.port.key) for one in service.consumers(the(index, "GET /users/{}", "exposes"))]
    assert found == [
        ("web.ts", "GET /users/me"),
        ("other@0123456789ab/src/x.py", "GET /users/{}"),
        ("other@0123456789ab/src/x.py", "GET /users/you"),
        ("other@0123456789ab/src/x.py", "GET /api/users/you"),  # Only the other repository knows its gateway.
    ]


def test_where_it_is(index: Index, tmp_path: Path) -> None:
    service, _ = everywhere(index, {"GET /likes": (a_match("GET /likes"),)})
    (match,) = service.providers(the(index, "GET /likes"))
    path, handler = match.port.path, match.port.handler
    assert handler is not None and service.text(path) is None
    page = "https://github.com/shop/other/blob/0123456789abcdef/src/x.py#L2"
    assert service.page(handler.path, handler.name_start) == page
    assert service.page("web.ts", 0) is None and service.elsewhere("web.ts") is None

    (tmp_path / "other" / "src").mkdir(parents=True)
    (tmp_path / "other" / "src" / "x.py").write_text("# new\n@get\ndef f(): ...\n")
    service, _ = everywhere(index, {"GET /likes": (a_match("GET /likes"),)})
    (match,) = service.providers(the(index, "GET /likes"))
    data = service.text(path)
    assert data is not None and service.real_path(path) == tmp_path / "other" / "src" / "x.py"
    assert service.offsets(path, handler.name_start, handler.name_end, lines_of(data)) == (15, 16)
    start, end = service.offsets(path, match.port.start, match.port.end, lines_of(data))
    assert data[start:end] == b"@ge"


def test_what_is_in_the_workspace_is_known_better_there(index: Index, tmp_path: Path) -> None:
    (tmp_path / "ws" / "other").mkdir()
    service, _ = everywhere(index, {"GET /likes": (a_match("GET /likes"),)})
    assert service.providers(the(index, "GET /likes")) == []


def test_a_store_that_names_files_outside_of_a_checkout_leads_nowhere(index: Index, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "secret.py").write_text("def f(): ...\n")
    service, _ = everywhere(index, {"GET /likes": (a_match("GET /likes", file="../secret.py"),)})
    (match,) = service.providers(the(index, "GET /likes"))
    assert service.text(match.port.path) is None
