"""The library: from a directory to the specification's graph (4).

>>> graph = PythonAdapter().analyze("services/api")
>>> graph.merge(TypeScriptAdapter().analyze("web"), allow_shared=True)
>>> graph.link_boundaries()
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from seamark.graph import Graph
from seamark.index import Index
from seamark.index.user_extractors import Extractor


class Adapter:
    """Analyses the files of some languages; `languages` of None means all that Seamark knows.

    `extractors` are further ones of the user's; None means those installed.
    """

    languages: tuple[str, ...] | None = None

    def __init__(self, extractors: Sequence[Extractor] | None = None) -> None:
        self._extractors = extractors

    def analyze(self, path: str | PathLike[str], *, label: str | None = None) -> Graph:
        """The graph of a directory: its ports, the boundaries they meet at, and the code around them, not yet linked.

        `label` tells its files apart from those of other directories; if it is not given, it is the path from the
        root of version control, else the directory's name. Raises `NotADirectoryError` if there is no such directory.
        """
        root = Path(path)
        if not root.is_dir():
            raise NotADirectoryError(f"{root} is not a directory that can be read")
        index = Index([root], languages=self.languages, extractors=self._extractors)
        index.load()
        return index.graph(label)


class PythonAdapter(Adapter):
    """Analyses Python."""

    languages = ("python",)


class TypeScriptAdapter(Adapter):
    """Analyses TypeScript and JavaScript, Vue and Svelte components included."""

    languages = ("typescript",)


class GoAdapter(Adapter):
    """Analyses Go."""

    languages = ("go",)


class RustAdapter(Adapter):
    """Analyses Rust."""

    languages = ("rust",)


class PhpAdapter(Adapter):
    """Analyses PHP."""

    languages = ("php",)


class CAdapter(Adapter):
    """Analyses C."""

    languages = ("c",)


class CppAdapter(Adapter):
    """Analyses C++."""

    languages = ("cpp",)


class JavaAdapter(Adapter):
    """Analyses Java."""

    languages = ("java",)


class KotlinAdapter(Adapter):
    """Analyses Kotlin."""

    languages = ("kotlin",)


class YamlAdapter(Adapter):
    """Analyses documents in YAML and JSON: OpenAPI, and Kubernetes' Ingress and HTTPRoute."""

    languages = ("yaml", "json")


def analyze_workspace(
    path: str | PathLike[str], *, label: str | None = None, extractors: Sequence[Extractor] | None = None
) -> Graph:
    """The graph of a directory in all languages that Seamark knows, linked. See `Adapter.analyze`."""
    graph = Adapter(extractors).analyze(path, label=label)
    graph.link_boundaries()
    return graph
