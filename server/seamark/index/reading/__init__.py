"""The files of a workspace and what they say, read when somebody asks or ahead by workers.

In: bytes on disk and in editors.
Out: scans, facts and views of files.
Never: decides what a call means; remembers who asked.
"""
