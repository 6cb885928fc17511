"""Contracts that go by a name: topics, tasks, activities, methods of gRPC services, fields of GraphQL.

In: call sites, and classes with what they inherit.
Out: named contracts and who handles them, noted in the `FileAnalysis`.
Never: a path or a URL.
"""
