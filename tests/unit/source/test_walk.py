from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seamark.source import FoundFile, Limits, Problem, look, walk

LIMITS = Limits()


def make(root: Path, files: str) -> None:
    """Create files, named with spaces between; a folder's name ends with a slash."""
    for name in files.split():
        place = root / name
        if name.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("")


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def paths(root: Path) -> list[str]:
    """What a walk finds; it must have met no problem."""
    found = list(walk(root, LIMITS))
    assert all(isinstance(item, FoundFile) for item in found), found
    return [item.path for item in found]


def link(place: Path, goal: Path | str) -> None:
    try:
        place.symlink_to(goal, target_is_directory=os.path.isdir(place.parent / goal))
    except OSError as error:
        if sys.platform == "win32":
            pytest.skip(f"needs the right to make links: {error}")
        raise


def test_sources_in_a_fixed_order(tmp_path: Path) -> None:
    make(tmp_path, "b.py a.ts README.md z/c.vue a/d.svelte a/b/e.jsx empty/ .github/x.js")
    assert paths(tmp_path) == ["a.ts", "b.py", ".github/x.js", "a/d.svelte", "a/b/e.jsx", "z/c.vue"]


def test_size_and_time(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "x = 1")
    os.utime(tmp_path / "a.py", ns=(10**18, 10**18))
    changed = (tmp_path / "a.py").stat().st_ctime_ns
    assert list(walk(tmp_path, LIMITS)) == [FoundFile("a.py", 5, 10**18, changed)]


def test_wanted_files_by_name(tmp_path: Path) -> None:
    make(tmp_path, "a/package.json tsconfig.app.json other.json")
    found = walk(tmp_path, LIMITS, lambda name: name == "package.json" or name.startswith("tsconfig"))
    assert [item.path for item in found] == ["tsconfig.app.json", "a/package.json"]


def test_too_large(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "x" * 11)
    write(tmp_path, "b.py", "x" * 10)
    large, small = walk(tmp_path, Limits(file=10))
    assert isinstance(large, Problem) and large.path == "a.py" and "larger than" in large.reason
    assert small.path == "b.py"


def test_too_deep(tmp_path: Path) -> None:
    make(tmp_path, "a/b/fits.py a/b/c/not.py a/b/c/d/not.py")
    limits, deep = Limits(depth=2), Problem("a/b/c", "more than 2 folders deep")
    problem, file = walk(tmp_path, limits)
    assert problem == deep and file.path == "a/b/fits.py"
    assert look(tmp_path, "a/b/c/d/not.py", limits) == [deep]


class TestGeneratedFolders:
    def test_never_entered(self, tmp_path: Path) -> None:
        make(tmp_path, "a.py .git/x.py .hg/x.py node_modules/x.js p/node_modules/x.js __pycache__/x.py .tox/x.py")
        make(tmp_path, "lib/site-packages/x.py bower_components/x.js .next/x.js .nuxt/x.js .svelte-kit/x.js .venv/x.py")
        assert paths(tmp_path) == ["a.py"]

    def test_virtual_environments_and_caches_by_what_they_hold(self, tmp_path: Path) -> None:
        make(tmp_path, "a.py env/pyvenv.cfg env/bin/x.py mine/CACHEDIR.TAG mine/x.py env2/x.py")
        assert paths(tmp_path) == ["a.py", "env2/x.py"]

    def test_a_virtual_environment_that_is_the_root(self, tmp_path: Path) -> None:
        make(tmp_path, "pyvenv.cfg a.py lib/site-packages/x.py")
        assert paths(tmp_path) == ["a.py"]

    @pytest.mark.parametrize(
        ("folder", "evidence"),
        [
            ("build", "package.json"),
            ("build", "build.gradle"),
            ("build", "build.gradle.kts"),
            ("dist", "package.json"),
            ("target", "Cargo.toml"),
            ("target", "pom.xml"),
            ("vendor", "go.mod"),
            ("vendor", "composer.json"),
        ],
    )
    def test_only_with_evidence(self, tmp_path: Path, folder: str, evidence: str) -> None:
        make(tmp_path, f"{folder}/x.py other/{folder}/y.py")
        everything = {f"{folder}/x.py", f"other/{folder}/y.py"}
        assert set(paths(tmp_path)) == everything
        make(tmp_path, evidence)
        assert set(paths(tmp_path)) - {evidence} == {f"other/{folder}/y.py"}
        write(tmp_path, ".seamarkignore", f"!/{folder}/")
        assert set(paths(tmp_path)) - {evidence} == everything


class TestIgnoreRules:
    def test_at_every_level(self, tmp_path: Path) -> None:
        make(tmp_path, "a.py b.py c/a.py c/b.py c/d/a.py c/d/b.py out/x.py c/out/x.py")
        write(tmp_path, ".gitignore", "a.py\n/out/\n")
        write(tmp_path, "c/.gitignore", "!a.py\nd/b.py\n")
        assert paths(tmp_path) == ["b.py", "c/a.py", "c/b.py", "c/d/a.py", "c/out/x.py"]

    def test_the_idiom_that_lists_what_is_kept(self, tmp_path: Path) -> None:
        make(tmp_path, "a.py b.ts c/a.py c/b.ts")
        write(tmp_path, ".gitignore", "*\n!*/\n!*.py\n")
        assert paths(tmp_path) == ["a.py", "c/a.py"]

    def test_from_the_repository_down_to_the_root(self, tmp_path: Path) -> None:
        make(tmp_path, "repo/.git/ repo/a/b/x.py repo/a/b/y.py repo/a/b/z.py repo/a/b/v.py repo/a/b/w.py")
        write(tmp_path, ".gitignore", "w.py\n")
        write(tmp_path, "repo/.git/info/exclude", "x.py\nv.py\n")
        write(tmp_path, "repo/.gitignore", "/a/b/y.py\n")
        write(tmp_path, "repo/a/.gitignore", "b/z.py\n!v.py\n")
        assert paths(tmp_path / "repo/a/b") == ["v.py", "w.py"]
        assert paths(tmp_path / "repo") == ["a/b/v.py", "a/b/w.py"]

    def test_a_root_that_is_ignored_itself_is_shown(self, tmp_path: Path) -> None:
        make(tmp_path, ".git/ work/app/a.py")
        write(tmp_path, ".gitignore", "*\n")
        assert paths(tmp_path) == []
        assert paths(tmp_path / "work/app") == ["a.py"]

    def test_an_inner_repository_obeys_its_own_rules(self, tmp_path: Path) -> None:
        make(tmp_path, ".git/ a.py inner/.git/ inner/a.py inner/b.py inner/c.py")
        write(tmp_path, ".gitignore", "a.py\n")
        write(tmp_path, ".seamarkignore", "c.py\n")
        write(tmp_path, "inner/.git/info/exclude", "b.py\n")
        assert paths(tmp_path) == ["inner/a.py"]

    def test_our_own_rules_are_stronger(self, tmp_path: Path) -> None:
        make(tmp_path, "gen/a.py gen/b.py old/c.py node_modules/x.js")
        write(tmp_path, ".gitignore", "gen/\n")
        write(tmp_path, ".seamarkignore", "!gen/\nb.py\nold\n!node_modules/\n")
        assert paths(tmp_path) == ["gen/a.py"]

    def test_a_rule_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        make(tmp_path, ".git/ a/b/x.py")
        (tmp_path / ".gitignore").write_bytes(b"\0")
        (tmp_path / "a/b/.gitignore").write_bytes(b"\0")
        *problems, found = walk(tmp_path / "a", LIMITS)
        assert problems == [Problem("../.gitignore", "binary"), Problem("b/.gitignore", "binary")]
        assert found.path == "b/x.py"


class TestLinks:
    def test_within_the_root(self, tmp_path: Path) -> None:
        make(tmp_path, "b/x.py")
        link(tmp_path / "a", "b")
        link(tmp_path / "b/loop", "..")
        link(tmp_path / "y.py", "b/x.py")
        link(tmp_path / "dangling.py", "nothing.py")
        link(tmp_path / "self.py", "self.py")
        assert [item.path for item in walk(tmp_path, LIMITS) if isinstance(item, FoundFile)] == ["y.py", "b/x.py"]

    def test_out_of_the_root(self, tmp_path: Path) -> None:
        make(tmp_path, "outside/x.py root/a.py root-too/y.py")
        link(tmp_path / "root/folder", tmp_path / "outside")
        link(tmp_path / "root/file.py", tmp_path / "outside/x.py")
        link(tmp_path / "root/too", "../root-too")
        assert paths(tmp_path / "root") == ["a.py"]

    def test_to_a_folder_that_no_other_path_leads_to(self, tmp_path: Path) -> None:
        make(tmp_path, "out/gen/x.py z/y.py")
        write(tmp_path, ".gitignore", "/out/\n")
        link(tmp_path / "a", "out/gen")
        link(tmp_path / "b", "out")
        assert paths(tmp_path) == ["z/y.py", "a/x.py"]

    def test_to_dependencies(self, tmp_path: Path) -> None:
        make(tmp_path, "node_modules/x/x.js")
        link(tmp_path / "x", "node_modules/x")
        link(tmp_path / "x.js", "node_modules/x/x.js")
        assert paths(tmp_path) == []

    def test_a_root_that_is_a_link(self, tmp_path: Path) -> None:
        make(tmp_path, "real/a.py real/b/c.py")
        link(tmp_path / "root", "real")
        link(tmp_path / "real/d.py", "b/c.py")
        assert paths(tmp_path / "root") == ["a.py", "d.py", "b/c.py"]


class TestProblems:
    def test_a_root_that_is_a_file(self, tmp_path: Path) -> None:
        write(tmp_path, "notes.txt", "abc")
        assert [item.path for item in walk(tmp_path / "notes.txt", LIMITS)] == ["notes.txt"]

    def test_a_root_that_is_not_there(self, tmp_path: Path) -> None:
        assert list(walk(tmp_path / "no", LIMITS)) == [Problem(".", "does not exist")]
        assert list(walk(Path("a\0b"), LIMITS)) == [Problem(".", "the path is not valid")]

    def test_a_folder_that_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        make(tmp_path, "a/x.py b/y.py c/z.py")
        scandir = os.scandir

        def deny(place: str) -> Iterator[os.DirEntry[str]]:
            if place.endswith("b"):
                raise PermissionError(13, "denied")
            return scandir(place)

        monkeypatch.setattr(os, "scandir", deny)
        items = list(walk(tmp_path, LIMITS))
        assert [item.path for item in items] == ["a/x.py", "b", "c/z.py"]
        assert items[1] == Problem("b", "permission denied")

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
    def test_a_name_that_is_no_unicode(self, tmp_path: Path) -> None:
        make(tmp_path, "a.py")
        for name in (b"\xe9.py", b"\xff.txt", b"\xfe/x.py"):
            (tmp_path / os.fsdecode(name)).parent.mkdir(exist_ok=True)
            (tmp_path / os.fsdecode(name)).write_bytes(b"")
        problem = "its name is not valid Unicode"
        assert list(walk(tmp_path, LIMITS))[1:] == [Problem("?.py", problem), Problem("?", problem)]

    @pytest.mark.skipif(sys.platform == "win32", reason="has no named pipes in folders")
    def test_what_is_no_regular_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.py")
        assert paths(tmp_path) == []

    @pytest.mark.skipif(sys.platform == "win32", reason="its paths are short")
    def test_folders_deeper_than_the_stack(self, tmp_path: Path) -> None:
        (tmp_path / "a.py").write_bytes(b"")
        deep = str(tmp_path)
        if len(deep) + 2 * sys.getrecursionlimit() >= os.pathconf(tmp_path, "PC_PATH_MAX"):
            pytest.skip("paths are too short here")
        for _ in range(sys.getrecursionlimit()):
            deep += "/d"
            os.mkdir(deep)
        assert [item.path for item in walk(tmp_path, Limits(depth=sys.maxsize))] == ["a.py"]
        os.removedirs(deep)
