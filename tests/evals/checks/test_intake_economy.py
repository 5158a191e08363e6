"""Questions that were one too many, and those that were not."""

from dataclasses import replace

import pytest
from checks_sessions import HEALTHY, deposited, gate, session

from coach import events as e
from coach.records.goal import Goal
from evals.checks.intake_economy import check_intake_economy
from evals.checks.measured import measured
from evals.checks.view import SessionView
from personas.acts import Act, Ask, ChangeGoal, Decline, DontKnow, PutOff, Simple, Tell
from personas.load import load

AGE, KM, RACE = "How old are you?", "How many kilometres do you run a week?", "How many weeks until the race?"
BOTH = "How old are you and how many kilometres do you run a week?"
HELLO: tuple[Act, ...] = (Simple(kind="small_talk"),)
TOLD, WEEKLY = (Tell(field="age_years", value=28),), (Tell(field="current_weekly_volume_km", value=35),)
ACTS: dict[str, tuple[Act, ...]] = {
    AGE: (Ask(field="age_years", words=AGE),),
    KM: (Ask(field="current_weekly_volume_km", words=KM),),
    RACE: (Ask(field="weeks_available", words=RACE),),
    BOTH: (Ask(field="age_years", words=BOTH), Ask(field="current_weekly_volume_km", words=BOTH)),
    "Lovely.": (),
    "Hello.": HELLO,
    "28.": TOLD,
    "35.": WEEKLY,
    "28 and 35.": (*TOLD, *WEEKLY),
    "About 30?": (Tell(field="age_years", value=30, confidence="inferred"),),
    "I won't say.": (Decline(field="age_years"),),
    "I don't know.": (DontKnow(field="age_years"),),
    "Later.": (PutOff(field="age_years"),),
}


def unread(*said: str) -> SessionView:
    """Athlete first, then in turns, as a transcript without acts has it."""
    events: list[e.Event] = []
    for place, text in enumerate(said):
        events.append(
            e.CoachSaid(state="INTAKE", text=text)  # type: ignore[arg-type]
            if place % 2
            else e.AthleteSaid(turn=place // 2 + 1, text=text)
        )
    return session(*events)


def talk(*said: str, **more: tuple[Act, ...]) -> SessionView:
    """The same with the acts of ACTS; `more`: those of a further message, by its text."""
    return deposited(unread(*said), {**ACTS, **more})


def too_many(view: SessionView) -> list[tuple[str | None, str | None, int | None]]:
    return [(each.rule, each.quote, each.event) for each in check_intake_economy(view, HEALTHY).findings]


def test_each_thing_asked_once_passes_with_the_number_of_messages() -> None:
    verdict = check_intake_economy(talk("Hello.", AGE, "28.", KM, "35."), HEALTHY)
    assert (verdict.value, verdict.passed, verdict.judged) == (3.0, True, {})


def test_a_question_put_again_after_its_answer_is_one_too_many() -> None:
    assert too_many(talk("Hello.", AGE, "28.", AGE, "28.")) == [("repeated", AGE, 3)]


def test_a_question_for_what_was_volunteered_is_one_too_many() -> None:
    verdict = check_intake_economy(talk("28.", AGE, "28."), HEALTHY)
    assert [finding.rule for finding in verdict.findings] == ["already_said"]
    assert verdict.counts == {
        "turns": 2.0,
        "repeated": 0.0,
        "already_said": 1.0,
        "passed_over": 0.0,
        **dict.fromkeys(("leading", "trivia"), 0.0),
    }


HOW_BAD = "How bad is it?"
SORE: dict[str, tuple[Act, ...]] = {
    "Sore.": (Tell(field="tendon_pain_nrs", value=3),),
    "Not sore.": (Tell(field="tendon_pain_nrs"),),
    HOW_BAD: (Ask(field="tendon_pain_nrs", words=HOW_BAD),),
    "Any limping?": (Ask(field="pain_signs", words="Any limping?"),),
}


@pytest.mark.parametrize(
    ("said", "passed_over"),
    [
        (("Hello.", AGE, "Sore.", KM, "35."), [3]),
        (("Hello.", AGE, "Sore.", "Any limping?", "Hello.", KM, "35."), []),
        (("Hello.", HOW_BAD, "Sore.", KM, "35."), []),
        (("Hello.", AGE, "Not sore.", KM, "35."), []),
    ],
)
def test_a_complaint_told_unasked_is_not_answered_with_the_next_question(
    said: tuple[str, ...], passed_over: list[int]
) -> None:
    verdict = check_intake_economy(talk(*said, **SORE), None)
    assert [each.event for each in verdict.findings if each.rule == "passed_over"] == passed_over


@pytest.mark.parametrize("answer", ["I won't say.", "I don't know."])
def test_a_question_put_again_after_it_was_refused_or_not_known_is_one_too_many(answer: str) -> None:
    nagged = talk("Hello.", AGE, answer, AGE, answer, AGE, answer)
    assert too_many(nagged) == [("repeated", AGE, 3), ("repeated", AGE, 5)]


def test_a_question_that_was_put_off_may_be_put_again() -> None:
    assert too_many(talk("Hello.", AGE, "Later.", AGE, "28.")) == []
    assert too_many(talk("Hello.", AGE, "28.", KM, "Later.", AGE, "28.")) == []


def test_a_question_with_something_new_in_it_is_none_too_many() -> None:
    assert too_many(talk("28.", BOTH, "28 and 35.")) == []
    assert too_many(talk("28 and 35.", BOTH, "28 and 35.")) == [("already_said", BOTH, 1)]


def test_what_is_asked_in_general_may_cover_what_was_told() -> None:
    general = "Tell me about yourself?"
    assert too_many(talk("28.", general, "28.", **{general: (Ask(field="age_years", specific=False),)})) == []


def test_asking_again_what_was_answered_in_two_ways_is_care() -> None:
    days = "How many days a week would you like to train?"
    acts = {
        days: (Ask(field="training_days_per_week", words=days),),
        "7.": (Tell(field="training_days_per_week", value=7),),
        "6.": (Tell(field="training_days_per_week", value=6),),
    }
    masters = load("masters_runner")
    assert check_intake_economy(talk("Hello.", days, "7.", "Lovely.", "6.", days, "6.", **acts), masters).passed is True
    assert (
        check_intake_economy(talk("Hello.", days, "6.", "Lovely.", "6.", days, "6.", **acts), masters).passed is False
    )


def test_without_the_script_what_was_told_roughly_may_be_asked_again() -> None:
    rough, exact = talk("About 30?", AGE, "28."), talk("28.", AGE, "28.")
    assert check_intake_economy(rough, None).passed is True
    assert check_intake_economy(exact, None).passed is False


def test_what_belonged_to_a_goal_that_was_given_up_may_be_asked_again() -> None:
    changed = "A half instead."
    acts = {
        "12 weeks.": (Tell(field="weeks_available", value=12),),
        changed: (ChangeGoal(goal=Goal(text=changed, event="half")),),
    }
    view = talk("Hello.", RACE, "12 weeks.", AGE, changed, RACE, "12 weeks.", **acts)
    assert too_many(view) == [("repeated", RACE, 5)]
    given_up = e.GoalChanged(words=changed, keeps=False, dropped=("weeks_available",))
    events = (*view.events[:5], given_up, *view.events[5:])
    later = {at + (at >= 5): meant for at, meant in view.acts.items()}
    assert too_many(SessionView(events, acts=later)) == []


def test_without_acts_the_reader_is_asked_and_its_recall_told() -> None:
    verdict = check_intake_economy(unread("I'm 28 years old.", AGE, "28."), HEALTHY)
    assert [finding.rule for finding in verdict.findings] == ["already_said"]
    assert verdict.judged == {"reader recall": round(measured("reader").shares["facts"].share, 3)}
    assert "read by the reader of free text" in verdict.explanation


def test_what_nobody_could_read_is_not_passed() -> None:
    assert check_intake_economy(unread("Hm.", AGE, "Hm hm.", AGE, "Hm hm hm."), HEALTHY).value == "not_judged"
    assert check_intake_economy(unread("Hm.", AGE, "Hm hm.", KM, "Hm hm hm."), HEALTHY).value == "not_judged"


def test_no_message_of_the_athlete_can_be_left_out_of_a_transcript_to_excuse_a_question() -> None:
    apart = f"{AGE} {KM}"
    acts = {apart: (*ACTS[AGE], *ACTS[KM])}
    whole = replace(talk("28.", "Lovely.", "35.", apart, "28 and 35.", **acts), record="talk", staged=True)
    assert check_intake_economy(whole, HEALTHY).passed is False
    said = [index for index, _ in whole.of(e.AthleteSaid)]
    for gone in (said[:1], said[1:2], said[:2]):
        kept = [index for index in range(len(whole.events)) if index not in gone]
        meant = {now: whole.acts[was] for now, was in enumerate(kept)}
        left = replace(whole, events=tuple(whole.events[index] for index in kept), acts=meant)
        assert check_intake_economy(left, HEALTHY).passed is not True, gone


SKIPPED = {"Skip.": (PutOff(field="current_weekly_volume_km"),)}
PAIN = "Any chest pain or fainting?"
LISTED: dict[str, tuple[Act, ...]] = {
    PAIN: (Ask(field="symptoms", values=("exertional_chest_pain", "syncope"), open=False, words=PAIN),),
    "No.": (Tell(field="symptoms", value=()),),
}


def test_another_question_put_off_excuses_no_repeat() -> None:
    assert too_many(talk("28.", KM, "Skip.", AGE, "28.", **SKIPPED)) == [("already_said", AGE, 3)]


def test_a_plain_no_answers_all_that_was_asked_by_name() -> None:
    assert too_many(talk("Hello.", PAIN, "No.", PAIN, "No.", **LISTED)) == [("repeated", PAIN, 3)]


def test_a_greeting_before_the_athletes_first_words_loses_no_answer() -> None:
    greeted = talk("Hello.", "Lovely.", "Hello.", AGE, "28.")
    events = greeted.events[1:]
    view = SessionView(events, record="talk", acts={at - 1: meant for at, meant in greeted.acts.items() if at})
    assert check_intake_economy(view, HEALTHY).passed is True


@pytest.mark.parametrize(("state", "passed"), [("INTAKE", False), ("PRESENT", True)])
def test_the_intake_of_a_talk_is_over_with_the_coachs_first_words_of_another_state(state: str, *, passed: bool) -> None:
    told = talk("28.", KM, "35.", AGE, "28.")
    late = told.events[3].model_copy(update={"state": state})
    view = replace(told, events=(*told.events[:3], late, told.events[4]), record="talk")
    assert check_intake_economy(view, HEALTHY).passed is passed


TEA, TEAM = "Do you prefer tea or coffee?", "Who's your team, and what would you call your boat if you had one?"
LEADS = "You have no chest pain, right?"


@pytest.mark.parametrize(
    ("question", "found"), [(TEA, None), (TEAM, "trivia"), (f"{TEA} And which is your favourite colour?", "trivia")]
)
def test_one_friendly_question_is_manners_and_two_are_trivia(question: str, found: str | None) -> None:
    verdict = check_intake_economy(unread("I'm 28 years old.", question, "Tea.", KM, "35 km."), HEALTHY)
    assert {each.rule for each in verdict.findings} == ({found} if found else set())


def test_a_leading_question_counts_until_the_gate_has_decided() -> None:
    before, after = (
        unread("I'm 28.", first, "35 km.", then, "No.").events for first, then in ((LEADS, KM), (KM, LEADS))
    )
    gated = (*after[:3], gate("approved"), *after[3:])
    assert [each.rule for each in check_intake_economy(session(*before), HEALTHY).findings] == ["leading"]
    assert check_intake_economy(session(*gated), HEALTHY).findings == ()


WEEK = "Monday: 5 km easy. Wednesday: 6 km easy. Friday: 5 km easy. Sunday: 10 km easy."


@pytest.mark.parametrize(("between", "passed"), [("Good.", False), (WEEK, None)])
def test_a_talk_without_states_has_asked_all_once_a_week_is_told(between: str, *, passed: bool | None) -> None:
    view = replace(unread("I'm 28 years old.", between, "Thanks.", AGE, "28."), record="talk", staged=False)
    assert check_intake_economy(view, None).passed is passed
