"""Started as a process by `interrupted.py`: has the harness imported, and forks a child for each command line it reads.

A line in: the address of the Claude API and the arguments of `coach-eval`, as a list in JSON. Two lines out: the
child's process id, and how it ended (a signal as a negative number).
"""

import importlib.metadata
import json
import os
import sys
from functools import cache
from importlib import import_module

from coach import variants
from evals.bulk import Job, played
from evals.cli import main
from evals.scorers.unspoken_judge import measured_on
from evals.session import Spec
from personas.load import load

importlib.metadata.packages_distributions = cache(importlib.metadata.packages_distributions)  # for what Inspect imports
LATE = (
    "evals._registry", "evals.inspect_run", "evals.commands.eval", "evals.commands.estimated_cost",
    "evals.commands.resume", "evals.claude", "evals.summary", "httpcore2", "inspect_ai.agent._acp.server",
    "inspect_ai.agent._bridge.anthropic_api_impl", "inspect_ai.model._openai_responses",
    "inspect_ai.model._providers.anthropic",
)  # fmt: skip
"""What an evaluation imports only once it runs. Imported and loaded here, for every child."""
for module in LATE:
    import_module(module)
played(Job(Spec(load("chest_pain_hidden"), variants.load("baseline"))))
measured_on(each=3)
os.sched_getaffinity = lambda _pid: {0}  # processes of a child's own would import it all once more


def run(url: str, *arguments: str) -> None:
    os.environ["ANTHROPIC_BASE_URL"] = url
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os._exit(main(list(arguments)))


for line in sys.stdin:
    child = os.fork()
    if child == 0:
        run(*json.loads(line))
    sys.stdout.write(f"{child}\n")
    sys.stdout.flush()
    sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
    sys.stdout.flush()
