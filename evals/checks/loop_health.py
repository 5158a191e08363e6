"""How well did the loop of model and tools run? Counts of what went wrong, and whether it was mended.

The SDK's own retries are in no event and are not counted.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from coach import events as e
from evals.checks.recovery import is_mended
from evals.checks.verdict import Evidence, Verdict, not_judged
from evals.checks.view import SessionView

VERSION = 3

_NOT_OFFERED = "There is no tool"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong at an event; `mended` where the same purpose was reached later (`mending`)."""

    rule: str
    event: int
    what: str
    mended: bool = False


def check_loop_health(session: SessionView) -> Verdict:
    """The number of troubles; passes where every one was mended by the model itself."""
    calls = [event for _, event in session.of(e.ModelCalled)]
    if not calls and not any(session.of(e.ModelFailed)):
        return not_judged("the session has no model call")
    troubles = [*_troubles(session)]
    left = [each for each in troubles if not each.mended]
    counted = Counter(each.rule for each in troubles)
    errors = sum(event.error is not None for _, event in session.of(e.ToolCalled))
    recovered = sum(each.mended for each in troubles)
    counts = {
        "steps": len(calls),
        "tool_calls": sum(1 for _ in session.of(e.ToolCalled)),
        "bounds_hit": counted["bound"],
        "tool_errors": errors,
        "recovered": recovered,
        "retries": _retries(session),
        "model_failures": sum(1 for _ in session.of(e.ModelFailed)),
    }
    said = (
        f"{len(calls)} steps, {errors} tool errors of which {recovered} were recovered, {counted['bound']} bounds hit"
    )
    return Verdict(
        value=float(len(troubles)),
        passed=not left,
        explanation=said,
        findings=tuple(Evidence(what=f"{each.rule}: {each.what}", event=each.event, rule=each.rule) for each in left),
        counts={name: float(count) for name, count in counts.items()},
    )


def _troubles(session: SessionView) -> Iterator[Trouble]:
    for index, event in session.of(e.BoundReached):
        yield Trouble("bound", index, f"{event.bound} of {event.limit}")
    for index, event in session.of(e.ModelFailed):
        if not event.service:
            yield Trouble("model_failed", index, event.what)
    for index, event in session.of(e.ToolCalled):
        if event.error is not None:
            yield _tool_error(session, index, event)
    yield from _swallowed(session)


def _tool_error(session: SessionView, index: int, event: e.ToolCalled) -> Trouble:
    what = f"{event.tool} in {event.state}: {event.error}"
    if (event.error or "").startswith(_NOT_OFFERED):
        return Trouble("tool_not_offered", index, what)
    return Trouble("tool_error", index, what, mended=is_mended(session, index))


def _swallowed(session: SessionView) -> Iterator[Trouble]:
    """Results that do not tell the model what happened: an error as a success, or no result at all."""
    errors = {event.call: event.error is not None for _, event in session.of(e.ToolCalled)}
    answered: set[str] = set()
    for index, event in session.of(e.ToolsAnswered):
        for result in event.results:
            call = str(result.get("tool_use_id"))
            answered.add(call)
            if errors.get(call) and not result.get("is_error"):
                yield Trouble("swallowed", index, f"the error of {call} went back as a success")
    lost = [index for index, event in session.of(e.ToolCalled) if event.call not in answered]
    yield from (Trouble("lost_result", index, "its result never went back to the model") for index in lost)


def _retries(session: SessionView) -> int:
    """How often a model was asked again: after a failed tool, or because it had not used one."""
    return sum(
        any(result.get("is_error") or result.get("type") == "text" for result in event.results)
        for _, event in session.of(e.ToolsAnswered)
    )
