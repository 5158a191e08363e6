"""An audit as blocks, the same for every form: who played and whether the record holds first, then inwards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from reports import state_diagram, week_grid
from reports.audit import Audit, FactTrail, GateTrail, Happened, RuleTrail, Told
from reports.blocks import Banner, Block, Diagram, Heading, Table, Text, cells
from reports.event_words import as_json, internal
from reports.header import Header
from reports.logs import word_of
from reports.redact import NOTICE


def blocks(audit: Audit) -> tuple[Block, ...]:
    return (_chain(audit), *chain.from_iterable(section(audit) for section in _SECTIONS))


def _head(audit: Audit) -> Iterator[Block]:
    header, session = audit.header, audit.session
    if audit.redacted:
        yield Text(f"{NOTICE} The hash chain was checked before.")
    facts = {
        "Outcome": audit.outcome if audit.why in {"", audit.outcome} else f"{audit.outcome}: {audit.why}",
        "Error": session.error or "none",
        "Seed": session.metadata.get("seed"),
        "Head hash": session.head,
    }
    yield Table(("what", "value"), cells([*facts.items(), *who_played(header)]))
    yield Table(("prompt", "SHA-256"), cells(sorted(header.prompts.items())), title="Prompts", fold=True)


def who_played(header: Header) -> list[tuple[str, str]]:
    """The run, the players, and the versions of everything that decides what they can do."""
    return [
        ("Run", f"{header.run} ({header.status}, {header.created})"),
        ("Coach", header.coach),
        ("Athlete", header.athlete),
        ("Hearing", header.hearing),
        ("Variant", f"{header.variant} ({header.variant_digest})"),
        ("Code", header.code_version),
        ("Python", header.python),
        ("Packages", ", ".join(f"{name} {version}" for name, version in sorted(header.packages.items()))),
        ("Models", ", ".join(f"{tier}: {model}" for tier, model in sorted(header.models.items()))),
    ]


def _chain(audit: Audit) -> Banner:
    check, title = audit.chain, f"Audit of {audit.session.id}: {audit.outcome}"
    if check.ok and check.head == audit.session.head:
        return Banner(title, "pass", f"{check.what} ({len(audit.trail)} events)", loud="Hash chain:")
    place = "" if check.broken_at is None else f" at event {check.broken_at}"
    heads = f"computed head {check.head}, recorded head {audit.session.head}"
    return Banner(title, "broken", f"{check.what} ({heads})", loud=f"Hash chain: BROKEN{place}.")


def _states(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "States")
    moved = audit.of_kind("moved")
    moves = [tuple(str(item.event.get(key)) for key in ("source", "target", "reason")) for item in moved]
    yield Diagram(tuple(state_diagram.source(audit)), tuple((a, b, why) for a, b, why in moves))
    yield Table(
        ("event", "from", "to", "reason"), cells((item.index, *move) for item, move in zip(moved, moves, strict=True))
    )


def _scores(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "Scores")
    rows = [_score(name, score) for name, score in sorted(audit.session.scores.items())]
    yield Table(("scorer", "value", "why", "findings", "measures"), cells(rows))


def _score(name: str, score: dict[str, Any]) -> tuple[object, ...]:
    meta = score.get("metadata") or {}
    findings = "\n".join(_finding_of_scorer(finding) for finding in meta.get("findings") or ())
    measures = {**(meta.get("judged") or {}), **(meta.get("counts") or {})}
    # What is told apart by state stands in the table of calls.
    shown = ", ".join(f"{key} {_short(value)}" for key, value in measures.items() if "/" not in key)
    return name, word_of(score), score.get("explanation") or "", findings, shown


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _finding_of_scorer(found: dict[str, Any]) -> str:
    where = "" if found.get("event") is None else f" (event {found['event']})"
    quote = f': "{found["quote"]}"' if found.get("quote") else ""
    rule = f"{found['rule']}: " if found.get("rule") and str(found["rule"]) not in str(found.get("what")) else ""
    return f"{rule}{found.get('what')}{where}{quote}"


def _facts(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "Facts")
    yield Text("The last row of a field holds; the rows above it are its history.")
    rows = [row for fact in audit.facts for row in _fact_rows(fact)]
    yield Table(("field", "value", "raw words", "turn", "how", "event", "standing"), cells(rows))
    if notes := audit.of_kind("note_recorded"):
        rows = [(n.event.get("name"), n.event.get("text"), n.event.get("turn"), n.index) for n in notes]
        yield Table(("name", "text", "turn", "event"), cells(rows), title="Notes (read by no rule)")


def _fact_rows(fact: FactTrail) -> Iterable[tuple[object, ...]]:
    for number, told in enumerate(fact.told, start=1):
        yield _fact_row(fact, told, last=number == len(fact.told))


def _fact_row(fact: FactTrail, told: Told, *, last: bool) -> tuple[object, ...]:
    standing = told.standing if last else f"{told.standing}, replaced"
    if last and fact.dropped_at is not None:
        standing = f"{told.standing}, dropped with the goal at event {fact.dropped_at}"
    return fact.field, as_json(told.value), told.raw, told.turn, told.confidence, told.event, standing


def _gates(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "Safety gate")
    if not audit.gates:
        yield Text("The gate was never asked.")
    for gate in audit.gates:
        yield from _gate(gate)


def _gate(gate: GateTrail) -> Iterator[Block]:
    yield Heading(3, f"Event {gate.event}: {gate.result.get('status')}")
    said = {key: value for key, value in gate.result.items() if key not in {"status", "verdicts"}}
    yield Table(("result", "value"), cells((key.replace("_", " "), _listed(value)) for key, value in said.items()))
    for sentence in _rejudged(gate):
        yield Text(sentence)
    columns = ("rule", "verdict", "action", "saw", "missing", "title", "source")
    decided = [_rule(rule) for rule in gate.rules if rule.verdict != "not_fired"]
    silent = [_rule(rule) for rule in gate.rules if rule.verdict == "not_fired"]
    yield Table(
        columns, cells(decided), title=f"Rules that fired, were cleared or could not be decided: {len(decided)}"
    )
    yield Table(columns, cells(silent), title=f"Rules that did not fire: {len(silent)}", fold=True)
    profile = [(field, as_json(value)) for field, value in sorted(gate.profile.items())]
    yield Table(("field", "value"), cells(profile), title=f"Facts that the gate read: {len(profile)}", fold=True)
    yield Text(f"Declined or not known: {', '.join(gate.declined) or 'none'}")


def _listed(value: Any) -> str:
    """Sentences and names one a line; anything else as it was stored."""
    plain = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return "\n".join(value) or "none" if plain else as_json(value)


_RULES_THEN = {
    "same": "The verdicts below were recomputed by the rules that the session was judged by.",
    "changed": "The rules have changed since this session: the verdicts below are those of today's rules.",
    "unknown": "The record does not say which rules it was judged by: the verdicts below are those of today's rules.",
}


def _rejudged(gate: GateTrail) -> Iterable[str]:
    """How the verdicts came about, and whether today's rules would decide otherwise."""
    if not gate.rejudged:
        return
    status, decided = gate.rejudged.get("status"), gate.result.get("status")
    if status is None:
        yield "The evaluation could not be repeated: the verdicts below are those that the record holds."
        return
    yield _RULES_THEN.get(str(gate.rejudged.get("rules")), _RULES_THEN["unknown"])
    if gate.rejudged.get("inputs") == "changed":
        yield "What the record holds of the inputs is not what the gate judged."
    if status != decided:
        yield f"The same inputs come out as {status} today; the session was {decided}."


def _rule(rule: RuleTrail) -> tuple[str, ...]:
    saw = ", ".join(f"{name} = {as_json(value)}" for name, value in sorted(rule.saw.items()))
    if rule.text is not None:
        title, source = rule.text.title, f"{rule.text.source} {rule.text.confidence}".strip()
    else:
        title, source = ("proposed in this session", "no source") if rule.proposed else ("not in the table", "unknown")
    return rule.rule, rule.verdict.replace("_", " "), rule.action, saw, ", ".join(rule.missing), title, source


def _plans(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "Plan")
    attempts = audit.of_kind("plan_proposed")
    if not attempts:
        yield Text("No plan was proposed.")
        return
    yield Table(("event", "attempt", "came out"), cells(_attempt(item) for item in attempts))
    shown = audit.of_kind("plan_shown")
    for item in shown:
        yield from _plan(item, f"Shown at event {item.index}")
    if not shown:
        yield Text("No plan was shown. The last attempt:")
        yield from _plan(attempts[-1], "Never shown")


def _attempt(item: Happened) -> tuple[object, ...]:
    said = [_finding(found) for found in item.event.get("findings") or ()]
    if item.event.get("error"):
        said.insert(0, str(item.event["error"]))
    return item.index, item.event.get("attempt"), "\n".join(said) or "no findings"


def _finding(found: dict[str, object]) -> str:
    place = ", ".join(f"{key} {found[key]}" for key in ("week", "date") if found.get(key) is not None)
    return f"{found.get('severity')} {found.get('rule')} ({place or 'the whole plan'}): {found.get('message')}"


def _plan(item: Happened, title: str) -> Iterator[Block]:
    plan = item.event.get("plan")
    if not isinstance(plan, dict):
        yield Text("The attempt held no plan.")
        return
    yield Heading(3, title)
    yield Text(f"Goal: {plan.get('goal')}. {plan.get('start_date')} to {plan.get('end_date')}.")
    yield Table(week_grid.COLUMNS, cells(week_grid.grid(plan)), shape="plan")
    yield Table(("where", "text"), cells(week_grid.words(plan)), title="Every text of the plan", fold=True)


def _both_views(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "What the athlete saw, and what went on inside")
    rows = [_view(item) for item in audit.trail]
    columns = ("event", "state", "athlete says", "athlete sees", "inside", "hash")
    broken = audit.chain.broken_at
    marks = () if broken is None else tuple("broken" if item.index == broken else "" for item in audit.trail)
    yield Table(columns, cells(rows), marks=marks)


def _view(item: Happened) -> tuple[object, ...]:
    says, sees = (item.seen, "") if item.kind == "athlete_said" else ("", item.seen or "")
    inside = f"{item.kind}: {internal(item.kind, item.event)}".rstrip(": ")
    return item.index, item.state, says or "", sees, inside, (item.hash or "none")[:12]


def _calls(audit: Audit) -> Iterator[Block]:
    calls = audit.of_kind("model_called")
    yield Heading(2, f"Model calls: {len(calls)}")
    keys = ("state", "tier", "model", "stop_reason", "input_tokens", "output_tokens", "prompt")
    rows = [
        (call.index, *(call.event.get(key) for key in keys), _dollars([audit.dollars[call.index]])) for call in calls
    ]
    yield Table(("event", *keys, "US dollars"), cells(rows))
    tokens = {key: sum(_tokens(call.event.get(key)) for call in calls) for key in ("input_tokens", "output_tokens")}
    spent = _dollars(list(audit.dollars.values()))
    yield Text(f"Tokens: {tokens['input_tokens']} in, {tokens['output_tokens']} out. US dollars: {spent}.")
    failed = [(item.index, item.event.get("what")) for item in audit.of_kind("model_failed")]
    if failed:
        yield Table(("event", "what"), cells(failed), title="Failed calls")


def _dollars(costs: Sequence[float | None]) -> str:
    """A sum with one unknown part is unknown."""
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):.4f}" if len(known) == len(costs) else "no price known"


def _tokens(value: object) -> int:
    return value if isinstance(value, int) else 0


_SECTIONS: Sequence[Callable[[Audit], Iterator[Block]]] = (
    _head,
    _scores,
    _states,
    _gates,
    _facts,
    _plans,
    _both_views,
    _calls,
)
