-- A replica of the shards, arranged for look-ups. All of it can be made anew from them.

-- A row for each shard; `problem` says why it is left out. `stamp` is that of the file that was read.
CREATE TABLE repositories (
    repository VARCHAR, file VARCHAR, stamp VARCHAR, commit VARCHAR, committed VARCHAR, url VARCHAR,
    stated VARCHAR, min_confidence DOUBLE, problem VARCHAR
);

-- Each contract of which there is, or was, a port; `path` is the key without a request's verb. Of a request also the
-- verb, and the first segment of the path.
CREATE SEQUENCE contract_ids;
CREATE TABLE contracts (
    contract INTEGER DEFAULT nextval('contract_ids'), mechanism VARCHAR, key VARCHAR, path VARCHAR, verb VARCHAR,
    first VARCHAR
);

-- Anchors of providers that there are, or were, and probes of calls, but for those with holes, by their hashes: see
-- `index/matching/anchors.py`.
CREATE TABLE anchors (anchor UBIGINT, contract INTEGER);
CREATE TABLE probes (anchor UBIGINT, contract INTEGER);

-- Of the paths of calls that there are, or were, the hash of the number of segments and of what these begin with: '3 api'
-- and '3 api/users' of `/api/users/{}`. From 32 segments on the number is 32.
CREATE TABLE stems (stem UBIGINT, contract INTEGER);

-- Where the holes of anchors are: by the first segment, or '{}' if that is a hole.
CREATE TABLE forms (first VARCHAR, kind VARCHAR, length INTEGER, holes INTEGER[]);

-- What gateways hand on under another path, by the normalized prefix; all prefixes that there are, or were; the requests
-- below them, each with the segments behind the prefix; names that services are given.
CREATE TABLE mounts (repository VARCHAR, prefix VARCHAR, first VARCHAR);
CREATE TABLE prefixes (prefix VARCHAR, first VARCHAR);
CREATE TABLE moved (contract INTEGER, prefix VARCHAR, rest VARCHAR[]);
CREATE TABLE names (repository VARCHAR, name VARCHAR, folder VARCHAR);

-- The services that have providers, each with its folder in the repository.
CREATE TABLE services (repository VARCHAR, folder VARCHAR);

CREATE SEQUENCE port_ids;
