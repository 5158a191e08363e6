"""One session laid open: what happened, what was known, what was decided on it, what was said. Judges nothing.

Reads events as plain JSON, because reports know no code of the coach; a key that is missing shows as missing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reports.header import Header
from reports.logs import Run, Session
from reports.redact import redacted_session

Json = dict[str, Any]
Price = Callable[[str, int, int], float | None]
"""Model, input tokens, output tokens to US dollars; None where no price is known."""


def _unpriced(_model: str, _input_tokens: int, _output_tokens: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """Whether the events are what was written: recomputed head, and the first event that does not fit."""

    ok: bool
    head: str
    broken_at: int | None
    what: str


@dataclass(frozen=True, slots=True)
class RuleText:
    """What the reviewed table says of a rule."""

    title: str
    source: str
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """One value of a field: `event` is the index of the event that recorded it."""

    event: int
    turn: int | None
    value: Any
    raw: str
    confidence: str
    standing: str


@dataclass(frozen=True, slots=True)
class FactTrail:
    """A field's values in order, the last one holds; `dropped_at`: the goal change that let go of it."""

    field: str
    told: tuple[Told, ...]
    dropped_at: int | None = None


@dataclass(frozen=True, slots=True)
class RuleTrail:
    """One rule at one gate evaluation."""

    rule: str
    verdict: str
    action: str
    saw: Json
    missing: tuple[str, ...]
    proposed: bool
    text: RuleText | None


@dataclass(frozen=True, slots=True)
class GateTrail:
    """One gate evaluation. `rejudged`: how its verdicts were recomputed (`evals.rejudging`), empty where not."""

    event: int
    result: Json
    profile: Json
    declined: tuple[str, ...]
    rules: tuple[RuleTrail, ...]
    rejudged: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Happened:
    """One event. `seen`: what the athlete saw of it, None where it was internal."""

    index: int
    kind: str
    state: str
    event: Json
    seen: str | None
    hash: str | None


@dataclass(frozen=True, slots=True)
class Audit:
    header: Header
    session: Session
    chain: ChainCheck
    outcome: str
    why: str
    trail: tuple[Happened, ...]
    facts: tuple[FactTrail, ...]
    gates: tuple[GateTrail, ...]
    redacted: bool = False
    dollars: Mapping[int, float | None] = field(default_factory=dict)
    """Event of a model call to what it cost; None where no price is known."""

    def of_kind(self, *kinds: str) -> tuple[Happened, ...]:
        return tuple(item for item in self.trail if item.kind in kinds)


def audit(
    run: Run, session_id: str, chain: ChainCheck, rules: Mapping[str, RuleText], price: Price = _unpriced
) -> Audit:
    """Everything about one session of `run`. `chain`, `rules` and `price` come from who may know the coach."""
    session = run.session(session_id)
    trail = tuple(_trail(session))
    closed = [item.event for item in trail if item.kind == "session_closed"]
    return Audit(
        header=run.header,
        session=session,
        chain=chain,
        outcome=str(closed[-1].get("outcome")) if closed else "never closed",
        why=str(closed[-1].get("why", "")) if closed else (session.error or "the record ends before the session did"),
        trail=trail,
        facts=_facts(trail),
        gates=tuple(_gate(item, rules) for item in trail if item.kind == "gate_evaluated"),
        redacted=run.read_as is redacted_session,
        dollars={item.index: _cost(item.event, price) for item in trail if item.kind == "model_called"},
    )


def _cost(call: Json, price: Price) -> float | None:
    given, made = call.get("input_tokens"), call.get("output_tokens")
    return price(str(call.get("model")), given, made) if isinstance(given, int) and isinstance(made, int) else None


def _trail(session: Session) -> Iterator[Happened]:
    state = next((str(event.get("source")) for event in session.events if event.get("kind") == "moved"), "start")
    for index, event in enumerate(session.events):
        kind = str(event.get("kind"))
        digest = session.hashes[index] if index < len(session.hashes) else None
        yield Happened(index, kind, str(event.get("state", state)), event, _seen(kind, event), digest)
        if kind == "moved":
            state = str(event.get("target"))


def _seen(kind: str, event: Json) -> str | None:
    """The words between the two people; a shown plan is pointed to, its grid stands elsewhere."""
    if kind in {"athlete_said", "coach_said"}:
        return str(event.get("text", ""))
    return "the whole plan (see Plan)" if kind == "plan_shown" else None


def _facts(trail: tuple[Happened, ...]) -> tuple[FactTrail, ...]:
    told: dict[str, list[Told]] = {}
    dropped: dict[str, int] = {}
    for item in trail:
        if item.kind == "fact_recorded":
            fact = item.event.get("fact") or {}
            told.setdefault(str(fact.get("field")), []).append(_told(item.index, fact))
            dropped.pop(str(fact.get("field")), None)
        if item.kind == "goal_changed":
            dropped |= {str(field): item.index for field in item.event.get("dropped") or ()}
    return tuple(FactTrail(field, tuple(told[field]), dropped.get(field)) for field in sorted(told))


def _told(index: int, fact: Json) -> Told:
    return Told(
        event=index,
        turn=fact.get("turn"),
        value=fact.get("value"),
        raw=str(fact.get("raw", "")),
        confidence=str(fact.get("confidence", "")),
        standing=str(fact.get("standing", "")),
    )


_FIRST = {"fired": 0, "undecidable": 1, "cleared": 2, "not_fired": 3}


def _gate(item: Happened, texts: Mapping[str, RuleText]) -> GateTrail:
    result = item.event.get("result") or {}
    rules = [_rule(verdict, texts) for verdict in result.get("verdicts") or ()]
    return GateTrail(
        event=item.index,
        result=result,
        profile=item.event.get("profile") or {},
        declined=tuple(item.event.get("declined") or ()),
        rules=tuple(sorted(rules, key=lambda rule: (_FIRST.get(rule.verdict, -1), rule.rule))),
        rejudged=item.event.get("rejudged") or {},
    )


def _rule(verdict: Json, texts: Mapping[str, RuleText]) -> RuleTrail:
    name = str(verdict.get("rule"))
    return RuleTrail(
        rule=name,
        verdict=str(verdict.get("verdict")),
        action=str(verdict.get("action")),
        saw=verdict.get("saw") or {},
        missing=tuple(verdict.get("missing") or ()),
        proposed=bool(verdict.get("proposed")),
        text=texts.get(name),
    )
