"""The process that has the service and makes the answers.

In: messages of the front: documents, changes, requests.
Out: answers as JSON, and what is published.
Never: speaks to the client itself.
"""
