"""The command `coach`: finds the command's module and runs it; imports nothing that the command does not need."""

import os
import sys
from importlib import import_module

from coach.errors import INTERRUPTED, USAGE, CoachError

# There are no plug-ins, and looking for them in every installed package takes longer than to judge a profile.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

COMMANDS = {
    "check-safety": ("check_safety", "FILE             judge profiles by the safety rules, JSONL in and out"),
    "check-plan": (
        "check_plan",
        "FILE               judge training plans by the plan rules, JSONL in and out",
    ),
    "explain-rule": ("explain_rule", "ID               one safety rule with its source and examples"),
    "rules": (
        "rules",
        "[--format md|json|html|pdf] [--out FILE]   the safety rules, for the physician who signs them off",
    ),
    "export": ("export", "--format ics|fit|intervals|csv|md FILE   a plan for a calendar, a watch, a page"),
    "chat": ("chat", "[VARIANT]               talk to the coach (needs ANTHROPIC_API_KEY)"),
    "sessions": ("sessions", "                    the saved sessions"),
    "resume": ("resume", "ID                    go on with a saved session"),
    "review": ("review", "list|show|approve|reject   decide on sessions that wait for a person"),
    "plan": ("plan", "show|export ID          the plan of a saved session, as text or for a calendar, a watch, a page"),
}


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in {"-h", "--help"}:
        sys.stdout.write("usage: coach COMMAND ...\n\n")
        sys.stdout.writelines(f"  {name} {text}\n" for name, (_, text) in COMMANDS.items())
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        sys.stderr.write(f"coach: no command {name!r}; there are {', '.join(COMMANDS)}\n")
        return USAGE
    module = import_module(f"coach.commands.{COMMANDS[name][0]}")
    try:
        return int(module.run(rest))
    except CoachError as error:
        sys.stderr.write(f"coach {name}: {error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
