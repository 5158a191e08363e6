"""Started as a process by `interrupted.py`: has the harness imported, and forks a child for each command line it reads.

A line in: the address of the Claude API and the arguments of `coach-eval`, as a list in JSON. Two lines out: the child's process id, and how it ended (a signal as
a negative number).
"""

import json
import os
import sys

import evals.inspect_run  # noqa: F401 (imported once, for every child)
from evals.cli import main


def played(url: str, *arguments: str) -> None:
    os.environ["ANTHROPIC_BASE_URL"] = url
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os._exit(main(list(arguments)))


for line in sys.stdin:
    child = os.fork()
    if child == 0:
        played(*json.loads(line))
    sys.stdout.write(f"{child}\n")
    sys.stdout.flush()
    sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
    sys.stdout.flush()
