"""The language that docs/add-a-language.md adds is read: all that stands on the page is put into a copy of Seamark."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import seamark

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"`([\w/.]+)`[^`]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ROWS = {"LANGUAGES": "languages.py", "DIALECTS": "source/dialects.py"}
"""The tuples to which rows are added, and where they stand."""
_CHECK = """
import sys
from pathlib import Path
from tests.features.checking import check
for number, case in enumerate(Path(sys.argv[1]).read_text("utf-8").split("=== ")[1:]):
    folder = Path(sys.argv[2], str(number))
    folder.mkdir()
    check(case.partition("\\n")[2].lstrip(), folder)
    print(case.partition("\\n")[0])
"""


def test_the_language_that_the_page_adds_is_read(tmp_path: Path) -> None:
    source = tmp_path / "seamark"
    shutil.copytree(Path(seamark.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))
    blocks = dict(_BLOCK.findall((ROOT / "docs" / "add-a-language.md").read_text("utf-8")))
    for name, module in _ROWS.items():
        text = (source / module).read_text("utf-8")
        added = re.sub(rf"^{name} = \(", rf"\g<0>\n{blocks.pop(name).strip()},", text, count=1, flags=re.MULTILINE)
        assert added != text
        (source / module).write_text(added, "utf-8")
    for path, text in blocks.items():
        file = tmp_path / path if path.startswith("tests/") else source / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (cases,) = (tmp_path / "tests").rglob("*.txt")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, ROOT)))}
    command = [sys.executable, "-c", _CHECK, str(cases), str(tmp_path)]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    titles = run.stdout.splitlines()
    assert sum(title.startswith("not ") for title in titles) >= 2 and len(titles) > 2
