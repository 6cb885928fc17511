"""A real VS Code for the tests: the workbench of npm's code-server in Debian's Chromium."""
