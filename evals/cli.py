"""The command `coach-eval`: finds the command's module and runs it; imports nothing that the command does not need."""

import gc
import sys
from importlib import import_module

from coach.errors import INTERRUPTED, USAGE, CoachError
from reports.errors import ReportError

COMMANDS = {
    "eval": ("eval", "--persona NAME|all   run sessions, print outcomes and scores"),
    "resume": ("resume", "[--run RUN]          finish an interrupted run with models"),
    "verify": ("verify", "RUN                  whether a run's record is what was written"),
    "chat": ("chat", "[--persona NAME]     talk to the coach, or watch a persona do it"),
    "compare": ("compare", "--base RUN --cand RUN   which differences between two runs are real"),
    "nightly": ("nightly", "                   every persona, compared with the stored baseline"),
    "baseline": ("baseline", "                  renew the stored baseline"),
    "list": ("list", "[--json]             runs, variants and personas, with the names to paste"),
    "replay": ("replay", "--run RUN --variant V  recorded talks up to a turn or a state, then live"),
    "variants": ("variants", "list | diff A B     the variants of the coach, and in what two of them differ"),
    "audit": ("audit", "--run RUN --session ID  how one session came to its plan"),
    "annotate": (
        "annotate",
        "RUN               give your own verdicts, so that reports show how far the scorers agree",
    ),
    "scan-leaks": ("scan_leaks", "FILE          find what must stay unspoken, JSONL in and out"),
    "extract": ("extract", "FILE             read the facts in an athlete's words, JSONL in and out"),
    "score": ("score", "FILE [--from FORM]    every scorer on any coach's sessions, JSONL in and out"),
    "personas": ("personas", "[--all]             what ground the library covers"),
    "new-persona": ("new_persona", "NAME          a commented persona file to fill in"),
    "labelled": (
        "labelled",
        "SET [--split dev]  one part alone against labelled cases (vignettes, plans, replies, ...)",
    ),
    "serve": ("serve", "                    a strict local Claude API that answers from the offline models"),
    "faults": ("faults", "                   planted faults: which scorer catches which"),
}


EXIT_CODES = "Exit codes: 0 fine, 1 failed or regressed, 2 could not be judged, 64 wrong usage, 130 interrupted."
OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Imports and tables make hundreds of thousands of objects that stay: Python's own 700 cost a second at the start."""


def main(argv: list[str] | None = None) -> int:
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in {"-h", "--help"}:
        sys.stdout.write("usage: coach-eval COMMAND ...\n\n")
        sys.stdout.writelines(f"  {name} {text}\n" for name, (_, text) in COMMANDS.items())
        sys.stdout.write(f"\n{EXIT_CODES}\n")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        sys.stderr.write(f"coach-eval: no command {name!r}; there are {', '.join(COMMANDS)}\n")
        return USAGE
    try:
        return int(import_module(f"evals.commands.{COMMANDS[name][0]}").run(rest))
    except (CoachError, ReportError) as error:
        sys.stderr.write(f"coach-eval {name}: {error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
