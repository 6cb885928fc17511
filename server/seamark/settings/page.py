"""What is written from the schema: the page `docs/settings.md`, and the list that a VS Code extension contributes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .options import Option, options

PREFIX = "seamark"

_HEAD = """# Settings

<!-- Written by `make docs` from server/seamark/settings/schema.py: change it there. -->

Seamark works without settings. You can set them in three places; if several places give a setting, the last one in
this list wins:

1. The initialization options that an editor sends when it starts the server: `{ "files": { "maxSize": 2 } }`.
2. The editor's settings, under `seamark` (`"seamark.files.maxSize": 2` in VS Code). Changes take effect at once.
3. `seamark.toml` in the root of the workspace, for everyone who works on the project and for the command line. Seamark
   reads the file from disk: changes take effect when you save it. If a workspace has several folders, the file of each
   folder applies to that folder; only `catalogue` applies to all of them. A `seamark.toml` further down is ignored.

Seamark reports an invalid value with its line and key. Until you fix it, that setting keeps its previous value; all
others apply.

A complete `seamark.toml`:

```toml
{example}
```
"""

_WHERE = {
    "anywhere": "the editor, `seamark.toml`",
    "editor": "the editor",
    "project": "`seamark.toml`",
    "start": "initialization options",
}


def page() -> str:
    """The page of documentation."""
    found = options().values()
    parts = [_HEAD.replace("{example}", _example([one for one in found if one.schema["example"]]))]
    parts += map(_section, found)
    return "\n".join(parts)


def contributed_properties() -> dict[str, Any]:
    """The properties of `contributes.configuration` in the manifest of a VS Code extension."""
    found = (one for one in options().values() if one.place in ("anywhere", "editor"))
    return {f"{PREFIX}.{one.name}": dict(_property(one)) for one in found}


def restricted_properties() -> list[str]:
    """Those of them that VS Code takes from a workspace only if the user trusts it."""
    return [f"{PREFIX}.{one.name}" for one in options().values() if one.schema["trusted"]]


def _property(option: Option) -> Iterator[tuple[str, Any]]:
    schema = option.schema
    yield "type", schema.get("type", "string")
    if "items" in schema:
        yield "items", schema["items"] | ({"enum": schema["choices"]} if schema["choices"] else {})
    for name in ("additionalProperties", "enum", "minimum", "maximum", "exclusiveMinimum"):
        if name in schema:
            yield name, schema[name]
    yield "default", option.default
    yield "scope", schema["scope"]
    yield "markdownDescription", schema["description"]


def _section(option: Option) -> str:
    schema = option.schema
    choices = schema.get("enum") or schema["choices"]
    among = f" Values: {', '.join(f'`{one}`' for one in choices)}." if choices else ""
    place = f"Default: `{json.dumps(option.default)}`.{among} Set in: {_WHERE[option.place]}."
    return f"## `{option.name}`\n\n{schema['description']}\n\n{place}\n"


def _example(found: list[Option]) -> str:
    """A `seamark.toml` in which each of these settings stands."""
    tables: dict[str, list[str]] = {}
    for option in found:
        table = option.name.rpartition(".")[0]
        if option.schema.get("type") == "object":
            table = option.name
        elif "$ref" in option.schema.get("items", ()):
            table = f"[{option.name}]"
        tables.setdefault(f"[{table}]", []).append(option.schema["example"])
    return "\n\n".join("\n".join([table, *lines]) for table, lines in tables.items())
