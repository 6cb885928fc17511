"""Which providers can serve a call whose key they do not have letter for letter.

`publication.answers` asks it: a provider with the same key comes first.

In: ports and their keys.
Out: matches, each with its reason.
Never: changes a key; makes a port.
"""
