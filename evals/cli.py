"""The command `coach-eval`: finds the command's module and runs it; imports nothing that the command does not need."""

import gc
import sys

from coach.command_line import Program
from reports.errors import ReportError

COMMANDS = {
    "eval": "run sessions, and print how they ended and what they scored",
    "resume": "finish a run with models that was interrupted",
    "list": "list runs, personas, variants, scorers, faults and labelled sets",
    "chat": "talk to the coach, or watch a persona do it",
    "compare": "say which differences between two runs are real",
    "nightly": "run every persona and compare with the stored baseline",
    "baseline": "renew the stored baseline",
    "audit": "show how a session, or each session of a run, came to its plan",
    "annotate": "judge sessions yourself and see how far the scorers agree",
    "export-plan": "turn the plan of a session into calendar, watch, spreadsheet or text files",
    "verify": "check that a run's record is what was written",
    "replay": "replay recorded conversations up to a turn or a state, then go on live",
    "score": "score sessions of any coach",
    "variants": "list the variants of the coach, or show in what two differ",
    "new-persona": "write a commented persona file to fill in",
    "validate-persona": "check a persona file before it is used",
    "faults": "plant known faults and show which scorer catches which",
    "labelled": "test one part by itself on labelled cases",
    "extract": "read the facts in what athletes wrote (JSONL)",
    "scan-leaks": "find what a coach must not say (JSONL)",
    "serve": "serve a strict local Claude API, without a key",
}
PROGRAM = Program("coach-eval", "Run, judge and compare sessions of a running coach.", "evals.commands", COMMANDS)
OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Imports and tables make hundreds of thousands of objects that stay: Python's own 700 cost a second at the start."""


def main(argv: list[str] | None = None) -> int:
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    return PROGRAM.run(sys.argv[1:] if argv is None else argv, ReportError)


if __name__ == "__main__":
    sys.exit(main())
