"""An Inspect log of sessions that were played without Inspect; viewed, scored again and compared like any other.

Sessions are written as they come, so that a run that is killed keeps those that ended.
"""

import asyncio
import datetime as dt
import os
import time
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from inspect_ai import log as logs
from inspect_ai._eval.task.log import resolve_eval_scorers  # what Inspect's own runs write of their scorers
from inspect_ai.log._recorders import create_recorder_for_format  # no public writer takes samples one by one
from inspect_ai.scorer._scorer import as_scorer_spec

from evals.bulk import Finished
from evals.checks.registry import CHECKS
from evals.run_specs import sample_metadata
from evals.scorers import full_session
from evals.scorers.adapter import KEY, to_score
from evals.viewing import events_of, task_name, transcript, viewer

FLUSH_S = 2.0
"""Seconds after which a session that ends writes itself and those before it to the disk."""
TASK = Path(__file__).parent / "tasks" / "full_flow.py"


class InspectLog:
    """Open it with `with`, add every session, call `finish`; left without, its status is `cancelled`."""

    def __init__(self, folder: Path, model: str, sessions: int, metadata: dict[str, Any]) -> None:
        self._spec = logs.EvalSpec(
            created=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            task=task_name(metadata),
            task_id=metadata["run"],
            task_file=os.path.relpath(TASK),
            dataset=logs.EvalDataset(name="personas", samples=sessions),
            model=model,
            config=logs.EvalConfig(epochs=1, epochs_reducer=["mode"]),
            packages={"inspect_ai": version("inspect_ai")},
            metadata=metadata,
            scorers=resolve_eval_scorers([as_scorer_spec(each) for each in full_session.scorers()]),
            viewer=viewer(),
        )
        self._recorder = create_recorder_for_format("eval", str(folder))
        self._scored: list[logs.EvalSample] = []
        self._runner = asyncio.Runner()
        self._open = True

    def __enter__(self) -> Self:
        try:
            self.path = Path(self._runner.run(self._recorder.log_init(self._spec)))
            self._runner.run(self._recorder.log_start(self._spec, logs.EvalPlan()))
            self._flush()
        except BaseException:
            self._runner.close()
            raise
        return self

    def add(self, done: Finished) -> None:
        sample = sample_of(done).model_copy(update={"uuid": f"{self._spec.task_id}/{done.job.spec.name}"})
        self._runner.run(self._recorder.log_sample(self._spec, sample))
        self._scored.append(sample.model_copy(update={"store": {}, "messages": []}))
        if time.monotonic() - self._flushed > FLUSH_S:
            self._flush()

    def _flush(self) -> None:
        self._runner.run(self._recorder.flush(self._spec))
        self._flushed = time.monotonic()

    def finish(self, **more: Any) -> None:
        """Compute the metrics and close the log as a success; `more`: what its header says besides."""
        self._spec.metadata = {**(self._spec.metadata or {}), **more}
        log = logs.EvalLog(eval=self._spec, samples=self._scored)
        logs.recompute_metrics(log)
        for score in log.results.scores if log.results else ():
            score.metadata = {"version": CHECKS[score.name].version}
        self._close("success", log)

    def _close(self, status: Any, log: logs.EvalLog | None = None) -> None:
        self._open = False
        results = log.results if log else None
        stats = logs.EvalStats(started_at=self._spec.created, completed_at=dt.datetime.now(dt.UTC).isoformat())
        end = self._recorder.log_finish(self._spec, status, stats, results, None, header_only=True)
        self._runner.run(end)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._open:
                self._close("cancelled")
        finally:
            self._runner.close()


def sample_of(done: Finished) -> logs.EvalSample:
    """The session as a sample: what was recorded in its store, the talk in its messages, a score per check."""
    spec, stored = done.job.spec, done.stored or {}
    messages = transcript(done.said)
    return logs.EvalSample(
        id=spec.name,
        epoch=1,
        input=spec.persona.goals[0].text,
        target=spec.persona.expect.outcome,
        messages=messages,
        events=events_of(messages),
        metadata=sample_metadata(spec),
        store={KEY: stored} if stored else {},
        scores={name: to_score(verdict, CHECKS[name].version, messages) for name, verdict in done.verdicts.items()},
        total_time=done.seconds,
        error=logs.EvalError(message=done.error, traceback="", traceback_ansi="") if done.error else None,
    )
