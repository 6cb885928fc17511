"""A real VS Code, with the extension as it is packed: `vscode/` has what starts and drives it."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import TimeoutError as NotInTimeError

from seamark.settings.page import contributed_properties
from seamark.version import __version__

from .conftest import FAILED
from .organisations import organisation
from .processes import MARK, servers, stopped
from .vscode.install import Installation, installation
from .vscode.workbench import Place, Workbench, browser, wait_for, workbench

REPOSITORY = Path(__file__).parents[2]
SERVER = Path(sys.executable).with_name("seamark")
PICTURES = REPOSITORY / "build" / "vscode"

ROUTES = "catalog/catalog/routes/products.py"
CLIENT = "web/src/api/catalog.ts"
CALL = "catalog.get<Product>(`/products/${id}`)"
INSIDE = len("catalog.get<Product>(`/prod")

READY = 120
HIDDEN = 21
"""After so many seconds VS Code has hidden what it does not keep."""


@pytest.fixture(scope="module")
def installed() -> Installation:
    return installation()


@pytest.fixture(scope="module")
def chromium(installed: Installation) -> Iterator[Browser]:
    with browser(installed) as started:
        yield started


@pytest.fixture(scope="module")
def vsix() -> Path:
    """The extension, packed as `make vsix` packs it."""
    done = subprocess.run(["make", "--silent", "vsix"], cwd=REPOSITORY, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return REPOSITORY / "vscode-extension" / "seamark.vsix"


def a_shop(folder: Path) -> Path:
    return Path(shutil.copytree(REPOSITORY / "fixtures" / "shop", folder / "shop"))


@pytest.fixture(scope="module")
def window(
    installed: Installation, chromium: Browser, vsix: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Workbench]:
    shop = a_shop(tmp_path_factory.mktemp("vscode"))
    mark = {MARK: str(shop.parent)}
    environment = {**mark, "PATH": without_seamark(), "SEAMARK_TEST_PYTHON": sys.executable}
    with workbench(installed, chromium, shop, [vsix], PICTURES / "shop", environment=environment) as window:
        wait_for("the server", lambda: definitions(window, window.find(CLIENT, CALL, INSIDE)), READY)
        yield window
        assert servers(mark[MARK])
    wait_for("the end of the server", lambda: not servers(mark[MARK]))


@pytest.fixture(autouse=True)
def _nobody_complains(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "window" in request.fixturenames:
        window: Workbench = request.getfixturevalue("window")
        if request.node.stash[FAILED]:
            window.picture(f"failed-{request.node.name}")
        assert window.notifications() == []


def definitions(window: Workbench, place: Place) -> list[tuple[str, str]]:
    """Where everyone who was asked says that something is defined: the file, and what is selected there."""
    return [shown(window, link) for link in window.ask("vscode.executeDefinitionProvider", place)]


def references(window: Workbench, place: Place) -> list[str]:
    return sorted(
        {file for file, _ in (shown(window, at) for at in window.ask("vscode.executeReferenceProvider", place))}
    )


def shown(window: Workbench, link: dict[str, Any]) -> tuple[str, str]:
    path = Path((link.get("targetUri") or link["uri"])["path"])
    start, end = link.get("targetSelectionRange") or link["range"]
    line = path.read_text().splitlines()[start["line"]]
    return path.relative_to(window.folder).as_posix(), line[start["character"] : end["character"]]


def test_the_extension_has_the_version_of_the_server(vsix: Path) -> None:
    with zipfile.ZipFile(vsix) as packed:
        assert json.loads(packed.read("extension/package.json"))["version"] == __version__


def test_f12_leads_from_typescript_to_python(window: Workbench) -> None:
    call = window.find(CLIENT, CALL, INSIDE)
    assert definitions(window, call) == [(ROUTES, "read_product")]
    window.go_to(call)
    window.picture("call")
    window.press("F12")
    wait_for("the jump", lambda: window.here() == (ROUTES, "read_product"))


def test_f12_leads_from_python_to_go(window: Workbench) -> None:
    window.go_to(window.find("orders/orders/payments.py", "/refund"))
    window.press("F12")
    wait_for("the jump", lambda: window.here() == ("payments/api.go", "refund"))


def test_f12_on_a_route_lists_who_calls_it(window: Workbench) -> None:
    views = "orders/orders/views.py"
    route = window.find(views, '/<int:order_id>")', 2)
    requests = ["payments/orders.go", "shipping/others.cpp", "web/src/api/orders.ts"]
    callers = sorted([*requests, "payments/api.go", "shipping/parcels.cpp"])
    assert references(window, route) == [views, *callers]
    window.go_to(route)
    window.press("F12")
    wait_for("the list", lambda: window.page.locator(".peekview-widget .reference-file").count() == len(callers) + 1)
    window.picture("route")
    window.press("Escape")


def test_what_typescript_knows_is_answered_once(window: Workbench) -> None:
    name = window.find(CLIENT, "catalog.get<Product>(`/products/${id}`)", 3)
    wait_for("TypeScript", lambda: definitions(window, name) == [("web/src/api/client.ts", "catalog")])


def test_nobody_waits_for_seamark_where_no_contract_is_stated(window: Workbench) -> None:
    name = window.find(CLIENT, "catalog.get<Product>(`/products/${id}`)", 3)
    with stopped(str(window.folder.parent), "engine_process"):
        assert definitions(window, name) == [("web/src/api/client.ts", "catalog")]


def test_hover(window: Workbench) -> None:
    call = window.find(CLIENT, CALL, INSIDE)
    hovers = window.ask("vscode.executeHoverProvider", call, "found.contents.map((content) => content.value).join()")
    assert [("GET /api/v1/products/{}" in text, "read_product" in text) for text in hovers] == [(True, True)]
    window.go_to(call)
    window.command("editor.action.showHover")
    wait_for("the hover", lambda: window.page.locator(".monaco-hover:visible", has_text="read_product").count())
    window.picture("hover")
    window.press("Escape")


def test_a_lens_leads_to_the_callers(window: Workbench) -> None:
    window.go_to(window.find("orders/orders/views.py", "def read_order"))
    lens = window.page.locator(".codelens-decoration a", has_text="3 consumers")
    wait_for("the lens", lens.count)
    window.picture("lens")
    lens.first.click()
    wait_for("the list", lambda: window.page.locator(".peekview-widget .reference-file").count() == 3)
    window.press("Escape")


def test_what_is_typed_counts_at_once(window: Workbench) -> None:
    window.go_to(window.find(CLIENT, CALL, len("catalog.get<Product>(`/products/")))
    window.page.keyboard.type("bestsellers`);//")
    window.go_to(window.find(CLIENT, CALL, INSIDE))
    window.press("F12")
    wait_for("the jump", lambda: window.here() == (ROUTES, "list_bestsellers"))
    window.go_to(window.find(CLIENT, CALL, INSIDE))
    window.command("workbench.action.files.revert")


def test_a_call_that_nobody_serves_is_marked_and_mended(window: Workbench) -> None:
    call = window.find("web/src/api/orders.ts", "delete(`/${id}", len("delete(`/"))
    window.go_to(call)
    ours = "const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'seamark');"
    said = "return ours.map(({ message }) => message)"
    wait_for(
        "the diagnostic", lambda: ["DELETE /orders/{}" in text for text in at(window, call, ours + said)] == [True]
    )
    window.picture("diagnostic")
    offered = "await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, new vscode.Range(at, at))"
    at(
        window,
        call,
        f"await vscode.workspace.applyEdit(({offered}).find((a) => a.title === 'Call GET /orders/{{}}').edit)",
    )
    assert "await http.get(`/${id}`);" in at(window, call, "return vscode.window.activeTextEditor.document.getText()")
    wait_for("its end", lambda: at(window, call, ours + said) == [])
    window.command("workbench.action.files.revert")


def test_a_route_that_is_edited_marks_its_callers_in_files_that_are_not_open(window: Workbench) -> None:
    caller = window.find("catalog/catalog/bestsellers.py", "/orders/sold/")
    ours = "const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'seamark');"
    said = "return ours.map(({ code }) => code.value ?? code)"
    window.go_to(window.find("orders/orders/views.py", "/sold/<int:product_id>", 1))
    window.page.keyboard.type("is_")
    wait_for("the callers", lambda: at(window, caller, ours + said) == ["broken-call"])
    route = window.find("orders/orders/views.py", "/sold/<int:product_id>", 1)
    wait_for("the route", lambda: "breaking-change" in at(window, route, ours + said))
    window.command("workbench.actions.view.problems")
    row = window.page.locator(".markers-panel .monaco-list-row", has_text="GET /orders/is_sold/{}")
    wait_for("the list", row.count)
    window.picture("problems")
    window.command("workbench.action.closePanel")
    window.go_to(route)
    window.command("workbench.action.files.revert")
    wait_for("their end", lambda: at(window, caller, ours + said) == [])


def test_a_prefix_that_is_edited_is_marked_once_for_all_of_its_routes(window: Workbench) -> None:
    ours = "const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'seamark');"
    said = "return ours.map(({ code, range }) => [code.value ?? code, range.start.line])"
    prefix = window.find("orders/orders/views.py", 'url_prefix="/orders"', len('url_prefix="/'))
    window.go_to(prefix)
    window.page.keyboard.type("my")
    wait_for("the mark", lambda: at(window, prefix, ours + said) == [["breaking-change", prefix.line]])
    window.picture("prefix")
    window.command("workbench.action.files.revert")
    wait_for("its end", lambda: at(window, prefix, ours + said) == [])


def test_completion_offers_what_is_served(window: Workbench) -> None:
    inside = window.find("web/src/api/orders.ts", "delete(`/${id}", len("delete(`/"))
    offered = "await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, at)"
    labels = at(window, inside, f"return ({offered}).items.map(({{ label }}) => label.label ?? label)")
    assert {"GET /orders/{}", "POST /orders/{}/cancel"} <= set(labels)


def test_completion_writes_a_template_and_the_other_method(window: Workbench) -> None:
    file = "web/src/api/orders.ts"
    window.go_to(window.find(file, "http.delete", len("http.delete")))
    text = "return vscode.window.activeTextEditor.document.getText()"
    window.command("editor.action.insertLineBefore")
    window.page.keyboard.type("http.delete('/')")
    wait_for("the call", lambda: "http.delete('/')" in window.run(text))
    window.press("ArrowLeft", "ArrowLeft")
    window.command("editor.action.triggerSuggest")
    offered = window.page.locator(".suggest-widget .monaco-list-row", has_text="POST /orders/{}/cancel")
    wait_for("the offer", offered.count)
    window.picture("completion")
    offered.first.click()
    wait_for("the template", lambda: "http.post(`/${orderId}/cancel`)" in window.run(text))
    window.page.keyboard.type("order.id")  # The first value is selected.
    window.picture("completed")
    assert "http.post(`/${order.id}/cancel`)" in window.run(text)
    window.command("workbench.action.files.revert")


def test_renaming_changes_both_sides(window: Workbench) -> None:
    files = [ROUTES, "newsletter/src/Catalog.php", CLIENT]
    for before, after in [("bestsellers", "favourites"), ("favourites", "bestsellers")]:
        window.go_to(window.find(ROUTES, f'"/{before}"', 3))
        window.press("F2")
        box = window.page.locator(".rename-box input")
        box.wait_for(state="visible")
        window.picture(f"rename-{before}")
        box.fill(after)
        window.press("Enter")
        wait_for("both sides", partial(all_have, window, files, f"/{after}"))


def all_have(window: Workbench, files: list[str], text: str) -> bool:
    return all(text in (window.folder / file).read_text() for file in files)


def at(window: Workbench, place: Place, body: str) -> Any:
    """What a body of JavaScript returns about a position: `uri` and `at`."""
    given = "const uri = vscode.Uri.file(args.file); const at = new vscode.Position(args.line, args.character);"
    file = str(window.folder / place.file)
    return window.run(given + body, file=file, line=place.line, character=place.character)


@pytest.fixture
def high(window: Workbench) -> Iterator[Workbench]:
    """With room for all rows of the view: others are not there."""
    window.page.set_viewport_size({"width": 1400, "height": 1700})
    yield window
    window.page.set_viewport_size({"width": 1400, "height": 900})


def test_the_contracts_follow_what_is_typed(window: Workbench) -> None:
    window.command("seamark.contracts.focus")
    wait_for("the contracts", lambda: shows(window, "GET /orders/{}", "3 calls"))
    assert shows(window, "/orders", "5 contracts")
    window.picture("contracts")
    row(window, "GET /orders/{}").click()
    wait_for("the jump that a row leads to", lambda: window.here() == ("orders/orders/views.py", "read_order"))
    unfold(window, "GET /orders/{}")
    wait_for("its sides", lambda: shows(window, "call Orders.Read", "payments · 0."))
    row(window, "call Orders.Read").click()
    wait_for("the jump", lambda: window.here()[0] == "payments/orders.go")
    fold(window, "GET /orders/{}")
    caller = "web/src/api/orders.ts"
    window.go_to(window.find(caller, "delete(`/${id}"))
    window.command("deleteWordRight")
    window.page.keyboard.type("get")
    wait_for("another caller", lambda: shows(window, "GET /orders/{}", "4 calls"))
    window.command("workbench.action.files.revert")
    wait_for("the former ones", lambda: shows(window, "GET /orders/{}", "3 calls"))


def test_what_is_wrong_comes_first_in_the_contracts(high: Workbench) -> None:
    window = high
    window.go_to(window.find("web/src/api/orders.ts", "delete(`/${id}"))
    window.command("seamark.contracts.focus")
    wait_for("the problem", lambda: shows(window, "DELETE /orders/{}", "not served"))
    rows = window.page.locator(".pane-body .monaco-list-row")
    wait_for("its group", lambda: (rows.first.get_attribute("aria-label") or "").startswith("Problems, 1 contract"))
    assert shows(window, "web", "1 problem")
    row(window, "DELETE /orders/{}").click()
    wait_for("the jump", lambda: window.here()[0] == "web/src/api/orders.ts")
    window.picture("problems")


def test_the_contracts_are_filtered_while_a_text_is_typed(high: Workbench) -> None:
    window = high
    window.command("seamark.contracts.focus")
    wait_for("the contracts", lambda: shows(window, "orders", "contracts"))
    window.run("vscode.commands.executeCommand('seamark.contracts.filter')")
    box = window.page.locator(".quick-input-widget input").first
    box.wait_for(state="visible")
    box.fill("payments")
    message = window.page.locator(".pane-body .message", has_text="of 35 contracts with “payments”")
    wait_for("the fewer ones", message.count)
    wait_for("the others' end", lambda: not shows(window, "newsletter", ""))
    window.picture("filtering")
    window.press("Escape")
    wait_for("all again", lambda: shows(window, "newsletter", "") and not message.count())
    window.run("vscode.commands.executeCommand('seamark.contracts.filter')")
    box.wait_for(state="visible")
    box.fill("payments")
    wait_for("the fewer ones", message.count)
    row(window, "GET /orders/{}").click()
    wait_for("the jump", lambda: window.here()[0] in ("orders/orders/views.py", "payments/orders.go"))
    assert message.count() and box.is_visible()
    box.press("Enter")
    box.wait_for(state="hidden")
    assert message.count()
    window.command("seamark.contracts.all")
    wait_for("all again", lambda: shows(window, "newsletter", ""))
    window.command("seamark.contracts.unmatched")
    wait_for("those without a match", lambda: shows(window, "GET /health", "") and not shows(window, "newsletter", ""))
    window.picture("unmatched")
    window.command("seamark.contracts.all")


def test_contracts_of_tests_are_shown_on_request(high: Workbench) -> None:
    window = high
    test = window.folder / "web" / "src" / "orders.test.ts"
    test.write_text("fetch('/only/tested')\nfetch('/orders/1')\n")
    try:
        window.command("seamark.contracts.focus")
        window.command("seamark.contracts.showTests")
        wait_for("its call", lambda: shows(window, "GET /orders/{}", "4 calls"))
        row(window, "GET /orders/{}").click()
        window.press("End")  # What nothing serves stands last.
        wait_for("the test's", lambda: shows(window, "GET /only/tested", "1 call"))
        assert shows(window, "Not served here", "1 contract")
        window.picture("not-served")
        window.press("Home")
        window.command("seamark.contracts.hideTests")
        wait_for(
            "their end",
            lambda: shows(window, "GET /orders/{}", "3 calls") and not shows(window, "GET /only/tested", ""),
        )
    finally:
        test.unlink()


def test_a_click_counts_while_the_contracts_are_made_anew(window: Workbench) -> None:
    window.command("seamark.contracts.focus")
    wait_for("the contracts", lambda: shows(window, "GET /orders/{}", "3 calls"))
    unfold(window, "GET /orders/{}")
    wait_for("its sides", lambda: shows(window, "call Orders.Read", "payments · 0."))
    caller = "web/src/api/orders.ts"
    for pause in (0.45, 0.5, 0.52, 0.54, 0.56, 0.58, 0.6, 0.65):
        window.go_to(window.find(caller, "lines`"))
        window.page.keyboard.type("other")
        time.sleep(pause)
        row(window, "call Orders.Read").click()
        wait_for("the jump", lambda: window.here()[0] == "payments/orders.go")
    window.go_to(window.find(caller, "lines`"))
    window.command("workbench.action.files.revert")
    wait_for("the former ones", lambda: shows(window, "POST /orders/{}/lines", "1 call"))
    fold(window, "GET /orders/{}")


def test_the_map_leads_to_the_code(window: Workbench) -> None:
    window.command("seamark.showMap")
    page = window.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")
    wait_for("the services", lambda: page.locator(".node").count() == 14)
    page.get_by_role("button", name="web: ").click()
    window.press("ArrowRight", "Enter")
    wait_for("what is selected", lambda: page.locator("#details h2").inner_text() == "newsletter")
    page.get_by_role("button", name="orders: ").click()
    window.picture("map")
    page.get_by_role("button", name="Go to the provider API.refund").click()
    wait_for("the code", lambda: window.here() == ("payments/api.go", "refund"))
    page.get_by_label("gRPC").uncheck()
    wait_for("the fewer lines", lambda: page.locator(".edge.is-grpc").count() == 0)
    page.get_by_label("gRPC").check()
    window.command("workbench.action.closeAllEditors")


def row(window: Workbench, name: str) -> Locator:
    """The row of the view that is read out with this name first."""
    return window.page.locator(f".pane-body .monaco-list-row[aria-label^='{name},']").first


def shows(window: Workbench, name: str, about: str) -> bool:
    """Whether the view has such a row, of which this is said: numbers at its end are read out, too."""
    said = "rows => rows.map(row => `${row.innerText} ${row.ariaLabel}`)"
    rows = window.page.locator(f".pane-body .monaco-list-row[aria-label^='{name},']")
    return any(about in text for text in rows.evaluate_all(said)[:1])


def unfold(window: Workbench, name: str) -> None:
    """Show what is below a row that leads to code by itself."""
    _turn(window, name, "true")


def fold(window: Workbench, name: str) -> None:
    """Hide what is below a row."""
    _turn(window, name, "false")


def _turn(window: Workbench, name: str, expanded: str) -> None:
    if row(window, name).get_attribute("aria-expanded") != expanded:
        row(window, name).locator(".monaco-tl-twistie").click()
    wait_for(f"{name} to turn", lambda: row(window, name).get_attribute("aria-expanded") == expanded)


def test_the_page_of_the_extension(window: Workbench) -> None:
    """What is said of it where extensions are listed: pictures are there, and links lead somewhere."""
    window.run("vscode.commands.executeCommand('workbench.extensions.search', '@installed Seamark')")
    listed = window.page.locator(".extension-list-item", has_text="Seamark").first
    wait_for("the list", listed.count)
    listed.click()
    page = window.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")
    wait_for("the text", lambda: page.locator("h1", has_text="Seamark for VS Code").count())
    loaded = "images => images.map(image => image.complete && image.naturalWidth > 0)"
    wait_for("its picture", lambda: page.locator("img").evaluate_all(loaded) == [True])
    page.locator("img").scroll_into_view_if_needed()
    window.picture("page")
    lost = page.locator("a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert [link for link in lost if not link.startswith(("https://", "#"))] == []
    window.command("workbench.action.closeAllEditors")


@pytest.mark.parametrize("step", ["server", "folder", "jump", "all"])
def test_the_walkthrough(window: Workbench, step: str) -> None:
    if step == "all":
        window.command("seamark.contracts.focus")
    category = {"category": "seamark.seamark#start", "step": step}
    window.command("workbench.action.openWalkthrough", category, False)
    shown = window.page.locator(".getting-started-step.expanded")
    wait_for("the step", lambda: shown.count() == 1 and f"#{step}" in str(shown.get_attribute("data-step-id")))
    wait_for("its page", window.page.frame_locator("iframe.webview").frame_locator("iframe").locator("h1").count)
    wait_for("its tick", shown.locator(".codicon-getting-started-step-checked").count)
    window.picture(f"walkthrough-{step}")
    window.command("workbench.action.closeAllEditors")


def test_the_log_says_what_was_read(window: Workbench) -> None:
    logs = list((window.log.parent / "data" / "logs").rglob("*Seamark.log"))
    said = "".join(log.read_text() for log in logs)
    assert re.search(r"Read the workspace: \d\d files, 35 contracts, in \d+\.\d seconds", said), said


def test_the_status_item_says_which_server_runs(window: Workbench) -> None:
    window.go_to(window.find("web/src/api/orders.ts", "delete(`/${id}"))
    window.page.locator("#status\\.languageStatus").click()
    said = window.page.locator(".hover-language-status", has_text="Seamark")
    wait_for("the counts", lambda: re.search(r"35 contracts in \d+ files, 1 problem", "".join(said.all_inner_texts())))
    window.picture("status")
    window.press("Escape")


@pytest.mark.parametrize("theme", ["Default Dark Modern", "Default High Contrast", "Default High Contrast Light"])
def test_views_in_other_colours(window: Workbench, theme: str) -> None:
    update = "await vscode.workspace.getConfiguration('workbench').update('colorTheme', args.theme ?? undefined, true)"
    window.run(update, theme=theme)
    window.command("seamark.contracts.focus")
    wait_for("the contracts", lambda: shows(window, "GET /orders/{}", "3 calls"))
    window.command("seamark.showMap")
    page = window.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")
    wait_for("the services", lambda: page.locator(".node").count() == 14)
    page.get_by_role("button", name="orders: ").click()
    window.picture(f"map-{theme}")
    window.go_to(window.find(CLIENT, CALL, INSIDE))
    window.command("editor.action.showHover")
    wait_for("the hover", lambda: window.page.locator(".monaco-hover:visible", has_text="read_product").count())
    window.picture(f"hover-{theme}")
    window.press("Escape")
    window.run(update)
    window.command("workbench.action.closeAllEditors")


def test_pictures_for_the_readme(window: Workbench) -> None:
    """Small ones, with nothing but what they are about: `make pictures` puts them into docs/."""
    window.page.set_viewport_size({"width": 1080, "height": 560})
    window.command("workbench.action.closeSidebar")
    window.run("await vscode.workspace.getConfiguration('editor').update('minimap.enabled', false, true)")
    window.command("seamark.showMap")
    page = window.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")
    wait_for("the services", lambda: page.locator(".node").count() == 14)
    page.get_by_role("button", name="orders: ").click()
    window.picture("readme-map")
    window.command("workbench.action.closeAllEditors")
    window.run("await vscode.workspace.getConfiguration('editor').update('minimap.enabled', undefined, true)")
    window.page.set_viewport_size({"width": 1400, "height": 900})


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_pictures_of_a_jump(window: Workbench, theme: str) -> None:
    """A call, what Seamark says of it, its handler, and who calls that: `make pictures` makes a moving one of them."""
    update = "await vscode.workspace.getConfiguration(args.section).update(args.name, args.value ?? undefined, true)"
    window.page.set_viewport_size({"width": 900, "height": 480})
    window.command("workbench.action.closeSidebar")
    window.run(update, section="workbench", name="colorTheme", value=f"Default {theme} Modern")
    window.run(update, section="editor", name="minimap.enabled", value=False)
    window.go_to(window.find(CLIENT, CALL, INSIDE))
    wait_for("the lenses", lambda: window.page.locator(".codelens-decoration a", has_text="served by").count() > 1)
    window.picture(f"jump-{theme}-1")
    window.command("editor.action.showHover")
    wait_for("the hover", lambda: window.page.locator(".monaco-hover:visible", has_text="read_product").count())
    window.picture(f"jump-{theme}-2")
    window.press("Escape", "F12")
    wait_for("the jump", lambda: window.here() == (ROUTES, "read_product"))
    wait_for("the lens", lambda: window.page.locator(".codelens-decoration a", has_text="consumer").count())
    window.picture(f"jump-{theme}-3")
    window.command("editor.action.goToReferences")
    wait_for("the list", lambda: window.page.locator(".peekview-widget .reference-file").count() > 1)
    window.picture(f"jump-{theme}-4")
    window.press("Escape")
    window.command("workbench.action.closeAllEditors")
    window.run(update, section="workbench", name="colorTheme")
    window.run(update, section="editor", name="minimap.enabled")
    window.page.set_viewport_size({"width": 1400, "height": 900})


def test_restart(window: Workbench) -> None:
    before = servers(str(window.folder.parent))
    window.run("await Promise.all([1, 2, 3].map(() => vscode.commands.executeCommand('seamark.restart')))")
    call = window.find(CLIENT, CALL, INSIDE)
    wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY)
    assert servers(str(window.folder.parent)) == before


def test_a_setting_that_names_no_server(window: Workbench) -> None:
    update = "await vscode.workspace.getConfiguration('seamark').update('server.path', args.path ?? undefined, true)"
    window.run(update, path="/nowhere/seamark")
    wait_for("the complaint", lambda: any("/nowhere/seamark" in text for text in window.notifications()))
    window.picture("wrong-setting")
    window.command("notifications.clearAll")
    window.run(update, path=str(SERVER))
    call = window.find(CLIENT, CALL, INSIDE)
    wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY)
    window.run(update, path=None)
    wait_for(
        "the selected one", lambda: any("\0-I\0-m\0seamark" in name for name in servers(str(window.folder.parent)))
    )


def test_installing(installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path) -> None:
    """In a fresh profile, where no server is to be found, and at first no Python either."""
    shop = a_shop(tmp_path)
    with workbench(
        installed, chromium, shop, [vsix], PICTURES / "install", environment={"PATH": without_seamark()}
    ) as window:
        call = window.find(CLIENT, CALL, INSIDE)
        window.go_to(call)
        asked = "No Seamark server was found. Install it?"
        wait_for("the question", lambda: any(asked in text for text in window.notifications()), READY)
        time.sleep(HIDDEN)
        assert any(asked in text for text in window.notifications())
        window.picture("question")
        window.command("seamark.contracts.focus")
        wait_for("the offer", window.page.locator(".pane-body", has_text="No Seamark server was found").count)
        window.picture("missing")
        window.command("workbench.view.explorer")
        path = window.run("const before = process.env.PATH; process.env.PATH = ''; return before")
        window.choose("Install")
        wait_for("the advice", lambda: any("Python 3.11 or later" in text for text in window.notifications()))
        window.picture("no-python")
        window.command("notifications.clearAll")
        lost = "process.env.PIP_INDEX_URL = 'http://127.0.0.1:9/simple'; process.env.PIP_CONFIG_FILE = '/dev/null';"
        again = "vscode.commands.executeCommand('seamark.reinstall')"
        window.run(f"process.env.PATH = args.path; {lost} {again}", path=path)
        wait_for("what is wrong", lambda: any("cannot be reached" in text for text in window.notifications()), READY)
        window.picture("unreachable")
        window.choose("Proxy Setting")
        wait_for("the setting", window.page.locator(".settings-editor", has_text="Http: Proxy").count)
        window.command("workbench.action.closeAllEditors")
        window.run(f"{again}")
        wait_for("the same", lambda: any("cannot be reached" in text for text in window.notifications()), READY)
        window.run("delete process.env.PIP_INDEX_URL; delete process.env.PIP_CONFIG_FILE")
        window.choose("Retry")
        wait_for("the progress", window.notifications)
        window.picture("progress")
        wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY * 3)
        assert window.notifications() == []
        window.picture("installed")
        storage = Path(window.run("return vscode.extensions.getExtension('tests.probe').extensionPath")).parents[1]
        replaced_and_repaired(window, next((storage / "data").rglob("server.installed")), call)


def test_the_environment_of_a_workspace_has_the_server(
    installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path
) -> None:
    """As in a clone of Seamark itself."""
    shop = a_shop(tmp_path)
    python = shop / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    with workbench(
        installed, chromium, shop, [vsix], PICTURES / "clone", environment={"PATH": without_seamark()}
    ) as window:
        call = window.find(CLIENT, CALL, INSIDE)
        window.go_to(call)
        wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY)
        assert window.notifications() == []
        window.page.locator("#status\\.languageStatus").click()
        item = window.page.locator(".hover-language-status", has_text="from .venv in shop")
        wait_for("where it is from", item.count)
        window.picture("status")


def test_the_contracts_say_how_much_has_been_read(
    installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path
) -> None:
    many = tmp_path / "many"
    many.mkdir()
    route = "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/things/{0}')\ndef thing_{0}(): ...\n"
    names = ["".join(letters) for letters in product("abcdefghijk", repeat=3)]
    for name in names:
        (many / f"{name}.py").write_text(route.format(name))
    environment = {"PATH": without_seamark(), "SEAMARK_TEST_PYTHON": sys.executable}
    with workbench(installed, chromium, many, [vsix], PICTURES / "reading", environment=environment) as window:
        window.command("seamark.contracts.focus")
        message = window.page.locator(".pane-body .message", has_text="Reading")
        reading = re.compile(r"Reading [\d,]+ of 1,331 files …")
        wait_for("how far it is", lambda: reading.search("".join(message.all_inner_texts())), READY)
        window.picture("reading")
        wait_for("the end", lambda: shows(window, "many", "1,331 contracts") and not message.count(), READY * 3)
        window.picture("read")


def replaced_and_repaired(window: Workbench, note: Path, call: Place) -> None:
    """What an older extension has installed is replaced, and what does not answer is installed anew, if one agrees."""
    newest = note.read_text()
    note.write_text("of an older wheel")
    window.command("seamark.restart")
    wait_for("the newer server", lambda: note.exists() and note.read_text() == newest, READY * 3)
    wait_for("its answer", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY)
    for module in (note.parent / "server").rglob("seamark/__main__.py"):
        module.unlink()
    window.command("seamark.restart")
    wait_for("the question", lambda: any("does not answer" in text for text in window.notifications()))
    window.picture("broken")
    window.choose("Repair")
    wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY * 3)
    assert window.notifications() == []


def test_a_workspace_of_several_folders(installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path) -> None:
    """One server joins what stands in all of them, also in one that is added later on."""
    shop = a_shop(tmp_path)
    stated = {"folders": [{"path": name} for name in ("web", "orders")]}
    (shop / "shop.code-workspace").write_text(json.dumps(stated))
    environment = {"SEAMARK_TEST": tmp_path.name, "PATH": without_seamark(), "SEAMARK_TEST_PYTHON": sys.executable}
    with workbench(installed, chromium, shop, [vsix], PICTURES / "several", environment=environment) as window:
        order = window.find("web/src/api/orders.ts", "get<Order>(`/${id}", len("get<Order>(`/"))
        views = ("orders/orders/views.py", "read_order")
        wait_for("the jump to the other folder", lambda: definitions(window, order) == [views], READY)
        product = window.find(CLIENT, CALL, INSIDE)
        assert definitions(window, product) == []
        only = servers(tmp_path.name)
        window.run(
            "vscode.workspace.updateWorkspaceFolders(2, 0, { uri: vscode.Uri.file(args.folder) })",
            folder=str(shop / "catalog"),
        )
        wait_for("the folder that was added", lambda: definitions(window, product) == [(ROUTES, "read_product")])
        window.run("vscode.workspace.updateWorkspaceFolders(2, 1)")
        wait_for("its end", lambda: definitions(window, product) == [])
        assert len(servers(tmp_path.name)) == len(only)
        assert window.notifications() == []


def test_from_one_checkout_into_another(installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path) -> None:
    """One repository is open; another is checked out beside it; of a third there is only the store."""
    root = organisation(tmp_path)
    environment = {"SEAMARK_TEST": tmp_path.name, "PATH": without_seamark(), "SEAMARK_TEST_PYTHON": sys.executable}
    with workbench(
        *(installed, chromium, root.checkouts / "web", [vsix], PICTURES / "organisation"),
        settings={"seamark.organisation.store": str(root.store)},
        environment=environment,
    ) as window:
        order = window.find("src/api/orders.ts", "get<Order>(`/${id}", len("get<Order>(`/"))
        window.go_to(order)
        wait_for("the server", lambda: window.ask("vscode.executeDefinitionProvider", order), READY)
        window.command("editor.action.showHover")
        wait_for("the hover", lambda: window.page.locator(".monaco-hover:visible", has_text="orders@").count())
        window.picture("hover")
        window.press("Escape", "F12")
        wait_for("the jump", lambda: window.here() == ("../orders/orders/views.py", "read_order"))
        window.picture("handler")
        product = window.find("src/api/catalog.ts", CALL, INSIDE)
        window.go_to(product)
        lens = window.page.locator(".codelens-decoration a", has_text="served by read_product")
        wait_for("the lens", lens.count)  # What a hover would not wait for is known then.
        window.command("editor.action.showHover")
        link = window.page.locator(".monaco-hover:visible a[data-href^='https://github.com/shop/catalog/blob/']")
        wait_for("the link", link.count)
        window.picture("page")
        window.press("Escape")
        window.page.context.route("https://github.com/**", lambda route: route.fulfill(body="a page"))
        button = window.page.get_by_role("button", name="Open", exact=True)

        def is_asked() -> bool:
            """Whether VS Code asks; a click is lost where lenses are shown anew just then."""
            lens.first.click()
            with suppress(NotInTimeError):
                button.wait_for(timeout=5_000)
            return button.is_visible()

        with window.page.context.expect_page() as opened:
            wait_for("the question whether to open a page", is_asked)
            button.click()
        assert re.fullmatch(
            r"https://github.com/shop/catalog/blob/[0-9a-f]{40}/catalog/routes/products.py#L\d+", opened.value.url
        )
        assert window.notifications() == []


def test_every_setting_reaches_the_server(
    installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path
) -> None:
    """What the client says of settings is written down on its way, and is what the user has set."""
    said, program = tmp_path / "said", tmp_path / "seamark"
    program.write_text(
        f'#!/bin/sh\nif [ "$1" = lsp ]; then tee -a {said} | {SERVER} lsp; else exec {SERVER} "$@"; fi\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    # The workbench has those of a machine in another place: where the server is, another test sets.
    chosen = {name: another(schema) for name, schema in contributed_properties().items() if schema["scope"] == "window"}
    environment = {"PATH": os.pathsep.join((str(tmp_path), without_seamark()))}
    with workbench(
        *(installed, chromium, a_shop(tmp_path), [vsix], PICTURES / "settings"),
        settings=chosen,
        environment=environment,
    ) as window:
        window.go_to(window.find(CLIENT, CALL, INSIDE))
        wait_for("the settings", lambda: "result" in said_last(said), READY)
        messages = list(bodies(said.read_bytes()))
        (start,) = (one["params"] for one in messages if one.get("method") == "initialize")
        assert start["initializationOptions"]["callHierarchy"] == {"enabled": True}
        answers = [one["result"][0] for one in messages if "result" in one and isinstance(one["result"], list)]
        expected = {name: one for key, value in chosen.items() for name, one in flat(key, value)}
        assert dict(flat("seamark", answers[0])) == {**expected, "seamark.server.path": ""}
        window.run("await vscode.workspace.getConfiguration('seamark').update('callHierarchy.enabled', false, true)")
        wait_for("another start", lambda: said.read_bytes().count(b'"method":"initialize"') > 1)


def another(schema: dict[str, Any]) -> Any:
    """A value that a setting does not have by itself."""
    match schema["type"]:
        case "boolean":
            return not schema["default"]
        case "object":
            return {"nothing": "nowhere"}
        case "string" if "enum" not in schema:
            return "nowhere"
        case "array":
            return schema["items"].get("enum", ["nothing"])[:1]
        case "number":
            return schema["default"] / 2 or 0.01
        case _:
            return next(value for value in schema["enum"] if value != schema["default"])


def flat(name: str, said: Any) -> Iterator[tuple[str, Any]]:
    """The settings in what is said of all of them, each by its name."""
    if not isinstance(said, dict):
        yield name, said
        return
    for key, value in said.items():
        yield from flat(f"{name}.{key}", value)


def bodies(stream: bytes) -> Iterator[dict[str, Any]]:
    """The messages in what a client wrote."""
    while (header := re.match(rb"Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n", stream)) is not None:
        end = header.end() + int(header[1])
        if end > len(stream):
            return
        yield json.loads(stream[header.end() : end])
        stream = stream[end:]


def said_last(said: Path) -> dict[str, Any]:
    """The answer to the server's question for settings, once it is written."""
    messages = bodies(said.read_bytes() if said.exists() else b"")
    return next((one for one in messages if isinstance(one.get("result"), list)), {})


def test_nothing_of_an_untrusted_workspace_is_run(
    installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path
) -> None:
    shop = a_shop(tmp_path)
    trap, fell = shop / ".venv" / "bin" / "seamark", tmp_path / "fell"
    trap.parent.mkdir(parents=True)
    trap.write_text(f"#!/bin/sh\ntouch {fell}\n")
    trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
    python = Path(shutil.copy2(trap, trap.with_name("python")))
    (shop / ".vscode").mkdir()
    (shop / ".vscode" / "settings.json").write_text(f'{{"seamark.server.path": "{trap}"}}')
    path = os.pathsep.join((str(trap.parent), str(SERVER.parent), without_seamark()))
    environment = {"PATH": path, "SEAMARK_TEST_PYTHON": str(python)}
    with workbench(
        installed, chromium, shop, [vsix], PICTURES / "trust", environment=environment, trusted=False
    ) as window:
        call = window.find(CLIENT, CALL, INSIDE)
        window.page.get_by_role("button", name="No, I don't trust the authors").click()
        window.go_to(call)
        wait_for("the server", lambda: definitions(window, call) == [(ROUTES, "read_product")], READY)
        window.picture("untrusted")
        assert not fell.exists()
        window.command("workbench.trust.manage")
        window.page.get_by_role("button", name="Trust", exact=True).click()
        wait_for("the trap", fell.exists)


def test_a_folder_without_contracts(installed: Installation, chromium: Browser, vsix: Path, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "main.py").write_text("print('hello')\n")
    environment = {"PATH": without_seamark(), "SEAMARK_TEST_PYTHON": sys.executable}
    with workbench(
        installed, chromium, tmp_path / "notes", [vsix], PICTURES / "empty", environment=environment
    ) as window:
        window.command("seamark.contracts.focus")
        welcome = window.page.locator(".pane-body .welcome-view-content")
        wait_for("the advice", lambda: "No contracts were found" in "".join(welcome.all_inner_texts()), READY)
        window.picture("contracts")
        window.command("seamark.showMap")
        page = window.page.frame_locator("iframe.webview").frame_locator("iframe#active-frame")
        wait_for("the same of the map", lambda: "No contracts" in page.locator("#empty").inner_text())
        window.picture("map")


def without_seamark() -> str:
    """PATH, but for the folders that have a server."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not Path(folder, "seamark").exists())
