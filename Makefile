# `make install` and `make test` are all that a newcomer needs. Everything is installed into .venv, nothing beside it.

PYTHON ?= python3
BIN := .venv/bin
DIST ?= dist
NODE_MODULES := vscode-extension/node_modules/.package-lock.json
export PATH := $(CURDIR)/$(BIN):$(PATH)

.DELETE_ON_ERROR:
.PHONY: help install quick test lint format docs pictures site page vsix dist spec labels bench bench-lsp growth clean

help:
	@echo 'make install               install Seamark into .venv, and show what it finds in fixtures/shop'
	@echo 'make quick                 install what the tests need, and run the quick ones: less than a minute'
	@echo 'make test                  run all tests, those in editors, too: this takes long'
	@echo 'make lint                  ruff, mypy with strict types; tsc and eslint for the extension'
	@echo 'make format                let ruff put the code in order'
	@echo 'make docs                  write the pages that come from the code: docs/settings.md'
	@echo 'make pictures              take the pictures of the documentation from those that the last tests have made'
	@echo 'make vsix                  pack the extension for VS Code: vscode-extension/seamark.vsix (needs Node.js)'
	@echo 'make site                  build the documentation as a site: build/site; an error if a link leads nowhere'
	@echo 'make page              build the page of `seamark graph --format html` from the extension (needs Node.js)'
	@echo 'make dist              build and check what is for the package index: dist/'
	@echo 'make spec                  each row and rule of the specification, and the tests that hold it'
	@echo 'make labels CHECKOUT=path  precision and recall on a checkout of a project that tests/labels describes'
	@echo 'make bench TREE=path       time and memory of Seamark on a tree, against reading and parsing it; with BASE=commit'
	@echo '                           the working tree against that commit, in 5 pairs (PAIRS=n); TREE may be several paths'
	@echo 'make bench-lsp TREE=path   how long an editor waits, against a server that does nothing'
	@echo 'make growth                whether twice the text is twice the work, for more than 200 patterns; takes long'
	@echo '                           (PATTERN=name: only these); ends with an error if one grows faster'

install: .venv/installed
	@$(BIN)/seamark map fixtures/shop
	@echo 'Seamark is installed: $(BIN)/seamark --help'

quick: .venv/installed-for-tests
	$(BIN)/python -m pytest --quiet -m 'not slow' --numprocesses auto --dist worksteal --durations 5 --durations-min 2

test: .venv/installed-for-tests
	$(BIN)/python -m pytest

lint: .venv/installed-for-tests $(NODE_MODULES)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	cd vscode-extension && npm run --silent lint

format: .venv/installed-for-tests
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: .venv/installed
	@mkdir -p docs
	@$(BIN)/seamark settings > docs/settings.md

pictures: .venv/installed-for-tests
	@mkdir -p docs/pictures
	@cp build/vscode/shop/readme-map.png docs/pictures/map.png
	@cp docs/pictures/map.png vscode-extension/media/map.png
	@for theme in Light Dark; do \
		$(BIN)/python packaging/site/moving.py docs/pictures/jump-$$theme.webp build/vscode/shop/jump-$$theme-?.png; done

site: .venv/installed-for-tests
	@PYTHONPATH=server NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --config-file packaging/site/mkdocs.yml

vsix: .venv/installed-for-tests $(NODE_MODULES)
	cd vscode-extension && npm run --silent package

page: $(NODE_MODULES)
	cd vscode-extension && npm run --silent page

dist: .venv/installed-for-tests
	@rm -f '$(DIST)'/seamark_lsp-*.whl '$(DIST)'/seamark_lsp-*.tar.gz
	@$(BIN)/python -m build --no-isolation --outdir '$(DIST)' .
	@$(BIN)/python -m twine check --strict '$(DIST)'/*
	@$(BIN)/check-wheel-contents '$(DIST)'/*.whl

spec: .venv/installed-for-tests
	@$(BIN)/python -m tests.spec.rows

labels: .venv/installed
	@test -n '$(CHECKOUT)' || { echo 'say which: make labels CHECKOUT=path' >&2; exit 2; }
	@$(BIN)/python tests/labels/score.py '$(CHECKOUT)'

bench: .venv/installed
	@test -n '$(TREE)' || { echo 'say which: make bench TREE=path' >&2; exit 2; }
	@$(if $(BASE),$(BIN)/python -m tests.bench.versions $(TREE) --base '$(BASE)' --pairs $(or $(PAIRS),5),\
		$(BIN)/python tests/bench/bench.py $(TREE))

bench-lsp: .venv/installed-for-tests
	@test -n '$(TREE)' || { echo 'say which: make bench-lsp TREE=path' >&2; exit 2; }
	@$(BIN)/python tests/bench/lsp.py '$(TREE)'

growth: .venv/installed
	@$(BIN)/python -m tests.bench.growing $(PATTERN)

clean:
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache \
		vscode-extension/dist vscode-extension/node_modules vscode-extension/seamark.vsix

$(NODE_MODULES): vscode-extension/package-lock.json
	@echo 'Installing what the extension for VS Code is built with …'
	@cd vscode-extension && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

.venv/installed: pyproject.toml | $(BIN)/python
	@echo 'Installing Seamark into .venv (the first time this downloads its grammars, some 50 MB) …'
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/installed-for-tests: pyproject.toml | $(BIN)/python
	@echo 'Installing Seamark and what its tests need into .venv …'
	@$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch .venv/installed $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Seamark needs Python 3.11 or later: make PYTHON=python3.11 …' >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo 'on Debian: apt install python3-venv' >&2; exit 1; }
