from __future__ import annotations

import re

import pytest

from seamark.settings import options, parse_settings, settings
from seamark.settings.page import page
from seamark.settings.toml import lines

TEXT = '''
# [files] is not here
[files]
exclude = [
    "a",  # "b
    "[services]",
]
"maxSize" = 1

[services]
"a b" = "x"
other = """
[ignore]
keys = 3
"""

[basePaths]
routes = { api = "/x" }
calls."web/a.ts" = "/y"

[[catalogue]]
name = "one"
languages = ["go"]
[catalogue.types.client]
role = "client"
[[catalogue.requests]]
url = "0"
[[catalogue.requests]]
url = "1"
[[catalogue]]
name = "two"
languages = ["go"]
[[catalogue.requests]]
url = "2"
'''


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\n", "\r\n")])
def test_lines_of_keys_and_tables(text: str) -> None:
    found = {".".join(map(str, key)): line for key, line in lines(text).items()}
    expected = {
        "files": 3,
        "files.exclude": 4,
        "files.maxSize": 8,
        "services": 10,
        "services.a b": 11,
        "services.other": 12,
        "basePaths": 17,
        "basePaths.routes": 18,
        "basePaths.calls.web/a.ts": 19,
        "catalogue": 21,
        "catalogue.0": 21,
        "catalogue.0.name": 22,
        "catalogue.0.types.client": 24,
        "catalogue.0.requests": 26,
        "catalogue.0.requests.0": 26,
        "catalogue.0.requests.1.url": 29,
        "catalogue.1": 30,
        "catalogue.1.requests.0": 33,
        "catalogue.1.requests.0.url": 34,
    }
    assert {key: found.get(key) for key in expected} == expected
    assert "ignore" not in found


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[files]\n\nmaxsize = 1\n", 3, "`files.maxsize` is not a setting; did you mean `files.maxSize`?"),
        ('[services]\na = "b"\nc = 1\n', 3, "`services.c`: expected a text, got a number"),
        ('files.exclude = [\n  "a",\n  1,\n]', 1, "`files.exclude[1]`: expected a text, got a number"),
        ("[files]\nmaxSize = = 1\n", 2, "is not valid TOML: invalid value"),
        ("[files]\nexclude = [\n", 2, "is not valid TOML: invalid value"),
        ("[files]\nmaxSize = 1\n[files]\n", 3, "is not valid TOML: cannot declare ('files',) twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, message: str) -> None:
    ((found, wrong),) = parse_settings(text)[1]
    assert (found, wrong.message) == (line, message)


def test_the_example_of_the_page_is_valid_and_states_whatever_a_project_can_set() -> None:
    example = re.search(r"```toml\n(.*?)```", page(), re.DOTALL)
    assert example is not None
    layer, wrong = parse_settings(example[1])
    assert wrong == []
    assert set(layer) == {name for name, option in options().items() if option.place in ("anywhere", "project")}
    assert settings(layer).catalogue[0].requests[0].url == "1"
