"""What `seamark graph` writes.

In: a workspace that has been read.
Out: its graph in a form for programs, as a picture, or as a page.
Never: writes itself.
"""
