# The only list of developer commands. `make help` prints it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy

PYTHON ?= python3
VENV := backend/.venv
BIN := $(abspath $(VENV))/bin
UV := .cache/uv/bin/uv
# The front end's tools want Node 24; it comes as an npm package and is found through this PATH.
NPM := cd frontend && PATH="$(abspath frontend/node_modules/.bin):$$PATH" npm

AGENT_SOURCES := $(shell find agent/fioboard_agent -name '*.py' 2>/dev/null)
UI_SOURCES := $(shell find frontend/src frontend/public frontend/scripts -type f 2>/dev/null) \
  $(wildcard frontend/index.html frontend/vite.config.ts frontend/tsconfig.json)

.PHONY: help
help: ## print this list
	@grep -hE '^[a-z0-9%-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | \
	  awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- what must be installed -------------------------------------------------------------------------------------

$(UV): backend/scripts/bootstrap.sh
	@PYTHON=$(PYTHON) backend/scripts/bootstrap.sh uv
	@touch $@

$(VENV)/.installed: $(UV) backend/uv.lock backend/pyproject.toml agent/pyproject.toml
	@echo "[setup] Python environment from backend/uv.lock" >&2
	@$(UV) venv -q --allow-existing --python $(PYTHON) $(VENV)
	@$(UV) export -q --project backend --frozen --no-emit-workspace --format requirements-txt -o .cache/requirements.txt
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r .cache/requirements.txt
	@$(UV) pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e backend -e agent
	@touch $@

frontend/node_modules/.installed: frontend/package-lock.json
	@backend/scripts/bootstrap.sh node
	@echo "[setup] front end's packages from frontend/package-lock.json" >&2
	@cd frontend && npm ci --no-audit --no-fund --loglevel=error >&2
	@touch $@

frontend/dist/index.html: frontend/node_modules/.installed $(UI_SOURCES)
	@echo "[setup] front end" >&2
	@$(NPM) run --silent build >&2
	@touch $@

agent/dist/agent.pyz: $(AGENT_SOURCES)
	@mkdir -p $(@D)
	@cd agent && $(PYTHON) -m fioboard_agent.build $(abspath $@) >&2

.PHONY: setup built
setup: $(VENV)/.installed frontend/node_modules/.installed ## tools, dependencies, git hooks
	@backend/scripts/bootstrap.sh fio
	@backend/scripts/bootstrap.sh hooks

built: setup frontend/dist/index.html agent/dist/agent.pyz

# --- run it -----------------------------------------------------------------------------------------------------

.PHONY: run dev cli
run: ## everything, from a fresh clone to a real fio run on the screen (SUITE=1: measure again)
	@PYTHON=$(PYTHON) $(PYTHON) backend/scripts/run.py

dev: setup agent/dist/agent.pyz ## database, service with reload, Vite; prints the address
	@$(BIN)/python backend/scripts/dev.py

cli: $(VENV)/.installed ## the service's command line: make -s cli A="token create --scope upload --name x"
	@$(BIN)/fioboard $(A)

# --- check it ---------------------------------------------------------------------------------------------------

.PHONY: test check fmt unit e2e
test: built ## everything that must pass: check, unit, PostgreSQL, end to end in Chromium
	@backend/scripts/bootstrap.sh chromium
	@$(BIN)/python backend/scripts/test_all.py

check: setup ## formats, lints, types, import rules, migrations, generated client
	@cd backend && $(BIN)/ruff format --check . ../migrations ../agent
	@cd backend && $(BIN)/ruff check . ../migrations
	@cd agent && $(BIN)/ruff check .
	@cd backend && $(BIN)/mypy
	@cd agent && $(BIN)/mypy
	@cd backend && $(BIN)/lint-imports
	@cd backend && $(BIN)/deptry fioboard
	@$(BIN)/python backend/scripts/lockfile.py check
	@$(BIN)/python backend/scripts/npm_lock.py check
	@$(BIN)/python backend/scripts/sbom.py
	@$(BIN)/python backend/scripts/check_migrations.py
	@$(BIN)/python backend/scripts/api_client.py --check
	@$(NPM) run --silent check

fmt: setup ## fix style
	@cd backend && $(BIN)/ruff format . ../migrations ../agent && $(BIN)/ruff check --fix . ../migrations
	@cd agent && $(BIN)/ruff check --fix .
	@$(NPM) run --silent fmt

unit: $(VENV)/.installed ## some Python tests: make unit T=tests/fio
	@cd backend && $(BIN)/pytest $(T)

e2e: built ## browsers only: make e2e T=e2e/runs.spec.ts
	@backend/scripts/bootstrap.sh chromium
	@$(NPM) run --silent e2e -- $(T)

# --- make something new -----------------------------------------------------------------------------------------

.PHONY: migration api-client lock sbom screenshots bench
migration: $(VENV)/.installed ## new revision from the models: make migration m="add numa node"
	@$(BIN)/python backend/scripts/new_migration.py "$(m)"

api-client: setup ## OpenAPI and vocabulary -> frontend/src/api/*.gen.ts
	@$(BIN)/python backend/scripts/api_client.py

lock: $(UV) ## resolve dependencies again (pyproject.toml -> uv.lock, package.json -> package-lock.json)
	@$(UV) lock --project backend
	@$(PYTHON) backend/scripts/lockfile.py strip
	@cd frontend && npm install --package-lock-only --omit-lockfile-registry-resolved
	@$(PYTHON) backend/scripts/npm_lock.py complete

sbom: setup ## software list per language (CycloneDX, from the lock files), into build/sbom/
	@$(BIN)/python backend/scripts/sbom.py

screenshots: built ## pictures for the README, into docs/images/
	@backend/scripts/bootstrap.sh chromium
	@$(NPM) run --silent screenshots

bench: built ## all measurements; make bench-NAME runs one
	@set -e; for script in backend/scripts/bench_*.py; do $(BIN)/python $$script; done

bench-read: bench-hostile

bench-%: built
	@$(BIN)/python backend/scripts/bench_$*.py

fuzz-%: $(VENV)/.installed
	@$(BIN)/python backend/scripts/fuzz_$*.py
