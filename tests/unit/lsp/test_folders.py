from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from seamark.lsp.front.folders import readable, roots

A, B = Path("/srv/a"), Path("/srv/b")


@pytest.mark.parametrize("folder", [Path("/"), Path.home(), *Path.home().parents, Path(tempfile.gettempdir())])
def test_some_folders_are_too_wide(folder: Path) -> None:
    assert not readable(folder)


def test_the_workspace_s_folders_are_the_roots() -> None:
    assert roots([B, A], [Path("/elsewhere/x.py")]) == (A, B)


def test_a_folder_inside_another_is_a_root_if_somebody_chose_it() -> None:
    assert roots([A / "x", A], []) == (A, A / "x")


def test_without_folders_those_of_the_documents_are_read() -> None:
    assert roots([], [A / "x.py", A / "y" / "z.py", B / "x.py"]) == (A, B)
    assert roots([], []) == ()


def test_a_folder_too_wide_is_a_root_only_if_it_is_all_there_is() -> None:
    assert roots([Path.home(), A], []) == (A,)
    assert roots([], [Path.home() / "x.py"]) == (Path.home(),)
