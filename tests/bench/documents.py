"""What an OpenAPI document of 80,000 lines takes, beside PyYAML's bare `compose` in C: python documents.py

Seamark's time is that of all it does between an edit in the document and its ports: reading, keys, the index. All times
are those of the processor.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from seamark.index import Index

OPERATION = """\
    {}:
      summary: What it does
      description: |-
        Some text: with a colon
        get: this is no verb
      tags: [things, 'more']
      responses:
        '200':
          description: OK
          content:
            application/json:
              schema:
                type: object
                properties:
                  id: {{type: string, format: uuid}}
                  name:
                    type: string
                    example: "a: b"
"""
VERBS = ("get", "put", "delete")


def document(lines: int) -> str:
    """A document of about as many lines."""
    path = "  /things{}/{{id}}:\n" + "".join(OPERATION.format(verb) for verb in VERBS)
    head = "openapi: 3.0.3\nservers:\n- url: https://api.example.com/v1\npaths:\n"
    return head + "".join(path.replace("{}", str(number), 1) for number in range(lines // path.count("\n")))


def seconds(*works: Callable[[], object]) -> list[float]:
    """The best of three of each, in turns: whatever else the machine does only adds to it, and soon to all."""

    def once(work: Callable[[], object]) -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    rounds = [[once(work) for work in works] for _ in range(3)]
    return [min(times) for times in zip(*rounds, strict=True)]


def main() -> None:
    """Print the two times and their ratio."""
    text = document(80_000)
    data = text.encode()
    with tempfile.TemporaryDirectory() as folder:
        index = Index([Path(folder)])
        bare, ours = seconds(
            lambda: yaml.compose(text, yaml.CSafeLoader),
            lambda: index.open("openapi.yaml", data),
        )
        count = len(index.ports())
    print(f"{text.count(chr(10)):,} lines, {len(data) / 1e6:.1f} MB, {count:,} operations")
    print(f"yaml.compose {bare:.2f} s, seamark {ours:.2f} s: {ours / bare:.2f} of it")


if __name__ == "__main__":
    main()
