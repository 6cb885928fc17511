"""The process that asks the store, for an engine that must not wait for it.

It opens the store when it is asked, and lets go of it when it is no longer: nobody else can write to the replica while
it is open. What an engine that waits no longer has asked is answered all the same, as it will ask again.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO

from seamark import pipes
from seamark.index.persistence.cache import folder as cache_folder
from seamark.lsp import log
from seamark.store import replica
from seamark.store.errors import MissingError, StoreError
from seamark.store.folder import Folder

from . import messages
from .messages import Answered, Ask, Failed, Started

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from .messages import FromStore

_IDLE = 2.0
"""A store that nobody has asked for so many seconds is let go of."""
_LAST = 1.0
"""For so many seconds it may go on when nobody listens any more."""
_OLD = 20.0
"""After so many seconds it is opened anew: what is in it may be something else by now."""

_logger = logging.getLogger(__name__)


class _Store:
    """A store that is open while it is asked."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._address = ""
        self._connection: DuckDBPyConnection | None = None
        self._since = 0.0
        self._problems: set[tuple[str, str]] = set()

    @property
    def patience(self) -> float | None:
        """For how many seconds it may be left as it is; None for as long as one likes."""
        return None if self._connection is None else _IDLE

    def connection_to(self, address: str) -> DuckDBPyConnection:
        """The store at an address as it is, or was a few seconds ago. Raises `StoreError`, also if it is empty."""
        if self._connection is None or self._address != address or time.monotonic() - self._since > _OLD:
            self.close()
            opening = replica.open_replica(Folder(address), cache_folder())
            self._connection = self._stack.enter_context(opening)
            # DuckDB would make one in the working directory, which is the workspace.
            temporary = str(cache_folder() / "stores" / f"{os.getpid()}.tmp").replace("'", "''")
            self._connection.execute(f"SET temp_directory = '{temporary}'")
            self._address, self._since = address, time.monotonic()
            problems = {(one.path, one.reason) for one in replica.problems(self._connection, address)}
            for path, why in sorted(problems - self._problems):
                _logger.warning("%s is left out: %s", path, why)
            self._problems = problems
        replica.refuse_empty(self._connection, address)
        return self._connection

    def close(self) -> None:
        """Let go of what is open."""
        self._connection = None
        self._stack.close()

    def fail(self, error: Exception) -> Exception:
        """Let go of what is open, with which this happened; what that comes to."""
        self._connection = None
        stack, self._stack = self._stack, ExitStack()
        try:
            stack.__exit__(type(error), error, error.__traceback__)
        except (StoreError, type(error)) as meant:
            return meant
        return error


def serve() -> None:
    """Answer the process that started us, until it closes our standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log.listen(logging.StreamHandler(), "%(levelname)s %(name)s: %(message)s")
    incoming, outgoing = pipes.standard()
    waiting: SimpleQueue[Ask | None] = SimpleQueue()
    Thread(target=_listen, args=(incoming, waiting), name="engine", daemon=True).start()
    _load()
    _tell(outgoing, Started())
    store = _Store()
    while True:
        try:
            ask = waiting.get(timeout=store.patience)
        except Empty:
            store.close()
            continue
        if ask is None:
            break
        _tell(outgoing, _answer(store, ask))
    store.close()


def _load() -> None:
    """Load what takes long: how slow a store is does not depend on that. What fails is said by the first answer."""
    with suppress(Exception):
        import duckdb  # noqa: F401

        from . import finding  # noqa: F401


def _tell(outgoing: BinaryIO, message: FromStore) -> None:
    with suppress(BrokenPipeError):
        pipes.write_frame(outgoing, messages.encode(message))


def _listen(incoming: BinaryIO, waiting: SimpleQueue[Ask | None]) -> None:
    while (frame := pipes.read_frame(incoming)) is not None:
        waiting.put(messages.to_store(frame))
    waiting.put(None)
    time.sleep(_LAST)  # It may be in the middle of something long.
    os._exit(0)


def _answer(store: _Store, ask: Ask) -> Answered | Failed:
    try:
        connection = store.connection_to(ask.address)
        from .finding import find_other_sides

        return Answered(ask.number, tuple(find_other_sides(connection, ask)))
    except MissingError as error:
        return Failed(ask.number, str(error), lasts=True)
    except StoreError as error:
        return Failed(ask.number, str(error), lasts=False)
    except Exception as error:  # Whatever an object store's library raises, or DuckDB of a damaged replica.
        _logger.exception("The store cannot be asked")
        return Failed(ask.number, f"{ask.address} cannot be asked: {store.fail(error)}".partition("\n")[0], lasts=False)


if __name__ == "__main__":
    serve()
