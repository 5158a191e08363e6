"""What an event means inside, in a line: the internal view beside what the athlete saw. Unescaped."""

import json
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def internal(kind: str, event: Json) -> str:
    """The inside of an event. A kind without words of its own is shown as it was stored."""
    return _WORDS.get(kind, _as_stored)(event)


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_stored(event: Json) -> str:
    rest = {key: value for key, value in event.items() if key not in {"kind", "state"}}
    return as_json(rest) if rest else ""


def _said(event: Json) -> str:
    return f"turn {event['turn']}" if "turn" in event else ""


def _moved(event: Json) -> str:
    return f"{event.get('source')} to {event.get('target')}: {str(event.get('reason')).replace('_', ' ')}"


def _model(event: Json) -> str:
    blocks = [_block(block) for block in event.get("content") or ()]
    return f"{event.get('model')}, {event.get('stop_reason')}: {' + '.join(blocks) or 'no content'}"


def _block(block: Json) -> str:
    if block.get("type") == "tool_use":
        return f"calls {block.get('name')} {as_json(block.get('input'))}"
    if block.get("type") == "text":
        return f"text of {len(str(block.get('text', '')))} characters"
    return as_json(block)


def _tool(event: Json) -> str:
    outcome = f"refused: {event['error']}" if event.get("error") else "done"
    return f"{event.get('tool')} {as_json(event.get('input'))}: {outcome}"


def _fact(event: Json) -> str:
    fact = event.get("fact") or {}
    field, standing = (str(fact.get(key)).replace("_", " ") for key in ("field", "standing"))
    held = standing if fact.get("value") is None else f"{as_json(fact['value'])} ({standing}, {fact.get('confidence')})"
    return f"{field}: {held}"


def _gate(event: Json) -> str:
    result = event.get("result") or {}
    fired = ", ".join(result.get("fired") or ()) or "none"
    return f"{result.get('status')}; rules that fired: {fired}".replace("_", " ")


def _decided(event: Json) -> str:
    return f"{'approved' if event.get('approved') else 'rejected'} by {event.get('reviewer')}: {event.get('reason')}"


def _approval(event: Json) -> str:
    return f"{event.get('tool')}: {'approved' if event.get('approved') else 'not approved'}"


def _proposed(event: Json) -> str:
    rules = [f"{finding.get('rule')} ({finding.get('severity')})" for finding in event.get("findings") or ()]
    problem = event.get("error") or ", ".join(rules) or "no findings"
    return f"attempt {event.get('attempt')}: {problem}"


def _changed(event: Json) -> str:
    found = event.get("difference") or {}
    weeks = ", ".join(str(week.get("index")) for week in found.get("weeks") or ())
    days = [f"{day['date']}: {day['before'] or 'rest'} -> {day['after'] or 'rest'}" for day in found.get("days") or ()]
    counts = f"{found.get('days_changed', 0)} days changed, {found.get('days_kept', 0)} kept"
    return f"{counts}; weeks with another distance: {weeks or 'none'}{''.join(f'; {day}' for day in days)}"


def _shown(event: Json) -> str:
    return f"version {(event.get('plan') or {}).get('version')}"


def _closed(event: Json) -> str:
    outcome, why = str(event.get("outcome")), str(event.get("why", "")).replace("_", " ")
    return outcome if why in {"", outcome} else f"{outcome} ({why})"


_WORDS: dict[str, Callable[[Json], str]] = {
    "athlete_said": _said,
    "coach_said": _said,
    "moved": _moved,
    "model_called": _model,
    "tool_called": _tool,
    "fact_recorded": _fact,
    "gate_evaluated": _gate,
    "review_decided": _decided,
    "approval_given": _approval,
    "plan_proposed": _proposed,
    "plan_changed": _changed,
    "plan_shown": _shown,
    "session_closed": _closed,
}
