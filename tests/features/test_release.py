"""What a release is made of: packages, notes, the workflow, the container. Nothing of it is published here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from seamark.cli.main import main
from seamark.version import DISTRIBUTION, REPOSITORY, __version__

from .test_ci import valid

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NOTES = ROOT / ".ci" / "release_notes.py"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
PACKAGING = ROOT / "packaging"
STATING = ["docs/ci.md", "packaging/mason/package.yaml", "packaging/homebrew/seamark-lsp.rb"]
STATING += ["packaging/nvim-lspconfig/seamark.lua", "packaging/zed/extension.toml", "packaging/mcp/server.json"]
"""Where the address of the repository has to stand."""
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
    assert {"make dist vsix", ".ci/run", ".ci/try_wheel dist"} <= set(runs)
    assert subprocess.run(["make", "-n", "dist", "vsix"], cwd=ROOT, capture_output=True).returncode == 0
    assert not any("${{" in run for run in runs)


def test_what_is_published_is_attested_and_only_by_its_own_job() -> None:
    jobs = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    (attested,) = [one["with"] for one in jobs["build"]["steps"] if "attest-build" in one.get("uses", "")]
    assert attested["subject-path"].split() == ["dist/*", "vscode-extension/seamark.vsix"]
    secrets = {name: re.findall(r"secrets\.(\w+)", str(job)) for name, job in jobs.items()}
    assert {name: found for name, found in secrets.items() if found} == {
        "visual-studio-marketplace": ["VSCE_PAT"],
        "open-vsx": ["OVSX_PAT"],
    }
    publishing = {name for name, job in jobs.items() if job.get("environment") == "release"}
    assert publishing == {"package-index", "visual-studio-marketplace", "open-vsx"}


def test_the_address_of_the_repository_is_the_same_wherever_it_stands() -> None:
    host = REPOSITORY.split("/")[2]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extension = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))
    stated = [
        *project["urls"].values(),
        extension["homepage"],
        extension["repository"]["url"],
        extension["bugs"]["url"],
    ]
    for name in STATING:
        found = re.findall(rf"https://{re.escape(host)}[^\s\"'@),]*", (ROOT / name).read_text("utf-8"))
        assert found, name
        stated += found
    installed = re.findall(r"(?:git\+|repo: )(https://[^\s\"'@]+)", (ROOT / "docs" / "ci.md").read_text("utf-8"))
    assert len(installed) > 3
    assert [one for one in (*stated, *installed) if one != REPOSITORY and not one.startswith(f"{REPOSITORY}/")] == []


def test_the_entries_for_registries_name_what_is_published() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (project["name"], set(project["scripts"])) == (DISTRIBUTION, {"seamark", DISTRIBUTION})
    mason = yaml.safe_load((PACKAGING / "mason" / "package.yaml").read_text("utf-8"))
    assert (mason["name"], mason["source"]["id"]) == (DISTRIBUTION, f"pkg:pypi/{DISTRIBUTION}@{__version__}")
    assert {name: f"pypi:{name}" for name in mason["bin"]} == mason["bin"] and set(mason["bin"]) <= set(
        project["scripts"]
    )
    zed = [tomllib.loads((PACKAGING / "zed" / name).read_text("utf-8")) for name in ("extension.toml", "Cargo.toml")]
    assert [zed[0]["version"], zed[1]["package"]["version"]] == [__version__, __version__]
    assert f'"{DISTRIBUTION}"' in (PACKAGING / "zed" / "src" / "lib.rs").read_text("utf-8")
    formula = (PACKAGING / "homebrew" / f"{DISTRIBUTION}.rb").read_text("utf-8")
    assert f"/{DISTRIBUTION}/{DISTRIBUTION.replace('-', '_')}-{__version__}.tar.gz" in formula


def test_the_entry_for_the_registry_of_mcp_is_of_this_package() -> None:
    entry = json.loads((PACKAGING / "mcp" / "server.json").read_text("utf-8"))
    (package,) = entry["packages"]
    assert (entry["version"], package["version"], package["identifier"]) == (__version__, __version__, DISTRIBUTION)
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"]) and len(entry["description"]) <= 100
    assert entry["name"].split("/")[0].split(".")[::-1] == REPOSITORY.split("/")[2].split(".")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [one["value"] for one in package["runtimeArguments"]] == project["optional-dependencies"]["mcp"]
    assert [one["value"] for one in package["packageArguments"]] == ["mcp"] and "mcp" in main.commands
    assert f"<!-- mcp-name: {entry['name']} -->" in project["readme"]["text"]


@pytest.mark.parametrize("form", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()), ids=lambda form: form.name)
def test_what_github_asks_who_opens_an_issue(form: Path) -> None:
    done = valid("vendor.github-issue-config" if form.stem == "config" else "vendor.github-issue-forms", form)
    assert done.returncode == 0, done.stdout


def test_the_container_is_built_from_what_there_is_and_not_run_by_root() -> None:
    let_in = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")]
    assert [name for name in let_in if not (ROOT / name).exists()] == []
    assert {"LICENSE", "README.md", "pyproject.toml", "server"} == set(let_in)
    *_, stage = DOCKERFILE.split("\nFROM ")
    assert re.findall(r"^USER (\w+)$", stage, re.MULTILINE) == ["seamark"]
    assert stage.index("USER seamark") < stage.index("ENTRYPOINT")
