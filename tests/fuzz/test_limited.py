from __future__ import annotations

import logging
import os

import pytest

from tests.limited import Failed, Limited, Limits

LIMITS = Limits(seconds=1, memory=1_000_000_000)


def behave(how: str) -> int:
    match how:
        case "loops":
            while True:
                pass
        case "grows":
            return len(bytes(2_000_000_000))
        case "raises":
            raise KeyError(how)
        case "logs":
            try:
                int(how)
            except ValueError:
                logging.getLogger("some").exception("it is wrong")
        case "dies":
            os._exit(3)
    return os.getpid()


@pytest.mark.parametrize(
    ("how", "reason", "trace"),
    [
        ("loops", "does not end within 1 s", ""),
        ("grows", "fails: MemoryError: ", "MemoryError"),
        ("raises", "fails: KeyError: 'raises'", "raise KeyError(how)"),
        ("logs", "logs an error: it is wrong", "int(how)"),
        ("dies", "dies with 3", ""),
    ],
)
def test_what_a_call_must_not_do_is_told_and_the_next_one_is_made(how: str, reason: str, trace: str) -> None:
    with Limited(behave, LIMITS) as limited:
        failed = limited(how)
        assert isinstance(failed, Failed)
        assert failed.reason == reason
        assert trace in failed.trace
        assert isinstance(limited("ends"), int)


@pytest.mark.parametrize("each_alone", [True, False])
def test_calls_share_a_process_or_have_their_own(each_alone: bool) -> None:
    with Limited(behave, LIMITS, each_alone=each_alone) as limited:
        assert (limited("ends") == limited("ends")) is not each_alone
