"""Programs that run with a tool's own Python, for tools that are libraries: each prints what its tool found as JSON."""
