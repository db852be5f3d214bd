# Everything on a machine with nothing but Python >= 3.11 and make.
#   make demo       the main job on examples/: find the bugs, rewrite the program, train it under JAX
#   make test       formatter, linter, types, architecture, tests
#   make dist       wheel and sdist, checked and tried, into dist
#   make wheel      a wheel with the evaluator compiled, into dist; needs a C compiler and Python's headers
#   make docs       the site, into build/site
#   make test-all   the site and the long tests too, and the other jax version (needs Python >= 3.12 beside 3.11)
# The environments are .venv and .venv-other; a second run finds them ready. `make clean` removes them.

.PHONY: demo dist wheel docs test test-all test-long test-other check-style clean
.DEFAULT_GOAL := test

VENV := .venv
OTHER := .venv-other
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# An editable install compiles nothing ahead of time, and nor does an edit; without it every one of the tests' starts would,
# where Python may not write bytecode: half a second each.
COMPILE = $(BIN)/python -m compileall -q pytreelint
# A stretch of the tests for each core; who is through helps.
PARALLEL := -n auto --maxprocesses 4 --dist worksteal
# pytest keeps the tests as it rewrites them, also where Python may not write bytecode: six seconds of each later start.
KEPT := PYTHONDONTWRITEBYTECODE=
CODE := pytreelint tests tools benchmarks examples

# Prints the first interpreter among the names after $(1) that satisfies the condition $(1).
find_python = for name in $(2); do \
	if command -v $$name >/dev/null 2>&1 && $$name -c 'import sys; sys.exit(not ($(1)))' >/dev/null 2>&1; \
	then echo $$name; break; fi; done

# Where version managers keep interpreters that are not on PATH.
MANAGED := $$HOME/.pyenv/versions/*/bin/python3 $$HOME/.local/share/uv/python/*/bin/python3

demo: $(VENV)/.demo
	$(BIN)/python examples/run_demo.py

test: $(VENV)/.dev check-style
	$(COMPILE)
	$(KEPT) $(BIN)/python -m pytest $(PARALLEL)

check-style: $(VENV)/.dev
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	$(BIN)/lint-imports

test-all: test docs test-long test-other

# What is released, into dist/: built, checked as PyPI does, installed and tried in an empty environment.
dist: $(VENV)/.release
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m tools.try_release dist

# The compiled wheel for this interpreter, into dist: docs/compiled.md.
wheel: $(VENV)/.release
	PYTREELINT_COMPILE=1 $(BIN)/python -m build --wheel --outdir dist .

# The site, into build/site.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

test-long: $(VENV)/.dev
	$(KEPT) $(BIN)/python -m pytest -m long

test-other: $(OTHER)/.dev
	$(KEPT) PYTREELINT_THOROUGH=1 $(OTHER)/bin/python -m pytest $(PARALLEL)

$(VENV)/.python:
	@python="$(PYTHON)"; \
	[ -n "$$python" ] || python=$$($(call find_python,sys.version_info >= (3$(comma) 11),python3 python3.11 python3.12 python3.13 python3.14 python)); \
	[ -n "$$python" ] || { echo "pytreelint needs Python 3.11 or newer; none found. Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }; \
	echo "$$python -m venv $(VENV)"; \
	$$python -m venv $(VENV) || { echo "$$python has no working venv module (Debian and Ubuntu: install python3-venv)" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.demo: $(VENV)/.python pyproject.toml
	@echo "Installing jax, equinox, optax and what they need into $(VENV), once: some 140 MB to download, half a minute to a few minutes."
	$(BIN)/python -m pip install --quiet --editable . --group demo
	$(COMPILE)
	@touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml
	@echo "Installing the tools and libraries of the tests into $(VENV), once: some 270 MB to download, one to a few minutes."
	$(BIN)/python -m pip install --quiet --editable . --group dev
	$(COMPILE)
	@touch $@ $(VENV)/.demo

$(VENV)/.release: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --group release
	@touch $@

$(VENV)/.docs: $(VENV)/.python pyproject.toml
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@

# jax 0.10 is the newest for Python 3.11, jax 0.12 needs 3.12: the other version needs the other Python.
$(OTHER)/.dev: $(VENV)/.python pyproject.toml
	@if $(BIN)/python -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; \
	then want="Python 3.12 or newer"; python=$${PYTHON_OTHER:-$$($(call find_python,sys.version_info >= (3$(comma) 12),python3.12 python3.13 python3.14 python3 $(MANAGED)))}; \
	else want="Python 3.11"; python=$${PYTHON_OTHER:-$$($(call find_python,sys.version_info[:2] == (3$(comma) 11),python3.11 python3 $(MANAGED)))}; fi; \
	[ -n "$$python" ] || { echo "the other jax version needs $$want beside $$($(BIN)/python -V); none found. Install one, or name it: make test-all PYTHON_OTHER=/path/to/python" >&2; exit 1; }; \
	echo "$$python -m venv $(OTHER)"; \
	$$python -m venv $(OTHER)
	$(OTHER)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(OTHER)/bin/python -m pip install --quiet --editable . --group dev
	@touch $@

comma := ,

clean:
	rm -rf $(VENV) $(OTHER) build dist .mypy_cache .ruff_cache .pytest_cache .pytreelint_cache .hypothesis
