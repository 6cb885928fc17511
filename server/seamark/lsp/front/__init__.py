"""The process that speaks the protocol with the client.

In: the client's messages.
Out: answers, and messages to the engine.
Never: imports the index; waits for anything.
"""
