"""The folders of a workspace on disk: which files there are, and what is set for them.

In: the roots, the walk, project files and `seamark.toml`.
Out: names of files, their states, settings for each folder.
Never: reads source code; knows a port.
"""
