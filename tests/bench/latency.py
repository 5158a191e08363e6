"""How much of a model's latency `coach-eval eval` hides: sessions side by side, scoring included.

`coach-eval serve` answers in its own process, each call after 300 ms. The ideal is calls x latency / sessions at once,
or the longest session where that is longer. `start_s`: the wall time of a run of one session without latency, which is
the starting of the command for the most part. `processor_s`: of the command, without the processes that judge.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from measuring import Row, bench, process

LATENCY_S = 0.3
PLAN = f'[[fault]]\nkind = "latency"\nseconds = [{LATENCY_S}]\n'
ATHLETE = "anthropic/claude-haiku-5-5"
EVAL = [sys.executable, "-m", "evals.cli", "eval", "--model", "anthropic", "--persona-model", ATHLETE, "--yes"]
PERSONAS = "masters_runner"


@contextmanager
def served(folder: Path, plan: str) -> Iterator[str]:
    """The address of a server of this fault plan."""
    (folder / "plan.toml").write_text(plan)
    command = [sys.executable, "-m", "evals.cli", "serve", "--faults", str(folder / "plan.toml")]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=unbuffered) as process:  # noqa: S603 (ours)
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()


def run(folder: Path, address: str, sessions: int) -> dict[str, float]:
    command = [*EVAL, "--persona", PERSONAS, "--epochs", str(sessions), "--log-dir", str(folder / "logs")]
    at_once = ["--max-sessions", str(sessions), "--max-connections", str(sessions)]
    environment = {**os.environ, "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none"}
    return process([*command, *at_once], env=environment)


def measured(sessions: int) -> Row:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with served(folder, "") as address:
            start_s = run(folder, address, 1)["wall_s"]
        with served(folder, PLAN) as address:
            used = run(folder, address, sessions)
            with urlopen(f"{address}/ledger") as answer:  # noqa: S310 (loopback)
                ledger = json.load(answer)
        longest = max(_calls(next(iter(sorted((folder / "logs").glob("*.eval"), reverse=True)))).values())
    calls, wall_s = ledger["requests"], used["wall_s"]
    ideal_s = max(calls * LATENCY_S / sessions, longest * LATENCY_S)
    return {
        "what": f"{sessions} sessions at once",
        "calls": calls,
        "most_at_once": ledger["most_in_flight"],
        "ideal_s": round(ideal_s, 2),
        "wall_s": round(wall_s, 2),
        "start_s": round(start_s, 2),
        "processor_s": round(used["cpu_s"], 2),
        "wall_by_ideal": round(wall_s / ideal_s, 2),
        "without_start_by_ideal": round((wall_s - start_s) / ideal_s, 2),
    }


def _calls(log: Path) -> Counter[str]:
    """Session to its number of model calls."""
    from reports.eval_file import read_samples

    found: Counter[str] = Counter()
    for sample in read_samples(log):
        stored = sample["store"]["session"]
        found[str(sample["id"])] += sum(event["kind"] == "model_called" for event in stored["events"])
        found[str(sample["id"])] += len(stored["role_calls"])
    return found


@bench("latency", f"Latency hiding, {LATENCY_S:g} s a call")
def hidden(quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    return [measured(sessions) for sessions in ((2,) if quick else (8, 50))]
