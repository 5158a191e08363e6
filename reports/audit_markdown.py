"""An audit as Markdown: who played and whether the record holds first, then the session from its states inwards."""

from collections.abc import Callable, Iterable, Sequence

from reports import state_diagram, week_grid
from reports.audit import Audit, FactTrail, GateTrail, Happened, RuleTrail, Told
from reports.escape import clip, markdown, markdown_lines
from reports.event_words import as_json, internal
from reports.page import Page

LONGEST = 4000
"""Of one cell. The log holds the rest, and the cell says so by its last sign."""


def render(audit: Audit) -> str:
    page = Page()
    for section in _SECTIONS:
        section(page, audit)
    return str(page)


def _words(text: object) -> str:
    return markdown_lines(clip(str(text), LONGEST))


def _value(value: object) -> str:
    return markdown(clip(as_json(value), LONGEST))


def _head(page: Page, audit: Audit) -> None:
    header, session = audit.header, audit.session
    page.text(f"# Audit of {markdown(session.id)}: {markdown(audit.outcome)}")
    page.text(_chain(audit))
    facts = {
        "Outcome": f"{audit.outcome}: {audit.why}",
        "Error": session.error or "none",
        "Run": f"{header.run} ({header.status}, {header.created})",
        "Coach": header.coach,
        "Athlete": header.athlete,
        "Variant": f"{header.variant} ({header.variant_digest})",
        "Seed": session.metadata.get("seed"),
        "Code": header.code_version,
        "Python": header.python,
        "Packages": ", ".join(f"{name} {version}" for name, version in sorted(header.packages.items())),
        "Models": ", ".join(f"{tier}: {model}" for tier, model in sorted(header.models.items())),
    }
    page.table(("what", "value"), [(name, _words(value)) for name, value in facts.items()])
    page.text("Prompts by SHA-256:")
    page.table(("prompt", "hash"), [(_words(name), _words(digest)) for name, digest in sorted(header.prompts.items())])


def _chain(audit: Audit) -> str:
    chain, what = audit.chain, _words(audit.chain.what)
    if chain.ok and chain.head == audit.session.head:
        return f"Hash chain: consistent with head hash {markdown(chain.head)} ({len(audit.trail)} events). {what}"
    place = "" if chain.broken_at is None else f" at event {chain.broken_at}"
    heads = f"computed head {markdown(chain.head)}, recorded head {markdown(str(audit.session.head))}"
    return f"**Hash chain: BROKEN{place}.** {what} ({heads})"


def _states(page: Page, audit: Audit) -> None:
    page.text("## States")
    page.fenced("mermaid", state_diagram.source(audit))
    rows = [
        (str(item.index), *(_words(item.event.get(key)) for key in ("source", "target", "reason")))
        for item in audit.of_kind("moved")
    ]
    page.table(("event", "from", "to", "reason"), rows)


def _scores(page: Page, audit: Audit) -> None:
    page.text("## Scores")
    rows = []
    for name, score in sorted(audit.session.scores.items()):
        meta = score.get("metadata") or {}
        findings = "<br>".join(_value(finding) for finding in meta.get("findings") or ())
        judged = ", ".join(f"{key} {value}" for key, value in (meta.get("judged") or {}).items())
        explanation = _words(score.get("explanation") or "")
        rows.append((_words(name), _words(score.get("value")), explanation, _words(judged), findings))
    page.table(("scorer", "value", "why", "judged", "findings"), rows)


def _facts(page: Page, audit: Audit) -> None:
    page.text("## Facts")
    page.text("The last row of a field holds; the rows above it are its history.")
    rows = [row for fact in audit.facts for row in _fact_rows(fact)]
    page.table(("field", "value", "raw words", "turn", "how", "event", "standing"), rows)
    if notes := audit.of_kind("note_recorded"):
        page.text("Notes (read by no rule):")
        page.table(
            ("name", "text", "turn", "event"),
            [
                (_words(n.event.get("name")), _words(n.event.get("text")), _words(n.event.get("turn")), str(n.index))
                for n in notes
            ],
        )


def _fact_rows(fact: FactTrail) -> Iterable[tuple[str, ...]]:
    for number, told in enumerate(fact.told, start=1):
        yield _fact_row(fact, told, last=number == len(fact.told))


def _fact_row(fact: FactTrail, told: Told, *, last: bool) -> tuple[str, ...]:
    standing = told.standing if last else f"{told.standing}, replaced"
    if last and fact.dropped_at is not None:
        standing = f"{told.standing}, dropped with the goal at event {fact.dropped_at}"
    cells = (_words(fact.field), _value(told.value), _words(told.raw), _words(told.turn))
    return (*cells, _words(told.confidence), str(told.event), _words(standing))


def _gates(page: Page, audit: Audit) -> None:
    page.text("## Safety gate")
    if not audit.gates:
        page.text("The gate was never asked.")
    for gate in audit.gates:
        _gate(page, gate)


def _gate(page: Page, gate: GateTrail) -> None:
    page.text(f"### Event {gate.event}: {markdown(str(gate.result.get('status')))}")
    said = {key: value for key, value in gate.result.items() if key not in {"status", "verdicts"}}
    page.table(("result", "value"), [(_words(key), _value(value)) for key, value in said.items()])
    page.text("Every rule, the ones that spoke first:")
    page.table(("rule", "verdict", "action", "saw", "missing", "title", "source"), [_rule(rule) for rule in gate.rules])
    page.text("Facts that the gate read:")
    profile = [(_words(field), _value(value)) for field, value in sorted(gate.profile.items())]
    page.table(("field", "value"), profile)
    page.text(f"Declined or not known: {_words(', '.join(gate.declined) or 'none')}")


def _rule(rule: RuleTrail) -> tuple[str, ...]:
    saw = ", ".join(f"{name} = {as_json(value)}" for name, value in sorted(rule.saw.items()))
    if rule.text is not None:
        title, source = rule.text.title, f"{rule.text.source} {rule.text.confidence}".strip()
    else:
        title, source = ("proposed in this session", "no source") if rule.proposed else ("not in the table", "unknown")
    cells = (rule.rule, rule.verdict.replace("_", " "), rule.action, saw, ", ".join(rule.missing), title, source)
    return tuple(_words(cell) for cell in cells)


def _plans(page: Page, audit: Audit) -> None:
    page.text("## Plan")
    attempts = audit.of_kind("plan_proposed")
    if not attempts:
        page.text("No plan was proposed.")
        return
    page.table(("event", "attempt", "came out"), [_attempt(item) for item in attempts])
    shown = audit.of_kind("plan_shown")
    for item in shown:
        _plan(page, item, f"### Shown at event {item.index}")
    if not shown:
        page.text("No plan was shown. The last attempt:")
        _plan(page, attempts[-1], "### Never shown")


def _attempt(item: Happened) -> tuple[str, ...]:
    said = [_finding(found) for found in item.event.get("findings") or ()]
    if item.event.get("error"):
        said.insert(0, str(item.event["error"]))
    return str(item.index), _words(item.event.get("attempt")), _words("\n".join(said) or "no findings")


def _finding(found: dict[str, object]) -> str:
    place = ", ".join(f"{key} {found[key]}" for key in ("week", "date") if found.get(key) is not None)
    return f"{found.get('severity')} {found.get('rule')} ({place or 'the whole plan'}): {found.get('message')}"


def _plan(page: Page, item: Happened, title: str) -> None:
    plan = item.event.get("plan")
    if not isinstance(plan, dict):
        page.text("The attempt held no plan.")
        return
    page.text(title)
    page.text(f"Goal: {_words(plan.get('goal'))}. {_words(plan.get('start_date'))} to {_words(plan.get('end_date'))}.")
    page.table(week_grid.COLUMNS, [[_words(cell) for cell in row] for row in week_grid.grid(plan)])
    page.text("Every string of it:")
    page.table(("where", "text"), [(_words(found.where), _words(found.text)) for found in week_grid.words(plan)])


def _both_views(page: Page, audit: Audit) -> None:
    page.text("## What the athlete saw, and what went on inside")
    rows = [_view(item, broken=item.index == audit.chain.broken_at) for item in audit.trail]
    page.table(("event", "state", "athlete says", "athlete sees", "inside", "hash"), rows)


def _view(item: Happened, *, broken: bool) -> tuple[str, ...]:
    says, sees = (item.seen, "") if item.kind == "athlete_said" else ("", item.seen or "")
    inside = f"{item.kind}: {internal(item.kind, item.event)}".rstrip(": ")
    cells = (item.state, says or "", sees, inside, (item.hash or "none")[:12])
    index = f"**BROKEN** {item.index}" if broken else str(item.index)
    return (index, *(_words(cell) for cell in cells))


def _calls(page: Page, audit: Audit) -> None:
    calls = audit.of_kind("model_called")
    page.text(f"## Model calls: {len(calls)}")
    keys = ("state", "tier", "model", "stop_reason", "input_tokens", "output_tokens", "prompt")
    page.table(("event", *keys), [(str(call.index), *(_words(call.event.get(key)) for key in keys)) for call in calls])
    tokens = {key: sum(_tokens(call.event.get(key)) for call in calls) for key in ("input_tokens", "output_tokens")}
    page.text(f"Tokens: {tokens['input_tokens']} in, {tokens['output_tokens']} out.")
    failed = [(str(item.index), _words(item.event.get("what"))) for item in audit.of_kind("model_failed")]
    if failed:
        page.text("Failed calls:")
        page.table(("event", "what"), failed)


def _tokens(value: object) -> int:
    return value if isinstance(value, int) else 0


_SECTIONS: Sequence[Callable[[Page, Audit], None]] = (
    _head,
    _scores,
    _states,
    _gates,
    _facts,
    _plans,
    _both_views,
    _calls,
)
