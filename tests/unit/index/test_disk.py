from __future__ import annotations

from pathlib import Path

import pytest

from seamark.index.folders.configured import SettingsByFolder
from seamark.index.folders.disk import Disk
from seamark.index.folders.roots import Roots


def make(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")


def disk(*roots: Path) -> Disk:
    made = Disk(Roots(roots), SettingsByFolder(Roots(roots)), lambda name: name == "package.json")
    made.load()
    return made


def test_what_is_looked_at_again(tmp_path: Path) -> None:
    make(tmp_path, "a/x.py", "a/y.py", "b/x.py", "ab.py")
    kept = disk(tmp_path)
    assert kept.paths == {"a/x.py", "a/y.py", "b/x.py", "ab.py"}
    (tmp_path / "a/x.py").unlink()
    (tmp_path / "b/x.py").unlink()
    make(tmp_path, "a/z.py", "a/deep/er/w.ts", "a/no.txt")
    assert kept.refresh(["a"]) == {"a/x.py", "a/y.py", "a/z.py", "a/deep/er/w.ts"}
    assert kept.paths == {"a/y.py", "a/z.py", "a/deep/er/w.ts", "b/x.py", "ab.py"}
    assert kept.refresh(["b/x.py", "b/x.py", "never.py", "a/no.txt"]) == {"b/x.py"}
    assert kept.refresh([""]) == kept.paths == {"a/y.py", "a/z.py", "a/deep/er/w.ts", "ab.py"}


def test_several_folders(tmp_path: Path) -> None:
    make(tmp_path, "one/a.py", "two/a.py")
    kept = disk(tmp_path / "one", tmp_path / "two")
    assert kept.paths == {"one/a.py", "two/a.py"}
    make(tmp_path, "one/b.py", "two/b.py")
    assert kept.refresh(["two"]) == {"two/a.py", "two/b.py"}
    assert kept.refresh(["one/b.py", "three/c.py"]) == {"one/b.py"}
    assert kept.paths == {"one/a.py", "one/b.py", "two/a.py", "two/b.py"}
    make(tmp_path, "one/c.py")
    assert kept.refresh([""]) == kept.paths
    assert "one/c.py" in kept.paths


def test_a_single_file(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "b.py")
    kept = disk(tmp_path / "a.py")
    assert kept.paths == {"a.py"}
    assert kept.refresh(["a.py"]) == {"a.py"}
    assert kept.refresh(["b.py"]) == set()
    assert kept.paths == {"a.py"}


@pytest.mark.parametrize("rules", [".gitignore", ".seamarkignore"])
def test_rules_that_change(tmp_path: Path, rules: str) -> None:
    make(tmp_path, "a/x.py", "a/y.py")
    kept = disk(tmp_path)
    (tmp_path / "a" / rules).write_text("x.py")
    assert kept.refresh([f"a/{rules}"]) == {"a/x.py", "a/y.py"}
    assert kept.paths == {"a/y.py"}
    assert kept.refresh(["a/x.py"]) == set()
    (tmp_path / "a" / rules).unlink()
    kept.refresh([f"a/{rules}"])
    assert kept.paths == {"a/x.py", "a/y.py"}


def test_a_file_that_tells_what_is_built(tmp_path: Path) -> None:
    make(tmp_path, "web/build/x.ts")
    kept = disk(tmp_path)
    make(tmp_path, "web/package.json")
    kept.refresh(["web/package.json"])
    assert kept.paths == {"web/package.json"}
    assert kept.refresh(["web/package.json"]) == {"web/package.json"}
    make(tmp_path, "web/CACHEDIR.TAG")
    kept.refresh(["web/CACHEDIR.TAG"])
    assert kept.paths == set()


def test_a_linked_folder_is_found_under_one_name_only(tmp_path: Path) -> None:
    make(tmp_path, "a/x.py", "ignored/y.py")
    (tmp_path / ".gitignore").write_text("/ignored")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "c").symlink_to("ignored")
    kept = disk(tmp_path)
    assert kept.paths == {"a/x.py", "c/y.py"}
    assert kept.refresh(["b/x.py", "b", "c/y.py"]) == {"c/y.py"}
    assert kept.paths == {"a/x.py", "c/y.py"}


def test_problems_go_when_their_reason_does(tmp_path: Path) -> None:
    make(tmp_path, "a/b.py")
    (tmp_path / "a/big.py").write_bytes(b"x" * (6 << 20))
    kept = disk(tmp_path)
    assert kept.problems == {"a/big.py": "larger than 5 MB"}
    make(tmp_path, "a/big.py")
    assert kept.refresh(["a/big.py"]) == {"a/big.py"}
    assert kept.problems == {}


def test_a_folder_within_another_one_is_read_once(tmp_path: Path) -> None:
    make(tmp_path, "a.py", "inner/b.py", "inner/c/d.py", "other/e.py")
    assert sorted(disk(tmp_path, tmp_path / "inner", tmp_path / "inner/c").load()) == [
        "a.py",
        "inner/b.py",
        "inner/c/d.py",
        "other/e.py",
    ]


@pytest.mark.parametrize("rule", ["inner/", "*", "inner/deep/", "*.py\n!inner/**"])
def test_a_folder_within_another_one_that_leaves_it_out_is_read(tmp_path: Path, rule: str) -> None:
    make(
        tmp_path, *["inner/b.py", "inner/deep/c.py", "inner/deep/d/e.py", "inner/deep/ignored.py", "inner/deeper/f.py"]
    )
    (tmp_path / ".gitignore").write_text(rule)
    (tmp_path / "inner" / "deep" / ".gitignore").write_text("ignored.py")
    alone = disk(tmp_path).load()
    one = disk(tmp_path, tmp_path / "inner" / "deep")
    assert one.load() == alone | {"inner/deep/c.py", "inner/deep/d/e.py"}
    assert one.refresh(["inner/deep/c.py"]) == {"inner/deep/c.py"}
    assert one.belongs("inner/deep/c.py")
    assert not one.belongs("inner/deep/ignored.py")


def test_a_dependency_that_is_a_folder_of_the_workspace_is_read(tmp_path: Path) -> None:
    make(
        tmp_path, *["a.py", "node_modules/x/b.py", "node_modules/y/c.py", "env/pyvenv.cfg", "env/d.py", "env/lib/e.py"]
    )
    assert disk(tmp_path, tmp_path / "node_modules/x", tmp_path / "env").load() == {
        "a.py",
        "env/d.py",
        "env/lib/e.py",
        "node_modules/x/b.py",
    }
