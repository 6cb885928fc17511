"""Texts and lists that are built of parts, also by loops.

In: the parts of a concatenation, a list, an element.
Out: texts with known and unknown parts, items of lists.
Never: what calls make of texts; that is `partial_texts/operations`.
"""
