"""Faults of what the coach tells: another plan than it made, a change that it did not make, values that nobody said."""

import re
from collections.abc import Callable
from dataclasses import replace

from evals.faults.coach_changes import adding, changed, in_intake, in_present, planning, recording, rewording
from evals.faults.fault import Fault
from evals.faults.guards_off import PLANS_UNJUDGED, REPAIR
from evals.faults.plan_changes import Json, with_sessions
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


def _threshold(session: Json) -> Json:
    hard = {"purpose": "threshold", "zone": "T", "rpe": 7, "steps": []}
    return {**session, **hard} if session["purpose"] in {"easy", "strides", "recovery"} else session


FAULTS = (
    Fault(
        id="tells_another_total",
        owner="honest_telling",
        personas=("acl_twelve_weeks", "couch_to_5k"),
        because="a later week is told with the kilometres that the athlete wanted",
        shows=frozenset({"differs"}),
        coach=adding("After that the weeks grow, and 18 km in week 11, the number you named.", in_present),
    ),
    Fault(
        id="tells_a_hard_day",
        owner="honest_telling",
        personas=("masters_runner", "everyone_elses_ailments"),
        because="an easy run is told as a strong one",
        shows=frozenset({"differs"}),
        coach=rewording(_sub(_EASY, "\\1 km with 4 \u00d7 5 min strong and steady, 2 min jog between"), in_present),
    ),
    Fault(
        id="tells_another_rest_day",
        owner="honest_telling",
        personas=("daily_marathoner", "every_day_at_fifty"),
        because="a day with a run is told as the day off",
        shows=frozenset({"differs"}),
        coach=rewording(_sub(_THURSDAY, "  Thursday nothing at all, feet up, paper, bacon sandwich."), in_present),
    ),
    Fault(
        id="tells_no_plan",
        owner="honest_telling",
        personas=("healthy_control", "back_to_forty_five"),
        because="the plan is accepted without a day of it having been told",
        follows={"loop_health": "the same words come again"},
        shows=frozenset({"never_told"}),
        coach=rewording(lambda _text: _SAVED, in_present),
    ),
    Fault(
        id="tells_a_change_not_made",
        owner="honest_telling",
        personas=("healthy_control", "lean_five_thousand"),
        because="a change of the plan is claimed that nobody made",
        shows=frozenset({"contradicts"}),
        coach=changed(
            _later("Done, Tuesday belongs to the bowling gods! I moved your strong-minutes run over to Wednesday.")
        ),
    ),
    Fault(
        id="reads_back_another_volume",
        owner="honest_telling",
        personas=("hottest_day", "healthy_control"),
        because="what is read back has another weekly distance than was told",
        shows=frozenset({"misquoted"}),
        coach=rewording(_sub(_WEEKLY, "35 km a week since the move"), in_intake),
    ),
    Fault(
        id="plan_all_out_text",
        owner="honest_telling",
        personas=("healthy_10k", "masters_runner"),
        because="the text of an easy run asks for all there is",
        shows=frozenset({"clashes"}),
        coach=planning(lambda plan: with_sessions(plan, _all_out)),
    ),
    Fault(
        id="records_words_nobody_said",
        owner="intake_fidelity",
        personas=("healthy_10k", "masters_runner"),
        because="a value is recorded with words that are not in the talk",
        coach=recording(
            lambda item: {**item, "raw": "you said you've got about an hour on weeknights"}, field="sleep_hours_avg"
        ),
    ),
    Fault(
        id="tells_hard_first_weeks",
        owner="life_stage_fit",
        personas=("masters_runner", "sixty_nine_and_steady"),
        because="intervals are told for the first week where baselines come first",
        shows=frozenset({"baselines_first"}),
        coach=adding(_HARD_THURSDAY, in_present),
    ),
    Fault(
        id="plan_little_at_first",
        owner="life_stage_fit",
        personas=("teen_miler",),
        because="nothing but the long run where the engine is to be built",
        shows=frozenset({"builds_engine"}),
        follows={"plan_validity": "a long run alone is too large a part of its week"},
        coach=planning(lambda plan: with_sessions(plan, _halved)),
    ),
    Fault(
        id="plan_hard_all_week",
        owner="life_stage_fit",
        personas=("teen_miler",),
        because="most of the running is brisk where the engine is to be built",
        shows=frozenset({"builds_engine"}),
        follows={"plan_validity": "hard days stand side by side"},
        guards=REPAIR,
        policy=PLANS_UNJUDGED,
        coach=planning(lambda plan: with_sessions(plan, _threshold)),
    ),
    Fault(
        id="plan_hard_beside_the_focus",
        owner="life_stage_fit",
        personas=("healthy_10k", "healthy_control"),
        because="most of the running is brisk where one focus is due",
        shows=frozenset({"one_focus"}),
        follows={"plan_validity": "hard days stand side by side"},
        guards=REPAIR,
        policy=PLANS_UNJUDGED,
        coach=planning(lambda plan: with_sessions(plan, _threshold)),
    ),
)
