"""What was spoken of and could not be read is asked again, and no older value stands in for it."""

from typing import Any

import pytest

from coach.profile.extraction import extract
from coach.profile.questions import question_of
from evals.offline.asking_again import wordings
from evals.offline.intake import converse, new_items
from evals.offline.open_topics import left_open, open_questions, read_answer
from evals.offline.questions import due_questions, fields_put
from evals.offline.seen import Seen, Turn

SLEEP = question_of("sleep_hours_avg").text
OPEN = "As for my tendons, six, seven on the hill."
FIRST, SECOND = wordings("tendon_pain_nrs")
TOOLS = frozenset({"collect_data", "correct_data", "intake_complete"})


def talk(*lines: str) -> Seen:
    """The coach and the athlete in turn, the coach first; a tendon pain of 4 was told before."""
    turns = tuple(Turn("user" if place % 2 else "assistant", (line,), (), ()) for place, line in enumerate(lines))
    return Seen({"known": {"tendon_pain_nrs": 4}}, turns, TOOLS)


def recorded(seen: Seen) -> dict[str, Any]:
    return {item["field"]: item.get("value", item.get("standing")) for item in new_items(seen, seen.turns[-1].texts[0])}


def test_what_could_not_be_read_is_not_recorded_but_asked_in_narrower_words() -> None:
    seen = talk(SLEEP, OPEN)
    assert recorded(seen) == {}
    assert converse(seen, 0).text.endswith(FIRST)


def test_an_evasion_of_the_narrower_question_is_asked_once_more_in_other_words() -> None:
    assert open_questions(talk(SLEEP, OPEN, FIRST, "Not really, I feel okay.")) == [SECOND]


def test_asked_often_enough_the_worst_rating_that_was_said_decides() -> None:
    assert recorded(talk(SLEEP, OPEN, FIRST, "Can't complain.", SECOND, "Mostly fine.")) == {"tendon_pain_nrs": 7}


def test_asked_often_enough_without_any_rating_the_old_value_gives_way_to_not_known() -> None:
    seen = talk(SLEEP, "As for my tendons, it's a long story.", FIRST, "Can't complain.", SECOND, "Mostly fine.")
    assert recorded(seen) == {"tendon_pain_nrs": "not_known"}


def test_a_refusal_settles_it_at_the_worst_at_once() -> None:
    assert recorded(talk(SLEEP, OPEN, FIRST, "I'd rather not say.")) == {"tendon_pain_nrs": 7}


@pytest.mark.parametrize(("said", "value"), [("6 out of 10", {"tendon_pain_nrs": 6}), ("4 out of 10", {})])
def test_an_answer_settles_it(said: str, value: dict[str, Any]) -> None:
    seen = talk(SLEEP, OPEN, FIRST, said)
    assert recorded(seen) == value
    assert left_open(seen) == {}


def test_of_a_range_the_worse_end_is_recorded() -> None:
    assert recorded(talk(question_of("tendon_pain_nrs").text, "Tendon pain 5-6/10")) == {"tendon_pain_nrs": 6}


@pytest.mark.parametrize("before", [(), ("sleep_hours_avg",), ("sleep_hours_avg", "age_years")])
def test_what_doctors_have_said_is_asked_for_in_one_breath(before: tuple[str, ...]) -> None:
    names = (*before, "known_conditions", "parq_yes", "bsi_status")
    waiting = [{"name": name, "question": question_of(name).text} for name in names]
    seen = Seen({"intake_fields": waiting, "still_needed": list(names)}, (), TOOLS)
    due = due_questions(seen, 0)
    assert isinstance(due, list)
    pair = {question_of(name).text for name in ("known_conditions", "parq_yes")}
    assert pair & set(due) in (set(), pair)
    assert len(due) == 2


@pytest.mark.parametrize(
    ("name", "said"), [("weight_kg", "Maybe 64, maybe a bit over."), ("sleep_hours_avg", "Six-ish.")]
)
def test_the_coach_knows_which_fields_its_own_wordings_ask_for(name: str, said: str) -> None:
    for wording in wordings(name):
        assert fields_put(f"Thanks, noted. {wording}") == (name,)
        assert read_answer(said, wording) == extract(said, question=wording, put=(name,))
        assert read_answer(said, wording, ("sex",)) == extract(said, question=wording, put=("sex", name))


def test_what_was_given_up_is_taken_when_it_is_told_after_all() -> None:
    items = {"items": [{"field": "current_weekly_volume_km", "raw": "", "standing": "not_known"}]}
    turns = (
        Turn("assistant", (), (("collect_data", items),), ()),
        Turn("assistant", (SLEEP,), (), ()),
        Turn("user", ("Seven hours. I told you already, I'm running 4 kilometres a week at the moment.",), (), ()),
    )
    assert recorded(Seen({"known": {}}, turns, TOOLS))["current_weekly_volume_km"] == 4


CYCLES = question_of("missed_cycles_consecutive").text


def test_a_count_of_harm_that_is_heard_and_not_believed_does_not_leave_the_milder_one_standing() -> None:
    passing = "No vomiting or laxatives, no bone pain to speak of and no tendon pain. I've missed five in a row..."
    turns = (
        Turn("assistant", (CYCLES,), (), ()), Turn("user", ("1 missed period in a row.",), (), ()),
        Turn("assistant", (SLEEP,), (), ()), Turn("user", (passing,), (), ()),
    )  # fmt: skip
    seen = Seen({"known": {"missed_cycles_consecutive": 1}}, turns, TOOLS)
    heard = recorded(seen).get("missed_cycles_consecutive")
    assert heard == 5 or "missed_cycles_consecutive" in left_open(seen)
