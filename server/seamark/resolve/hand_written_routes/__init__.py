"""Programs that compare the path of a request themselves.

In: comparisons, tables and registrations of paths, with the calls that hand a request on.
Out: routes, with the verbs that hold there.
Never: routes on routers of the catalogue; those are `http`'s.
"""
