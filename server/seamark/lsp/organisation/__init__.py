"""What other repositories have, by a store: asked in a process of its own, found in checkouts beside, shown as pages.

In: the workspace's service; a store's address; questions about ports.
Out: the other sides that contracts have elsewhere, as far as they are known, and where they are.
Never: waits for the store; reads a file of another repository for more than a place in it.

Only `store_process`, which is that process, imports what needs the store's libraries.
"""
