"""Answers that editors show beside the code: hovers, lenses, hints, symbols, diagnostics.

In: the protocol's parameters.
Out: the protocol's results.
Never: looks a contract up; `features/display` does.
"""
