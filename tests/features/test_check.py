"""What `seamark check` finds in the shop when something in it is wrong, and in which forms it says so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from seamark.cli.main import main
from seamark.review import KINDS, Kind, Review
from seamark.settings import Settings

from .repositories import commit, git
from .seeded import SHOP, cases, changed, seeded

CASES = dict(cases(Path(__file__).with_name("checked") / "shop.txt"))
CHANGED = dict(cases(Path(__file__).with_name("checked") / "changed.txt"))
MISSPELT = 'export const subscribe = () => fetch("http://newsletter/subscribrs", { method: "POST" });\n'
WRONG = (
    "web/src/api/orders.ts:29:22: warning: `DELETE /orders/{}` is not served, but `GET /orders/{}` is [verb-mismatch]"
)


def check(root: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(root), "--no-cache", *options], catch_exceptions=False)


def rows(root: Path, *options: str) -> list[dict[str, Any]]:
    done = check(root, "--format", "jsonl", *options)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def short(row: dict[str, Any]) -> str:
    return f"{row['severity']} {row['file']}:{row['line']}:{row['column']} {row['kind']} {row['key']}"


@pytest.mark.parametrize("title", CASES)
def test_it_finds_this_and_nothing_else(title: str, tmp_path: Path) -> None:
    expected = seeded(CASES[title], tmp_path / "shop")
    assert [short(row) for row in rows(tmp_path / "shop")] == expected


@pytest.mark.parametrize("title", CHANGED)
def test_it_finds_this_change_and_nothing_else(title: str, repository: Path) -> None:
    expected = changed(CHANGED[title], repository / "shop")
    assert [short(row) for row in rows(repository / "shop", "--changed-since", "HEAD")] == expected


def test_each_kind_is_found_somewhere() -> None:
    heads = "\n".join(case.partition("//- ")[0] for case in (*CASES.values(), *CHANGED.values()))
    assert set(re.findall(r"^\w+ \S+ (\S+)", heads, re.MULTILINE)) == set(KINDS)


def test_each_kind_has_a_level_and_a_meaning() -> None:
    assert set(get_args(Kind)) == set(KINDS)
    assert {kind for kind in KINDS if Settings().diagnostics.of(kind) == "off"} == {"uncalled-route"}


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A shop with a warning and a hint."""
    root = tmp_path / "shop"
    seeded(f"//- web/src/letters.ts\n{MISSPELT}", root)
    return root


def test_people_are_shown_the_line(wrong: Path) -> None:
    (wrong / "web/src/letters.ts").write_text(f"\tconst ü = '中'; {MISSPELT}", "utf-8")
    done = check(wrong)
    assert done.stdout == (
        f"""{WRONG}
   29 |   await http.delete(`/${{id}}`);
      |                      ^^^^^^
orders/orders/views.py:23:14: note: `GET /orders/{{}}` is here
web/src/letters.ts:1:55: hint: `POST /subscribrs` is not served; did you mean `POST /subscribers`? [near-miss]
    1 |     const ü = '中'; {MISSPELT.rstrip()}
      | {" " * 58}{"^" * 28}
newsletter/src/Subscribers.php:17:29: note: `POST /subscribers` is here

36 contracts in 69 files: 1 warning, 1 hint
"""
    )


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 1),
        (["--fail-on", "hint"], 1),
        (["--fail-on", "warning"], 1),
        (["--fail-on", "error"], 0),
        (["--fail-on", "never"], 0),
    ],
)
def test_it_ends_by_how_bad_it_is(wrong: Path, options: list[str], code: int) -> None:
    assert check(wrong, *options).exit_code == code


def test_it_ends_with_what_was_checked(tmp_path: Path) -> None:
    def said(text: str) -> str:
        (tmp_path / "a.py").write_text(text)
        done = check(tmp_path)
        assert done.exit_code == 0
        return done.output

    nothing = check(tmp_path, "--format", "github")
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert nothing.stderr.startswith(
        f"Error: nothing to check: Seamark reads none of the files in {tmp_path} (`seamark "
    )
    assert said("") == "no contracts found in 1 file\n"
    served = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/a')\ndef a(): ...\n"
    assert said(served) == "1 contract in 1 file: no findings\n"
    others = "import requests\nrequests.get('https://api.example.com/b')\nrequests.get('http://other/c')\n"
    assert said(served + others) == "3 contracts in 1 file: no findings; 2 calls of other systems not judged\n"


def test_what_is_reported_is_judged(tmp_path: Path, repository: Path) -> None:
    routes = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/a')\ndef a(): ...\n"
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "a.py").write_text(f"{routes}import requests\nrequests.get('http://other/weather/today')\n")
    assert check(alone).output.endswith("; 1 call of other systems not judged\n")
    assert check(alone, "--unserved").output.endswith("\n2 contracts in 1 file: 1 warning\n")
    views = repository / "shop" / "orders" / "orders" / "views.py"
    views.write_text(views.read_text().replace('@orders.get("/sold/', '@orders.get("/sales/'))
    assert check(repository / "shop", "--changed-since", "HEAD").output.endswith(
        "\n36 contracts in 68 files: 2 warnings\n"
    )


def test_a_comment_that_names_no_kind_is_told_of(tmp_path: Path) -> None:
    seeded(f"//- web/src/letters.ts\n// seamark: ignore near-mis\n{MISSPELT}", tmp_path / "shop")
    (_, found) = rows(tmp_path / "shop")
    assert found["message"].endswith("; the comment here ignores `near-mis`, which is not a kind of finding")


def test_paths_for_programs_are_seen_from_here(wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(wrong.parent)
    for form in ("github", "gitlab", "sarif", "junit"):
        assert "shop/web/src/api/orders.ts" in check(Path("shop"), "--format", form).stdout
        assert "shop/" not in check(Path("shop/web"), "--format", form).stdout.replace("shop/web", "")


# --- A baseline, a revision


def test_of_what_is_in_a_baseline_nothing_is_said_whatever_its_line(wrong: Path, tmp_path: Path) -> None:
    kept = tmp_path / "baseline.json"
    done = check(wrong, "--baseline", str(kept), "--write-baseline")
    assert (done.stdout, done.exit_code) == ("", 0)
    assert f"{kept} has 2 findings" in done.stderr
    nothing = "36 contracts in 69 files: no new findings\n"
    assert check(wrong, "--baseline", str(kept)).output == nothing
    letters = wrong / "web/src/letters.ts"
    letters.write_text("\n\n" + letters.read_text())
    assert check(wrong, "--baseline", str(kept)).output == nothing
    letters.rename(wrong / "web/src/mail.ts")
    assert check(wrong, "--baseline", str(kept)).output == nothing
    (wrong / "web/src/more.ts").write_text(MISSPELT.replace("subscribrs", "subscribrz"))
    assert [row["file"] for row in rows(wrong, "--baseline", str(kept))] == ["web/src/more.ts"]


def test_a_baseline_is_the_same_each_time_and_can_be_read_in_a_diff(wrong: Path, tmp_path: Path) -> None:
    texts = []
    for name in ("one.json", "other.json"):
        check(wrong, "--baseline", str(tmp_path / name), "--write-baseline")
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    assert texts[0].splitlines()[3:5] == [
        (
            '    {"kind": "verb-mismatch", "key": "DELETE /orders/{}", '
            '"file": "web/src/api/orders.ts", "symbol": "cancelOrder"},'
        ),
        '    {"kind": "near-miss", "key": "POST /subscribrs", "file": "web/src/letters.ts", "symbol": "subscribe"}',
    ]


def test_only_what_a_change_brought_is_said(repository: Path) -> None:
    shop = repository / "shop"
    assert check(shop, "--changed-since", "HEAD").output == "35 contracts in 68 files: no new findings\n"
    # The route goes, and the calls that it leaves behind are in files that did not change.
    routes = shop / "shipping/parcels.cpp"
    routes.write_text(re.sub(r"/weight\b", "/mass", routes.read_text()))
    (shop / "web/src/letters.ts").write_text(MISSPELT)
    found = rows(shop, "--changed-since", "HEAD")
    assert [(row["file"], row["kind"]) for row in found] == [
        ("scale/shipping.c", "broken-call"),
        ("shipping/parcels.cpp", "breaking-change"),
        ("web/src/letters.ts", "near-miss"),
    ]
    (shop / "web/src/api/orders.ts").rename(shop / "web/src/api/ordered.ts")
    files = [row["file"] for row in rows(shop, "--changed-since", "main")]
    assert files == ["scale/shipping.c", "shipping/parcels.cpp", "web/src/letters.ts"]
    assert git(repository, "status", "--porcelain", "--untracked-files=no").splitlines() == [
        "M shop/shipping/parcels.cpp",
        " D shop/web/src/api/orders.ts",
    ]


def test_a_finding_is_not_new_because_the_route_has_another_path(repository: Path) -> None:
    routes = repository / "shop" / "orders" / "orders" / "more.py"
    text = "from .views import orders\n" + "".join(f"@orders.get('/{one}')\ndef {one}(): ...\n" for one in "abc")
    routes.write_text(text.replace("/b", "/a"))
    commit(repository, "Two routes of one path")

    def found() -> list[str]:
        return [short(row) for row in rows(repository / "shop", "--changed-since", "HEAD")]

    assert found() == []
    routes.write_text(routes.read_text().replace("/a", "/d"))
    assert found() == []
    routes.write_text(routes.read_text().replace("/c", "/d"))
    assert found() == ["hint orders/orders/more.py:6:14 served-twice GET /orders/d"]


def test_github_shows_what_was_checked(repository: Path) -> None:
    done = check(repository / "shop", "--format", "github", "--changed-since", "HEAD")
    assert done.stdout == "::notice title=seamark check::35 contracts in 68 files: no new findings\n"
    assert done.exit_code == 0


# --- What can go wrong


def broken_settings(root: Path, tmp_path: Path) -> list[str]:
    (root / "seamark.toml").write_text("[diagnostics]\nverb-mismatch = 'loud'\n")
    return []


def no_toml(root: Path, tmp_path: Path) -> list[str]:
    (root / "seamark.toml").write_text("[diagnostics\n")
    return []


def later_baseline(root: Path, tmp_path: Path) -> list[str]:
    (tmp_path / "b.json").write_text('{"seamark_baseline": 7, "findings": "?"}')
    return ["--baseline", str(tmp_path / "b.json")]


def other_json(root: Path, tmp_path: Path) -> list[str]:
    (tmp_path / "b.json").write_text('{"findings": []}')
    return ["--baseline", str(tmp_path / "b.json")]


def no_git(root: Path, tmp_path: Path) -> list[str]:
    return ["--changed-since", "main"]


@pytest.mark.parametrize(
    ("arrange", "said"),
    [
        (broken_settings, r"warning: .*seamark.toml:2: .*must be one of error, hint, off, warning\nError: .*fix what"),
        (no_toml, r"warning: .*seamark.toml:1: is not valid TOML.*\nError: seamark.toml is not valid"),
        (later_baseline, r"b.json: it is a baseline of version 7, .* reads version 1; rewrite it"),
        (other_json, r"b.json: it is not a baseline: .*; rewrite it with --write-baseline"),
        (lambda root, tmp_path: ["--baseline", str(tmp_path / "no")], r"no: does not exist; write a baseline with"),
        (
            lambda root, tmp_path: ["-o", str(tmp_path / "no" / "o")],
            r"o cannot be written: does not exist; name a file",
        ),
        (no_git, r"shop is not in a readable git repository, so `main` means nothing"),
        (lambda root, tmp_path: ["--write-baseline"], r"--write-baseline needs --baseline FILE"),
    ],
)
def test_what_it_cannot_do_is_said_with_what_to_do(
    wrong: Path, tmp_path: Path, arrange: Callable[[Path, Path], list[str]], said: str
) -> None:
    done = check(wrong, *arrange(wrong, tmp_path))
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.search(said, done.stderr), done.stderr


def test_a_revision_that_is_not_there(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nope", "-x", "HEAD:shop"):
        done = check(repository / "shop", "--changed-since", name)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"`{name}` is not a revision of the repository" in done.stderr and "git fetch" in done.stderr
    (repository / "shop/web/src/api/orders.ts").unlink()
    assert check(repository / "shop", "--changed-since", "nope").exit_code == 2, "though nothing is found"
    (repository / "more").write_text("")
    commit(repository, "More")
    git(tmp_path, "clone", "--depth=1", f"file://{repository}", "shallow")
    done = check(tmp_path / "shallow" / "shop", "--changed-since", "HEAD^")
    assert done.exit_code == 2 and "it is a shallow clone: fetch more with `git fetch" in done.stderr
    monkeypatch.setenv("PATH", "")
    done = check(repository / "shop", "--changed-since", "HEAD")
    assert done.exit_code == 2 and "git is not installed" in done.stderr


def test_what_was_in_a_file_stays_if_it_cannot_be_written(wrong: Path, tmp_path: Path) -> None:
    if os.name != "posix" or os.geteuid() == 0:
        pytest.skip("nothing is forbidden here")
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "out").write_text("before")
    folder.chmod(0o500)
    done = check(wrong, "-o", str(folder / "out"))
    folder.chmod(0o700)
    assert done.exit_code == 2 and "permission denied" in done.stderr
    assert [(one.name, one.read_text()) for one in folder.iterdir()] == [("out", "before")]


def test_a_file_has_what_would_be_printed(wrong: Path, tmp_path: Path) -> None:
    for form in ("text", "sarif"):
        out = tmp_path / f"out.{form}"
        done = check(wrong, "--format", form, "-o", str(out))
        assert (done.output, done.exit_code) == ("", 1)
        assert out.read_text("utf-8") == check(wrong, "--format", form).stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no such pipe")
def test_a_pipe_that_nobody_reads_is_no_success(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    seeded("//- web/src/many.ts\n" + MISSPELT * 2000, root)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "seamark", "check", str(root), "--no-cache"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert done.returncode == 2
    assert done.stderr == ("Error: the output cannot be written: broken pipe\n")


def test_the_review_of_a_file_is_its_part_of_that_of_all() -> None:
    from seamark.index import Index

    index = Index([SHOP])
    index.load()
    review = Review(index, dict.fromkeys(KINDS, "hint"))
    assert [one for path in sorted({port.path for port in index.ports()}) for one in review.of(path)] == list(
        review.everything()
    )
