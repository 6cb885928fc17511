"""How contracts are distributed over the repositories of a store: `python -m tests.bench.distribution STORE`.

Of the repositories of `tests/labels`, checked out side by side and added by `seamark store add`, it gives what
`organisation` makes organisations up by; of one made up, whether it is like them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import duckdb

_PATH = "string_split(trim(split_part(key, ' ', 2), '/'), '/')"
_QUESTIONS = {
    "ports, repositories": "SELECT count(*), count(DISTINCT repository) FROM ports",
    "shares: providers, test code, documents": """SELECT avg((role = 'exposes')::INT), avg(test::INT),
        avg(document::INT) FROM ports""",
    "ports of a repository: mean, median, deviation of the logarithm": """SELECT avg(n), median(n), stddev(ln(n))
        FROM (SELECT count(*) AS n FROM ports GROUP BY repository)""",
    "ports for each key in a repository": """SELECT role, avg(n) FROM (SELECT role, count(*) AS n
        FROM ports GROUP BY repository, role, mechanism, key) GROUP BY role ORDER BY role""",
    "keys by the number of repositories that have them: 1, 2, 3, more; most": """SELECT role,
        [count(*) FILTER (n = 1), count(*) FILTER (n = 2), count(*) FILTER (n = 3), count(*) FILTER (n > 3), max(n)]
        FROM (SELECT role, count(DISTINCT repository) AS n FROM ports GROUP BY role, mechanism, key)
        GROUP BY role ORDER BY role""",
    "first segments that one repository has alone": """SELECT avg((n = 1)::INT) FROM
        (SELECT count(DISTINCT repository) AS n FROM http WHERE role = 'exposes' GROUP BY path[1])""",
    "calls with a route of their key in their repository, only in another, nowhere": """SELECT
        avg((own IS NOT NULL)::INT), avg((own IS NULL AND one IS NOT NULL)::INT), avg((one IS NULL)::INT) FROM ports
        LEFT JOIN (SELECT DISTINCT mechanism, key, repository, true AS own FROM ports WHERE role = 'exposes')
            USING (mechanism, key, repository)
        LEFT JOIN (SELECT DISTINCT mechanism, key, true AS one FROM ports WHERE role = 'exposes') USING (mechanism, key)
        WHERE role = 'consumes'""",
    "mechanisms": "SELECT mechanism, count(*) / sum(count(*)) OVER () FROM ports GROUP BY mechanism ORDER BY 2 DESC",
    "verbs": """SELECT role, verb, round(count(*) / sum(count(*)) OVER (PARTITION BY role), 3) FROM http
        GROUP BY role, verb ORDER BY role, 3 DESC LIMIT 16""",
    "lengths of paths": """SELECT role, length, round(count(*) / sum(count(*)) OVER (PARTITION BY role), 3) FROM
        (SELECT role, len(path) AS length FROM http) WHERE length < 9 GROUP BY role, length ORDER BY role, length""",
    "parameters behind the first segment": """SELECT role, avg((part LIKE '%{}%')::INT) FROM
        (SELECT role, unnest(path[2:]) AS part FROM http) GROUP BY role ORDER BY role""",
    "first segment api, v1": """SELECT role, avg((path[1] = 'api')::INT), avg((path[1] = 'v1')::INT) FROM http
        GROUP BY role ORDER BY role""",
    "wildcards, below, open beginnings, hosts": """SELECT role, avg(ends_with(key, '*')::INT), avg(below::INT),
        avg(open_prefix::INT), avg((host IS NOT NULL)::INT) FROM http GROUP BY role ORDER BY role""",
    "keys that most repositories serve: share of repositories, ports in each": """SELECT key,
        round(count(DISTINCT repository) / (SELECT count(DISTINCT repository) FROM ports), 3) AS share,
        round(count(*) / count(DISTINCT repository), 1) FROM http WHERE role = 'exposes' GROUP BY key
        ORDER BY share DESC, key LIMIT 20""",
    "keys that most repositories call": """SELECT key,
        round(count(DISTINCT repository) / (SELECT count(DISTINCT repository) FROM ports), 3) AS share,
        round(count(*) / count(DISTINCT repository), 1) FROM http WHERE role = 'consumes' GROUP BY key
        ORDER BY share DESC, key LIMIT 20""",
    "links of equal keys, and those of the five keys that have most": """SELECT sum(n)::BIGINT,
        list(n ORDER BY n DESC)[:5], list(key ORDER BY n DESC)[:5] FROM (SELECT key, count(*) FILTER (role = 'exposes')
        * count(*) FILTER (role = 'consumes') AS n FROM ports GROUP BY mechanism, key)""",
}


def main() -> None:
    """Print what is asked of a store."""
    with duckdb.connect() as connection:
        connection.execute(f"CREATE VIEW ports AS FROM '{sys.argv[1]}/*.parquet'")
        connection.execute(
            f"""CREATE VIEW http AS SELECT *, split_part(key, ' ', 1) AS verb, {_PATH} AS path FROM ports
            WHERE mechanism = 'http'"""
        )
        for what, question in _QUESTIONS.items():
            print(f"{what}: {'; '.join(_shown(row) for row in connection.execute(question).fetchall())}")


def _shown(row: Sequence[object]) -> str:
    return " ".join(f"{one:.3f}" if isinstance(one, float) else str(one) for one in row)


if __name__ == "__main__":
    main()
