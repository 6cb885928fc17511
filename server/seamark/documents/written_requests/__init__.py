"""Documents of requests that people send by hand: a module for each kind.

In: the text of a `.http` file, a shell script or a collection of requests.
Out: its requests, with what the document's own variables stand for.
Never: sends one; reads variables from elsewhere.
"""
