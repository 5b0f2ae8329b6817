# The only list of developer commands. `make help` prints it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
export UV_PYTHON_DOWNLOADS := never

# Names are quoted where a shell reads them: the path of the checkout may hold a space.
PYTHON ?= python3
VENV := backend/.venv
BIN := $(CURDIR)/backend/.venv/bin
UV := .cache/uv/bin/uv
# Node and npm come with the Python environment (backend/scripts/environment.sh).
export PATH := $(CURDIR)/.cache/node/bin:$(PATH)
NPM := cd frontend && npm
STEP := backend/scripts/step.sh
export PYTHON

# Programs that keep files below a home folder get one here when there is none to write to.
ifneq ($(shell mkdir -p "$${XDG_CACHE_HOME:-$$HOME/.cache}" 2>/dev/null && test -w "$${XDG_CACHE_HOME:-$$HOME/.cache}" && echo yes),yes)
export XDG_CACHE_HOME := $(CURDIR)/.cache/home
export XDG_CONFIG_HOME := $(CURDIR)/.cache/home
export npm_config_cache := $(CURDIR)/.cache/home/npm
endif

AGENT_SOURCES := $(shell find agent/fioboard_agent agent/systemd -type f -not -name '*.pyc' 2>/dev/null)
UI_SOURCES := $(shell find frontend/src frontend/public frontend/scripts frontend/i18n -type f \
  -not -name schema.gen.ts 2>/dev/null) $(wildcard frontend/index.html frontend/share.html frontend/vite.config.ts frontend/tsconfig.json)

WHEEL_SOURCES := $(shell find backend/fioboard migrations agent/systemd -type f -not -name '*.pyc' 2>/dev/null) \
  agent/install.sh backend/hatch_build.py backend/pyproject.toml backend/uv.lock backend/scripts/dist.py

WHEEL := build/dist/.built
CLIENT := backend/client
API_TYPES := build/.api-types
API_SOURCES := $(shell find backend/fioboard -type f -name '*.py') backend/scripts/api_client.py \
  frontend/tools/codegen/generate.mjs
MISSING_TYPES := $(if $(wildcard $(API_TYPES)),,$(API_TYPES))

.PHONY: help
help: ## print this list
	@grep -hE '^[a-z0-9%-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | \
	  awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

# --- what must be installed -------------------------------------------------------------------------------------

$(UV): backend/scripts/environment.sh
	@$(STEP) "uv, the Python package manager" backend/scripts/environment.sh uv
	@touch $@

$(VENV)/.installed: $(UV) backend/uv.lock backend/pyproject.toml agent/pyproject.toml backend/client/pyproject.toml
	@$(STEP) "Python environment and Node, from backend/uv.lock" backend/scripts/environment.sh python
	@touch $@

# Scripts of `npm run` find programs here first: also with somebody's own npm they get our Node.
frontend/node_modules/.installed: frontend/package-lock.json | $(VENV)/.installed
	@cd frontend && ../$(STEP) "Front end's packages, from frontend/package-lock.json" npm ci --no-audit --no-fund
	@ln -sfn ../../../.cache/node/bin/node frontend/node_modules/.bin/node
	@touch $@

frontend/dist/index.html: frontend/node_modules/.installed $(UI_SOURCES)
	@cd frontend && ../$(STEP) "Front end" npm run --silent build
	@touch $@

# Types only: pages are built and run without them. `make test` has a suite for them, beside the browsers.
$(API_TYPES): $(API_SOURCES) | $(VENV)/.installed frontend/node_modules/.installed
	@$(STEP) "Types of the API, for the pages and the client" "$(BIN)/python" backend/scripts/api_client.py types
	@touch $@

$(CLIENT)/dist/.built: $(API_TYPES) $(wildcard $(CLIENT)/fioboard_client/*.py) \
  $(CLIENT)/pyproject.toml backend/fioboard/__init__.py
	@"$(BIN)/python" backend/scripts/python_client.py
	@touch $@

agent/dist/agent.pyz: $(AGENT_SOURCES) $(wildcard agent/release-signers)
	@mkdir -p $(@D)
	@cd agent && ../$(STEP) "Agent" "$(PYTHON)" -m fioboard_agent.build ../$@

agent/dist/agent.rpm: agent/dist/agent.pyz $(wildcard agent/packaging/*) backend/scripts/agent_packages.py | $(VENV)/.installed
	@$(STEP) "Agent's packages" "$(BIN)/python" backend/scripts/agent_packages.py

$(WHEEL): frontend/dist/index.html agent/dist/agent.rpm $(WHEEL_SOURCES)
	@"$(BIN)/python" backend/scripts/dist.py
	@touch $@

.PHONY: setup built required required-for-tests required-for-laboratory
required:
	@backend/scripts/requirements.sh run

required-for-tests:
	@backend/scripts/requirements.sh test

required-for-laboratory:
	@backend/scripts/requirements.sh laboratory

setup: required $(VENV)/.installed frontend/node_modules/.installed ## tools, dependencies, git hooks
	@backend/scripts/hooks.sh

built: setup frontend/dist/index.html agent/dist/agent.rpm

# --- run it -----------------------------------------------------------------------------------------------------

.PHONY: run dev cli
run: ## everything, from a fresh clone to a real fio run on the screen (SUITE=1: measure again)
	@"$(PYTHON)" backend/scripts/run.py

dev: setup $(API_TYPES) agent/dist/agent.pyz ## database, service with reload, Vite; prints the address
	@"$(BIN)/python" backend/scripts/dev.py

cli: $(VENV)/.installed ## the service's command line: make -s cli A="token create --scope upload --name x"
	@"$(BIN)/fioboard" $(A)

# --- check it ---------------------------------------------------------------------------------------------------

.PHONY: test test-changed nightly check lint fmt
test: required-for-tests setup $(if $(T),$(MISSING_TYPES) $(if $(findstring e2e,$(T)),$(WHEEL),built),$(WHEEL)) ## everything that must pass, or T="backend/tests/engine/formats/fio frontend/e2e/runs.spec.ts"
	@"$(BIN)/python" backend/scripts/run_tests.py $(T)

test-changed: required-for-tests $(MISSING_TYPES) built ## the tests nearest to what differs from origin/main, for a minute at most
	@"$(BIN)/python" backend/scripts/run_tests.py --changed

nightly: required-for-tests dist ## what is slow and rare: before a release, and before an issue that touches it is resolved
	@"$(BIN)/python" backend/scripts/run_tests.py --nightly

lint: setup $(API_TYPES)
	@cd backend && "$(BIN)/ruff" format --check . ../migrations ../agent
	@cd backend && "$(BIN)/ruff" check . ../migrations
	@cd agent && "$(BIN)/ruff" check .
	@cd backend && "$(BIN)/mypy"
	@cd agent && "$(BIN)/mypy"
	@cd backend && "$(BIN)/lint-imports"
	@cd agent && "$(BIN)/lint-imports"
	@"$(BIN)/python" backend/scripts/check_any.py
	@"$(BIN)/python" backend/scripts/check_names.py
	@cd backend && "$(BIN)/deptry" fioboard
	@"$(BIN)/python" backend/scripts/lockfile.py check
	@"$(BIN)/python" backend/scripts/npm_lock.py check
	@"$(BIN)/python" backend/scripts/sbom.py
	@"$(BIN)/python" backend/scripts/check_migrations.py
	@"$(BIN)/python" backend/scripts/api_client.py --check
	@"$(BIN)/python" backend/scripts/release.py --check
	@$(NPM) run --silent lint

# What `make test` has in its suites already stands here only.
check: lint ## formats, lints, types, import rules, migrations, generated client, names
	@cd backend && "$(BIN)/pytest" -q tests/house/test_names.py tests/house/test_contracts.py
	@$(NPM) test -- --project rules

fmt: setup ## fix style
	@cd backend && "$(BIN)/ruff" format . ../migrations ../agent && "$(BIN)/ruff" check --fix . ../migrations
	@cd agent && "$(BIN)/ruff" check --fix .
	@$(NPM) run --silent fmt

# --- make something new -----------------------------------------------------------------------------------------

.PHONY: migration api-client findings-doc lock sbom screenshots bench mutate-fio
migration: $(VENV)/.installed ## new revision from the models: make migration m="add numa node"
	@"$(BIN)/python" backend/scripts/new_migration.py "$(m)"

findings-doc: setup ## rules of findings -> docs/findings.md
	@"$(BIN)/python" backend/lab/findings_doc.py

api-client: setup ## vocabulary and API -> frontend/src/api/*.gen.ts, the client's types
	@"$(BIN)/python" backend/scripts/api_client.py

lock: $(VENV)/.installed ## resolve dependencies again (pyproject.toml -> uv.lock, package.json -> package-lock.json)
	@$(UV) lock --project backend
	@"$(PYTHON)" backend/scripts/lockfile.py strip
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved
	@"$(PYTHON)" backend/scripts/npm_lock.py complete

sbom: setup ## software list per language (CycloneDX, from the lock files), into build/sbom/
	@"$(BIN)/python" backend/scripts/sbom.py

screenshots: required-for-tests built ## pictures for the README, into docs/images/
	@$(NPM) run --silent screenshots

bench: built ## all measurements; make bench-NAME runs one (bench-findings as root: left out for others)
	@set -e; for script in backend/lab/bench_*.py; do \
	  if [ $$script = backend/lab/bench_findings.py ] && [ "$$(id -u)" -ne 0 ]; then continue; fi; \
	  "$(BIN)/python" $$script; done

bench-read: bench-hostile

bench-findings: required-for-laboratory

bench-%: built
	@"$(BIN)/python" backend/lab/bench_$*.py

mutate-fio: $(VENV)/.installed ## change good outputs in 50,000 ways: no wrong value, nothing lost in silence
	@$(BIN)/python backend/lab/mutate_fio.py $(N)

fuzz-numbers: $(VENV)/.installed ## 3,000 documents with extreme numbers: none may fail the service (N=… SEED=…)
	@cd backend && FIOBOARD_EXTREME_NUMBERS=$(or $(N),3000) FIOBOARD_SEED=$(or $(SEED),38) \
	  "$(BIN)/pytest" -q tests/app/ingest/test_extreme_numbers.py

fuzz-%: $(VENV)/.installed
	@"$(BIN)/python" backend/lab/fuzz_$*.py

# --- hand it out ------------------------------------------------------------------------------------------------

.PHONY: dist agent-packages
dist: setup $(WHEEL) $(CLIENT)/dist/.built ## one wheel that needs no checkout and no Node, into build/dist/; the client's
	@ls -l build/dist $(CLIENT)/dist

agent-packages: agent/dist/agent.rpm ## the agent as .deb and .rpm, into agent/dist/
	@ls -l agent/dist

.PHONY: release release-try
release: $(VENV)/.installed ## commit, tag and files of a release, from a clean clone: make release VERSION=0.3.0 SIGNING_KEY=FILE
	@"$(BIN)/python" backend/scripts/release.py $(if $(SIGNING_KEY),--signing-key "$(SIGNING_KEY)") $(VERSION)

release-try: $(VENV)/.installed ## the same into build/release-try; this checkout stays as it is
	@"$(BIN)/python" backend/scripts/release.py --dry-run $(if $(SIGNING_KEY),--signing-key "$(SIGNING_KEY)") $(VERSION)

# --- before a release -------------------------------------------------------------------------------------------

.PHONY: rehearse-fresh
rehearse-fresh: ## bare Debian 12 and 13, root and plain user: clone, run, test (DISTRIBUTION=… AS=… ONLY=start)
	@backend/lab/rehearse_fresh.sh

.PHONY: rehearse-wheel
rehearse-wheel: dist ## the wheel on bare Debian 12 and 13, by pip and uvx, a plain user, no Node: installed, measured, seen
	@backend/lab/rehearse_wheel.sh

.PHONY: rehearse-systemd
rehearse-systemd: dist ## both units under a running systemd on Debian 12 and 13, the agent's package put in and taken out
	@backend/lab/rehearse_systemd.sh

.PHONY: rehearse-agent
rehearse-agent: built ## install line to run in bare Debians, 100 hosts in namespaces, a kill in each of 12 steps (A="matrix")
	@"$(BIN)/python" backend/lab/rehearse_agent.py $(A)

.PHONY: rehearse-drives
rehearse-drives: built ## suite drives on virtual machines: planted slow drives and narrow hops are named, no other (PLANTINGS=10)
	@"$(BIN)/python" backend/lab/rehearse_drives.py

.PHONY: rehearse-schedules
rehearse-schedules: setup ## schedules behind NAT and nginx: two days by a moved clock, one true hour, 45 kills (HOUR_MIN=0)
	@cd backend && .venv/bin/python lab/rehearse_schedules.py

.PHONY: rehearse-verdicts
rehearse-verdicts: ## verdicts of the corpus and the demo: 95 % compare, none is likened to what the drive is not (CORPUS=…)
	@backend/.venv/bin/python backend/lab/verdicts.py check $(CORPUS)

.PHONY: rehearse-causes
rehearse-causes: ## 500 planted histories compared through the API: the planted cause is named, never a false one
	@cd backend && .venv/bin/python lab/rehearse_causes.py

.PHONY: soak
soak: built ## an hour of uploads and pages: memory, files and threads must end flat (MINUTES=60)
	@"$(BIN)/python" backend/lab/soak.py --minutes $(or $(MINUTES),60)

.PHONY: plant-faults
plant-faults: built ## plant known faults one by one: do the tests still find each? (A="--suite agent")
	@"$(BIN)/python" backend/scripts/plant_faults.py $(A)

.PHONY: rehearse-image
rehearse-image: dist ## the image by docker-compose.yml: built, healthy, delivered to, restarted, S3, backups
	@backend/lab/rehearse_image.sh

.PHONY: rehearse-scale
rehearse-scale: built ## etcd, Patroni, PgBouncer, HAProxy, S3, three services: what breaks and what that costs (EVENTS=5)
	@"$(BIN)/python" backend/lab/rehearse_scale.py $(if $(EVENTS),--events $(EVENTS))
