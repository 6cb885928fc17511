"""A workbench with a folder open in it, driven by the probe, and by the mouse and the keyboard."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from playwright.sync_api import Browser, Page, sync_playwright

from .install import Installation

T = TypeVar("T")

OURS = ("probe", "python")
"""The tests' own extensions: one that runs what it is told to, and one that has selected an interpreter."""

PATIENCE = 60.0
BROWSER = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS: Mapping[str, Any] = {
    "chat.commandCenter.enabled": False,
    "extensions.ignoreRecommendations": True,
    "files.autoSave": "off",
    "php.validate.enable": False,
    "telemetry.telemetryLevel": "off",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


class Place(NamedTuple):
    """A position as VS Code has it: both from 0, the character in UTF-16 units."""

    file: str
    line: int
    character: int


class Workbench:
    """One window. Files are named relative to the folder that is open in it."""

    def __init__(self, page: Page, folder: Path, probe: str, log: Path, pictures: Path) -> None:
        self.page = page
        self.folder = folder
        self.log = log
        self._probe = probe
        self._pictures = pictures

    def run(self, body: str, **args: Any) -> Any:
        """What the body of an async JavaScript function of `vscode` and `args` returns, in the extension host."""
        request = urllib.request.Request(self._probe, json.dumps({"body": body, "args": args}).encode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            answer = json.load(response)
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def command(self, name: str, *args: Any) -> Any:
        """Run a command of VS Code."""
        return self.run("return vscode.commands.executeCommand(args.name, ...args.rest)", name=name, rest=args)

    def ask(self, command: str, place: Place, each: str = "found") -> list[Any]:
        """What a command of VS Code says about a position in a file, and with it every server; of `each` as wished."""
        body = """
            const file = vscode.Uri.file(args.file);
            await vscode.workspace.openTextDocument(file);
            const place = new vscode.Position(args.line, args.character);
            const all = await vscode.commands.executeCommand(args.command, file, place);
            return all?.map((found) => EACH) ?? [];
        """.replace("EACH", each)
        file = str(self.folder / place.file)
        found: list[Any] = self.run(body, command=command, file=file, line=place.line, character=place.character)
        return found

    def find(self, file: str, text: str, inside: int = 0) -> Place:
        """Where a text begins in a file, as it is on disk; or so many characters after that."""
        content = (self.folder / file).read_text()
        offset = content.index(text) + inside
        before = content[:offset]
        line = before.rsplit("\n", 1)[-1]
        return Place(file, before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def go_to(self, place: Place) -> None:
        """Show a file, with the cursor there."""
        body = """
            const at = new vscode.Position(args.line, args.character);
            const document = await vscode.workspace.openTextDocument(args.file);
            await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: false });
        """
        self.run(body, file=str(self.folder / place.file), line=place.line, character=place.character)

    def here(self) -> tuple[str, str]:
        """The file that is shown, and the word at the cursor."""
        body = """
            const editor = vscode.window.activeTextEditor;
            const word = editor?.document.getWordRangeAtPosition(editor.selection.active);
            return [editor?.document.uri.fsPath ?? "", word ? editor.document.getText(word) : ""];
        """
        file, word = self.run(body)
        return os.path.relpath(file, self.folder) if file else "", word

    def press(self, *keys: str) -> None:
        """Press keys in the editor."""
        for key in keys:
            self.page.keyboard.press(key)

    def picture(self, name: str) -> None:
        """Keep what the window shows."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self._pictures / f"{name}.png", animations="disabled")

    def notifications(self) -> list[str]:
        """What is announced in a corner of the window."""
        return self.page.locator(".notification-list-item-message").all_inner_texts()

    def choose(self, button: str) -> None:
        """Click a button of a notification."""
        self.page.locator(".notifications-toasts .monaco-button", has_text=re.compile(f"^{button}$")).click()


def wait_for(what: str, condition: Callable[[], T], seconds: float = PATIENCE) -> T:
    """What the condition says as soon as it holds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.05)
    return found


@contextmanager
def browser(installed: Installation) -> Iterator[Browser]:
    """One browser for all windows."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=installed.browser, args=BROWSER) as started,
    ):
        yield started


@contextmanager
def workbench(
    installed: Installation,
    browser: Browser,
    folder: Path,
    extensions: Sequence[Path],
    pictures: Path,
    *,
    settings: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    trusted: bool = True,
) -> Iterator[Workbench]:
    """Open a window on a folder, in a fresh profile with these extensions (VSIX files).

    A folder that holds a `.code-workspace` file is opened as the workspace of several folders that this one states.
    """
    # In a folder of its own, as the names of sockets may not be long.
    with tempfile.TemporaryDirectory(prefix="seamark-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        (home / "data" / "User").mkdir(parents=True)
        (home / "data" / "User" / "settings.json").write_text(json.dumps({**SETTINGS, **(settings or {})}))
        for ours in OURS:
            shutil.copytree(Path(__file__).with_name(ours), home / "extensions" / ours)
        port = _free_port()
        start = [
            *installed.workbench,
            *("--config", str(home / "config.yaml")),
            *("--user-data-dir", str(home / "data")),
            *("--extensions-dir", str(home / "extensions")),
        ]
        env = {
            **os.environ,
            **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE")},
            **(environment or {}),
            "VSCODE_CLI": "1",  # The environment is this one, not that of a login shell.
            "SEAMARK_PROBE_PORT": str(port),
        }
        for extension in extensions:
            subprocess.run(
                [*start, "--install-extension", str(extension)],
                env=env,
                check=True,
                capture_output=True,
                timeout=PATIENCE,
            )
        with (
            _serving(start, env, home / "log", trusted=trusted) as address,
            browser.new_page(viewport={"width": 1400, "height": 900}) as page,
        ):
            window = Workbench(page, folder, f"http://127.0.0.1:{port}/", home / "log", pictures)
            stated = next(folder.glob("*.code-workspace"), None)
            page.goto(f"{address}/?folder={folder}" if stated is None else f"{address}/?workspace={stated}")
            try:
                wait_for("the extension host", lambda: _answers(window))
                yield window
            except BaseException:
                window.picture("failed")
                _keep_logs(home, pictures)
                raise


@contextmanager
def _serving(start: Sequence[str], env: Mapping[str, str], log: Path, *, trusted: bool) -> Iterator[str]:
    """The workbench's server, and its address."""
    quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"]
    trust = ["--disable-workspace-trust"] if trusted else []
    with log.open("w") as out:
        server = subprocess.Popen(
            [*start, *quiet, *trust, "--bind-addr", "127.0.0.1:0"],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            found = wait_for(
                "the workbench's server",
                lambda: server.poll() is not None or re.search(r"listening on (http://\S+?)/?\s", log.read_text()),
            )
            assert isinstance(found, re.Match), log.read_text()
            yield found[1]
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _answers(window: Workbench) -> bool:
    try:
        return bool(window.run("return true"))
    except (urllib.error.URLError, ConnectionError):
        return False


def _keep_logs(home: Path, pictures: Path) -> None:
    for log in [home / "log", *(home / "data" / "logs").rglob("*.log")]:
        shutil.copy(log, pictures / log.name)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
