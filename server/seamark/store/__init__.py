"""An organisation's contracts: one shard of Parquet for each repository, and what is asked over all of them.

In: what the index found in one repository at a time; the address of a store.
Out: shards; the ports that a question needs, answered by the index's own rules.
Never: reads a repository; keeps anything that cannot be made anew from the shards.

DuckDB and fsspec are optional (the extra `store`): only functions that a store needs import what imports them.
"""
