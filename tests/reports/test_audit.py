"""One session laid open: every fact, rule, word and call is on the page, and a broken chain shows."""

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from fpdf import FPDF
from markdown_it import MarkdownIt

from coach import events
from coach.records.block import Day, PlanFinding, TrainingBlock, Week
from coach.records.block import TrainingSession as Training
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.safety import RuleVerdict, SafetyResult, Unresolved
from coach.states import Reason, State
from reports import markdown, pdf, state_diagram
from reports.audit import Audit, AuditWords, ChainCheck, RuleText, audit
from reports.audit_blocks import blocks
from reports.audit_facts import facts
from reports.blocks import Table
from reports.errors import SessionNotFound
from reports.html import page

LogBuilder = Any  # the fixture of conftest.py
MONDAY = dt.date(2026, 1, 5)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOSTILE = "<img src=x onerror=alert(1)> [a](http://evil.example) |"
WORDS = AuditWords({"sleep_short": RuleText("Short sleep", "Milewski 2014", "checked")})


def as_markdown(found: Audit) -> str:
    return markdown.render(blocks(found))


def as_html(found: Audit) -> str:
    return page.render(blocks(found))


def as_pdf(found: Audit) -> bytes:
    return pdf.render(blocks(found), "Audit")


def _plan() -> TrainingBlock:
    easy = Training(
        type="run", purpose="easy", km=8, duration_min=44, zone="E", rpe=3, pace_s_per_km=(320, 345), text=HOSTILE
    )
    days = tuple(
        Day(date=MONDAY + dt.timedelta(days=offset), weekday=name, sessions=(easy,) if offset == 1 else ())
        for offset, name in enumerate(WEEKDAYS)
    )
    week = Week(index=1, start_date=MONDAY, phase="base", km=8, minutes=44, focus="easy does it", days=days)
    return TrainingBlock(
        start_date=MONDAY, end_date=MONDAY + dt.timedelta(days=6), goal="run", weeks=(week,), notes=("sleep more",)
    )


def _call(content: tuple[dict[str, Any], ...]) -> events.ModelCalled:
    return events.ModelCalled(
        state=State.INTAKE,
        tier="fast",
        model="offline/coach",
        prompt="f" * 64,
        stop_reason="tool_use",
        input_tokens=100,
        output_tokens=7,
        content=content,
    )


def _gate() -> events.GateEvaluated:
    verdicts = (
        RuleVerdict(rule="age_minor", verdict="not_fired", action="block", saw={"age_years": 43}),
        RuleVerdict(rule="sleep_short", verdict="fired", action="warn", saw={"sleep_hours_avg": 6.0}),
        RuleVerdict(rule="tendon", verdict="undecidable", action="warn", missing=("tendon_pain_nrs",)),
        RuleVerdict(rule="heart", verdict="cleared", action="block", saw={"cleared": True}),
        RuleVerdict(rule="of_the_day", verdict="not_fired", action="warn", proposed=True),
    )
    result = SafetyResult(
        status="approved_with_warnings",
        fired=("sleep_short",),
        unresolved=(Unresolved(rule="tendon", missing=("tendon_pain_nrs",)),),
        warnings=("sleep is where the work sinks in",),
        verdicts=verdicts,
    )
    return events.GateEvaluated(
        profile={"age_years": 43, "sleep_hours_avg": 6.0}, declined=("weight_kg",), result=result
    )


def _moved(source: State, target: State, reason: Reason) -> events.Moved:
    return events.Moved(source=source, target=target, reason=reason)


def _session() -> list[Any]:
    return [
        events.SessionStarted(
            session="runner/1", athlete="runner", variant="baseline", prompts={}, models={}, today="2026-01-05"
        ),
        events.AthleteSaid(turn=1, text=f"I want to run. {HOSTILE}"),
        events.GoalsCaptured(goals=(Goal(text="run"),)),
        _moved(State.GOAL_CAPTURE, State.INTAKE, Reason.GOAL_STATED),
        _call(({"type": "tool_use", "id": "t1", "name": "collect_data", "input": {"sleep_hours_avg": 7}},)),
        events.ToolCalled(state=State.INTAKE, tool="collect_data", call="t1", input={"sleep_hours_avg": 7}),
        events.FactRecorded(fact=Fact(field="sleep_hours_avg", value=7.0, raw="seven or so", turn=1)),
        events.FactRecorded(fact=Fact(field="sleep_hours_avg", value=6.0, raw="six, really", turn=2)),
        events.FactRecorded(fact=Fact(field="weeks_available", value=12, raw="12 weeks", turn=2)),
        events.GoalChanged(words="rather a 5k", dropped=("weeks_available",)),
        events.FactRecorded(fact=Fact(field="weight_kg", standing="declined", turn=2)),
        events.NoteRecorded(name="dog", text="has a dog", turn=2),
        events.CoachSaid(state=State.INTAKE, text="How do you sleep?"),
        _moved(State.INTAKE, State.SAFETY, Reason.INTAKE_COMPLETE),
        _gate(),
        _moved(State.SAFETY, State.PLAN, Reason.GATE_APPROVED),
        events.PlanProposed(
            attempt=1,
            plan=None,
            findings=(PlanFinding(rule="monotony", severity="error", week=1, message="vary the load"),),
        ),
        events.PlanProposed(attempt=2, plan=_plan()),
        events.PlanShown(plan=_plan()),
        _moved(State.PLAN, State.PRESENT, Reason.PLAN_VALID),
        _moved(State.PRESENT, State.CLOSED, Reason.ACCEPTED),
        events.SessionClosed(outcome="accepted", why="the athlete said yes"),
    ]


def _audit(logs: LogBuilder, *, what: list[Any] | None = None, chain: ChainCheck | None = None) -> Audit:
    stored = [event.model_dump(mode="json") for event in (_session() if what is None else what)]
    hashes = [f"{index:064x}" for index in range(len(stored))]
    record = {"events": stored, "hashes": hashes, "head": "h" * 64, "session": "runner/1", "error": None}
    run = logs.but(stored={("runner", 1): record}).build({("runner", 1): {"outcome": "pass"}})
    whole = ChainCheck(ok=True, head="h" * 64, broken_at=None, what="")
    return audit(run, "runner/1", chain or whole, WORDS, lambda _model, given, made, *_cached: given / 1e3 + made / 1e2)


def test_a_fact_stands_beside_the_turn_in_which_its_words_were_said(logs: LogBuilder) -> None:
    goal = Goal(text="a 10k in 52 minutes", event="10k", target="52:00")
    told = [
        events.AthleteSaid(turn=1, text="I am 43. a 10k in 52 minutes"),
        events.AthleteSaid(turn=2, text="six, really"),
        events.GoalsCaptured(goals=(goal,)),
        events.FactRecorded(fact=Fact(field="age_years", value=43, raw="I am 43.", turn=2)),
        events.FactRecorded(fact=Fact(field="sleep_hours_avg", value=6.0, raw="six, really", turn=2)),
        events.FactRecorded(fact=Fact(field="weight_kg", value=60, raw="said nowhere", turn=2)),
    ]
    found = {row[0]: row[1:4] for row in fact_rows(_audit(logs, what=told))}
    assert found == {
        "age_years": ("43", "I am 43.", "1"),
        "goal_time_s": ('"52:00"', "a 10k in 52 minutes", ""),
        "race_distance_km": ('"10k"', "a 10k in 52 minutes", ""),
        "sleep_hours_avg": ("6.0", "six, really", "2"),
        "weight_kg": ("60", "said nowhere", "2"),
    }


def fact_rows(laid_open: Audit) -> list[tuple[str, ...]]:
    return [row for block in facts(laid_open) if isinstance(block, Table) for row in block.rows]


def test_what_was_never_asked_is_not_said_not_to_apply(logs: LogBuilder) -> None:
    asked = events.FactRecorded(fact=Fact(field="pregnant", value=None, raw="no", turn=1))
    laid_open = _audit(logs, what=[asked])
    assert laid_open.say("knee_effusion", None).endswith("not asked")
    assert not laid_open.say("pregnant", None).endswith("not asked")


def test_a_call_without_a_known_price_makes_the_sum_unknown(logs: LogBuilder) -> None:
    found = replace(_audit(logs), dollars=dict.fromkeys(_audit(logs).dollars))
    assert "US dollars: no price known." in as_markdown(found)


def test_the_rules_that_fired_come_first(logs: LogBuilder) -> None:
    page = as_markdown(_audit(logs)).partition("## Details")[2]
    places = [page.index(f"| {rule} |") for rule in ("sleep_short", "tendon", "heart", "age_minor", "of_the_day")]
    assert places == sorted(places)


def test_above_the_details_stand_words_and_no_code_with_what_blocks_first(logs: LogBuilder) -> None:
    verdicts = tuple(
        RuleVerdict(rule=rule, verdict="fired", action=action, saw={"sleep_hours_avg": 6.0})
        for rule, action in (("a_warning", "warn"), ("sleep_short", "block"))
    )
    result = SafetyResult(status="blocked", fired=("a_warning", "sleep_short"), verdicts=verdicts)
    gate = events.GateEvaluated(profile={"sleep_hours_avg": 6.0}, declined=(), result=result)
    what = [_session()[0], gate, events.SessionClosed(outcome="blocked", why="nothing_to_add")]
    page = as_markdown(_audit(logs, what=what)).partition("## Details")[0]
    assert "The gate blocked: no training plan was allowed. Because of: a warning; Short sleep." in page
    assert page.count("Ended: blocked (the athlete had nothing to add)") == 2
    assert page.index("| Short sleep | blocks the plan |") < page.index("| a warning | warns |")
    assert not re.search(r"[{}]|[a-z]_[a-z]", page)


@pytest.mark.parametrize(
    "words",
    [
        "# runner/1: accepted",
        "The gate approved, with warnings.",
        "| Short sleep | warns | sleep hours avg: 6.0 | Milewski 2014 |",
        "1 rule could not be decided because facts were missing",
        "**coach:** How do you sleep?",
        "| Head hash | " + "h" * 64,
        "| sleep_hours_avg | 7.0 | seven or so | 1 | explicit | 6 | given, replaced |",
        "| sleep_hours_avg | 6.0 | six, really | 2 | explicit | 7 | given |",
        "| weeks_available | 12 | 12 weeks | 2 | explicit | 8 | given, dropped with the goal at event 9 |",
        "| weight_kg | null |   | 2 | explicit | 10 | declined |",
        "| sleep_short | fired | warn | sleep hours avg: 6.0 |   | Short sleep | Milewski 2014; how sure: checked |",
        "| tendon | undecidable | warn |   | tendon pain nrs | not in the table | unknown |",
        "proposed in this session",
        "Declined or not known: weight kg",
        "error monotony (week 1): vary the load",
        "| 1 | 2026-01-05 | base | 8 | 44 | rest | easy 8 km 44 min E 5:20-5:45/km | rest |",
        "| note | sleep more |",
        "| week 1 | easy does it |",
        "| 12 | INTAKE |   | How do you sleep? | coach_said | 000000000000 |",
        'calls collect_data {"sleep_hours_avg": 7}',
        "| 4 | INTAKE | fast | offline/coach | tool_use | 100 | 7 | 0 | 0 | " + "f" * 64,
        "Tokens: 100 in (0 read from the prompt cache, 0 written to it), 7 out. US dollars: 0.1700.",
        "| dog | has a dog | 2 | 11 | given |",
    ],
)
def test_the_page_holds(logs: LogBuilder, words: str) -> None:
    page = as_markdown(_audit(logs))
    assert words in page.replace("\\", "").replace("\u2060", "")


@pytest.mark.parametrize(
    ("rules", "inputs", "status", "words"),
    [
        ("same", "same", "approved_with_warnings", "computed again, by the rules of the time"),
        ("changed", "same", "approved_with_warnings", "The rules have changed since this session"),
        ("unknown", "unknown", "approved_with_warnings", "does not say which rules judged it"),
        ("same", "changed", "approved_with_warnings", "are not those that the gate judged"),
        ("changed", "same", "blocked", "Today the same facts give blocked; the session was approved with warnings"),
        ("unknown", "unknown", None, "could not be repeated"),
    ],
)
def test_the_page_says_by_which_rules_the_verdicts_are(
    logs: LogBuilder, rules: str, inputs: str, status: str | None, words: str
) -> None:
    plain = as_markdown(_audit(logs)).replace("\\", "")
    judged = _gate().model_dump(mode="json") | {"rejudged": {"rules": rules, "inputs": inputs, "status": status}}
    found = _audit(logs)
    trail = tuple(replace(item, event=judged) if item.kind == "gate_evaluated" else item for item in found.trail)
    assert words in as_markdown(replace(found, trail=trail)).replace("\\", "")
    assert words not in plain


BROKEN = ChainCheck(ok=False, head="x" * 64, broken_at=7, what="changed")


def test_a_tampered_event_is_shown_where_it_stands(logs: LogBuilder) -> None:
    page = as_markdown(_audit(logs, chain=BROKEN))
    assert "**Hash chain: BROKEN at event 7.** changed" in page
    assert "| **✗ BROKEN** | 7 | INTAKE |" in page
    another_head = replace(BROKEN, ok=True, broken_at=None)
    assert "**The record is NOT CONFIRMED.** changed" in as_markdown(_audit(logs, chain=another_head))


def test_hostile_words_are_inert_on_the_page(logs: LogBuilder) -> None:
    html = MarkdownIt("gfm-like", {"html": True}).render(as_markdown(_audit(logs)))
    assert "<img" not in html
    assert "<a " not in html
    assert html.count("&lt;img src=x") == 3, "the athlete's words twice and the session's text"


def test_the_diagram_numbers_the_moves_in_their_order(logs: LogBuilder) -> None:
    assert state_diagram.source(_audit(logs)) == [
        "stateDiagram-v2",
        "  [*] --> GOAL_CAPTURE",
        "  GOAL_CAPTURE --> INTAKE: 1 goal_stated",
        "  INTAKE --> SAFETY: 2 intake_complete",
        "  SAFETY --> PLAN: 3 gate_approved",
        "  PLAN --> PRESENT: 4 plan_valid",
        "  PRESENT --> CLOSED: 5 accepted",
        "  CLOSED --> [*]",
    ]


def test_every_form_says_of_a_session_that_it_never_closed_and_never_met_the_gate(logs: LogBuilder) -> None:
    found = _audit(logs, what=_session()[:3])
    assert found.outcome == "never closed"
    for form in (as_markdown, as_html):
        assert "The gate never decided." in form(found)
        assert "No plan was proposed." in form(found)
    assert as_pdf(found).startswith(b"%PDF-")


def test_every_kind_of_event_has_a_row_of_its_own(logs: LogBuilder) -> None:
    found = _audit(logs)
    assert [item.kind for item in found.trail] == [event.kind for event in _session()]
    page = as_markdown(found).replace("\\", "")
    assert [item.kind for item in found.trail if f"| {item.index} | {item.state} |" not in page] == []
    assert [item.kind for item in found.trail if f"| {item.kind}" not in page] == []


def test_the_same_session_gives_the_same_bytes(logs: LogBuilder) -> None:
    first, second = _audit(logs, chain=BROKEN), _audit(logs, chain=BROKEN)
    for form in (as_markdown, as_html, as_pdf):
        assert form(first) == form(second)


def test_an_unknown_session_is_refused_with_the_close_names(logs: LogBuilder) -> None:
    run = logs.build({("runner", 1): {"outcome": "pass"}})
    with pytest.raises(SessionNotFound, match="did you mean runner/1"):
        audit(run, "runner/9", ChainCheck(ok=True, head="", broken_at=None, what=""), WORDS)


def test_the_html_page_shows_the_tampered_event_and_holds_no_foreign_markup(logs: LogBuilder) -> None:
    found = BeautifulSoup(as_html(_audit(logs, chain=BROKEN)), "html.parser")
    assert found.select_one(".banner.bad b").text == "Hash chain: BROKEN at event 7."
    assert found.select_one("tr.bad").text.startswith("✗ BROKEN7INTAKE")
    assert found.find_all(["script", "img", "iframe"]) == []
    assert [link["href"] for link in found.find_all("a") if not link["href"].startswith("#")] == []
    assert "<img src=x" in found.text


def test_the_html_page_draws_the_states_and_says_them(logs: LogBuilder) -> None:
    found = BeautifulSoup(as_html(_audit(logs)), "html.parser")
    assert "GOAL_CAPTURE to INTAKE, INTAKE to SAFETY" in found.select_one("svg.states")["aria-label"]
    assert [text.text for text in found.select("svg.states path.move + text")] == ["1", "2", "3", "4", "5"]
    assert found.select_one(".banner.good")


def test_no_heading_of_a_pdf_is_broken_however_long_the_cells() -> None:
    page = FPDF(orientation="landscape")
    page.add_page()
    page.set_font("helvetica", size=6.5)
    headings = ("event", "verdict", "missing", "athlete says", "source", "inside", "hash")
    row = ("1", "undecidable", "", "", "word " * 90, "x" * 400, "0" * 64)
    widths = pdf.column_widths(page, headings, [row])
    page.set_font(style="B")
    for heading, width in zip(headings, widths, strict=True):
        assert max(map(page.get_string_width, heading.split())) + 2 * page.c_margin <= width
    assert sum(widths) <= page.epw + 0.01


def test_the_pdf_carries_no_action(logs: LogBuilder) -> None:
    found = as_pdf(_audit(logs))
    assert [word for word in (b"/JavaScript", b"/JS", b"/Launch", b"/URI") if word in found] == []
