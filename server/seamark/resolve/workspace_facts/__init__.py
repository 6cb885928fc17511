"""The workspace as resolution sees it: files arranged for look-ups, and what files tell each other.

In: facts of files, findings of other files.
Out: answers; each look-up is recorded as a dependency of whoever asked.
Never: evaluates an expression; reads from disk.
"""
