"""A file while it is read for contracts: the calls in it, and what is known and noted of them.

In: the view of a file, its evaluator, what other files contribute.
Out: answers about one call site (arguments, objects, spans), and a `FileAnalysis` that collects what is found.
Never: decides what a call is; that is `recognition/dispatch`.
"""
