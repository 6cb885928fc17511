"""What C and C++ say must hold where something stands: conditions and comparisons.

In: nodes of conditions, and the blocks around a node.
Out: the expressions that hold there, as facts.
Never: which path or verb a comparison states; that is `resolve/hand_written_routes`'s.
"""
