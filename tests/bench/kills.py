"""Kills a run with SIGKILL at random moments, again and again, and finishes it: nothing may be lost or paid twice.

`python tests/bench/kills.py [ROUNDS] [PERSONAS] [postgresql]`: one uninterrupted run against the strict server, then as
many rounds of the same run, killed one to three times and resumed. The sessions are stored beside the log, or in a
PostgreSQL server of their own. Each round has to end in one log with the same sessions and scores and a verified
record, and the server may have answered one call more for each kill and session side by side.
"""

import os
import random
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import postgres
from interrupted import Harness, Interrupted, Kill, Left, differences

from coach.store.location import ENVIRONMENT

MODELS = ("--model", "anthropic", "--persona-model", "anthropic/claude-haiku-5-5", "--epochs", "1")


def main(rounds: int = 100, personas: str = "masters_runner,chest_pain_hidden") -> int:
    chance, unequal, options = random.Random(0), 0, ("--persona", personas, *MODELS)
    with tempfile.TemporaryDirectory() as folder, Harness() as harness:
        whole = Interrupted(harness, Path(folder) / "whole", *options)
        whole.finish()
        expected = Left.by(whole.folder)
        for number in range(1, rounds + 1):
            run = Interrupted(harness, Path(folder) / str(number), *options)
            calls = sorted(chance.sample(range(1, whole.calls), chance.randint(1, 3)))
            killed = run.finish(Kill(call, late_s=chance.choice((0.0, chance.random() / 20))) for call in calls)
            problems = differences(expected, Left.by(run.folder))
            again = run.calls - whole.calls
            if again > killed * len(expected.sessions):
                problems.append("more calls again than can have been in flight")
            unequal += bool(problems)
            told = "; ".join(problems) or "equal"
            sys.stdout.write(f"{number}: killed {killed} times near calls {calls}, {again} calls again: {told}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{rounds - unequal} of {rounds} resumed runs equal the uninterrupted one\n")
    return 1 if unequal else 0


if __name__ == "__main__":
    with postgres.server() if sys.argv[3:] == ["postgresql"] else nullcontext("") as url:
        os.environ[ENVIRONMENT] = url
        sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:3]))
