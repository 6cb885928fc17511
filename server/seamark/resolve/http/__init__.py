"""HTTP: routers, mounts, routes, requests, as the catalogue's rows say where to find them.

In: a call site and the row that knows it.
Out: routes, mounts and requests, noted in the `FileAnalysis`.
Never: decides which row applies; that is `recognition/dispatch`. Composes a key.
"""
