"""What must hold for something to happen: conditions, comparisons, functions that compare.

In: the expressions that are true where a call stands.
Out: which things are equal there, and which a caller must give.
Never: whether the compared thing is a path.
"""
