"""What a release is made of: packages, notes, the workflow, the container. Nothing of it is published here."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from seamark.source.dialects import DIALECTS
from seamark.version import DISTRIBUTION, __version__

from .test_ci import valid

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NOTES = ROOT / ".ci" / "release_notes.py"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def notes(tmp_path: Path, tag: str, version: str, *logs: str) -> subprocess.CompletedProcess[str]:
    """Runs the script on a clone with this version and these changelogs."""
    names = (".ci/release_notes.py", "server/seamark/version.py", "CHANGELOG.md", "vscode-extension/CHANGELOG.md")
    for name, text in zip(names, (NOTES.read_text("utf-8"), f'__version__ = "{version}"\n', *logs), strict=True):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    command = [sys.executable, str(tmp_path / names[0]), tag]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


GOOD = """\
# What is new

## 1.2.0, 2030-01-31

More.

### In detail

- It does more.

## 1.1.0, 2029-01-31

Old.
"""


def test_the_notes_are_the_entry_of_the_version(tmp_path: Path) -> None:
    done = notes(tmp_path, "v1.2.0", "1.2.0", GOOD, GOOD)
    assert (done.returncode, done.stdout) == (0, "More.\n\n### In detail\n\n- It does more.\n")


@pytest.mark.parametrize(
    ("tag", "version", "main", "extension", "why"),
    [
        ("v1.3.0", "1.2.0", GOOD, GOOD, "version.py says 1.2.0"),
        ("v1.2.0rc1", "1.2.0rc1", GOOD, GOOD, "three numbers only"),
        ("v1.3.0", "1.3.0", GOOD, GOOD, "CHANGELOG.md begins with 1.2.0, 2030-01-31: add `## 1.3.0,"),
        ("v1.2.0", "1.2.0", GOOD, "# What is new\n", "vscode-extension/CHANGELOG.md begins with no entry"),
        ("v1.2.0", "1.2.0", GOOD.replace("2030-01-31", "not released yet"), GOOD, "give the day of the release"),
        ("v1.2.0", "1.2.0", "## 1.2.0, 2030-01-31\n\n## 1.1.0, 2029-01-31\n\nOld.\n", GOOD, "says nothing of 1.2.0"),
    ],
)
def test_no_release(tmp_path: Path, tag: str, version: str, main: str, extension: str, why: str) -> None:
    done = notes(tmp_path, tag, version, main, extension)
    assert (done.returncode, done.stdout) == (1, "")
    assert why in done.stderr


def test_what_is_not_released_yet_makes_no_release() -> None:
    done = subprocess.run([sys.executable, str(NOTES), f"v{__version__}"], capture_output=True, text=True)
    released = re.search(rf"^## {re.escape(__version__)}, \d", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert (done.returncode == 0) == (released is not None), done.stderr


def test_the_packages_are_what_an_index_takes(tmp_path: Path) -> None:
    command = ["make", "--silent", "dist", f"DIST={tmp_path}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    name = DISTRIBUTION.replace("-", "_")
    wheel, source_name = f"{name}-{__version__}-py3-none-any.whl", f"{name}-{__version__}.tar.gz"
    assert {file.name for file in tmp_path.iterdir()} == {wheel, source_name}
    with zipfile.ZipFile(tmp_path / wheel) as built:
        scripts = built.read(f"{name}-{__version__}.dist-info/entry_points.txt").decode()
    started = dict(re.findall(r"^(\S+) = (\S+)$", scripts, re.MULTILINE))
    assert set(started) == {"seamark", DISTRIBUTION} and len(set(started.values())) == 1
    with tarfile.open(tmp_path / source_name) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    assert {"Dockerfile", ".ci/release_notes.py", "vscode-extension/package-lock.json"} <= inside
    assert [name for name in inside if name.endswith((".vsix", ".pyc")) or "node_modules" in name] == []


def test_the_workflow_is_valid_and_runs_what_there_is() -> None:
    done = valid("vendor.github-workflows", WORKFLOW)
    assert done.returncode == 0, done.stdout
    jobs = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    runs = [step["run"] for step in jobs["build"]["steps"] if "run" in step]
    assert f"python {NOTES.relative_to(ROOT).as_posix()} " in runs[0]
    assert "make dist vsix" in runs and ".ci/run" in runs
    assert subprocess.run(["make", "-n", "dist", "vsix"], cwd=ROOT, capture_output=True).returncode == 0
    assert not any("${{" in run for run in runs)


def test_the_container_has_the_grammars_that_are_loaded() -> None:
    (named,) = re.findall(r'^ARG GRAMMARS="(.+)"$', DOCKERFILE, re.MULTILINE)
    loaded = {dialect.grammar for dialect in DIALECTS if dialect.grammar is not None}
    assert set(named.split("|")) == loaded | {"proto"}, "Dockerfile: GRAMMARS"


def test_the_container_is_built_from_what_there_is_and_not_run_by_root() -> None:
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert [name for name in let_in if not (ROOT / name).exists()] == []
    assert {"LICENSE", "README.md", "pyproject.toml", "server"} == set(let_in)
    *_, stage = DOCKERFILE.split("\nFROM ")
    assert re.findall(r"^USER (\w+)$", stage, re.MULTILINE) == ["seamark"]
    assert stage.index("USER seamark") < stage.index("ENTRYPOINT")
