"""How well did the loop of model and tools run? Counts of what went wrong, and whether it was recovered.

Attempts of a call that failed are no trouble; they are counted, whether the call was answered in the end or not.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from coach import events as e
from coach.events import AthleteSaid, CoachSaid, FactRecorded, GoalChanged, HealthWordsQueried, NoteRecorded, ToolCalled
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import SessionView
from evals.checks.words import patterns

VERSION = 8

_NOT_OFFERED = "There is no tool"
_SELDOM = ("failed_attempts", "dropped_blocks")
"""Counts that the explanation names only where there are any."""
(_CUT,) = patterns("loop_health", "cut_off")
_RAW = re.compile(
    r"\{\s*\"\w+\"\s*:|\{\{|\}\}|</?[a-z]+_[a-z_]+>|\[(?:insert|your|name|athlete|todo|date|goal|placeholder)\b[^\]\n]{0,40}\]"
    r"|\(in their words\)|\b(?:undefined|NaN|NoneType|tool_use|tool_result|Traceback)\b|\bnull\b(?! hypothes)",
)
_BROKEN = (
    ("raw", _RAW, "data or a placeholder is shown"),
    ("cut_off", _CUT, "the message stops in the middle of a sentence"),
)
_LONG = 80
Item = dict[str, Any]

_RECORDING = frozenset({"collect_data", "correct_data"})
_PURPOSE = {"refine_plan": "request", "change_goal": "words"}
"""The argument of a tool that says what the athlete wants of it."""
_OPENED = "parq_yes"
"""The question that an unclear note opens again."""
_PARTLY = "Recorded "
"""How the error begins where only the items that it names were refused."""

_REFUSED = re.compile(r"^items\.(\d+)\b", re.MULTILINE)


def check_loop_health(session: SessionView) -> Verdict:
    """The number of troubles; passes where every one was recovered by the model itself."""
    calls = [event for _, event in session.of(e.ModelCalled)]
    if not calls and not any(session.of(e.ModelFailed)):
        return not_judged("the session has no model call")
    troubles = [*_troubles(session)]
    left = [each for each in troubles if each.rule != "tool_error" or not is_recovered(session, each.event or 0)]
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


def broken_words(session: SessionView) -> Iterator[Evidence]:
    """Every message of the coach that is broken, with where."""
    before: set[str] = set()
    for index, event in session.of(CoachSaid):
        text = event.text.rstrip()
        for rule, span, why in _broken(text):
            yield Evidence.at(index, text, span, rule=rule, what=why)
        if len(text) >= _LONG and text in before:
            yield Evidence(what="again: the same message word for word", event=index, quote=text[:_LONG], rule="again")
        before.add(text)


@lru_cache(8192)
def _broken(text: str) -> tuple[tuple[str, tuple[int, int], str], ...]:
    """(rule, span, what) of everything in a message that shows it to be broken."""
    found = ((rule, pattern.search(text), what) for rule, pattern, what in _BROKEN)
    return tuple((rule, each.span(), f"{rule}: {what}: {each.group()!r}") for rule, each, what in found if each)


def is_recovered(session: SessionView, index: int) -> bool:
    """Whether the failed call at `index` was recovered later in the session.

    Of a recording call every refused item: its field was recorded, or another field from the same words, or it fell
    with the goal that it belonged to, or it was kept as an unclear note and the question that this opens was answered.
    Where the items cannot be read, any fact recorded later; so too of a call that was refused for words on health that
    no record held.
    """
    failed: ToolCalled = session.events[index]  # type: ignore[assignment]
    if failed.tool in _RECORDING:
        return _is_recorded(session, index, failed)
    later = ((at, call) for at, call in session.of(ToolCalled) if at > index and call.tool == failed.tool)
    worked = [(at, call) for at, call in later if call.error is None]
    if any(isinstance(event, HealthWordsQueried | NoteRecorded) for event in session.events[index + 1 : index + 2]):
        return bool(worked) or any(at > index for at, _ in session.of(FactRecorded))
    key = _PURPOSE.get(failed.tool)
    if key is None:
        return bool(worked)
    turn_ends = next((at for at, _ in session.of(AthleteSaid) if at > index), len(session.events))
    return any(at < turn_ends or call.input.get(key) == failed.input.get(key) for at, call in worked)


def _is_recorded(session: SessionView, index: int, failed: ToolCalled) -> bool:
    later = [call for at, call in session.of(ToolCalled) if at > index and call.tool in _RECORDING]
    recorded = [item for call in later for item in _sorted_out(call)[0]]
    dropped = {name for at, event in session.of(GoalChanged) if at > index for name in event.dropped}
    asked = any(item["field"] == _OPENED for item in recorded)
    settled = dropped | ({event.name for at, event in session.of(NoteRecorded) if at > index} if asked else set())
    refused = _sorted_out(failed)[1]
    if not refused:
        return bool(recorded)
    return all(item["field"] in settled or any(_is_same(item, other) for other in recorded) for item in refused)


def _is_same(item: Item, other: Item) -> bool:
    words = item.get("raw")
    return other["field"] == item["field"] or bool(words and other.get("raw") == words)


def _sorted_out(call: ToolCalled) -> tuple[list[Item], list[Item]]:
    """The items that were recorded and those that were refused: without an error none, else the named ones or all.

    Items without the name of a field have no purpose that could be known, and are left out.
    """
    given = call.input.get("items")
    items = [item if isinstance(item, dict) else {} for item in given] if isinstance(given, list | tuple) else []
    error = call.error or ""
    named = {int(number) for number in _REFUSED.findall(error)} if error.startswith(_PARTLY) else set(range(len(items)))
    recorded: list[Item] = []
    refused: list[Item] = []
    for number, item in enumerate(items):
        if isinstance(item.get("field"), str):
            (refused if call.error is not None and number in named else recorded).append(item)
    return recorded, refused
