"""What happened, for people who look for a fault: in a file that does not grow, or on the standard error.

Nothing of the workspace's texts gets there. What an error says can be one of them, so that is left out.
"""

from __future__ import annotations

import logging
import traceback
from copy import copy
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from seamark.escaping import escape_text

_MOST = 1_000_000
_KEPT = 2


class Discreet(logging.Formatter):
    """Says of an error what it is and where it was raised; in words, only of those of the system.

    What a message is given, as names of files, is escaped in it: nothing of a workspace controls who reads a log.
    """

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        shown = copy(record)
        if isinstance(record.args, tuple):
            shown.args = tuple(one if isinstance(one, int | float) else escape_text(str(one)) for one in record.args)
        return super().format(shown)

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        """See `logging.Formatter`."""
        kind: type[BaseException]
        trace: TracebackType | None
        kind, error, trace = ei
        words = f": {escape_text(str(error))}" if isinstance(error, OSError) else ""
        return "".join(traceback.format_tb(trace)) + kind.__name__ + words


def begin(file: Path | None) -> None:
    """Log to a file, or if it cannot be written to the standard error."""
    logging.raiseExceptions = False
    # It logs whole messages, source text included. What matters of that we log ourselves.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    handler: logging.Handler = logging.StreamHandler()
    why = None
    if file is not None:
        try:
            handler = RotatingFileHandler(file, maxBytes=_MOST, backupCount=_KEPT, encoding="utf-8")
        except OSError as error:
            why = error
    listen(handler, "%(asctime)s %(levelname)s %(name)s: %(message)s")
    if why is not None:
        logging.getLogger(__name__).warning("The log cannot be written: %s", why)


def listen(handler: logging.Handler, form: str) -> None:
    """Pass everything that is logged to a handler."""
    handler.setFormatter(Discreet(form))
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(handler)
