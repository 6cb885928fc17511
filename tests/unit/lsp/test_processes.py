from __future__ import annotations

import os
import subprocess
import sys

from seamark.lsp.front.processes import lives


def test_processes_live_until_they_have_ended() -> None:
    assert lives(os.getpid())
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert lives(other.pid)
    other.communicate(b"\n")
    assert not lives(other.pid)
