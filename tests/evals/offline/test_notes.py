"""What the athlete tells outside the catalogue, and the whole of a goal, reaches every later state and the athlete."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from scripted_coach import Listening, told

from coach import variants
from coach.context import changes
from coach.events import CoachSaid, GoalsCaptured, NoteRecorded, PlanShown
from coach.loop import Coach
from coach.records.block import Note
from coach.records.goal import Goal
from coach.session import Session
from coach.states import State
from coach.store.stored import events_of
from coach.tools import CAPTURE_GOAL
from evals.bulk import Job, played
from evals.offline.goal_capture import capture
from evals.offline.planning import remembered
from evals.offline.request_view import read
from evals.reading.acts import TrainedReader
from evals.run_specs import specs_of
from evals.session import Seats, Spec, live
from personas.behaviours import Moment
from personas.channel import Channel
from personas.load import load
from personas.offline import OfflineAthlete

LONG = "Thursdays are choir, and the week before Easter we sing every single evening; I would not miss that."
GOAL = (
    "4:25 for the 1500 m in May, and I'd like my legs to enjoy the way there; last year they did not, and it was " * 4
)


@pytest.fixture(scope="module")
def talk() -> tuple[Coach, Listening]:
    """A session in which the athlete answers a question of the analyst's own, and asks what the coach knows."""
    runner, variant = load("healthy_10k"), variants.load("baseline")
    curious = runner.model_copy(update={"behaviours": (Moment(kind="asks_what_you_know", at="present"),)})
    reviewed = replace(variant, settings=variant.settings.model_copy(update={"reviewer": True}))
    spec, channel, made = Spec(curious, reviewed), Channel(), list[Coach]()
    client = Listening(spec.session_seed, channel)

    def make(*given: Any) -> Coach:
        made.append(Coach(*given))
        return made[0]

    asyncio.run(live(spec, Seats(client, OfflineAthlete(curious, spec.session_seed), None, make, channel)))
    return made[0], client


def noted(**texts: str) -> dict[str, NoteRecorded]:
    """Notes by name; without a text the athlete would not say."""
    return {
        name: NoteRecorded(name=name, text=text, turn=1, standing="given" if text else "declined")
        for name, text in texts.items()
    }


@pytest.mark.parametrize("tool", ["review_profile", "generate_plan", "accept_plan"])
def test_a_note_is_in_the_requests_of_every_later_state_with_its_words(
    talk: tuple[Coach, Listening], tool: str
) -> None:
    coach, client = talk
    (note,) = told(coach, NoteRecorded)
    sent = next(each for each in client.sent if tool in {offered["name"] for offered in each["tools"]})
    sections = json.dumps(sent["messages"])
    assert f'also_told>{{\\"{note.name}' in sections
    assert note.text.strip(".") in sections


def test_a_note_is_in_what_is_known_and_in_the_plan(talk: tuple[Coach, Listening]) -> None:
    coach, _ = talk
    (note,) = told(coach, NoteRecorded)
    words = note.text.strip(" .")
    known = [event.text for event in told(coach, CoachSaid) if event.state is State.PRESENT and words in event.text]
    assert any("nothing to report" in text for text in known), "the list of what is known"
    (plan,) = {event.plan for event in told(coach, PlanShown)}
    (written,) = (text for text in plan.notes if words in text)
    assert note.name not in written


@pytest.mark.parametrize(
    "state", [State.INTAKE, State.SAFETY, State.PLAN, State.PRESENT, State.GOAL_CAPTURE, State.ANALYST]
)
def test_short_words_are_quoted_and_free_words_stay_in_the_talk(state: State) -> None:
    session = replace(Session(), state=state, notes=noted(choir=LONG, club="on Tuesdays", asked_in_vain=""))
    sections = changes(session)
    assert sections is not None
    assert sections["also_told"] == {"choir": "(in their words)", "club": "on Tuesdays"}


@pytest.mark.parametrize("state", [State.PLAN, State.PRESENT])
def test_a_plan_that_quotes_free_words_is_told_with_a_mark_for_them(
    talk: tuple[Coach, Listening], state: State
) -> None:
    (shown,) = {event.plan for event in told(talk[0], PlanShown)}
    quoting = shown.model_copy(
        update={"notes": (f"You said: {LONG}", Note(topic="company", text=LONG), "A day on, one off.")}
    )
    session = replace(Session(), state=state, plan=quoting, notes=noted(choir=LONG, days="on"))
    sections = changes(session)
    assert sections is not None
    assert LONG not in json.dumps(sections)
    notes = sections["previous_plan" if state is State.PLAN else "plan"]["notes"]
    assert notes[0] == "You said: (in their words)"
    assert notes[2] == "A day on, one off.", "a short note is no reason to change other words"


@pytest.mark.parametrize("name", ["kilo_a_week", "marathon_let_go", "asthma_often_puffing"])
def test_a_note_told_before_the_summary_is_in_it(name: str) -> None:
    (spec,) = specs_of(name, "baseline", 1, 0)
    events = events_of((played(Job(spec, model="offline/coach")).stored or {})["events"])
    at, note = next((at, each) for at, each in enumerate(events) if isinstance(each, NoteRecorded))
    said = [each for each in events[at:] if isinstance(each, CoachSaid) and each.state is State.INTAKE]
    (summary,) = (each.text for each in said if "nothing to report" in each.text)
    assert note.text.strip(" .") in summary


@pytest.mark.parametrize("words", ["Nothing in particular", "Just me", "The sofa, mainly"])
def test_a_note_draws_no_conclusion_from_words_that_may_name_nothing(words: str) -> None:
    (note,) = remembered({"what_gets_in_the_way": words})
    assert note == f'Also from our talk, what gets in the way: "{words}".'


def test_a_note_that_comes_later_is_told_alone() -> None:
    session = replace(Session(), state=State.PRESENT, notes=noted(club="on Tuesdays"))
    thread = session.thread.answered(changes(session), [{"type": "text", "text": "Hello."}])
    later = replace(session, notes=noted(club="on Tuesdays", dog="comes along"), threads={State.PRESENT: thread})
    assert changes(later) == {"also_told": {"dog": "comes along"}}


def test_a_goal_is_recorded_whole_by_the_tool_and_by_the_offline_coach() -> None:
    goal = Goal(text=GOAL.strip(), type="performance", event="1500m", target="4:25")
    done = CAPTURE_GOAL.call(Session(), {"goals": [goal.model_dump()]})
    assert [event.goals for event in done.events if isinstance(event, GoalsCaptured)] == [(goal,)]
    said = [{"role": "user", "content": GOAL.strip()}]
    seen = read({"messages": said, "tools": [{"name": "capture_goal"}]}, TrainedReader())
    (call,) = capture(seen, 1).calls
    assert [each["text"] for each in call.input["goals"]] == [GOAL.strip()]
    assert "how old" in call.input["question"].lower()
