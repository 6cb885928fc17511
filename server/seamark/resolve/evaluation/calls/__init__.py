"""Calls: what they give, and how arguments and parameters belong to each other.

In: a call and where it stands.
Out: the meaning of its result, of an argument or of a parameter.
Never: whether the call states a contract.
"""
