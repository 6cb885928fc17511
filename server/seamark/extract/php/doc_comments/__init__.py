"""What PHP's comments declare: annotations and types.

In: the comments before classes, methods and properties.
Out: decorators and types, as facts.
Never: what a library makes of an annotation.
"""
