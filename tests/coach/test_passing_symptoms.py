"""A symptom that a model hands over beside something else reaches the gate, whatever call it stands in."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from scripted_coach import after, caused, in_present, items

from coach.flow import gate_approves
from coach.missing_facts import unsettled
from coach.session import Session
from coach.tools import ACCEPT_PLAN, CHANGE_GOAL, COLLECT_DATA, CORRECT_DATA, REFINE_PLAN
from coach.tools.tool import Tool, ToolError

SYMPTOMS = (
    "chest pain", "a tight chest", "fainting", "a blackout", "heart palpitations", "a racing heart at rest",
    "shortness of breath at rest", "dizzy spells", "a numb arm", "blood in my urine", "coughed up blood",
    "a swollen calf", "a seizure", "a concussion", "a stress fracture", "a miscarriage", "missed periods",
    "insulin", "beta blockers", "a heart murmur", "a pacemaker", "chemotherapy", "bulimia", "suicidal thoughts",
    "a fever", "a slipped disc", "a swollen knee", "a hernia operation", "an irregular heartbeat", "a blood clot",
    "an epileptic fit", "groin pain", "cortisone shots", "unexplained weight loss", "an ECG that the doctor ordered",
)  # fmt: skip
PHRASINGS = ("{}", "yesterday I had {}", "{} again on Sunday's run", "I forgot to say: {}", "4 days, but {} last month")
INNOCENT = (
    "Tuesdays and Thursdays", "30 km a week", "no Mondays please", "the long run on Sunday", "run with my wife",
    "less volume in week two", "move the strength work to Friday", "my dog is called Rex", "shoe size 42",
    "the track is closed in August", "I sit at a desk all day", "a rest day after the race",
)  # fmt: skip
symptom = st.builds(lambda phrasing, it: phrasing.format(it), st.sampled_from(PHRASINGS), st.sampled_from(SYMPTOMS))
DAYS = items(training_days_per_week=4)[0]
TRUE = {"field": "remark", "value": True}
Route = Callable[[str], tuple[Tool, Any]]
ROUTES: dict[str, Route] = {
    "the words of a training fact": lambda s: (CORRECT_DATA, {"items": [{**DAYS, "raw": s}]}),
    "a wish for the plan": lambda s: (REFINE_PLAN, {"request": s}),
    "another goal": lambda s: (CHANGE_GOAL, {"words": s}),
    "a misspelt key": lambda s: (COLLECT_DATA, {"items": [{"name": "note", "text": s}]}),
    "a nested value": lambda s: (COLLECT_DATA, {"items": [{"field": "note", "value": {"told": {"words": [s]}}}]}),
    "a list of words": lambda s: (COLLECT_DATA, {"items": [s]}),
    "no list at all": lambda s: (COLLECT_DATA, {"symptom": s}),
    "a name of its own": lambda s: (COLLECT_DATA, {"items": [{"field": "remark", "value": s}]}),
    "a refusal": lambda s: (COLLECT_DATA, {"items": [{"field": "remark", "raw": s, "standing": "declined"}]}),
    "before a plain no": lambda s: (COLLECT_DATA, {"items": [{**TRUE, "raw": s}, *items(parq_yes=())]}),
    "behind a plain no": lambda s: (COLLECT_DATA, {"items": [*items(parq_yes=()), {**TRUE, "raw": s}]}),
}  # fmt: skip


def later(tool: Tool, raw: Any) -> Session:
    return after(in_present(), caused(tool, in_present(), raw))


@pytest.mark.parametrize("route", ROUTES)
@settings(max_examples=examples(12))
@given(symptom)
def test_a_symptom_opens_the_health_question_again(route: str, words: str) -> None:
    session = later(*ROUTES[route](words))
    assert not gate_approves(session)
    assert session.open_notes
    assert "parq_yes" in unsettled(session)
    with pytest.raises(ToolError):
        ACCEPT_PLAN.call(session, {})


def test_innocent_words_open_nothing() -> None:
    for route in ("a wish for the plan", "another goal", "a misspelt key"):
        for words in INNOCENT:
            assert not later(*ROUTES[route](words)).open_notes, (route, words)


def test_words_beside_the_fact_that_records_them_open_nothing() -> None:
    facts = items(training_days_per_week=4, weeks_since_surgery=None)
    both = [{**each, "raw": "4 days a week, and no operation at all"} for each in facts]
    assert not later(COLLECT_DATA, {"items": both}).open_notes
    assert later(COLLECT_DATA, {"items": both[:1]}).open_notes
