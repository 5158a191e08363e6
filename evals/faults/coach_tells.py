"""Faults of what the coach tells: another plan than it made, a change that it did not make, values that nobody said."""

import re
from collections.abc import Callable
from dataclasses import replace

from evals.faults.coach_changes import adding, changed, in_intake, in_present, planning, recording, rewording
from evals.faults.plan_changes import Json, with_sessions
from evals.faults.rows import by_coach
from evals.offline.coach_reply import CoachReply
from evals.offline.request_view import RequestView

_EASY = re.compile(r"Easy run, (\d+(?:\.\d+)?) km")
_THURSDAY = re.compile(r"^ *Thu \d+ \w+  .*$", re.MULTILINE)
_WEEKLY = re.compile(r"about \d+ km a week at the moment")
_SAVED = (
    "I've put your weeks together, and I think you'll enjoy them: it all stays gentle, and there's a bit of upright "
    "strength work folded in. It's saved and ready for you to start.\n\nShall we call that settled, then?"
)
_AT_THE_GATE = "From the gate at the fastest pace you can hold to the end, and don't worry if you can't get a word out."
_HARD_THURSDAY = "\n\n- Thu, week 1: 6 x 400 m at the fastest pace you can hold evenly, 90 s standing rest\n"


def _sub(pattern: re.Pattern[str], words: str) -> Callable[[str], str]:
    return lambda text: pattern.sub(words, text, count=1)


def _later(sentence: str) -> Callable[[RequestView, CoachReply], CoachReply]:
    """The sentence before what is said once the plan has been presented."""

    def change(seen: RequestView, said: CoachReply) -> CoachReply:
        presented = sum("Week 1" in text for text in seen.coach_texts)
        return replace(said, text=f"{sentence} {said.text}") if said.text and in_present(seen) and presented else said

    return change


def _all_out(session: Json) -> Json:
    return {**session, "text": _AT_THE_GATE} if session["purpose"] == "easy" else session


def _halved(session: Json) -> Json | None:
    """Nothing but the long run and the strength."""
    return session if session["purpose"] in {"long", "strength", "mobility", "race"} else None


FAULTS = by_coach(
    tells_another_total=adding("After that the weeks grow, and 18 km in week 11, the number you named.", in_present),
    tells_a_hard_day=rewording(
        _sub(_EASY, "\\1 km with 4 \u00d7 5 min strong and steady, 2 min jog between"), in_present
    ),
    tells_another_rest_day=rewording(
        _sub(_THURSDAY, "  Thursday nothing at all, feet up, paper, bacon sandwich."), in_present
    ),
    tells_no_plan=rewording(lambda _text: _SAVED, in_present),
    tells_a_change_not_made=changed(
        _later("Done, Tuesday belongs to the bowling gods! I moved your strong-minutes run over to Wednesday.")
    ),
    reads_back_another_volume=rewording(_sub(_WEEKLY, "35 km a week since the move"), in_intake),
    plan_all_out_text=planning(lambda plan: with_sessions(plan, _all_out)),
    records_words_nobody_said=recording(
        lambda item: {**item, "raw": "you said you've got about an hour on weeknights"}, field="sleep_hours_avg"
    ),
    tells_hard_first_weeks=adding(_HARD_THURSDAY, in_present),
    plan_little_at_first=planning(lambda plan: with_sessions(plan, _halved)),
)
