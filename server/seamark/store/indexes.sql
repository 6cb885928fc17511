-- What questions about a few contracts look up. Made when the first shards have been read, which is quicker.
CREATE INDEX IF NOT EXISTS contracts_by_path ON contracts (path);
CREATE INDEX IF NOT EXISTS ports_by_contract ON ports (contract);
CREATE INDEX IF NOT EXISTS anchors_by_hash ON anchors (anchor);
CREATE INDEX IF NOT EXISTS probes_by_hash ON probes (anchor);
CREATE INDEX IF NOT EXISTS stems_by_hash ON stems (stem);
