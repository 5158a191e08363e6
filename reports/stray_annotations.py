"""Annotations that belong to nothing in the run: a session or a scorer was renamed, or the file is of another run."""

from collections.abc import Sequence

from reports import wording
from reports.logs import LoggedRun

MOST_NAMED = 3


def uncounted(run: LoggedRun) -> str | None:
    """A sentence on the annotations that no session or scorer of `run` answers to; None where each has one."""
    known = {"session": {*run.sessions["session"]}, "scorer": {*run.scores["scorer"], *run.header.scorer_versions}}
    lost = [one for one in run.annotations if one.session not in known["session"] or one.scorer not in known["scorer"]]
    if not lost:
        return None
    named = {what: sorted({getattr(one, what) for one in lost} - known[what]) for what in known}
    lacking = " and ".join(f"no {what} {_first(names)}" for what, names in named.items() if names)
    are = "is" if len(lost) == 1 else "are"
    return f"{wording.count(len(lost), 'annotation')} of the run {run.header.run} {are} not counted: it has {lacking}."


def _first(names: Sequence[str]) -> str:
    rest = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")
