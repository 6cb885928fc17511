"""Which repositories of a workspace can use what others have: those that speak of them.

A repository is the outermost folder that has a manifest. From outside, names lead into it only by way of the name of
its folder, or of one under which a manifest in it says that it is imported. So a repository that has no such name where
it leads there (`entrances`) calls nothing there, unless it uses another one that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from seamark.index.folders.manifests import Manifests
from seamark.index.folders.tree import Tree
from seamark.resolve.module_resolution import LanguageRules

from .entrances import Entrance, leads, may_lead
from .sketches import ThingsByWords

_NONE: frozenset[str] = frozenset()


class Reach:
    """The repositories, and which others each of them can use.

    `sketches` gives those of all files, `text` that of a file, and `rules` those of its language. Names may begin with
    that of the `workspace`.
    """

    def __init__(
        self,
        tree: Tree,
        manifests: Manifests,
        sketches: Callable[[], Iterable[tuple[str, bytes]]],
        text: Callable[[str], bytes | None],
        rules: Callable[[str], LanguageRules | None],
        workspace: str,
    ) -> None:
        self._tree = tree
        self._manifests = manifests
        self._sketches = sketches
        self._text = text
        self._rules = rules
        self._workspace = workspace
        self.entrances: frozenset[Entrance] = frozenset()
        self.spoken: dict[str, frozenset[str]] = {}
        """Into which other repositories the text of a file leads."""
        self._needing = _entrances_by_name(())
        self._used: dict[str, frozenset[str]] = {}
        self._is_known = self._has_entrances = True
        self._early: dict[str, bytes] = {}
        """The sketches of files that came while it was not known which repositories there are."""

    def resume(self, entrances: frozenset[Entrance], spoken: dict[str, frozenset[str]]) -> None:
        """Know from an earlier run of what files speak."""
        self.entrances, self.spoken, self._needing = entrances, spoken, _entrances_by_name(entrances)
        self._used = self._uses()

    def put(self, path: str, sketch: bytes) -> None:
        """The text of a file has this sketch now."""
        self.remove(path)
        if not self._has_entrances:
            self._early[path] = sketch
        elif homes := self._of(path, sketch):
            self._is_known = False
            self.spoken[path] = homes

    def remove(self, path: str) -> None:
        """There is no such file."""
        self._early.pop(path, None)
        if self.spoken.pop(path, _NONE):
            self._is_known = False

    def manifest(self) -> None:
        """A manifest is new, gone, or says something else."""
        self._has_entrances = False

    def repositories_used(self, home: str) -> frozenset[str]:
        """The other repositories that one can use."""
        return self._used.get(home, _NONE) - {home}

    def update_reach(self) -> set[str]:
        """The repositories that can use others now than when this was asked before."""
        if not self._has_entrances:
            self._has_entrances = True
            self._enter()
        if self._is_known:
            return set()
        before, self._used, self._is_known = self._used, self._uses(), True
        return {one for one in before.keys() | self._used.keys() if before.get(one) != self._used.get(one)}

    def _enter(self) -> None:
        home = self._tree.repository
        imported = [Entrance(name, home(path), _last(path)) for path, name in self._manifests.import_names()]
        folders = [Entrance(_last(one), one) for one in self._tree.repositories()]
        entrances = frozenset(one for one in (*imported, *folders) if one.home)
        early, self._early = self._early, {}
        if entrances == self.entrances:
            for path, sketch in early.items():
                self.put(path, sketch)
            return
        self.entrances, self._needing, self._is_known = entrances, _entrances_by_name(entrances), False
        found = ((path, self._of(path, sketch)) for path, sketch in self._sketches())
        self.spoken = {path: homes for path, homes in found if homes} if entrances else {}

    def _of(self, path: str, sketch: bytes) -> frozenset[str]:
        """Into which other repositories a file with this sketch leads."""
        own, rules = self._tree.repository(path), self._rules(path)
        held = [one for one in self._needing.things_in(sketch) if one.home != own and may_lead(one, rules)]
        found = [one for one in held if not self._is_own(one, own)]
        text = self._text(path) if found else None
        if text is None:
            return _NONE
        return frozenset(one.home for one in found if leads(one, path, text, rules, self._workspace))

    def _is_own(self, entrance: Entrance, own: str) -> bool:
        """Whether what is imported by such a name is in the repository itself, whose package has it, too.

        Python's packages can share the beginning of their names: `acme` is that of `acme_web`.
        """
        if not entrance.manifest or entrance._replace(home=own) not in self.entrances:
            return False
        return not any(one.home == own and one.name.startswith(f"{entrance.name}_") for one in self.entrances)

    def _uses(self) -> dict[str, frozenset[str]]:
        """What each repository can use; those files that are in none speak for all of them."""
        spoken: dict[str, set[str]] = {one.home: set() for one in self.entrances}
        spoken[""] = set()
        for path, homes in self.spoken.items():
            spoken.setdefault(self._tree.repository(path), set()).update(homes)
        return {one: _reachable_from(one, spoken) for one in spoken}


def _reachable_from(one: str, spoken: Mapping[str, set[str]]) -> frozenset[str]:
    found = {one, ""}
    waiting = [one, ""]
    while waiting:
        new = spoken.get(waiting.pop(), _NONE) - found
        found |= new
        waiting += new
    return frozenset(found - {""})


def _entrances_by_name(entrances: Iterable[Entrance]) -> ThingsByWords[Entrance]:
    return ThingsByWords(((one.name,), one) for one in entrances)


def _last(path: str) -> str:
    return path.rpartition("/")[2]
