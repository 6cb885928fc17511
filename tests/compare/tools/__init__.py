"""One module for each tool: how it is installed and run, and how what it says is read into `tests.compare.records`."""
