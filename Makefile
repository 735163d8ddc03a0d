# make play     install what is missing and open Spinney in the browser (ARGS="--port 9000")
# make test     every test on the compiled build, then the quick ones on the interpreted build
# make check    format, lint, types
# make bench    speed of the rules against OpenSpiel, and of the server against bare Starlette
# make fuzz     a million random games; every piece is counted after every move
# make laws     every law for every combination of options; compares the two builds on many games
# make mutations  a hundred mistakes in the rules: cases and rule tests must notice 97 (ARGS="--count 20")
# make chaos    kill -9 (100 times, or ARGS=1000), power cuts, full disks, dying workers: nothing acknowledged is lost
# make soak     200 tables for ten minutes: memory stays flat (ARGS="--minutes 60")
# make docs     build the handbook in site/; fails on broken links
# make build    compile and bundle again after an edit (play, test, bench and fuzz do it themselves)
# make browser  find or install a Chromium for the tests (test does it by itself)
# make proxies  find or fetch nginx and Caddy for the tests (test does it by itself)
# make wheel    build a wheel in dist/; to install it needs neither compiler nor Node
# make release  check, test, build and try sdist and wheel, tag (TESTS=no, TAG=no)
# make lock     renew lock/*.txt from pyproject.toml
# make clean    remove everything that make created
#
# Needs Python 3.11 or newer. A C compiler makes the rules many times faster (docs/figures.md).

.DELETE_ON_ERROR:
.PHONY: help play test check bench fuzz laws mutations chaos soak docs build browser proxies wheel release lock clean again

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
READY := .venv/linked .venv/built .venv/client

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

play: $(READY)
	@$(BIN)/spinney serve --open $(ARGS)

test: .venv/dev $(READY) browser proxies
	$(BIN)/python setup.py -q test_client
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser" $(ARGS)
	$(BIN)/python -m pytest -n 3 -m browser $(ARGS)
	SPINNEY_PURE=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not browser" $(ARGS)

check: .venv/dev .venv/linked
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python setup.py -q check_client

bench: .venv/bench .venv/dev $(READY)
	@$(BIN)/spinney bench $(ARGS)
	@test ! -e tests/server/bench.py || $(BIN)/python -m tests.server.bench

fuzz: .venv/dev $(READY)
	@$(BIN)/python -m tests.fuzz $(ARGS)

laws: .venv/dev $(READY)
	@$(BIN)/python -m tests.laws.crossing $(ARGS)
	SPINNEY_EVERY_CASE=1 $(BIN)/python -m pytest -n 2 --dist worksteal \
		-k "no_secret_goes_over_the_wire or no_peeking" tests/table tests/players

mutations: .venv/dev .venv/linked
	@SPINNEY_PURE=1 $(BIN)/python -m tests.mutations $(ARGS)

chaos: .venv/dev $(READY)
	@$(BIN)/python -m tests.chaos $(ARGS)

soak: .venv/dev $(READY)
	@$(BIN)/python -m tests.server.soak $(ARGS)

docs: .venv/dev $(READY)
	$(BIN)/python docs/gather.py
	$(BIN)/zensical build --clean --strict $(ARGS)

build: $(READY)

browser: .venv/dev
	@$(BIN)/python tests/chromium.py

proxies: .venv/dev
	@$(BIN)/python tests/proxies.py

# The environment: what playing needs, then what developing needs. Renewed only if its lock changed.
# The locks list every package, so that pip resolves nothing: a new release cannot break the set-up.
.venv/play: lock/play.txt
	@test -n "$(PYTHON)" || { echo "spinney needs Python 3.11 or newer"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "no .venv: this folder must be writable, and Debian needs python3-venv"; exit 1; }
	$(PIP) install --require-hashes --no-deps -r lock/play.txt
	@touch $@

.venv/dev: lock/dev.txt .venv/play
	$(PIP) install --require-hashes --no-deps -r lock/dev.txt
	@touch $@

.venv/bench: lock/bench.txt .venv/play
	$(PIP) install --require-hashes --no-deps -r lock/bench.txt
	@touch $@

# First build in place, then link: pip then finds the work done, and later builds are incremental.
# As long as nothing is compiled, try again each time: a compiler may have been installed.
.venv/built: .venv/play pyproject.toml setup.py $(shell find src -name '*.py') \
		$(if $(shell grep -s '"note": ""' src/spinney/build.json),,again)
	@$(BIN)/python setup.py -q build_ext --inplace
	@touch $@
again:

.venv/client: .venv/play setup.py src/spinney/drawing/theme.css \
		$(shell find web -name node_modules -prune -o -type f -print) \
		$(if $(wildcard src/spinney/client/index.html),,again)
	@$(BIN)/python setup.py -q build_client
	@touch $@

.venv/linked: .venv/play pyproject.toml | .venv/built .venv/client
	$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

wheel: .venv/play
	$(PIP) wheel --no-build-isolation --no-deps -w dist .

release: .venv/dev $(READY)
	@TESTS=$(TESTS) TAG=$(TAG) $(BIN)/python tools/release.py

UV = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links
lock:
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install uv
	$(UV) pyproject.toml --group build -o lock/play.txt $(ARGS)
	$(UV) pyproject.toml --group dev -c lock/play.txt -o lock/dev.txt $(ARGS)
	$(UV) --group bench -c lock/dev.txt -o lock/bench.txt $(ARGS)
	@! grep -nE '://|^--' lock/*.txt && ! grep -n '"resolved"' web/package-lock.json

clean:
	rm -rf .venv build dist site .cache src/*.egg-info src/spinney/build.json
	rm -rf src/spinney/client web/node_modules
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	find src -name '*.so' -delete
	find src tests -name __pycache__ -prune -exec rm -rf {} +
