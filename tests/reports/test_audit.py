"""One session laid open: every fact, rule, word and call is on the page, and a broken chain shows."""

import re
from dataclasses import replace
from typing import Any

import pytest
from audited_session import audited, gate, session
from bs4 import BeautifulSoup
from fpdf import FPDF
from markdown_it import MarkdownIt

from coach import events
from coach.records.fact import Fact
from coach.records.goal import Goal
from coach.records.safety import RuleVerdict, SafetyResult
from coach.states import HELD
from reports import markdown, pdf
from reports.audit import Audit, ChainCheck, RuleText
from reports.audit_blocks import blocks
from reports.audit_details import state_diagram
from reports.audit_tables import facts
from reports.blocks import Table
from reports.html import page

LogBuilder = Any  # the fixture of conftest.py


def as_markdown(found: Audit) -> str:
    return markdown.render(blocks(found))


def as_html(found: Audit) -> str:
    return page.render(blocks(found))


def as_pdf(found: Audit) -> bytes:
    return pdf.render(blocks(found), "Audit")


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
    found = {row[0]: row[1:4] for row in fact_rows(audited(logs, what=told))}
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
    laid_open = audited(logs, what=[asked])
    assert laid_open.say("knee_effusion", None).endswith("not asked")
    assert not laid_open.say("pregnant", None).endswith("not asked")


def test_a_call_without_a_known_price_makes_the_sum_unknown(logs: LogBuilder) -> None:
    found = replace(audited(logs), dollars=dict.fromkeys(audited(logs).dollars))
    assert "US dollars: no price known." in as_markdown(found)


def test_the_rules_that_fired_come_first(logs: LogBuilder) -> None:
    page = as_markdown(audited(logs)).partition("## Details")[2]
    places = [page.index(f"| {rule} |") for rule in ("sleep_short", "tendon", "heart", "age_minor", "of_the_day")]
    assert places == sorted(places)


def test_above_the_details_stand_words_and_no_code_with_what_blocks_first(logs: LogBuilder) -> None:
    verdicts = tuple(
        RuleVerdict(rule=rule, verdict="fired", action=action, saw={"sleep_hours_avg": 6.0})
        for rule, action in (("a_warning", "warn"), ("sleep_short", "block"))
    )
    result = SafetyResult(status="blocked", fired=("a_warning", "sleep_short"), verdicts=verdicts)
    blocking = events.GateEvaluated(profile={"sleep_hours_avg": 6.0}, declined=(), result=result)
    what = [session()[0], blocking, events.SessionClosed(outcome="blocked", why="nothing_to_add")]
    page = as_markdown(audited(logs, what=what)).partition("## Details")[0]
    assert "The gate blocked: no training plan was allowed. Because of: a warning; Short sleep." in page
    assert page.count("Ended: blocked (the athlete had nothing to add)") == 2
    assert page.index("| Short sleep | blocks the plan |") < page.index("| a warning | warns |")
    assert not re.search(r"[{}]|[a-z]_[a-z]", page)


def test_a_rule_of_one_day_does_not_block_the_plan(logs: LogBuilder) -> None:
    """Seen: "blocks the plan" of a fever, beside the plan."""
    ill = RuleVerdict(rule="ill", verdict="fired", action="block", saw={"temp_c": 38.6})
    result = SafetyResult(status="approved_with_warnings", fired=("ill",), verdicts=(ill,))
    what = [session()[0], events.GateEvaluated(profile={"temp_c": 38.6}, declined=(), result=result)]
    found = replace(audited(logs, what=what), rules={"ill": RuleText("Fever", "Friman 2000", only_today=True)})
    assert "| Fever | withholds today's session |" in as_markdown(found)


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
    page = as_markdown(audited(logs))
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
    plain = as_markdown(audited(logs)).replace("\\", "")
    judged = gate().model_dump(mode="json") | {"rejudged": {"rules": rules, "inputs": inputs, "status": status}}
    found = audited(logs)
    trail = tuple(replace(item, event=judged) if item.kind == "gate_evaluated" else item for item in found.trail)
    assert words in as_markdown(replace(found, trail=trail)).replace("\\", "")
    assert words not in plain


BROKEN = ChainCheck(ok=False, head="x" * 64, broken_at=7, what="changed")


def test_a_tampered_event_is_shown_where_it_stands(logs: LogBuilder) -> None:
    page = as_markdown(audited(logs, chain=BROKEN))
    assert "**Hash chain: BROKEN at event 7.** changed" in page
    assert "| **✗ BROKEN** | 7 | INTAKE |" in page
    another_head = replace(BROKEN, ok=True, broken_at=None)
    assert "**The record is NOT CONFIRMED.** changed" in as_markdown(audited(logs, chain=another_head))


def test_hostile_words_are_inert_on_the_page(logs: LogBuilder) -> None:
    html = MarkdownIt("gfm-like", {"html": True}).render(as_markdown(audited(logs)))
    assert "<img" not in html
    assert "<a " not in html
    assert html.count("&lt;img src=x") == 3, "the athlete's words twice and the session's text"


def test_the_diagram_numbers_the_moves_in_their_order(logs: LogBuilder) -> None:
    assert state_diagram(audited(logs)) == [
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
    found = audited(logs, what=session()[:3])
    assert found.outcome == "never closed"
    for form in (as_markdown, as_html):
        assert "The gate never decided." in form(found)
        assert "No plan was proposed." in form(found)
    assert as_pdf(found).startswith(b"%PDF-")


def test_a_session_that_ended_before_a_person_decided_says_so(logs: LogBuilder) -> None:
    approved = gate().model_copy(update={"result": SafetyResult(status="approved_with_warnings")})
    what = [session()[0], approved, events.SessionClosed(outcome="abandoned", why=HELD)]
    page = as_markdown(audited(logs, what=what))
    assert "The session was held: a person had to decide, and it ended before anybody did." in page
    assert "Ended: abandoned (held for a person)" in page


def test_every_kind_of_event_has_a_row_of_its_own(logs: LogBuilder) -> None:
    found = audited(logs)
    assert [item.kind for item in found.trail] == [event.kind for event in session()]
    page = as_markdown(found).replace("\\", "")
    assert [item.kind for item in found.trail if f"| {item.index} | {item.state} |" not in page] == []
    assert [item.kind for item in found.trail if f"| {item.kind}" not in page] == []


def test_the_same_session_gives_the_same_bytes(logs: LogBuilder) -> None:
    first, second = audited(logs, chain=BROKEN), audited(logs, chain=BROKEN)
    for form in (as_markdown, as_html, as_pdf):
        assert form(first) == form(second)


def test_the_html_page_shows_the_tampered_event_and_holds_no_foreign_markup(logs: LogBuilder) -> None:
    found = BeautifulSoup(as_html(audited(logs, chain=BROKEN)), "html.parser")
    assert found.select_one(".banner.bad b").text == "Hash chain: BROKEN at event 7."
    assert found.select_one("tr.bad").text.startswith("✗ BROKEN7INTAKE")
    assert found.find_all(["script", "img", "iframe"]) == []
    assert [link["href"] for link in found.find_all("a") if not link["href"].startswith("#")] == []
    assert "<img src=x" in found.text


def test_the_html_page_draws_the_states_and_says_them(logs: LogBuilder) -> None:
    found = BeautifulSoup(as_html(audited(logs)), "html.parser")
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
    found = as_pdf(audited(logs))
    assert [word for word in (b"/JavaScript", b"/JS", b"/Launch", b"/URI") if word in found] == []
