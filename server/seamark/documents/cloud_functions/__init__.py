"""Documents that deploy functions to a cloud: a module for each kind.

In: the text of a YAML or JSON document.
Out: the routes whose requests run a function, with its name.
Never: looks for the function.
"""
