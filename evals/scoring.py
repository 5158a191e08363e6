"""Sessions of any coach, one JSON object a line, and what every scorer says of each. Knows no command."""

import json
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from coach import batch
from coach.events import PlanShown
from evals.checks.registry import CHECKS
from evals.checks.training_in_words import told_to_run
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import SessionView
from evals.interchange.conversations import AnthropicConversation, ChatConversation
from evals.interchange.read import cases, message_of
from evals.interchange.schema import InterchangeSession
from evals.internal_texts import prompts_of


class Form(NamedTuple):
    """What a line looks like, and how it becomes a session."""

    line: type[batch.BatchLine]
    session: Callable[[Any], InterchangeSession]


FORMS = {
    "interchange": Form(InterchangeSession, lambda session: session),
    "anthropic": Form(AnthropicConversation, AnthropicConversation.to_session),
    "openai": Form(ChatConversation, ChatConversation.to_session),
}


def one_a_line(lines: Iterable[str]) -> Iterable[str]:
    """A file that is one object written over many lines becomes one line; strings of JSON hold no line breaks."""
    coming = iter(lines)
    ahead: list[str] = []
    while not ahead or not ahead[-1].strip():
        line = next(coming, None)
        if line is None:
            return ahead
        ahead.append(line)
    if _is_json(ahead[-1]):
        return chain(ahead, coming)
    found = [*ahead, *coming]
    whole = " ".join(line.rstrip("\r\n") for line in found)
    return [whole] if _is_json(whole) else found


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _finding(finding: Evidence, view: SessionView) -> dict[str, Any]:
    """`event` is the place in `events`; of a transcript without them, `message` is the place in `messages`."""
    told = finding.model_dump(mode="json", exclude_none=True)
    if view.record == "events" or finding.event is None:
        return told
    message = message_of(view, told.pop("event"))
    return told if message is None else {"message": message, **told}


def scored(session: InterchangeSession) -> dict[str, Any]:
    found = cases(session, prompts_of(SessionView(session.events or ()), session.internal or ()))
    verdicts = found.judge()
    return {
        "scores": {
            name: _score(verdict, CHECKS[name].version, found.seen_by(name)) for name, verdict in verdicts.items()
        }
    }


def gives_training(session: InterchangeSession) -> bool:
    """Whether a plan is shown in it, or running or hard work told in words."""
    found = cases(session)
    views = (found.seen_by("gate_integrity"), found.words.session)
    return any(any(view.of(PlanShown)) or any(told_to_run(view)) for view in views)


def _score(verdict: Verdict, version: int, view: SessionView) -> dict[str, Any]:
    return {
        "value": verdict.value,
        "explanation": verdict.explanation,
        "findings": [_finding(finding, view) for finding in verdict.findings],
        "version": version,
        "passed": verdict.passed,
        "judged": verdict.judged,
        "counts": verdict.counts,
    }
