"""How well did the loop of model and tools run? Counts of what went wrong, and whether it was recovered.

Attempts of a call that failed are no trouble; they are counted, whether the call was answered in the end or not.
"""

from collections.abc import Iterator

from coach import events as e
from evals.checks.broken_words import broken_words
from evals.checks.recovery import is_recovered
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import SessionView

VERSION = 7

_NOT_OFFERED = "There is no tool"
_SELDOM = ("failed_attempts", "dropped_blocks")
"""Counts that the explanation names only where there are any."""


def check_loop_health(session: SessionView) -> Verdict:
    """The number of troubles; passes where every one was recovered by the model itself."""
    calls = [event for _, event in session.of(e.ModelCalled)]
    if not calls and not any(session.of(e.ModelFailed)):
        return not_judged("the session has no model call")
    troubles = [*_troubles(session)]
    left = [each for each in troubles if not _is_recovered(session, each)]
    bounds = sum(each.rule == "bound" for each in troubles)
    errors = sum(event.error is not None for _, event in session.of(e.ToolCalled))
    recovered = len(troubles) - len(left)
    counts = {
        "steps": len(calls),
        "tool_calls": sum(1 for _ in session.of(e.ToolCalled)),
        "bounds_hit": bounds,
        "tool_errors": errors,
        "recovered": recovered,
        "retries": _retries(session),
        "model_failures": sum(1 for _ in session.of(e.ModelFailed)),
        "failed_attempts": sum(session.failed_attempts),
        "dropped_blocks": sum(session.dropped_blocks),
    }
    said = f"{len(calls)} steps, {errors} tool errors, {recovered} of them recovered, {bounds} bounds hit"
    aside = (f", {counts[name]} {name.replace('_', ' ')}" for name in _SELDOM if counts[name])
    return Verdict(
        value=float(len(troubles)),
        passed=not left,
        explanation="".join((said, *aside)),
        findings=tuple(left),
        counts={name: float(count) for name, count in counts.items()},
    )


def check_of_talk(session: SessionView) -> Verdict:
    """Of a transcript without events: fails where words of the coach are cut off, raw or said twice."""
    found = tuple(broken_words(session))
    if not found:
        return not_applicable("the transcript holds no events of the engine")
    return Verdict(value=float(len(found)), passed=False, explanation=found[0].what, findings=found)


def _trouble(rule: str, event: int, what: str) -> Evidence:
    return Evidence(what=f"{rule}: {what}", event=event, rule=rule)


def _is_recovered(session: SessionView, trouble: Evidence) -> bool:
    """Whether the trouble is a failed tool call whose purpose was reached later."""
    return trouble.rule == "tool_error" and trouble.event is not None and is_recovered(session, trouble.event)


def _troubles(session: SessionView) -> Iterator[Evidence]:
    for index, event in session.of(e.BoundReached):
        yield _trouble("bound", index, f"{event.bound} of {event.limit}")
    for index, event in session.of(e.ModelFailed):
        if not event.service:
            yield _trouble("model_failed", index, event.what)
    for index, event in session.of(e.ToolCalled):
        if event.error is not None:
            rule = "tool_not_offered" if event.error.startswith(_NOT_OFFERED) else "tool_error"
            yield _trouble(rule, index, f"{event.tool} in {event.state}: {event.error}")
    for index, dropped in enumerate(session.dropped_blocks):
        if dropped:
            yield _trouble("dropped", index, f"the server left out {dropped} blocks of the request, such as thinking")
    yield from _swallowed(session)
    yield from broken_words(session)


def _swallowed(session: SessionView) -> Iterator[Evidence]:
    """Results that do not tell the model what happened: an error as a success, or no result at all."""
    errors = {event.call: event.error is not None for _, event in session.of(e.ToolCalled)}
    answered: set[str] = set()
    for index, event in session.of(e.ToolsAnswered):
        for result in event.results:
            call = str(result.get("tool_use_id"))
            answered.add(call)
            if errors.get(call) and not result.get("is_error"):
                yield _trouble("swallowed", index, f"the error of {call} went back as a success")
    lost = [index for index, event in session.of(e.ToolCalled) if event.call not in answered]
    yield from (_trouble("lost_result", index, "its result never went back to the model") for index in lost)


def _retries(session: SessionView) -> int:
    """How often a model was asked again: after a failed tool, or because it had not used one."""
    return sum(
        any(result.get("is_error") or result.get("type") == "text" for result in event.results)
        for _, event in session.of(e.ToolsAnswered)
    )
