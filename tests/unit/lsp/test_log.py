from __future__ import annotations

import logging

from seamark.lsp.log import Discreet

SAID = "a\x1b[31m\n2026 ERROR forged\u202e"
SHOWN = r"a\x1b[31m\x0a2026 ERROR forged\u202e"


def logged(message: str, *arguments: object, error: Exception | None = None) -> str:
    info = None if error is None else (type(error), error, None)
    record = logging.LogRecord("seamark", logging.WARNING, __file__, 1, message, arguments, info)
    return Discreet("%(levelname)s: %(message)s").format(record)


def test_names_in_messages_are_escaped_and_numbers_stay_numbers() -> None:
    assert logged("%s is left out after %d tries", SAID, 2) == f"WARNING: {SHOWN} is left out after 2 tries"
    assert logged("The log cannot be written: %s", OSError(SAID)) == f"WARNING: The log cannot be written: {SHOWN}"


def test_what_the_system_says_of_an_error_is_escaped() -> None:
    assert logged("failed", error=OSError(SAID)) == f"WARNING: failed\nOSError: {SHOWN}"
    assert logged("failed", error=ValueError(SAID)) == "WARNING: failed\nValueError"


def test_lines_of_a_message_of_our_own_stay() -> None:
    assert logged("first\nsecond: 100%") == "WARNING: first\nsecond: 100%"
