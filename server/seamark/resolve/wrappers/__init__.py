"""Functions whose callers state the contract: wrappers, registrars, relays, makers.

In: requests, routes and names that depend on a parameter, and calls of such functions.
Out: what a function leaves to its callers, and what a caller states.
Never: decides what a contract is that a function states alone; such a request is only noted here.
"""
