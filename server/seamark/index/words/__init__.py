"""In which files names stand whose calls matter: told by the identifiers of texts, without parsing them.

In: sketches of files, words, names of services, manifests.
Out: the files that may have calls of what a word is about.
Never: parses a file; decides what a call means.
"""
