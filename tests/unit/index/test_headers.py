from __future__ import annotations

import pytest

from seamark.index.reading.headers import Headers
from seamark.source import C_HEADER, HEADER


@pytest.mark.parametrize(
    ("sources", "header", "is_c"),
    [
        (["a.c"], "a.h", True),
        (["a.cpp"], "a.h", False),
        (["a.c", "b.cc"], "a.h", False),
        ([], "a.h", False),
        (["src/a.c"], "include/a.h", True),
        (["src/a.c", "gui/b.cpp"], "src/a.h", True),
        (["src/a.c", "gui/b.cpp"], "include/a.h", False),
        (["lib/deep/a.c"], "lib/a.h", True),
    ],
)
def test_the_nearest_sources_tell(sources: list[str], header: str, is_c: bool) -> None:
    headers = Headers()
    for path in [header, *sources]:
        headers.put(path)
    assert headers.update_dialects() == {header}
    assert headers.dialect(header) is (C_HEADER if is_c else HEADER)
    assert headers.update_dialects() == set()


def test_what_comes_and_goes_turns_them() -> None:
    headers = Headers()
    for path in ("a.h", "a.c", "other/b.h", "other/b.cc"):
        headers.put(path)
    assert headers.update_dialects() == {"a.h", "other/b.h"}
    assert headers.dialect("a.h") is HEADER
    headers.put("a.c")
    headers.remove("other/b.cc")
    assert headers.update_dialects() == {"a.h", "other/b.h"}
    assert headers.dialect("a.h") is headers.dialect("other/b.h") is C_HEADER
    headers.remove("a.h")
    headers.remove("a.c")
    assert headers.update_dialects() == {"other/b.h"}
    assert headers.dialect("other/b.h") is HEADER
