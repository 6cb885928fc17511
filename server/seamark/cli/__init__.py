"""The command line. Nothing else of Seamark prints.

In: the arguments of a command.
Out: text or JSON on standard output, and an exit code.
Never: decides what a contract is.
"""
