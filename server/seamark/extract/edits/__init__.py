"""A text that is read anew after an edit: only the part that the edit can have changed.

In: the pieces that were read before, the edit, the new text and its tree.
Out: the facts of the new text, or that all of it must be read.
Never: facts that differ from those of the whole text.
"""
