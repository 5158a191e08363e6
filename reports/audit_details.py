"""What an audit folds below its first screen: hashes, versions, events, facts, every rule and call."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from measures.reach import shares
from reports import week_grid, wording
from reports.audit import Audit, Happened, RuleText
from reports.audit_tables import calls, facts
from reports.blocks import Block, Diagram, Folded, Heading, Table, Text, cells
from reports.escape import mermaid
from reports.event_words import as_json, internal
from reports.header import Header
from reports.logs import word_of
from reports.redact import NOTICE


def details(audit: Audit) -> tuple[Folded, ...]:
    """Every part under a title of its own."""
    return tuple(Folded(title, tuple(part(audit))) for title, part in _PARTS.items())


def _head(audit: Audit) -> Iterator[Block]:
    header, session = audit.header, audit.session
    if audit.redacted:
        yield Text(f"{NOTICE} The hash chain was checked before.")
    facts = {
        "Outcome": audit.outcome
        if audit.why in {"", audit.outcome}
        else f"{audit.outcome}: {audit.why}".replace("_", " "),
        "Error": session.error or "none",
        "Where a rule asks for a person": _REVIEWS.get(_review(audit), "withheld"),
        "Seed": session.metadata.get("seed"),
        "Head hash": session.head,
    }
    yield Table(("what", "value"), cells([*facts.items(), *who_played(header)]))
    yield Table(("prompt", "SHA-256"), cells(sorted(header.prompts.items())), title="Prompts", fold=True)


_REVIEWS = {"hold": "no plan before somebody has decided", "go_on": "the session goes on with warnings"}


def _review(audit: Audit) -> str:
    """What became of a profile that a rule flags, by the session's setting."""
    return next((str(item.event.get("review", "go_on")) for item in audit.of_kind("session_started")), "go_on")


def who_played(header: Header) -> list[tuple[str, str]]:
    """The run, the players, and the versions of everything that decides what they can do."""
    return [
        ("Run", f"{header.run} ({header.status}, {header.created})"),
        ("Coach", header.coach),
        ("Athlete", header.athlete),
        ("Judge", header.judge),
        ("Hearing", header.hearing),
        ("Variant", f"{header.variant} ({header.variant_digest})"),
        ("Code", header.code_version),
        ("Python", header.python),
        ("Packages", ", ".join(f"{name} {version}" for name, version in sorted(header.packages.items()))),
        ("Models", ", ".join(f"{tier}: {model}" for tier, model in sorted(header.models.items()))),
    ]


def _states(audit: Audit) -> Iterator[Block]:
    moved = audit.of_kind("moved")
    moves = [tuple(str(item.event.get(key)) for key in ("source", "target", "reason")) for item in moved]
    rows = (
        (item.index, source, target, wording.value(why))
        for item, (source, target, why) in zip(moved, moves, strict=True)
    )
    yield Diagram(tuple(state_diagram(audit)), tuple((a, b, why) for a, b, why in moves))
    yield Table(("event", "from", "to", "reason"), cells(rows))


def _scores(audit: Audit) -> Iterator[Block]:
    rows = [_score(name, score) for name, score in sorted(audit.session.scores.items())]
    yield Table(("scorer", "value", "why", "findings", "figures"), cells(rows))


def _score(name: str, score: dict[str, Any]) -> tuple[object, ...]:
    meta = score.get("metadata") or {}
    findings = "\n".join(_finding_of_scorer(finding) for finding in meta.get("findings") or ())
    measures = {**(meta.get("judged") or {}), **(meta.get("counts") or {})}
    # What is told apart by state stands in the table of calls.
    shown = ", ".join(shares({key: value for key, value in measures.items() if "/" not in key}, _short))
    word, why = str(word_of(score)).replace("_", " "), wording.plain(str(score.get("explanation") or ""))
    return name, word, why, findings, shown


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _finding_of_scorer(found: dict[str, Any]) -> str:
    where = "" if found.get("event") is None else f" (event {found['event']})"
    quote = f': "{found["quote"]}"' if found.get("quote") else ""
    rule = f"{found['rule']}: " if found.get("rule") and str(found["rule"]) not in str(found.get("what")) else ""
    return f"{rule}{found.get('what')}{where}{quote}"


_FIRST = ("fired", "undecidable", "cleared", "not_fired")


def _gates(audit: Audit) -> Iterator[Block]:
    gates = audit.of_kind("gate_evaluated")
    if not gates:
        yield Text("The gate never decided.")
    for gate in gates:
        yield from _gate(gate, audit)


def _gate(gate: Happened, audit: Audit) -> Iterator[Block]:
    result, profile = gate.event.get("result") or {}, gate.event.get("profile") or {}
    yield Heading(3, f"Event {gate.index}: {gate.status.replace('_', ' ')}")
    other = {key: value for key, value in result.items() if key not in {"status", "verdicts"}}
    yield Table(
        ("result", "value"), cells((key.replace("_", " "), _listed(value, audit)) for key, value in other.items())
    )
    for sentence in _rejudged(gate.event.get("rejudged") or {}, result.get("status")):
        yield Text(sentence)
    rows = sorted((_rule(verdict, audit) for verdict in result.get("verdicts") or ()), key=_weight)
    columns = ("rule", "verdict", "action", "read", "not known", "looks for", "source")
    silent = tuple(row for row in rows if row[1] == "not fired")
    decided = tuple(row for row in rows if row[1] != "not fired")
    yield Table(columns, decided, title=f"Rules that fired, were cleared or could not be decided: {len(decided)}")
    yield Table(columns, silent, title=f"Rules that did not fire: {len(silent)}", fold=True)
    read = cells((audit.say(field, value),) for field, value in sorted(profile.items()))
    yield Table(("fact",), read, title=f"Facts that the gate read: {len(read)}", fold=True)
    yield Text(f"Declined or not known: {', '.join(map(audit.name, gate.event.get('declined') or ())) or 'none'}")


def _weight(row: tuple[str, ...]) -> tuple[int, str]:
    verdict = row[1].replace(" ", "_")
    return (_FIRST.index(verdict) if verdict in _FIRST else -1), row[0]


def _listed(value: Any, audit: Audit) -> str:
    """Sentences, names and open rules one a line; anything else as it was stored."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list):
        return as_json(value)
    return (
        "\n".join(_open_rule(each, audit) if isinstance(each, dict) else audit.in_words(str(each)) for each in value)
        or "none"
    )


def _open_rule(found: dict[str, Any], audit: Audit) -> str:
    return f"{audit.title(str(found.get('rule')))}: {audit.lacking(found) or 'unknown'}"


_RULES_THEN = {
    "same": "The verdicts below were computed again, by the rules of the time.",
    "changed": "The rules have changed since this session: the verdicts below are those of today's rules.",
    "unknown": "The record does not say which rules judged it: the verdicts below are those of today's rules.",
}


def _rejudged(rejudged: dict[str, Any], decided: object) -> Iterator[str]:
    """How the verdicts came about (`evals.rejudging`), and whether today's rules would decide otherwise."""
    if not rejudged:
        return
    status = rejudged.get("status")
    if status is None:
        yield "The decision could not be repeated: the verdicts below are those on record."
        return
    yield _RULES_THEN.get(str(rejudged.get("rules")), _RULES_THEN["unknown"])
    if rejudged.get("inputs") == "changed":
        yield "The facts on record are not those that the gate judged."
    if status != decided:
        yield f"Today the same facts give {status}; the session was {decided}.".replace("_", " ")


def _rule(verdict: dict[str, Any], audit: Audit) -> tuple[str, ...]:
    name = str(verdict.get("rule"))
    text = audit.rules.get(name) or _UNKNOWN[bool(verdict.get("proposed"))]
    came, action = (str(verdict.get(key)).replace("_", " ") for key in ("verdict", "action"))
    source = text.source + (f"; how sure: {text.confidence}" if text.confidence else "")
    return name, came, action, audit.read(verdict), audit.lacking(verdict), text.title, source


_UNKNOWN = {True: RuleText("proposed in this session", "no source"), False: RuleText("not in the table", "unknown")}


def _plans(audit: Audit) -> Iterator[Block]:
    attempts = audit.of_kind("plan_proposed")
    if not attempts:
        yield Text("No plan was proposed.")
        return
    yield Table(("event", "draft", "findings"), cells(_attempt(item) for item in attempts))
    shown = audit.of_kind("plan_shown")
    for item in shown:
        yield from _plan(item, f"Shown at event {item.index}")
    if not shown:
        yield Text("No plan was shown. The last draft:")
        yield from _plan(attempts[-1], "Never shown")


def _attempt(item: Happened) -> tuple[object, ...]:
    said = [_finding(found) for found in item.event.get("findings") or ()]
    if item.event.get("error"):
        said.insert(0, str(item.event["error"]))
    return item.index, item.event.get("attempt"), "\n".join(said) or "none"


def _finding(found: dict[str, object]) -> str:
    place = ", ".join(f"{key} {found[key]}" for key in ("week", "date") if found.get(key) is not None)
    return f"{found.get('severity')} {found.get('rule')} ({place or 'the whole plan'}): {found.get('message')}"


def _plan(item: Happened, title: str) -> Iterator[Block]:
    plan = item.event.get("plan")
    if not isinstance(plan, dict):
        yield Text("The draft held no plan.")
        return
    yield Heading(3, title)
    yield Text(f"Goal: {plan.get('goal')}. {plan.get('start_date')} to {plan.get('end_date')}.")
    yield Table(week_grid.COLUMNS, cells(week_grid.grid(plan)), shape="plan")
    yield Table(("where", "text"), cells(week_grid.words(plan)), title="Every text of the plan", fold=True)


def _both_views(audit: Audit) -> Iterator[Block]:
    rows = [_view(item) for item in audit.trail]
    columns = ("event", "state", "athlete says", "athlete sees", "what happened inside", "hash")
    broken = audit.chain.broken_at
    marks = () if broken is None else tuple("broken" if item.index == broken else "" for item in audit.trail)
    yield Table(columns, cells(rows), marks=marks)


def _view(item: Happened) -> tuple[object, ...]:
    says, sees = (item.seen, "") if item.kind == "athlete_said" else ("", item.seen or "")
    inside = f"{item.kind}: {internal(item.kind, item.event)}".rstrip(": ")
    return item.index, item.state, says or "", sees, inside, (item.hash or "none")[:12]


_PARTS: Mapping[str, Callable[[Audit], Iterator[Block]]] = {
    "Run, versions and hashes": _head,
    "All scores": _scores,
    "The way through the states": _states,
    "Every decision of the safety gate": _gates,
    "Every fact and its history": facts,
    "Every plan and draft": _plans,
    "Every event, as seen and inside": _both_views,
    "Model calls, tokens and cost": calls,
}


def state_diagram(audit: Audit) -> list[str]:
    """Lines of a Mermaid state diagram: each move is numbered in the order it happened."""
    moves = audit.of_kind("moved")
    if not moves:
        return ["stateDiagram-v2", "  [*] --> no_move"]
    lines = ["stateDiagram-v2", f"  [*] --> {mermaid(str(moves[0].event.get('source')))}"]
    for number, move in enumerate(moves, start=1):
        before, after = (mermaid(str(move.event.get(key))) for key in ("source", "target"))
        lines.append(f"  {before} --> {after}: {number} {mermaid(str(move.event.get('reason')))}")
    last = mermaid(str(moves[-1].event.get("target")))
    return [*lines, f"  {last} --> [*]"]
