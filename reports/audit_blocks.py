"""An audit as blocks, the same for every form: who it was, what came of it and why, plan, talk; details below."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile

from reports import week_grid
from reports.audit import Audit, Happened, Json
from reports.audit_details import details
from reports.blocks import Banner, Block, Bubble, Bullets, Conversation, Heading, Piece, Table, Text, cells
from reports.bubbles import bubble
from reports.logs import word_of
from reports.marked_talk import Talk, Turn, talk
from reports.redact import NOTICE
from reports.wording import count

_STATUS = {
    "approved": "The gate approved: no rule fired.",
    "approved_with_warnings": "The gate approved, with warnings.",
    "blocked": "The gate blocked: no training plan was allowed.",
    "unresolved": "The gate could not decide, because it lacked facts that it needs: no plan was allowed.",
}
_NEVER = "The gate never decided."
_ACTIONS = {"block": "blocks the plan", "flag_for_review": "asks for a person to look", "warn": "warns"}
"""The gravest first."""


def blocks(audit: Audit) -> tuple[Block, ...]:
    """A `Banner` first."""
    heard = talk(audit.session)
    parts = chain.from_iterable(part(audit) for part in _PARTS)
    return (_verdict(audit), *_who(audit), *parts, *_conversation(audit, heard), Heading(2, "Details"), *details(audit))


def _verdict(audit: Audit) -> Banner:
    """Whether the record holds comes before all, then whether a scorer failed."""
    check, failed = audit.chain, _with(audit, passed=False)
    title = f"{audit.session.id}: {audit.outcome}"
    if not (check.ok and check.head == audit.session.head):
        heads = f"computed head {check.head}, recorded head {audit.session.head}"
        at = check.broken_at
        loud = "The record is NOT CONFIRMED." if at is None else f"Hash chain: BROKEN at event {at}."
        return Banner(title, "broken", f"{check.what} ({heads})", loud=loud)
    record = f"The record is intact{f': {check.what}' if check.what else ''}."
    if failed:
        return Banner(title, "failed", record, loud=f"Failed: {', '.join(failed)}.")
    if not _with(audit, passed=True):
        return Banner(title, "could not be judged", record, loud="No scorer judged this session.")
    return Banner(title, "pass", record, loud="Every scorer that could judge it passed.")


def _who(audit: Audit) -> Iterator[Block]:
    if audit.redacted:
        yield Text(f"{NOTICE} The hash chain was checked before.")
    persona = audit.session.metadata.get("persona")
    if isinstance(persona, dict) and persona.get("summary") and not audit.redacted:
        yield Text(f"Athlete: {persona['summary']}")
    yield Text(_ended(audit.outcome, audit.why))
    if audit.session.error:
        yield Text(f"Error: {audit.session.error}")


_WHY = {"nothing_to_add": "the athlete had nothing to add"}


def _ended(outcome: str, why: str) -> str:
    because = _WHY.get(why, why.replace("_", " "))
    return f"Ended: {outcome}{'' if because in {'', outcome} else f' ({because})'}"


def _with(audit: Audit, *, passed: bool) -> list[str]:
    scores = sorted(audit.session.scores.items())
    return [name for name, score in scores if (score.get("metadata") or {}).get("passed") is passed]


def _findings(audit: Audit) -> Iterator[Block]:
    """What failed and why; what nobody judged."""
    failed = _with(audit, passed=False)
    if failed:
        yield Heading(2, "What failed")
        rows = [row for name in failed for row in _failure(name, audit.session.scores[name])]
        told = ((name, audit.in_words(what), words) for name, what, words in rows)
        yield Table(("scorer", "what is wrong", "in these words"), cells(told))
    silent = [name for name, score in sorted(audit.session.scores.items()) if word_of(score) == "not_judged"]
    if silent:
        yield Text(f"Not judged: {', '.join(silent)}.")


def _failure(name: str, score: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    meta = score.get("metadata")
    found = meta.get("findings") if isinstance(meta, dict) else None
    if not found:
        yield name, str(score.get("explanation") or word_of(score)), ""
    for one in found or ():
        yield name, str(one.get("what")), str(one.get("quote") or "")


def _gate(audit: Audit) -> Iterator[Block]:
    """The decision that stood at the end, in words."""
    yield Heading(2, "What the safety gate decided")
    gates = audit.of_kind("gate_evaluated")
    if not gates:
        yield Text(_NEVER)
        return
    result, status = gates[-1].event.get("result") or {}, gates[-1].status
    yield Text(_STATUS.get(status, status))
    if audit.why == "held_for_a_person":
        yield Text("The session was held: a person had to decide, and it ended before anybody did.")
    verdicts = result.get("verdicts") or ()
    open_rules = [each for each in verdicts if each.get("verdict") == "undecidable"]
    deciding = open_rules if status == "unresolved" else ()
    fired = sorted((each for each in verdicts if each.get("verdict") == "fired"), key=_weight)
    rows = [_rule(audit, each) for each in (*fired, *deciding)]
    if rows:
        yield Table(("rule", "what it does", "because", "source"), cells(rows))
    if open_rules and not deciding:
        yield Text(
            f"{count(len(open_rules), 'rule')} could not be decided because facts were missing; see the details."
        )
    if result.get("requires_human_review"):
        yield Text("A person should look at this profile before anybody relies on the plan.")
    if len(gates) > 1:
        before = [gate.status.replace("_", " ") for gate in gates]
        which = ", then ".join(before) if len({*before}) > 1 else f"{before[0]} each time"
        yield Text(f"The gate decided {len(gates)} times: {which}.")


def _weight(verdict: dict[str, object]) -> int:
    order, action = [*_ACTIONS], verdict.get("action")
    return order.index(str(action)) if action in order else len(order)


def _rule(audit: Audit, verdict: Json) -> tuple[str, ...]:
    name, lacks = str(verdict.get("rule")), audit.lacking(verdict)
    because = "; ".join(filter(None, (audit.read(verdict), lacks and f"not known: {lacks}")))
    rule, does = audit.rules.get(name), _ACTIONS.get(str(verdict.get("action")), str(verdict.get("action")))
    if rule and rule.only_today and verdict.get("action") == "block":
        does = "withholds today's session"
    return audit.title(name), does, because, rule.source if rule else "not in the table"


def _told(audit: Audit) -> Iterator[Block]:
    """What the athlete heard of a decision that was not a plain yes."""
    gates = audit.of_kind("gate_evaluated")
    status = gates[-1].status if gates else "None"
    if status in {"None", "approved"}:
        return
    decided = _standing_since(gates)
    said = [item for item in audit.of_kind("coach_said") if item.index > decided]
    most = _TOLD_WITH_PLAN if status == "approved_with_warnings" else _TOLD
    yield Heading(2, "What the athlete was told about it")
    if not said:
        yield Text("Nothing.")
    yield Conversation(tuple(Bubble("coach", (Piece(item.seen or ""),)) for item in said[:most]))
    if len(said) > most:
        yield Text(f"{count(len(said) - most, 'more message')}: see the conversation below.")


_TOLD, _TOLD_WITH_PLAN = 3, 1


def _standing_since(gates: Sequence[Happened]) -> int:
    """The event of the first of the evaluations at the end that agree."""
    return min(gate.index for gate in takewhile(lambda gate: gate.status == gates[-1].status, reversed(gates)))


def _plan(audit: Audit) -> Iterator[Block]:
    yield Heading(2, "The plan")
    shown = [item for item in audit.of_kind("plan_shown") if isinstance(item.event.get("plan"), dict)]
    if not shown:
        yield Text("No plan was shown.")
        return
    plan = shown[-1].event["plan"]
    withdrawn = any(item.index > shown[-1].index for item in audit.of_kind("plan_withdrawn"))
    title = f"Goal: {plan.get('goal')}. From {plan.get('start_date')} to {plan.get('end_date')}."
    yield Text(title + (" It was withdrawn later." if withdrawn else ""))
    yield Table(week_grid.COLUMNS, cells(week_grid.grid(plan)), shape="plan")
    yield Text(week_grid.LEGEND)
    notes = tuple(found.text for found in week_grid.words(plan) if found.where == "note")
    if notes:
        yield Bullets(notes)


def _conversation(audit: Audit, heard: Talk) -> Iterator[Block]:
    yield Heading(2, "The conversation")
    yield Conversation(tuple(_bubble(audit, turn, heard) for turn in heard.turns))
    astray = [f"{one.scorer}: {audit.in_words(one.what)}" for one in heard.findings if one.event is None]
    if astray:
        yield Bullets(tuple(astray), "Findings about no single message")


def _bubble(audit: Audit, turn: Turn, heard: Talk) -> Bubble:
    """What was said, or what happened between the words, as a person reads it."""
    between = _between(audit, audit.trail[turn.event])
    made = bubble(turn, heard, audit.in_words)
    return made._replace(pieces=(Piece(between),)) if between else made


def _between(audit: Audit, happened: Happened) -> str:
    """What the gate said, or how it ended, as a person reads it."""
    event = happened.event
    if happened.kind == "session_closed":
        return _ended(str(event.get("outcome")), str(event.get("why", "")))
    if happened.kind != "gate_evaluated":
        return ""
    result = event.get("result") or {}
    said, fired = _STATUS.get(happened.status, happened.status), result.get("fired") or ()
    return f"{said} Because of: {'; '.join(map(audit.title, fired))}." if fired else said


_PARTS: Sequence[Callable[[Audit], Iterator[Block]]] = (_findings, _gate, _told, _plan)
