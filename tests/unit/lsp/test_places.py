from __future__ import annotations

from pathlib import Path

import pytest

from seamark.lsp.places import place
from seamark.source import dialect_of


@pytest.mark.skipif(Path("/").drive != "", reason="paths of POSIX")
def test_a_file_is_at_its_path_whatever_its_language() -> None:
    assert place("file:///work/a.ts", "python") == Path("/work/a.ts")


@pytest.mark.parametrize(
    ("uri", "language", "name"),
    [
        ("untitled:Untitled-1", "python", "Untitled-1.py"),
        ("untitled:Untitled-1", "typescriptreact", "Untitled-1.tsx"),
        ("untitled:/work/new.ts", "typescript", "new.ts"),
        ("git:/work/a.ts?{}", "typescript", "a.ts"),
        ("untitled:Untitled-1", "proto", "Untitled-1.proto"),
        ("zipfile:///a.zip::b.go", "go", "b.go"),
        ("odd", "yaml", "odd.yaml"),
        ("", "json", "document.json"),
    ],
)
def test_what_is_no_file_is_called_as_files_of_its_language(uri: str, language: str, name: str) -> None:
    assert place(uri, language).name == name


def test_no_two_documents_are_at_one_place() -> None:
    uris = ["untitled:Untitled-1", "untitled:Untitled-2", "git:/a.py?1", "git:/a.py?2", "untitled:/a.py"]
    assert len({place(uri, "python").parent for uri in uris}) == len(uris)


@pytest.mark.parametrize("language", ["c", "cpp", "go", "javascriptreact", "php", "rust", "svelte", "vue"])
def test_the_languages_that_are_read_are_known(language: str) -> None:
    assert dialect_of(place("untitled:x", language).name) is not None
