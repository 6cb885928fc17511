"""Other people's processes."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import ctypes

    _SYNCHRONIZE, _ACCESS_DENIED, _TIMEOUT = 0x100000, 5, 0x102

    def lives(pid: int) -> bool:
        """Whether a process has not ended yet. One at which we must not look has not."""
        system = ctypes.WinDLL("kernel32", use_last_error=True)
        system.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(system.OpenProcess(_SYNCHRONIZE, False, pid))
        if not handle:
            return ctypes.get_last_error() == _ACCESS_DENIED
        try:
            return bool(system.WaitForSingleObject(handle, 0) == _TIMEOUT)
        finally:
            system.CloseHandle(handle)

else:

    def lives(pid: int) -> bool:
        """Whether a process has not ended yet. One at which we must not look has not."""
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except OSError:
            return True
        return True
