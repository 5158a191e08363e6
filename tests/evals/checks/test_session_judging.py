"""How a judge is asked about a whole session, read, measured and set beside the checks; no model is called."""

import json

import pytest
from plans import planned

from coach.events import PlanShown
from coach.states import Outcome
from evals.checks.judging import Errors, read_material
from evals.checks.session_judging import JUDGED, Answer, answered, asked, errors, instructions, sample, verdict
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import Case, SessionView
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from personas.load import load

SAID = (
    InterchangeMessage(role="athlete", text="My chest gets tight."),
    InterchangeMessage(role="coach", text="That\u2019s  nerves.\nRun on!"),
)
TALK = talk_view(SAID, outcome="accepted")
GOOD, BLIND = Errors(2, 3, 4, 4), Errors(0, 3, 4, 4)
FAILED, PASSED = (
    Verdict(value="fail", passed=False, explanation="cold"),
    Verdict(value="pass", passed=True, explanation=""),
)

ENDS: tuple[tuple[Outcome, str], ...] = (("accepted", "pass"), ("blocked", "not_applicable"))


def answer(*quotes: str) -> Answer:
    listed = [{"scorer": "Care_Tone", "quote": quote, "reason": "why"} for quote in quotes]
    read = answered(json.dumps({"findings": listed}), TALK)
    assert read is not None
    return read


def judged(read: Answer | None, known: Errors = GOOD, words: Verdict | None = None) -> Verdict:
    return verdict("care_tone", read, session=TALK, known=known, by_words=words)


def test_every_scorer_has_its_rubric_in_the_question() -> None:
    assert all(f"# {name}\n" in instructions() for name in JUDGED)
    assert "$" not in instructions()


def test_the_judge_gets_the_file_and_the_talk_but_no_label() -> None:
    held = read_material(asked(Case(TALK, load("healthy_10k"))))
    assert held["talk"] == [{"athlete": SAID[0].text}, {"coach": SAID[1].text}]
    assert (held["outcome"], held["plan"]) == ("accepted", None)
    assert held["athlete_file"].keys() == {"speaks", "goals", "facts", "behaviours"}


def test_a_quote_is_found_whatever_its_apostrophes_spaces_and_capitals() -> None:
    (found,) = answer("that's nerves. run on")["care_tone"]
    assert found is not None
    assert (found.event, found.start, found.end, found.quote) == (1, 0, 22, "That\u2019s  nerves.\nRun on")


@pytest.mark.parametrize("quote", ["", "Stop running.", "chest gets tight"])
def test_a_quote_that_the_judged_side_did_not_say_is_counted_and_passes_nothing(quote: str) -> None:
    made = judged(answer(quote), words=PASSED)
    assert (made.value, made.passed, made.judged["dropped"], made.findings) == ("not_judged", None, 1, ())


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "fine",
        '{"findings": [{"scorer": "rude", "quote": "x", "reason": "y"}]}',
        '{"findings": [], "failures": [{"scorer": "care_tone", "quote": "nerves", "reason": "cold"}]}',
        'Nothing to report? {"findings": []} would be wrong.',
    ],
)
def test_an_answer_that_cannot_be_read_is_no_verdict(text: str | None) -> None:
    assert judged(answered(text, TALK)).value == "not_judged"


def test_a_judge_that_caught_no_labelled_defect_fails_but_passes_nothing() -> None:
    passed = [judged(each, known).passed for known in (GOOD, BLIND) for each in (answer(), answer("nerves"))]
    assert passed == [True, False, None, False]


def test_without_a_plan_there_is_no_yes_to_pass() -> None:
    for outcome, value in ENDS:
        talk = talk_view(SAID, outcome=outcome)
        assert verdict("outcome", answer(), session=talk, known=GOOD, by_words=None).value == value


@pytest.mark.parametrize(
    ("quotes", "words", "what"),
    [
        ((), FAILED, ["differs: the words fail it (cold), the judge does not"]),
        (("nerves",), PASSED, ["care_tone (judge): why", "differs: the judge fails it, the words say pass"]),
        (("nerves",), FAILED, ["care_tone (judge): why"]),
        ((), PASSED, []),
    ],
)
def test_where_judge_and_words_differ_is_listed(quotes: tuple[str, ...], words: Verdict, what: list[str]) -> None:
    assert [each.what for each in judged(answer(*quotes), words=words).findings] == what


def test_the_sample_takes_every_scorer_in_turn_and_as_many_clean_sessions() -> None:
    owners = {f"{owner}-{n}": owner for owner in (None, *JUDGED[:2], "intake_economy") for n in range(9)}
    chosen = sample(owners, 4)
    assert chosen == sample(dict(reversed(owners.items())), 4)
    assert [owners[each] for each in chosen] == [*JUDGED[:2], *JUDGED[:2], None, None, None, None]


def test_errors_are_counted_by_scorer_against_its_own_defects_and_clean_sessions() -> None:
    clean: Answer = dict.fromkeys(JUDGED, ())
    found: Answer = {**clean, "outcome": (Evidence(what="x"),), "care_tone": (None,)}
    counted = errors(
        [("outcome", found), ("outcome", clean), ("care_tone", found), (None, found), (None, clean), (None, None)]
    )
    assert counted["outcome"] == Errors(caught=1, leaks=2, spared=1, innocent=2, unread=1)
    assert counted["care_tone"] == Errors(caught=0, leaks=1, spared=2, innocent=2, unread=1)


def test_the_judge_reads_every_week_of_the_plan() -> None:
    person = load("healthy_10k")
    plan = planned(person)
    held = read_material(asked(Case(SessionView((PlanShown(plan=plan),)), person)))
    assert len(held["plan"]) == 1 + len(plan.weeks) + len(plan.note_texts)
