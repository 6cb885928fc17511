"""What `seamark check` and `seamark diff` say, and of which files: as they are, and as they were at a revision.

In: workspaces, revisions of git, baselines.
Out: texts in the forms that people and other programs read.
Never: decides what is wrong; `seamark.review` does.
"""
