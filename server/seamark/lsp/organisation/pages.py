"""The page of a file at the host of its repository, at a commit and a line."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from seamark.store.origins import origin
from seamark.store.shard import About

_GITHUB = "https://{host}/{repository}/blob/{commit}/{file}#L{line}"
_GITLAB = "https://{host}/{repository}/-/blob/{commit}/{file}#L{line}"
_GITEA = "https://{host}/{repository}/src/commit/{commit}/{file}#L{line}"

HOSTS: Mapping[str, str] = {
    "github.com": _GITHUB,
    "gitlab.com": _GITLAB,
    "bitbucket.org": "https://{host}/{repository}/src/{commit}/{file}#lines-{line}",
    "codeberg.org": _GITEA,
    "git.sr.ht": "https://{host}/{repository}/tree/{commit}/item/{file}#L{line}",
}
"""How hosts that everybody uses address pages."""

_PROGRAMS: Mapping[str, str] = {"github": _GITHUB, "gitlab": _GITLAB, "gitea": _GITEA, "forgejo": _GITEA}
"""How programs do that organisations run at hosts that are named after them."""


def page(about: About, file: str, line: int, templates: Mapping[str, str]) -> str | None:
    """The address of a file's page, with the line from 1; None if the host, or how it addresses pages, is not known.

    `templates` are the user's own, by the names of hosts.
    """
    known = origin(about.url)
    if known is None or not about.commit:
        return None
    template = templates.get(known.host) or HOSTS.get(known.host) or _PROGRAMS.get(known.host.partition(".")[0])
    if template is None:
        return None
    said = {"host": known.host, "repository": known.path, "commit": about.commit, "file": file, "line": str(line)}
    for name, value in said.items():
        template = template.replace(f"{{{name}}}", quote(value, safe="/~"))
    return template if template.startswith(("https://", "http://")) else None
