"""Built-in tables: what is wrong in one is said with its file and key."""

from __future__ import annotations

import pytest

from seamark.catalogue.loading import TableError, read_table

HEAD = 'name = "tiny"\nlanguages = ["python"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}routes = 1", "Expected `array`, got `int` - at `$.routes`"),
        (f'{HEAD}[[routes]]\npaths = "0"', "Object contains unknown field `paths` - at `$.routes[0]`"),
        (f'{HEAD}[[requests]]\nurl = "0"\nslash = "yes"', "Expected `bool`, got `str` - at `$.requests[0].slash`"),
        (f"{HEAD}aliases = {{ other = 1 }}", "Expected `array`, got `int` - at `$.aliases[...]`"),
        (f"{HEAD}routes = [", "Invalid value"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_key(text: str, message: str) -> None:
    with pytest.raises(TableError) as raised:
        read_table("tiny.toml", text)
    assert str(raised.value).startswith("tiny.toml: ")
    assert message in str(raised.value)


def test_a_name_with_a_dot_is_refused() -> None:
    with pytest.raises(TableError, match=r"^tiny\.toml: `names` has `on\.get`.* - at `\$\.routes\[0\]`$"):
        read_table("tiny.toml", f'{HEAD}[[routes]]\nnames = ["on.get"]')


def test_aliases_are_further_names_of_symbols() -> None:
    table = read_table("tiny.toml", f'{HEAD}aliases = {{ old = ["tiny"] }}\n[[routes]]\ncalls = ["tiny.get"]')
    assert table.routes[0].calls == ("tiny.get", "old.get")
