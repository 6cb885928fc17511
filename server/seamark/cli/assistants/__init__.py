"""`seamark mcp`: what coding assistants ask, over the Model Context Protocol.

In: a workspace that stays current, and what an assistant names: a key, a URL, a place, a function, a revision.
Out: small answers as plain data, with the lines of source they speak of; `server` alone knows the protocol.
Never: changes anything, names or reads a file outside of the workspace, or shows a text of it as anything but data.
"""
