"""What a run says about itself: who played, with what, from which code."""

from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError

from reports.errors import LogForeign, LogUnreadable
from reports.record import ReportRecord, first_problem

NO_JUDGE = "none"
_TASK, _SOLVER = "evals/tasks/full_flow.py", "full_session"
"""By which Inspect names the task of a run and its solver."""


class Header(ReportRecord):
    """The metadata that `coach-eval` writes into a log, with the log's own path, time and status."""

    # A newer harness may say more about a run than this reader knows.
    model_config = ConfigDict(frozen=True, extra="ignore")

    path: str
    status: str
    created: str
    run: str
    variant: str
    variant_digest: str
    coach: str
    athlete: str
    judge: str = NO_JUDGE
    judge_sample: int | None = None  # labelled cases of each kind on which the judge was measured
    hearing: str = "clean"
    review: str = "unknown"
    replay_of: str | None = None  # the run whose talks it began with
    replay_from: str | None = None  # the state or turn from which on its answers are live
    unanswered: tuple[str, ...] = ()  # sessions of a replay that never came so far, so that nothing in them is live
    seed: int
    epochs: int
    personas: tuple[str, ...]
    persona_digest_of: tuple[str, ...] | None = None  # whose files `datasets` has the digest of; None: `personas`
    prompts: dict[str, str] = Field(default_factory=dict)
    prompt_texts: dict[str, str] = Field(default_factory=dict)
    models: dict[str, str] = Field(default_factory=dict)
    code_version: str = "unknown"
    datasets: dict[str, str] = Field(default_factory=dict)
    data_files: dict[str, str] = Field(default_factory=dict)  # none in runs from before they were recorded
    scorer_versions: dict[str, int] = Field(default_factory=dict)
    python: str = "unknown"
    packages: dict[str, str] = Field(default_factory=dict)

    @property
    def digested_personas(self) -> tuple[str, ...]:
        """The personas whose files the digest in `datasets` is of: more than `personas` where some were chosen."""
        return self.personas if self.persona_digest_of is None else self.persona_digest_of

    @property
    def complete(self) -> bool:
        return self.status == "success"


def header_of(path: str, raw: dict[str, Any]) -> Header:
    """Read the header of a log; `LogForeign` for a log of something else than coach sessions.

    A log of coach sessions that lost the name of its run is no such log: `LogUnreadable`.
    """
    try:
        metadata = raw["eval"].get("metadata") or {}
        if "run" not in metadata:
            if _is_ours(path, raw["eval"]):
                lost = "is a log of coach sessions that no longer names its run, so it is not what was written"
                raise LogUnreadable(path, lost, "run the sessions again, or name another log")
            raise LogForeign(path, "is an Inspect log of something else", "name the log of `coach-eval eval`")
        own = {"path": path, "status": raw["status"], "created": raw["eval"]["created"]}
        return Header.model_validate({"coach": raw["eval"].get("model", "unknown"), **metadata, **own})
    except (KeyError, AttributeError, TypeError) as error:
        raise LogUnreadable(path, f"has no header as expected ({error!r})", "run the sessions again") from error
    except ValidationError as error:
        what = f"metadata {first_problem(error)}"
        raise LogUnreadable(path, what, "run the sessions again") from error


def _is_ours(path: str, run: dict[str, Any]) -> bool:
    """Whether a manifest lies beside the log, or it is of the task of a run."""
    manifest = Path(path).with_suffix(".manifest").is_file()
    return manifest or str(run.get("task_file")).endswith(_TASK) or run.get("solver") == _SOLVER
