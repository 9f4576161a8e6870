# `make help` lists the targets. Variables: PYTHON (interpreter to use), VENV (its environment),
# PIP_ARGS (e.g. another package index), TESTS (files or folders), PYTEST_ARGS.
PYTHON ?= python3
VENV ?= .venv
PIP_ARGS ?=
PYTEST_ARGS ?=
# Each in a process of its own: they set up different devices.
TESTS ?= $(if $(REAL_CANN),,emulator/tests) tests

override VENV := $(abspath $(VENV))
STAMPS := $(VENV)/stamps
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --no-input
PIP_INSTALL := $(PIP) --quiet install $(PIP_ARGS)
# The long steps show what they compile in a terminal, and are quiet in CI and where the output is kept.
PIP_BUILD := $(PIP) $(if $(CI),--quiet,$(shell test -t 2 && echo --verbose || echo --quiet)) install $(PIP_ARGS) \
  --no-build-isolation --no-deps
# PyPI's torch for x86-64 is a CUDA build, beside which torch_npu cannot be loaded.
CPU_TORCH := $(shell sed -n 's/^  "\(torch==[0-9.]*\)",$$/\1/p' pyproject.toml)+cpu
export PATH := $(VENV)/bin:$(PATH)

# A real CANN that is sourced always wins; only the emulator's homes have this file.
REAL_CANN := $(if $(ASCEND_HOME_PATH),$(if $(wildcard $(ASCEND_HOME_PATH)/share/cann_emulator.json),,$(ASCEND_HOME_PATH)))

ifndef REAL_CANN
# The emulator that is built here is used, not one that happens to be sourced.
unexport ASCEND_HOME_PATH CANN_EMULATOR_HOME
endif

sources = $(shell find $(1) -type f -not -path '*/build/*' -not -path '*/tests/*' -not -path '*/__pycache__/*')
EMULATOR_SOURCES := $(call sources,emulator)
PLUGIN_SOURCES := CMakeLists.txt pyproject.toml $(call sources,ascendc_ops cmake converters ge kernel pytest_ascendc_ops pytorch)

.DELETE_ON_ERROR:
.PHONY: help demo deploy test conformance sanitize lint format docs bench clean FORCE

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

demo: $(STAMPS)/plugin  ## everything from a fresh clone: a compiled model on real data, checked against the CPU
	@$(VENV)/bin/python examples/demo.py

deploy: $(STAMPS)/plugin  ## the demo's model exported, compiled offline and run in C++ programs without Python
	@$(VENV)/bin/python examples/deploy_demo.py

test: $(STAMPS)/plugin  ## run all tests
	@status=0; for folder in $(TESTS); do $(VENV)/bin/pytest $$folder $(PYTEST_ARGS) || status=$$?; done; exit $$status

conformance: $(STAMPS)/plugin  ## every call that TorchAir's converters declare; writes build/conformance.json
	@$(VENV)/bin/python emulator/tests/conformance/run.py

sanitize: $(STAMPS)/emulator  ## the emulator's tests under AddressSanitizer and ThreadSanitizer (hours)
	@$(VENV)/bin/python emulator/tests/sanitize.py

lint: $(STAMPS)/environment  ## formatting, static types, licence headers, shell scripts
	@$(VENV)/bin/pre-commit run --all-files

format: $(STAMPS)/environment  ## format all sources
	@ruff check --fix --quiet --exit-zero && ruff format --quiet
	@git ls-files '*.asc' '*.cpp' '*.h' | xargs clang-format -i

docs: $(STAMPS)/environment  ## build the documentation in build/docs
	@$(VENV)/bin/mkdocs build --strict --quiet

bench: $(STAMPS)/plugin  ## measure; writes build/bench.json
	@$(VENV)/bin/python benchmarks/run.py

clean:  ## remove what was built; the environment with its pip packages stays (remove it with rm -r .venv)
	rm -rf build emulator/build $(STAMPS)/emulator $(STAMPS)/plugin

$(STAMPS)/environment: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "$(PYTHON) is not Python 3.10 or later: name one with 'make PYTHON=...'" >&2; exit 1; }
	@echo "Setting up $(VENV): torch, torch_npu and the tools ..."
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV) || \
	  { echo "$(PYTHON) cannot create virtual environments: install its venv module" >&2; exit 1; }
	@$(PIP_INSTALL) --upgrade 'pip>=25.1'
	@test "$$(uname -m)" != x86_64 || $(PIP_INSTALL) --no-deps '$(CPU_TORCH)' 2>/dev/null || true
	@$(PIP_INSTALL) --group dev
	@TORCH_DEVICE_BACKEND_AUTOLOAD=0 $(VENV)/bin/python -c 'import sys, torch; sys.exit(torch.version.cuda is not None)' || \
	  { echo "torch was installed as a CUDA build, beside which torch_npu cannot be loaded: remove $(VENV) and set" \
	    "PIP_EXTRA_INDEX_URL to the index of CPU builds that pytorch.org names ('Get Started'), for $(CPU_TORCH)" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# Changes when another CANN is used: a build made for one must not be used with the other.
$(STAMPS)/cann: $(STAMPS)/environment FORCE
	@test "$$(cat $@ 2>/dev/null)" = "$(or $(REAL_CANN),emulator)" || \
	  { rm -rf build; echo "$(or $(REAL_CANN),emulator)" >$@; }

$(STAMPS)/compiler: $(STAMPS)/environment
	@command -v "$${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || \
	  { echo "No C++ compiler found: install g++ >= 11 or clang >= 14, or set CXX" >&2; exit 1; }
	@touch $@

$(STAMPS)/emulator: $(STAMPS)/compiler $(EMULATOR_SOURCES)
	@echo "Building the emulator ..."
	@$(PIP_BUILD) ./emulator
	@$(VENV)/bin/python -m cann_emulator enable
	@touch $@

$(STAMPS)/plugin: $(STAMPS)/compiler $(STAMPS)/cann $(if $(REAL_CANN),,$(STAMPS)/emulator) $(PLUGIN_SOURCES)
	@echo "Building the plugin for $(or $(REAL_CANN),the emulator) ..."
	@$(PIP_BUILD) .
	@touch $@
