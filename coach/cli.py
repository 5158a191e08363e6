"""The command `coach`: finds the command's module and runs it; imports nothing that the command does not need."""

import os
import sys

from coach.command_line import Program

# There are no plug-ins, and looking for them in every installed package takes longer than to judge a profile.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

COMMANDS = {
    "chat": "talk to the coach (needs ANTHROPIC_API_KEY)",
    "sessions": "list the saved sessions",
    "resume": "continue a saved session",
    "plan": "show or export the plan of a saved session",
    "review": "decide on sessions that are waiting for a person",
    "check-safety": "judge profiles by the safety rules (JSONL)",
    "check-plan": "judge training plans by the plan rules (JSONL)",
    "rules": "print the safety rules, or write a packet to sign off",
    "explain-rule": "print one safety rule with its source and examples",
    "export": "turn a plan into calendar, watch, spreadsheet or text files",
}
PROGRAM = Program("coach", "A conversational running coach.", "coach.commands", COMMANDS)


def main(argv: list[str] | None = None) -> int:
    return PROGRAM.run(sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
