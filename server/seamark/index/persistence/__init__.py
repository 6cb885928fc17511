"""What is kept between runs, in one SQLite file.

In: scans, facts, findings and ports, each under the digest of all that it follows from.
Out: the same, or nothing.
Never: gives a value that the present text, settings and code would not give.
"""
