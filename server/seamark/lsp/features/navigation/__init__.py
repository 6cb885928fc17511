"""Where a contract leads: definitions, references, call hierarchies.

In: a service and a place.
Out: places as plain data.
Never: knows the protocol.
"""
