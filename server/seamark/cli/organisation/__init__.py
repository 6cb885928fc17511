"""`seamark store`: an organisation's repositories in a store, and questions over all of them.

In: paths of repositories, and the address of a store.
Out: shards; what the namesakes of its commands print for a workspace.
Never: decides what matches what; checks anything out.
"""
