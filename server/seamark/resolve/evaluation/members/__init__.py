"""What follows a dot: members of modules, classes and objects, with what classes inherit.

In: the meaning of the receiver, and a name.
Out: the meaning of the member.
Never: whether the member states a contract.
"""
