from __future__ import annotations

import subprocess
import sys

import pytest

# Importing them costs a third of a second, and more with each version.
COSTLY = {"pygls", "lsprotocol", "cattrs", "asyncio"}


def imported_with(module: str) -> set[str]:
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_command_line_does_not_pay_for_the_protocol() -> None:
    assert not imported_with("seamark.lsp") & COSTLY


@pytest.mark.parametrize("feature", ["navigation.definition", "display.hover", "navigation.references"])
def test_features_know_no_protocol(feature: str) -> None:
    assert not imported_with(f"seamark.lsp.features.{feature}") & COSTLY


def test_the_index_comes_after_the_answer_to_initialize() -> None:
    assert not imported_with("seamark.lsp.front.server") & {
        "seamark.index",
        "seamark.settings",
        "tree_sitter_language_pack",
    }


def test_what_answers_are_made_of_is_loaded_by_the_first() -> None:
    assert not imported_with("seamark.lsp.answers") & {"seamark.lsp.answers.display.hover", "seamark.lsp.features"}
