"""`python -m seamark` does what `seamark` does."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        # `-m` looks for modules in the current folder first, and a workspace's `yaml.py` must not become ours.
        del sys.path[0]

    from seamark.cli.main import run

    run()
