"""What is written from the schema is what is in the repository."""

from __future__ import annotations

import json
from pathlib import Path

from seamark.settings import options
from seamark.settings.page import contributed_properties, page, restricted_properties

ROOT = Path(__file__).parents[3]


def test_the_page_is_the_one_that_the_schema_gives() -> None:
    assert (ROOT / "docs/settings.md").read_text("utf-8") == page() + "\n", "make docs"


def test_an_editor_offers_what_can_be_set_in_it() -> None:
    found = contributed_properties()
    manifest = json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))
    offered = manifest["contributes"]["configuration"]["properties"]
    assert offered == found, "vscode-extension/package.json lacks what `seamark settings --json-schema` prints"
    assert list(found) == [f"seamark.{one.name}" for one in options().values() if one.place in ("anywhere", "editor")]
    assert all(one["markdownDescription"] and one["scope"] and "default" in one for one in found.values())
    assert found["seamark.files.languages"]["items"]["enum"]
    assert found["seamark.server.path"]["scope"] == "machine-overridable"


def test_what_names_programs_hosts_or_folders_is_taken_from_trusted_workspaces_only() -> None:
    manifest = json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))
    assert manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == restricted_properties()
    outside = {
        "seamark.server.path",
        *(name for name in contributed_properties() if name.startswith("seamark.organisation.")),
    }
    assert set(restricted_properties()) == outside
    assert "seamark.organisation.urls" in outside
