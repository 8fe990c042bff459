VENV ?= .venv
SHARE ?= 1/8
BIN := $(VENV)/bin
MEMORY := $(shell .ci/memory)
PYTEST := $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m pytest -n auto --dist worksteal --durations=10

# Every worker and every bot would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run demo test test-units test-postgres test-long test-sample test-all test-trials check bench pictures messages lock clean

run: $(VENV)/ready
	$(BIN)/python bot.py

demo: $(VENV)/ready
	$(BIN)/python bot.py --demo

test: $(VENV)/ready-dev
	$(PYTEST) -m "not long and not trial"

# For further versions of Python: all but journeys, pictures and benches, which the newest runs.
test-units: $(VENV)/ready-dev
	$(PYTEST) -m "not long and not trial" --ignore=tests/journeys --ignore=tests/render --ignore=tests/bench

# What works on both engines once more on a PostgreSQL server of its own, which must be installed.
test-postgres: $(VENV)/ready-dev
	PARTERRE_TESTS_ON=postgres $(PYTEST) -m "not long and not trial"

test-long: $(VENV)/ready-dev
	$(PYTEST) -m "long or sampled or hypothesis" --hypothesis-profile long

# The short tests, and a share of the long ones: make test-sample SHARE=2/8
test-sample: $(VENV)/ready-dev
	PARTERRE_LONG_SHARE=$(SHARE) $(PYTEST) -m "not trial"

test-all: $(VENV)/ready-dev
	$(PYTEST) -m "not trial" --hypothesis-profile long

# Trials of minutes, in which chance decides; a run that was broken off goes on where it stopped.
test-trials: $(VENV)/ready-dev
	$(PYTEST) -m trial
	$(BIN)/python -m trials long

check: $(VENV)/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/python -m pytest -q tests/test_architecture.py

bench: $(VENV)/ready-dev
	$(BIN)/python -m bench

pictures: $(VENV)/ready-dev
	$(BIN)/python -m tests.render.sheets

messages: $(VENV)/ready
	$(BIN)/python -m cogs.messages

# Write the files of pinned libraries with their hashes anew, after a change of a requirements*.in.
lock: $(VENV)/ready-dev
	for each in requirements requirements-postgres requirements-dev; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command "make lock" \
	    --no-annotate $$each.in -o $$each.txt; \
	done

clean:
	rm -rf $(VENV) var/check.log var/journeys var/oldest var/page var/pictures

# A link to the interpreter it was made with: where that is gone, it is made again.
$(BIN)/python:
	@found=$$(.ci/pythons $(PYTHON)) && "$$(echo "$$found" | tail -1)" -m venv --clear $(VENV)

$(VENV)/ready: $(BIN)/python requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	touch $@

$(VENV)/ready-dev: $(VENV)/ready requirements-dev.txt requirements-postgres.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@
