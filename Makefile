# The only list of developer commands. `make help` prints it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

PYTHON ?= python3
VENV := backend/.venv
BIN := $(abspath $(VENV))/bin
UV := .cache/uv/bin/uv
# The front end's tools want Node 24; it comes as an npm package and is found through this PATH.
NPM := cd frontend && PATH="$(abspath frontend/node_modules/.bin):$$PATH" npm

.PHONY: help
help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- what must be installed -------------------------------------------------------------------------------------

$(UV): backend/scripts/bootstrap.sh
	@backend/scripts/bootstrap.sh uv

$(VENV)/.installed: $(UV) backend/uv.lock backend/pyproject.toml agent/pyproject.toml
	@echo "[setup] Python environment from backend/uv.lock"
	@$(UV) venv -q --allow-existing --python $(PYTHON) $(VENV)
	@$(UV) export -q --project backend --frozen --no-emit-workspace --format requirements-txt -o .cache/requirements.txt
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r .cache/requirements.txt
	@$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e backend -e agent
	@touch $@

.PHONY: setup
setup: $(VENV)/.installed ## tools, dependencies, git hooks

.PHONY: lock
lock: $(UV) ## resolve Python dependencies again (backend/pyproject.toml -> backend/uv.lock)
	@$(UV) lock --project backend
	@$(PYTHON) backend/scripts/lockfile.py strip
