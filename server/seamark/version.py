"""The version of Seamark, what it is installed as, and where it comes from."""

__version__ = "0.1.0"

DISTRIBUTION = "seamark-lsp"
"""What it is called in the package index, where `seamark` is something else."""

REPOSITORY = "https://git.example.com/tools/seamark"
"""The address of the repository, as a browser shows it: what else states it is held to this by a test."""
