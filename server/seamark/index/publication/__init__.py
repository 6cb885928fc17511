"""What questions are answered from: the ports of one whole state of the workspace.

In: the ports of all files.
Out: tables by file and contract, answers about both sides, the graph.
Never: finds anything anew; shows half of a new state, but for the file that is being edited, which goes ahead.
"""
