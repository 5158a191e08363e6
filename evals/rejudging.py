"""The gate evaluations of a stored session, judged again by the rules as they are today. Decides nothing anew."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from coach.errors import InputError
from coach.events import GateEvaluated
from coach.records.intake import SafetyFlag
from coach.records.safety import Concern
from coach.safety.gating import Inputs, result_of, rules_digest

Json = dict[str, Any]


def rejudged(events: Sequence[Json]) -> tuple[Json, ...]:
    """`events` (in today's form) with the verdict of every rule in each gate evaluation, and a key `rejudged`.

    `rejudged.rules` and `rejudged.inputs` say whether both are those of the session: same, changed, or unknown.
    `rejudged.status` is what the gate would say today, None where it cannot be judged again.
    """
    return tuple(_each(events))


def _each(events: Sequence[Json]) -> Iterator[Json]:
    flags: list[Json] = []
    concerns: list[Json] = []
    for event in events:
        if event.get("kind") == "schema_accepted":
            flags = (event.get("intake") or {}).get("safety_flags") or []
        elif event.get("kind") == "profile_reviewed":
            concerns = event.get("concerns") or []
        elif event.get("kind") == "moved" and event.get("target") == "SAFETY":
            concerns = []
        yield _again(event, flags, concerns) if event.get("kind") == "gate_evaluated" else event


def _again(event: Json, flags: list[Json], concerns: list[Json]) -> Json:
    try:
        gate = GateEvaluated.model_validate(event)
        inputs = Inputs(
            gate.profile,
            frozenset(gate.declined),
            tuple(SafetyFlag.model_validate(flag) for flag in flags),
            tuple(Concern.model_validate(concern) for concern in concerns),
        )
        result = result_of(inputs)
    except (ValidationError, InputError):
        return {**event, "rejudged": {"rules": "unknown", "inputs": "unknown", "status": None}}
    found = {
        "rules": _compared(gate.rules, rules_digest()),
        "inputs": _compared(gate.inputs, inputs.digest),
        "status": result.status,
    }
    verdicts = [verdict.model_dump(mode="json") for verdict in result.verdicts]
    return {**event, "result": {**event["result"], "verdicts": verdicts}, "rejudged": found}


def _compared(recorded: str | None, today: str) -> str:
    if recorded is None:
        return "unknown"
    return "same" if recorded == today else "changed"
