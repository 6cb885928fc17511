from __future__ import annotations

import pytest

from seamark.catalogue import path_takers
from seamark.extract import path_texts

CALL = b"(Paths.USERS, list_users)"
NAMES = (
    "add addRoute attach bind declare define expose handle HandleFunc hook install map mount on register route serve"
    " set fetch load render call remove push"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_extraction_keeps_what_resolution_takes_for_registrars(name: str) -> None:
    """Neither of the two may import the other, so each has the names."""
    assert path_texts.may_register(name, CALL) == path_takers.may_register(name)
