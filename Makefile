PYTHON ?= python3
BIN := .venv/bin

.PHONY: run demo test check bench clean

run: .venv/ready
	$(BIN)/python bot.py

demo: .venv/ready
	$(BIN)/python bot.py --demo

test: .venv/ready-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/python -m pytest -q tests/test_architecture.py

bench: .venv/ready-dev
	$(BIN)/python -m bench

clean:
	rm -rf .venv var

.venv/ready: requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/ready-dev: .venv/ready requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@
