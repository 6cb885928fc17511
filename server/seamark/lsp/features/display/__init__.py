"""What is shown beside the code: hovers, lenses, hints, symbols, diagnostics.

In: a service, and a file or a place.
Out: plain data with byte offsets.
Never: knows the protocol.
"""
