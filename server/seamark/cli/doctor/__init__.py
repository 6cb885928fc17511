"""What `seamark doctor` finds out: `Section`s of `Check`s, made by pure functions of what was looked at.

In: the installation, a workspace, a place in it.
Out: checks, each with a sentence of what was seen.
Never: changes anything.

`installation`, `organisation`, `workspace` and `place` each have a record of what they look at, and say what to make of
it; `visit` looks, and `shown` makes lines of what is said. Where libraries are missing, `requirements` alone can be
loaded.
"""
