"""What changes texts: completion, rename, code actions. Each edit is tried before it is offered.

In: a service and a place.
Out: edits as plain data.
Never: knows the protocol; writes a file.
"""
