"""Runs of `coach-eval` against the strict server that are killed by SIGKILL at a call and resumed; what they leave."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Self

from servers.strict_api import strict

from evals.cli import main
from evals.serve.app import Server
from evals.serve.players import Players
from reports.logs import read_run, word_of

ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]
_TIMES_AND_MONEY = frozenset({"cost"})


class Kill(NamedTuple):
    """While call `call` (from 1) is being answered, or `late_s` seconds after it came."""

    call: int
    late_s: float = 0.0


class Interrupted:
    """One run in `folder`, with a server of its own. `calls`: how many the server has answered."""

    def __init__(self, harness: "Harness", folder: Path, *options: str) -> None:
        self.folder, self.calls = folder, 0
        self._harness, self._options = harness, options
        self._players, self._kill = Players(), None
        self._server = Server(answer=self._answer)

    def _answer(self, request: Json) -> list[Json]:
        self.calls += 1
        if self._kill is not None and self.calls >= self._kill.call:
            kill, self._kill = self._kill, None
            if kill.late_s:
                threading.Timer(kill.late_s, self._harness.kill).start()
            else:
                self._harness.kill()
        return self._players.answer(request)

    def finish(self, kills: Iterable[Kill] = ()) -> int:
        """Begin the run and resume it until it has come to its end; how often it was killed."""
        killed = 0
        with strict(self._server) as url:
            arguments = ["eval", *self._options, "--log-dir", str(self.folder)]
            for self._kill in (*kills, None):
                code = self._harness.run(url, arguments)
                killed += code == -signal.SIGKILL
                if code == 0:
                    return killed
                assert code == -signal.SIGKILL, f"{arguments} ended with {code}"
                arguments = ["resume", "--log-dir", str(self.folder)]
        raise AssertionError("the run did not come to its end")


class Harness:
    """A process with everything imported, from which runs are forked."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "ANTHROPIC_API_KEY": "test"}
        command = [sys.executable, str(ROOT / "tests" / "runs_from_one_process.py")]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process: subprocess.Popen[str] = subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)  # noqa: S603 (fixed words)
        self._child: int | None = None

    def run(self, url: str, arguments: list[str]) -> int:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps([url, *arguments]) + "\n")
        stdin.flush()
        self._child = int(stdout.readline())
        code = int(stdout.readline())
        self._child = None
        return code

    def kill(self) -> None:
        if self._child is not None:
            os.kill(self._child, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@dataclass(frozen=True, slots=True)
class Left:
    """What a finished run left: sessions by their name, each with its events, acts, and scores by scorer."""

    sessions: dict[str, Json]

    @classmethod
    def by(cls, folder: Path) -> "Left":
        (log,) = folder.glob("*.eval")
        assert len(list(folder.glob("*.manifest"))) == 1
        run = read_run(log)
        assert run.header.complete
        assert main(["verify", str(log)]) == 0
        return cls({session.id: _session(session) for session in run.each_session()})


def _session(session: Any) -> Json:
    scores = {name: word_of(score) for name, score in session.scores.items() if name not in _TIMES_AND_MONEY}
    return {"events": [_without_cache(event) for event in session.events], "error": session.error, "scores": scores}


def _without_cache(event: Json) -> Json:
    """What of a request's tokens the cache held depends on when it was asked."""
    kinds = [key for key in event if key in {"input_tokens", "cache_write_tokens", "cache_read_tokens"}]
    left = {key: value for key, value in event.items() if key not in kinds}
    return {**left, "input": sum(event[key] for key in kinds)} if kinds else left


def differences(one: Left, other: Left) -> list[str]:
    """Where the sessions of two runs differ: names, the first other event, the scores."""
    found = (
        [f"sessions {sorted(one.sessions)} and {sorted(other.sessions)}"]
        if one.sessions.keys() != other.sessions.keys()
        else []
    )
    for name in one.sessions.keys() & other.sessions.keys():
        this, that = one.sessions[name], other.sessions[name]
        found += [
            f"{name}: {key}: {this[key]} and {that[key]}" for key in ("error", "scores") if this[key] != that[key]
        ]
        pairs = enumerate(zip_longest(this["events"], that["events"]))
        found += [f"{name}: event {at}: {a} and {b}" for at, (a, b) in pairs if a != b][:1]
    return found
