"""What limits processes does it as POSIX does."""

from __future__ import annotations

import sys

collect_ignore = ["test_limited.py", "test_tokens.py"] if sys.platform == "win32" else []
