# Every target sets up the tools that it needs. `make` without a target lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.complete
CPP = $(shell git ls-files 'runners/cpp/*.cpp' 'runners/cpp/*.hpp' 'benchmarks/crosscheck/cpp/*.cpp')
RUST := --manifest-path=runners/rust/Cargo.toml
RUST_LOCK := runners/rust/Cargo.lock

# Go's code. Packages that import a workload's types, which are rendered, cannot be vetted here.
GO := runners/go benchmarks/crosscheck/go

# Tests start thousands of processes: without bytecode each would compile its imports.
unexport PYTHONDONTWRITEBYTECODE

BIOME := npm exec --yes --package=@biomejs/biome@2.6.8 -- biome

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all test-fast check fix lock codecs architecture compatibility docs site vendored clean

# The labs that `make site` publishes: files, or folders of them.
LABS ?= .

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 14

$(STAMP): requirements.lock pyproject.toml
	@echo "setup: making $(VENV) from requirements.lock (about a minute, once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "setup: Python 3.11 or newer is needed; this is " + sys.version.split()[0] + ". Try: make setup PYTHON=python3.12")'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
	@echo "setup: done"

setup: $(STAMP) ## make the environment in .venv

run: $(STAMP) ## run the quick study
	@$(BIN)/wirelab run

# Tests wait for processes, so four keep two cores busy.
PYTEST := $(BIN)/pytest -n 4 --dist worksteal

test: $(STAMP) ## run the tests: every codec of every runtime, on one workload and one platform
	@$(PYTEST) -m "not exhaustive"

test-all: $(STAMP) ## run all tests: also simulations, the protocol, hard data, all other workloads, platforms and versions
	@$(PYTEST) $(ONLY)

test-fast: $(STAMP) ## run the tests that build nothing, need no JDK and take no longer than a few seconds each
	@$(PYTEST) -m "not builds and not long"

check: $(STAMP) ## check lint, format, types and layers; other languages where their tools are installed (Maven, Go, Cargo, npm, clang-format)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --config pyproject.toml --no-logo
	@if command -v mvn >/dev/null; then \
	for pom in runners/jvm*/pom.xml benchmarks/crosscheck/jvm/pom.xml; do mvn -B -ntp -q -f $$pom spotless:check || exit 1; done; echo "Java: formatted"; \
	else echo "Java: not checked, because Maven is missing"; fi
	@if command -v go >/dev/null; then \
	unformatted=$$(gofmt -l $(GO)) || exit 1; [ -z "$$unformatted" ] || { echo "Go: gofmt would change $$unformatted; \`make fix\` does"; exit 1; }; \
	go -C runners/go vet -trimpath ./codecs ./session ./values || exit 1; \
	for tag in thrift flatbuffers; do go -C runners/go vet -trimpath -tags=$$tag ./codecs || exit 1; done; echo "Go: formatted and vetted"; \
	else echo "Go: not checked, because it is missing"; fi
	@if command -v npm >/dev/null; then $(BIOME) check --error-on-warnings --log-level=error . && echo "JavaScript: formatted and checked"; \
	else echo "JavaScript: not checked, because npm is missing"; fi
	@if command -v cargo >/dev/null; then $(MAKE) --no-print-directory $(RUST_LOCK); fi # with -n make calls itself, so nothing else is here
	@if cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1; then cargo fmt $(RUST) --check && \
	cargo clippy $(RUST) --quiet --locked --lib --all-features --target-dir=build/rust -- --deny=warnings && echo "Rust: formatted and checked"; \
	else echo "Rust: not checked, because Cargo, rustfmt or Clippy is missing"; fi
	@if command -v clang-format >/dev/null; then clang-format --dry-run --Werror $(CPP) && echo "C++: formatted"; \
	else echo "C++: not checked, because clang-format is missing"; fi

fix: $(STAMP) ## format code and fix lint where a tool can, and write the protocol's schemas
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(BIN)/python -m tests.protocol.schemas protocol/v2
	@if command -v mvn >/dev/null; then for pom in runners/jvm*/pom.xml benchmarks/crosscheck/jvm/pom.xml; do mvn -B -ntp -q -f $$pom spotless:apply; done; fi
	@if command -v gofmt >/dev/null; then gofmt -w $(GO); fi
	@if command -v npm >/dev/null; then $(BIOME) check --write --log-level=error .; fi
	@if cargo fmt --version >/dev/null 2>&1; then cargo fmt $(RUST); fi
	@if command -v clang-format >/dev/null; then clang-format -i $(CPP); fi

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links

lock: $(STAMP) ## lock the packages of pyproject.toml, those of runners/python and its codecs, and runners/rust's crates
	@cp requirements.lock $(VENV)/lock && $(BIN)/$(LOCK) pyproject.toml --extra dev --extra hosts --extra tokens -o $(VENV)/lock
	@cmp -s $(VENV)/lock requirements.lock || cp $(VENV)/lock requirements.lock # a newer file would make the set-up run again
	@cd runners/python && { cat requirements.in; PYTHONPATH=src ../../$(BIN)/python -c \
	'from wirelab_runner.codecs import CODECS; print(*sorted({codec.package for codec in CODECS.values() if codec.package}), sep="\n")'; } \
	| ../../$(BIN)/$(LOCK) - -o requirements.lock
	@if command -v cargo >/dev/null; then cargo generate-lockfile $(RUST) && grep -v '^source = ' $(RUST_LOCK) >runners/rust/crates.lock; fi

# Cargo's own lock, which names the registry's host, from the one that does not.
$(RUST_LOCK): runners/rust/crates.lock runners/rust/lock.awk
	@cargo generate-lockfile --quiet $(RUST) && awk -v lock=$@ -f runners/rust/lock.awk $@ runners/rust/crates.lock

codecs: $(STAMP) ## write docs/codecs.md and the table of codecs in docs/what-runs-where.md, as runners' manifests say
	@$(BIN)/python -m tests.runners.codecs_page

architecture: $(STAMP) ## draw the house in docs/architecture.md from its imports
	@$(BIN)/python -m tests.house

# Reports on codecs with the bytes of other versions, of each other, of public suites, and hostile ones. Status 5: something was found.
VECTORS ?= ../shared/vectors
REPORTS := docs/compatibility
HOLD = @mkdir -p $(REPORTS) build && { [ -s build/$(1).json ] || \
	$(BIN)/wirelab $(2) --resume --format markdown --force --out $(REPORTS)/$(1).md --json >build/$(1).json || [ $$? = 5 ]; }

compatibility: $(STAMP) ## write docs/compatibility with all codecs of all runtimes here (VECTORS=folder of suites): takes hours, and continues where it was ended; after `make clean` it starts again
	$(call HOLD,evolution,evolve)
	@$(BIN)/python -m tests.runners.evolved <build/evolution.json
	$(call HOLD,hostile,withstand school --size 110)
	@$(BIN)/python -m tests.runners.withstood <build/hostile.json
	$(call HOLD,interoperation,interop site-events)
	$(call HOLD,suites,interop --vectors $(VECTORS))

# Pages keep their places, so that links between them work on the site as they do in the repository.
docs: $(STAMP) ## build the documentation as a site with search in build/site, and check its links
	@rm -rf build/pages build/site .cache && mkdir -p build/pages
	@cp --parents $$(git ls-files '*.md' 'docs/*.png' ':!tests' ':!runners' ':!workloads' ':!studies') build/pages
	@NO_COLOR=1 $(BIN)/zensical build --strict --config-file mkdocs.yml
	@echo "docs: open build/site/index.html"

# Code of others in pages: with its license, and only the parts that pages use.
HYPARQUET_WRITER := 0.17.0
VENDORED := src/wirelab/report/templates/vendored

vendored: ## put together the writer of Parquet that pages have, by npm
	@npm exec --yes --package=hyparquet-writer@$(HYPARQUET_WRITER) --package=esbuild@0.25.12 -- sh -c 'set -e; cd "$$(dirname "$$(dirname "$$(dirname "$$(command -v esbuild)")")")"; \
	{ echo "/*! hyparquet-writer $(HYPARQUET_WRITER)"; cat node_modules/hyparquet-writer/LICENSE; echo "*/"; \
	echo "export { parquetWriteBuffer } from \"hyparquet-writer\"" | esbuild --bundle --minify --format=iife --global-name=hyparquetWriter --target=es2022 \
	--conditions=browser --legal-comments=none; } >$(CURDIR)/$(VENDORED)/hyparquet-writer.js'

site: $(STAMP) ## publish the labs measured here, or those of LABS=folder, in build/published
	@$(BIN)/wirelab publish $(LABS) --out build/published

clean: ## remove the environment and leftovers of tools (keeps the cache folder)
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .cache
