"""The version of Seamark, and where it comes from."""

__version__ = "0.1.0"

REPOSITORY = "https://git.example.com/tools/seamark"
"""The address of the repository, as a browser shows it: the one place to state it in."""
