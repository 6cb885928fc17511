"""The documents of a workspace: OpenAPI, gateways, services, generated code.

In: what each document says by itself (`documents`).
Out: ports of documents, and which services and procedures there are.
Never: reads a file; finds ports in code.
"""
