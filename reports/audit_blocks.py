"""An audit as blocks, the same for every form: who played and whether the record holds first, then inwards."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from reports import state_diagram, week_grid
from reports.audit import Audit, FactTrail, GateTrail, Happened, RuleTrail, Told
from reports.blocks import Banner, Block, Blocks, Diagram
from reports.event_words import as_json, internal
from reports.header import Header
from reports.logs import word_of
from reports.redact import NOTICE


def blocks(audit: Audit) -> tuple[Block, ...]:
    out = Blocks(_chain(audit))
    for section in _SECTIONS:
        section(out, audit)
    return tuple(out.found)


def _head(out: Blocks, audit: Audit) -> None:
    header, session = audit.header, audit.session
    if audit.redacted:
        out.text(f"{NOTICE} The hash chain was checked before.")
    facts = {
        "Outcome": f"{audit.outcome}: {audit.why}",
        "Error": session.error or "none",
        "Seed": session.metadata.get("seed"),
        "Head hash": session.head,
    }
    out.table(("what", "value"), [*facts.items(), *who_played(header)])
    out.table(("prompt", "SHA-256"), sorted(header.prompts.items()), title="Prompts", fold=True)


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
    chain, title = audit.chain, f"Audit of {audit.session.id}: {audit.outcome}"
    if chain.ok and chain.head == audit.session.head:
        return Banner(title, "pass", f"{chain.what} ({len(audit.trail)} events)", loud="Hash chain:")
    place = "" if chain.broken_at is None else f" at event {chain.broken_at}"
    heads = f"computed head {chain.head}, recorded head {audit.session.head}"
    return Banner(title, "broken", f"{chain.what} ({heads})", loud=f"Hash chain: BROKEN{place}.")


def _states(out: Blocks, audit: Audit) -> None:
    out.heading(2, "States")
    moved = audit.of_kind("moved")
    moves = [tuple(str(item.event.get(key)) for key in ("source", "target", "reason")) for item in moved]
    out.found.append(Diagram(tuple(state_diagram.source(audit)), tuple((a, b, why) for a, b, why in moves)))
    out.table(("event", "from", "to", "reason"), [(item.index, *move) for item, move in zip(moved, moves, strict=True)])


def _scores(out: Blocks, audit: Audit) -> None:
    out.heading(2, "Scores")
    rows = [_score(name, score) for name, score in sorted(audit.session.scores.items())]
    out.table(("scorer", "value", "why", "findings", "measures"), rows)


def _score(name: str, score: dict[str, Any]) -> tuple[object, ...]:
    meta = score.get("metadata") or {}
    findings = "\n".join(_finding_of_scorer(finding) for finding in meta.get("findings") or ())
    measures = {**(meta.get("judged") or {}), **(meta.get("counts") or {})}
    shown = ", ".join(
        f"{key} {value:g}" if isinstance(value, float) else f"{key} {value}" for key, value in measures.items()
    )
    return name, word_of(score), score.get("explanation") or "", findings, shown


def _finding_of_scorer(found: dict[str, Any]) -> str:
    where = "" if found.get("event") is None else f" (event {found['event']})"
    quote = f': "{found["quote"]}"' if found.get("quote") else ""
    rule = f"{found['rule']}: " if found.get("rule") and str(found["rule"]) not in str(found.get("what")) else ""
    return f"{rule}{found.get('what')}{where}{quote}"


def _facts(out: Blocks, audit: Audit) -> None:
    out.heading(2, "Facts")
    out.text("The last row of a field holds; the rows above it are its history.")
    rows = [row for fact in audit.facts for row in _fact_rows(fact)]
    out.table(("field", "value", "raw words", "turn", "how", "event", "standing"), rows)
    if notes := audit.of_kind("note_recorded"):
        rows = [(n.event.get("name"), n.event.get("text"), n.event.get("turn"), n.index) for n in notes]
        out.table(("name", "text", "turn", "event"), rows, title="Notes (read by no rule)")


def _fact_rows(fact: FactTrail) -> Iterable[tuple[object, ...]]:
    for number, told in enumerate(fact.told, start=1):
        yield _fact_row(fact, told, last=number == len(fact.told))


def _fact_row(fact: FactTrail, told: Told, *, last: bool) -> tuple[object, ...]:
    standing = told.standing if last else f"{told.standing}, replaced"
    if last and fact.dropped_at is not None:
        standing = f"{told.standing}, dropped with the goal at event {fact.dropped_at}"
    return fact.field, as_json(told.value), told.raw, told.turn, told.confidence, told.event, standing


def _gates(out: Blocks, audit: Audit) -> None:
    out.heading(2, "Safety gate")
    if not audit.gates:
        out.text("The gate was never asked.")
    for gate in audit.gates:
        _gate(out, gate)


def _gate(out: Blocks, gate: GateTrail) -> None:
    out.heading(3, f"Event {gate.event}: {gate.result.get('status')}")
    said = {key: value for key, value in gate.result.items() if key not in {"status", "verdicts"}}
    out.table(("result", "value"), [(key, as_json(value)) for key, value in said.items()])
    for sentence in _rejudged(gate):
        out.text(sentence)
    columns = ("rule", "verdict", "action", "saw", "missing", "title", "source")
    decided = [_rule(rule) for rule in gate.rules if rule.verdict != "not_fired"]
    silent = [_rule(rule) for rule in gate.rules if rule.verdict == "not_fired"]
    out.table(columns, decided, title=f"Rules that fired, were cleared or could not be decided: {len(decided)}")
    out.table(columns, silent, title=f"Rules that did not fire: {len(silent)}", fold=True)
    profile = [(field, as_json(value)) for field, value in sorted(gate.profile.items())]
    out.table(("field", "value"), profile, title=f"Facts that the gate read: {len(profile)}", fold=True)
    out.text(f"Declined or not known: {', '.join(gate.declined) or 'none'}")


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


def _plans(out: Blocks, audit: Audit) -> None:
    out.heading(2, "Plan")
    attempts = audit.of_kind("plan_proposed")
    if not attempts:
        out.text("No plan was proposed.")
        return
    out.table(("event", "attempt", "came out"), [_attempt(item) for item in attempts])
    shown = audit.of_kind("plan_shown")
    for item in shown:
        _plan(out, item, f"Shown at event {item.index}")
    if not shown:
        out.text("No plan was shown. The last attempt:")
        _plan(out, attempts[-1], "Never shown")


def _attempt(item: Happened) -> tuple[object, ...]:
    said = [_finding(found) for found in item.event.get("findings") or ()]
    if item.event.get("error"):
        said.insert(0, str(item.event["error"]))
    return item.index, item.event.get("attempt"), "\n".join(said) or "no findings"


def _finding(found: dict[str, object]) -> str:
    place = ", ".join(f"{key} {found[key]}" for key in ("week", "date") if found.get(key) is not None)
    return f"{found.get('severity')} {found.get('rule')} ({place or 'the whole plan'}): {found.get('message')}"


def _plan(out: Blocks, item: Happened, title: str) -> None:
    plan = item.event.get("plan")
    if not isinstance(plan, dict):
        out.text("The attempt held no plan.")
        return
    out.heading(3, title)
    out.text(f"Goal: {plan.get('goal')}. {plan.get('start_date')} to {plan.get('end_date')}.")
    out.table(week_grid.COLUMNS, week_grid.grid(plan), shape="plan")
    out.table(("where", "text"), week_grid.words(plan), title="Every text of the plan", fold=True)


def _both_views(out: Blocks, audit: Audit) -> None:
    out.heading(2, "What the athlete saw, and what went on inside")
    rows = [_view(item) for item in audit.trail]
    columns = ("event", "state", "athlete says", "athlete sees", "inside", "hash")
    broken = audit.chain.broken_at
    marks = () if broken is None else tuple("broken" if item.index == broken else "" for item in audit.trail)
    out.table(columns, rows, marks=marks)


def _view(item: Happened) -> tuple[object, ...]:
    says, sees = (item.seen, "") if item.kind == "athlete_said" else ("", item.seen or "")
    inside = f"{item.kind}: {internal(item.kind, item.event)}".rstrip(": ")
    return item.index, item.state, says or "", sees, inside, (item.hash or "none")[:12]


def _calls(out: Blocks, audit: Audit) -> None:
    calls = audit.of_kind("model_called")
    out.heading(2, f"Model calls: {len(calls)}")
    keys = ("state", "tier", "model", "stop_reason", "input_tokens", "output_tokens", "prompt")
    rows = [
        (call.index, *(call.event.get(key) for key in keys), _dollars([audit.dollars[call.index]])) for call in calls
    ]
    out.table(("event", *keys, "US dollars"), rows)
    tokens = {key: sum(_tokens(call.event.get(key)) for call in calls) for key in ("input_tokens", "output_tokens")}
    spent = _dollars(list(audit.dollars.values()))
    out.text(f"Tokens: {tokens['input_tokens']} in, {tokens['output_tokens']} out. US dollars: {spent}.")
    failed = [(item.index, item.event.get("what")) for item in audit.of_kind("model_failed")]
    if failed:
        out.table(("event", "what"), failed, title="Failed calls")


def _dollars(costs: Sequence[float | None]) -> str:
    """A sum with one unknown part is unknown."""
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):.4f}" if len(known) == len(costs) else "no price known"


def _tokens(value: object) -> int:
    return value if isinstance(value, int) else 0


_SECTIONS: Sequence[Callable[[Blocks, Audit], None]] = (
    _head,
    _scores,
    _states,
    _gates,
    _facts,
    _plans,
    _both_views,
    _calls,
)
