"""Tables below an audit: the history of every fact (what was said, when, what became of it), and every model call."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from reports.audit import TOKENS, Audit, Happened
from reports.blocks import Block, Table, Text, cells
from reports.event_words import as_json


def facts(audit: Audit) -> Iterator[Block]:
    yield Text("The last row of a field is what counts; the rows above it are its history.")
    columns = ("field", "value", "in the athlete's words", "turn", "how", "event", "standing")
    rows = sorted((*_fact_rows(audit), *_goal_rows(audit)), key=itemgetter(0, 5))
    yield Table(columns, cells(rows))
    if notes := audit.of_kind("note_recorded"):
        rows = [(*map(n.event.get, ("name", "text", "turn")), n.index, n.event.get("standing", "given")) for n in notes]
        yield Table(("name", "text", "turn", "event", "standing"), cells(rows), title="Notes (read by no rule)")


def _fact_rows(audit: Audit) -> Iterator[tuple[Any, ...]]:
    """In order; whether a value was replaced, or dropped with the goal, tells the next event about its field."""
    said = [(item, item.event.get("fact") or {}) for item in audit.of_kind("fact_recorded")]
    changed = [(item.index, item.event.get("dropped") or ()) for item in audit.of_kind("goal_changed")]
    for item, fact in said:
        field = str(fact.get("field"))
        later = [other.index for other, again in said if again.get("field") == field and other.index > item.index]
        dropped = [index for index, fields in changed if field in fields and index > item.index and not later]
        standing = str(fact.get("standing", "")) + (", replaced" if later else "")
        standing += f", dropped with the goal at event {dropped[0]}" if dropped else ""
        how = fact.get("confidence", "")
        yield field, as_json(fact.get("value")), fact.get("raw", ""), _turn(audit, item), how, item.index, standing


def _turn(audit: Audit, recorded: Happened) -> Any:
    """The turn in which a fact's words were said; the one on record where they are withheld, or several hold them."""
    fact = recorded.event["fact"]
    raw, turn = fact.get("raw"), fact.get("turn")
    before = [item.event for item in audit.of_kind("athlete_said") if item.index < recorded.index]
    turns = [said.get("turn") for said in before if raw and raw in str(said.get("text"))]
    return turn if audit.redacted or turn in turns or not turns else turns[-1]


_OF_GOAL = {"event": "race_distance_km", "target": "goal_time_s"}
"""What a goal says, and the field that the rules read of it."""


def _goal_rows(audit: Audit) -> Iterator[tuple[Any, ...]]:
    """Race and time of each goal, which are no facts of their own on record."""
    captured = audit.of_kind("goals_captured")
    for item in captured:
        standing = "of the goal" if item is captured[-1] else "of the goal, replaced"
        for goal in item.event.get("goals") or ():
            for key, field in _OF_GOAL.items():
                if goal.get(key) is not None:
                    yield field, as_json(goal[key]), goal.get("text", ""), "", "", item.index, standing


_CALL_COLUMNS = (
    "event", "state", "tier", "model", "why it stopped", "tokens in", "tokens out", "tokens written to the cache",
    "tokens read from the cache", "prompt", "US dollars",
)  # fmt: skip


def calls(audit: Audit) -> Iterator[Block]:
    calls = audit.of_kind("model_called")
    keys = ("state", "tier", "model", "stop_reason", *TOKENS, "prompt")
    rows = [
        (call.index, *(call.event.get(key) for key in keys), _dollars([audit.dollars[call.index]])) for call in calls
    ]
    yield Table(_CALL_COLUMNS, cells(rows))
    given, made, written, read = (sum(_tokens(call.event.get(key, 0)) for call in calls) for key in TOKENS)
    spent = _dollars(list(audit.dollars.values()))
    cached = f"{read} read from the prompt cache, {written} written to it"
    yield Text(f"Tokens: {given + written + read} in ({cached}), {made} out. US dollars: {spent}.")
    failed = [(item.index, item.event.get("what")) for item in audit.of_kind("model_failed")]
    if failed:
        yield Table(("event", "what"), cells(failed), title="Failed calls")


def _dollars(costs: Sequence[float | None]) -> str:
    """A sum with one unknown part is unknown."""
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):.4f}" if len(known) == len(costs) else "no price known"


def _tokens(value: object) -> int:
    return value if isinstance(value, int) else 0
