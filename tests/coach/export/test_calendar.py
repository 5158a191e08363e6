"""The calendar, read back by another library."""

from typing import Any

import vobject

from coach.export.calendar import calendar
from coach.plan.reading import placed


def events(plan: Any) -> list[Any]:
    (file,) = calendar(plan)
    found = vobject.readOne(file.data.decode())
    return list(found.vevent_list)


def test_every_session_is_an_all_day_event_on_its_date(plan: Any) -> None:
    found = [(event.dtstart.value, event.dtend.value) for event in events(plan)]
    assert [start for start, _ in found] == [at.day.date for at in placed(plan)]
    assert {(end - start).days for start, end in found} == {1}


def test_an_event_says_what_to_do(plan: Any) -> None:
    at = next(at for at in placed(plan) if at.session.purpose == "threshold")
    event = next(e for e in events(plan) if e.dtstart.value == at.day.date and "Steady" in e.summary.value)
    assert at.session.text in event.description.value
    work = next(step for step in at.session.steps if step.kind == "work")
    assert f"x ({work.duration_min:g} min work at" in event.description.value


def test_ids_are_unique_and_stay_when_the_plan_changes(plan: Any) -> None:
    newer = plan.model_copy(update={"version": 2})
    before, after = events(plan), events(newer)
    assert len({event.uid.value for event in before}) == len(before)
    assert [event.uid.value for event in before] == [event.uid.value for event in after]
    assert {event.sequence.value for event in after} == {"1"}


def test_the_same_plan_gives_the_same_bytes(plan: Any) -> None:
    assert calendar(plan) == calendar(plan)


def test_words_cannot_add_lines_of_their_own(single: Any) -> None:
    text = "Easy; run, then\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:bad"
    (event,) = events(single(text=text))
    assert event.summary.value == "Run and walk, 30 min"
    assert "Easy; run, then" in event.description.value
