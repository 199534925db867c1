# Every target sets up what it needs. `make` alone says what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete

.DEFAULT_GOAL := help
.PHONY: help setup run test check fix clean

help: ## what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 14

$(STAMP): requirements.lock pyproject.toml
	@echo "setup: making $(VENV) from requirements.lock (about a minute, once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "setup: Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Try: make setup PYTHON=python3.12")'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
	@echo "setup: done"

setup: $(STAMP) ## the environment in .venv

run: $(STAMP) ## the quick study: a table and a report
	@$(BIN)/wirelab run

test: $(STAMP) ## all tests (about 25 minutes on two cores)
	@$(BIN)/pytest -n 2

check: $(STAMP) ## lint, format, types, layers; the Java runner's format where Maven is
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --config pyproject.toml --no-logo
	@if command -v mvn >/dev/null; then \
	for pom in runners/jvm*/pom.xml; do mvn -B -ntp -q -f $$pom spotless:check || exit 1; done; echo "Java: formatted"; \
	else echo "Java: not checked, Maven is not here"; fi

fix: $(STAMP) ## what can be mended by machine
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python -m wirelab.protocol.schemas protocol/v1
	@if command -v mvn >/dev/null; then for pom in runners/jvm*/pom.xml; do mvn -B -ntp -q -f $$pom spotless:apply; done; fi

clean: ## remove the environment and what tools left (the user's cache folder stays)
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
