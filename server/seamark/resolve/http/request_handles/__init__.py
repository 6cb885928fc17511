"""Requests that several calls on one handle state, step by step: one sets the URL, another the verb (libcurl).

In: the calls on each handle of a client, in the order in which they run.
Out: requests, and for callers what a function does to their handle.
Never: requests that one call states.
"""
