"""What is known of a place, while its file is typed in."""

from __future__ import annotations

from pathlib import Path

from seamark.index import Index

TEXT = """package main

import "github.com/gin-gonic/gin"

func first() int { return 1 }

func main() {
	engine := gin.Default()
	api := engine
	api.Static("/users", "x")
	api = engine.Group("/api")
	api.Nothing("/users")
}
"""


def test_what_is_seen_behind_an_edit_is_what_is_seen_anew(tmp_path: Path) -> None:
    (tmp_path / "main.go").write_text(TEXT)
    typed = TEXT.replace("return 1", "return 12").encode()
    index, anew = Index([tmp_path]), Index([tmp_path])
    for one in (index, anew):
        one.load()
    for text in (TEXT.encode(), typed, TEXT.encode(), typed):
        index.open("main.go", text)
    anew.open("main.go", typed)
    part = 0, len(typed)
    assert index.describe_part("main.go", *part).calls == anew.describe_part("main.go", *part).calls
    assert any(b"api.Static" in typed[one.start : one.end] for one in index.describe_part("main.go", *part).calls)
