"""The service map as a page, in a browser without a network: of the shop, and of 500 services."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from seamark.cli.graphs import service_map
from seamark.cli.main import main
from tests.protocol.processes import eventually

from .installing import debian, program
from .parts import EXTENSION, REPOSITORY, node
from .vscode.workbench import BROWSER

PICTURES = REPOSITORY / "build" / "page"
SLOW = 5_000
"""Milliseconds: usually it takes a tenth of that."""

Opened = Callable[[str], Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    debian([] if shutil.which("chromium") else ["chromium"], "the tests of the page")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program("chromium", "Chromium is needed"), args=BROWSER)
        yield started
        started.close()


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens a page from disk. It asks nothing of anybody, and complains of nothing."""
    with chromium.new_context(viewport={"width": 1400, "height": 900}) as context:
        asked: list[str] = []
        errors: list[str] = []

        def note(request: Request) -> None:
            asked.append(request.url)

        def open_page(text: str) -> Page:
            file = tmp_path / "map.html"
            file.write_text(text, "utf-8")
            page = context.new_page()
            page.on("request", note)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text))
            page.goto(file.as_uri())
            return page

        yield open_page
        assert [url for url in asked if not url.endswith("/map.html")] == []
        assert errors == []


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "shop.html"
    command = ["graph", str(REPOSITORY / "fixtures" / "shop"), "--format", "html", "-o", str(file)]
    assert CliRunner().invoke(main, command, catch_exceptions=False).output == ""
    return file.read_text("utf-8")


def test_the_page_in_the_package_is_that_of_the_extension(tmp_path: Path) -> None:
    built = tmp_path / "page.html"
    subprocess.run([node(), "scripts/page.mjs", str(built)], cwd=EXTENSION, check=True)
    packaged = Path(service_map.__file__).with_name("service_map.html")
    assert built.read_text("utf-8") == packaged.read_text("utf-8"), "`npm run page` in vscode-extension makes it anew"


def test_the_shop_with_the_keyboard(opened: Opened, shop: str) -> None:
    page = opened(shop)
    expect(page).to_have_title("Service map of shop")
    expect(page.locator(".node")).to_have_count(14)
    order = []
    for _ in range(7):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"))
        assert page.evaluate("document.activeElement.matches(':focus-visible')")
    assert order == ["Find a service", "tests", "least", "grouping", "Zoom out", "Zoom in", "all"]
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.id") != first
    page.get_by_role("button", name="orders: ").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#details h2")).to_have_text("orders")
    expect(page.locator("#details")).to_contain_text("API.refund payments/api.go:69")
    picture(page, "shop")
    assert page.evaluate(
        "[...document.querySelectorAll('input, select, button')].every((one) => one.labels?.length "
        "|| one.getAttribute('aria-label') || one.textContent)"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(chromium: Browser, shop: str, tmp_path: Path, scheme: Literal["light", "dark"]) -> None:
    """As far as axe can tell: roles, names, contrast."""
    node()
    file = tmp_path / "map.html"
    with chromium.new_context(color_scheme=scheme, bypass_csp=True) as context:
        page = context.new_page()
        for text, button in ((shop, "orders: "), (service_map.fill_page("Many", many(services=500, calls=4000)), "")):
            file.write_text(text, "utf-8")
            page.goto(file.as_uri())
            if button:
                page.get_by_role("button", name=button).click()
            else:
                page.get_by_role("button", name="Show all services").click()
                page.locator(".node.group").first.click()
            page.add_script_tag(path=EXTENSION / "node_modules" / "axe-core" / "axe.min.js")
            found = page.evaluate("axe.run()")
            assert len(found["passes"]) > 20
            assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []


def test_what_is_printed(opened: Opened, shop: str) -> None:
    page = opened(shop)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator("#picture")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


def test_what_names_hold_is_no_markup(opened: Opened) -> None:
    contracts = many(services=2, calls=40)
    text = json.dumps(contracts).replace("services/service-1", "</script><b>{contracts}")
    page = opened(service_map.fill_page("<i>{contracts}</i>", json.loads(text)))
    expect(page).to_have_title("<i>{contracts}</i>")
    expect(page.get_by_role("button", name="</script><b>{contracts}: ")).to_be_visible()


def test_500_services_begin_with_one_and_its_neighbours(opened: Opened) -> None:
    page = opened(service_map.fill_page("Many", many(services=500, calls=4000)))
    assert page.evaluate("performance.now()") < SLOW
    expect(page.locator("#details h2")).to_have_text(re.compile("^services/service-"))
    assert 2 <= page.locator(".node").count() <= 40
    expect(page.locator(".node[aria-pressed=true]")).to_have_count(1)
    picture(page, "500-first")


def test_500_services_in_groups_that_open(opened: Opened) -> None:
    page = opened(service_map.fill_page("Many", many(services=500, calls=4000)))
    page.get_by_role("button", name="Show all services").click()
    groups = page.locator(".node.group")
    assert 10 <= groups.count() == page.locator(".node").count() <= 40
    picture(page, "500-groups")
    label = groups.first.get_attribute("data-id") or ""
    groups.first.focus()
    page.keyboard.press("Enter")
    frame = page.locator(f".frame[data-id='{label}']")
    expect(frame).to_be_focused()
    expect(frame).to_have_attribute("aria-expanded", "true")
    inside = page.locator(".node:not(.group)")
    assert 2 <= inside.count() <= 60
    picture(page, "500-open")
    page.keyboard.press("Enter")
    expect(inside).to_have_count(0)
    expect(page.locator(".node:focus")).to_have_attribute("aria-expanded", "false")


def test_a_search_among_500_services(opened: Opened) -> None:
    page = opened(service_map.fill_page("Many", many(services=500, calls=4000)))
    page.get_by_role("button", name="Show all services").click()
    page.get_by_label("Find a service").fill("service-12")
    expect(page.locator("#details h2")).to_have_text("11 services found")
    page.keyboard.press("Enter")
    expect(page.locator("#details h2")).to_have_text("services/service-12")
    expect(page.locator(".node:focus")).to_have_attribute("data-id", "services/service-12")
    box = page.locator(".node:focus").bounding_box()
    assert box is not None and 0 <= box["x"] <= 1100 and 50 <= box["y"] <= 880
    picture(page, "500-search")
    page.get_by_role("button", name="Show only its neighbours").click()
    page.get_by_label("Find a service").fill("service-321")
    expect(page.locator("#details h2")).to_have_text("services/service-321")
    expect(page.get_by_role("button", name="services/service-321: ")).to_be_visible()
    assert page.url.endswith("#around=services%2Fservice-321")
    page.reload()
    expect(page.get_by_role("button", name="services/service-321: ")).to_be_visible()


def test_folders_are_groups_where_they_divide(opened: Opened) -> None:
    page = opened(service_map.fill_page("Folders", many(services=90, calls=300, folders=9)))
    page.get_by_role("button", name="Show all services").click()
    labels = page.locator(".node.group .name").all_text_contents()
    assert sorted(labels) == [f"services/team-{number}" for number in range(9)]


PARTS = {
    "pyproject.toml": '[project]\nname = "shelf"\n',
    "api/main.py": (
        "from fastapi import FastAPI\nfrom api.routers import books, people\napp = FastAPI()\n"
        "app.include_router(books.router)\napp.include_router(people.router)\n"
    ),
    "api/routers/books.py": "from fastapi import APIRouter\nrouter = APIRouter(prefix='/books')\n"
    "@router.get('/{id}')\ndef read(id): ...\n",
    "api/routers/people.py": "from fastapi import APIRouter\nrouter = APIRouter(prefix='/people')\n"
    "@router.get('/all')\ndef everyone(): ...\n",
    "tests/test_people.py": "from fastapi.testclient import TestClient\nfrom api.main import app\n"
    "client = TestClient(app)\ndef test_all():\n    client.get('/people/all')\n",
    "frontend/package.json": '{"name": "frontend"}',
    "frontend/src/clients.ts": (
        "export class Books { read(id: string) { return fetch(`/books/${id}`) } }\n"
        "export class People { all() { return fetch('/people/all') } lost() { return fetch('/humans/all') } }\n"
    ),
    "frontend/src/50%off.ts": "export function cheap() { return fetch('/people/all') }\n",
}


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The map of a repository of two parts, one of which is the repository's own folder."""
    return map_of(PARTS, tmp_path_factory.mktemp("parts") / "shelf")


def map_of(files: Mapping[str, str], folder: Path) -> str:
    """The page of a repository with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    file = folder.with_name(f"{folder.name}.html")
    command = ["graph", str(folder), "--format", "html", "-o", str(file), "--no-cache"]
    assert CliRunner().invoke(main, command, catch_exceptions=False).output == ""
    return file.read_text("utf-8")


def labels(page: Page, kind: str = ".node") -> list[str]:
    return sorted(page.locator(f"{kind} .name").all_text_contents())


def edges(page: Page) -> set[str]:
    """What the lines lead from and to, as people are told."""
    return {text.partition(":")[0] for text in page.locator(".edge title").all_text_contents()}


def test_the_repository_has_its_name_and_what_nobody_serves_is_drawn(opened: Opened, parts: str) -> None:
    page = opened(parts)
    assert labels(page) == ["Not served here", "frontend", "shelf"]
    assert edges(page) == {"frontend → shelf", "frontend → Not served here"}
    expect(page.locator("#details")).to_contain_text("2 services, 4 calls, 1 of them not served here.")
    expect(page.get_by_role("button", name="frontend: serves 0, calls 4")).to_have_count(1)
    page.get_by_role("button", name="Not served here: ").click()
    expect(page.locator("#details")).to_contain_text("GET /humans/all")
    expect(page.locator("#details")).to_contain_text("People.lost frontend/src/clients.ts:2")
    picture(page, "parts")
    page.get_by_role("checkbox", name="Not served here").uncheck()
    assert labels(page) == ["frontend", "shelf"]


def test_calls_of_tests_stand_apart(opened: Opened, parts: str) -> None:
    page = opened(parts)
    page.get_by_label("Tests").check()
    assert "Tests of shelf" in labels(page)
    assert "Tests of shelf → shelf" in edges(page)


def test_a_service_opens_into_its_modules(opened: Opened, parts: str) -> None:
    page = opened(parts)
    for service in ("shelf", "frontend"):
        page.get_by_role("button", name=f"{service}: ").click()
        page.get_by_role("button", name="Show its modules").click()
    assert labels(page) == ["50%off", "Books", "Not served here", "People", "books", "people"]
    assert edges(page) == {"50%off → people", "Books → books", "People → people", "People → Not served here"}
    assert [text.partition(" ·")[0] for text in labels(page, ".frame")] == ["▾ frontend", "▾ shelf"]
    picture(page, "parts-open")
    page.locator(".frame", has_text="shelf").click(position={"x": 20, "y": 15})
    assert labels(page) == ["50%off", "Books", "Not served here", "People", "shelf"]
    page.get_by_role("button", name="People: ").click()
    expect(page.locator("#details h2")).to_have_text("People")


def test_a_double_click_opens_a_service(opened: Opened, parts: str) -> None:
    page = opened(parts)
    page.get_by_role("button", name="shelf: ").dblclick()
    assert labels(page) == ["Not served here", "books", "frontend", "people"]
    page.get_by_role("button", name="people: ").dblclick()
    page.get_by_role("button", name="Not served here: ").dblclick()
    assert labels(page) == ["Not served here", "books", "frontend", "people"]


def test_the_only_service_is_open_until_somebody_closes_it(opened: Opened, tmp_path: Path) -> None:
    alone = {name.removeprefix("api/"): text for name, text in PARTS.items() if name.startswith("api/")}
    page = opened(map_of({**alone, "tests/test_people.py": PARTS["tests/test_people.py"]}, tmp_path / "shelf"))
    assert labels(page) == ["books", "people"]
    page.locator(".frame").click(position={"x": 20, "y": 15})
    assert labels(page) == ["shelf"]
    page.get_by_role("button", name="shelf: ").dblclick()
    assert labels(page) == ["books", "people"]
    one = {name: text for name, text in alone.items() if not name.endswith("people.py")}
    assert labels(opened(map_of(one, tmp_path / "one"))) == ["one"]


def test_the_head_is_one_line_at_760_pixels(opened: Opened, shop: str) -> None:
    page = opened(shop)
    page.set_viewport_size({"width": 760, "height": 700})
    tops = page.evaluate("[...document.querySelectorAll('header > *')].map(one => one.getBoundingClientRect())")
    shown = [one for one in tops if one["width"] > 1]
    assert len(shown) == 5
    assert max(one["top"] for one in shown) < min(one["bottom"] for one in shown)
    assert max(one["right"] for one in shown) <= 760
    picture(page, "shop-760")


def test_what_is_shown_whole_stays_so_in_another_window(opened: Opened, shop: str) -> None:
    page = opened(shop)
    for width, height in [(760, 700), (1200, 500)]:
        page.set_viewport_size({"width": width, "height": height})
        eventually(lambda: page.evaluate(_IS_FITTED))
    for _ in range(6):
        page.get_by_label("Zoom in").click()
    before = page.evaluate(_MIDDLE)
    page.set_viewport_size({"width": 760, "height": 700})
    eventually(lambda: page.evaluate(f"{_SCALE} === {before['scale']}"))
    after = page.evaluate(_MIDDLE)
    assert all(abs(after[name] - before[name]) < 1 for name in ("x", "y")), (before, after)


_BOX = "document.querySelector('#picture').viewBox.baseVal"
_SEEN = "document.querySelector('#picture').getBoundingClientRect()"
_SCALE = f"Math.round(100 * {_BOX}.width / {_SEEN}.width)"
_MIDDLE = f"({{x: {_BOX}.x + {_BOX}.width / 2, y: {_BOX}.y + {_BOX}.height / 2, scale: {_SCALE}}})"
_IS_FITTED = f"Math.abs({_BOX}.width / {_BOX}.height - {_SEEN}.width / {_SEEN}.height) < 0.01"
"""Whether the part of the picture that is seen has the shape of what it is seen in."""


def test_lines_of_several_mechanisms_are_in_the_legend(opened: Opened, shop: str, parts: str) -> None:
    page = opened(shop)
    expect(page.locator("#mechanisms")).to_contain_text("Several kinds")
    page.get_by_label("Queues").uncheck()
    page.get_by_label("Temporal").uncheck()
    expect(page.locator("#mechanisms")).not_to_contain_text("Several kinds")
    expect(opened(parts).locator("#mechanisms")).not_to_contain_text("Several kinds")


def test_groups_count_while_neighbours_are_shown(opened: Opened) -> None:
    page = opened(service_map.fill_page("Folders", many(services=90, calls=600, folders=6)))
    expect(page.locator(".node.group")).to_have_count(0)
    alone = page.locator(".node").count()
    page.get_by_label("Groups").select_option("folder")
    assert page.locator(".node.group").count() > 0
    assert page.locator(".node").count() < alone
    page.get_by_label("Groups").select_option("calls")
    assert page.locator(".node.group").count() > 0
    picture(page, "neighbours-in-groups")


@pytest.mark.parametrize("first", ["calls", "folder", "none"])
def test_no_name_is_one_of_ours(opened: Opened, first: str) -> None:
    """Whatever is selected when something else is shown."""
    page = opened(service_map.fill_page("Folders", many(services=90, calls=300, folders=9)))
    page.get_by_role("button", name="Show all services").click()
    page.get_by_label("Groups").select_option(first)
    page.get_by_label("Find a service").fill("service-12")
    page.keyboard.press("Enter")
    heading = page.locator("#details h2")
    for grouping in ("none", "calls", "folder", "none"):
        expect(heading).to_have_text("services/team-3/service-12")
        assert_no_name_is_ours(page)
        page.get_by_label("Groups").select_option(grouping)


def test_a_line_keeps_its_name_while_its_ends_are_in_groups(opened: Opened, parts: str) -> None:
    page = opened(parts)
    page.get_by_label("Tests").check()
    page.locator(".edge", has_text="Tests of shelf → shelf: ").dispatch_event("click")
    for grouping in ("folder", "calls", "none"):
        page.get_by_label("Groups").select_option(grouping)
        expect(page.locator("#details h2")).to_have_text("Tests of shelf → shelf")
        expect(page.locator("#details")).to_contain_text("test_all tests/test_people.py:5")
        assert_no_name_is_ours(page)


def assert_no_name_is_ours(page: Page) -> None:
    """In no text that is read, or read out, is an id."""
    spoken = page.locator("[aria-label], title").evaluate_all("all => all.map(one => one.ariaLabel ?? one.textContent)")
    assert spoken
    assert [text for text in [page.locator("body").inner_text(), *spoken] if "//" in text] == []


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def many(*, services: int, calls: int, folders: int = 0) -> dict[str, Any]:
    """Made-up contracts of teams of services: most calls stay in a team, and some services are called by many."""
    some = random.Random(1)
    teams = folders or min(20, services)
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    ports: list[dict[str, Any]] = []
    links = []

    def name(service: int) -> str:
        return f"services/team-{service % teams}/service-{service}" if folders else f"services/service-{service}"

    for number in range(calls):
        caller, served = some.randrange(services), int(services * some.random() ** 2)
        if some.random() < 0.85:
            served = served // teams * teams + caller % teams
        for role, service in (("exposes", min(served, services - 1)), ("consumes", caller)):
            place = {"uri": f"{name(service)}/main.py", "range": span}
            ports.append(
                {
                    "mechanism": some.choice(("http", "http", "http", "grpc", "queue")),
                    "role": role,
                    "key": f"GET /things/{number}",
                    "confidence": 0.9,
                    "service": name(service),
                    "language": "python",
                    "framework": "fastapi",
                    "document": False,
                    "test": False,
                    "name": f"thing_{number}",
                    "stated": place,
                    "target": place,
                }
            )
        links.append({"consumer": 2 * number + 1, "provider": 2 * number, "match": "exact", "confidence": 0.9})
    return {"reading": None, "name": "many", "ports": ports, "links": links}
