"""Keeps findings and ports current after changes.

In: changed files, and the questions that each result depends on.
Out: the findings and ports of each file, done again only where an answer differs.
Never: reads a file itself; decides what code means.
"""
