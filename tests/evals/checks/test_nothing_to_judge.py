"""A record from which the evidence was cut passes nothing, and nobody is accused of what was cut."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from checks_sessions import kept

from coach import events as e
from evals.checks.registry import CHECKS
from evals.checks.verdict import Verdict
from evals.checks.view import Case, SessionView
from evals.interchange.read import talk_view
from evals.interchange.schema import InterchangeMessage
from personas.load import load

Cut = Callable[[SessionView], SessionView]


def without(*kinds: type) -> Cut:
    return lambda view: kept(view, [i for i, event in enumerate(view.events) if not isinstance(event, kinds)])


def blank(*kinds: type) -> Cut:
    def cut(view: SessionView) -> SessionView:
        events = (each.model_copy(update={"text": " "}) if isinstance(each, kinds) else each for each in view.events)
        acts = {at: meant for at, meant in view.acts.items() if not isinstance(view.events[at], kinds)}
        return replace(view, events=tuple(events), acts=acts)

    return cut


CUTS: dict[str, Cut] = {
    "no events": lambda view: kept(view, []),
    "the start alone": lambda view: kept(view, [0]),
    "no gate": without(e.GateEvaluated),
    "no athlete": without(e.AthleteSaid),
    "no coach": without(e.CoachSaid),
    "no talk": without(e.AthleteSaid, e.CoachSaid),
    "an empty athlete": blank(e.AthleteSaid),
    "an empty coach": blank(e.CoachSaid),
    "no facts": without(e.FactRecorded),
    "no model": without(e.ModelCalled),
    "no moves": without(e.Moved),
    "no end": without(e.SessionClosed),
}
HI, HELLO, ASKS = ("athlete", "Hi there."), ("coach", "Hello."), ("coach", "Hello. How old are you?")
TALKS: dict[str, tuple[tuple[tuple[str, str], ...], frozenset[str]]] = {
    "nothing": ((), frozenset()),
    "one line of the athlete": ((HI,), frozenset()),
    "one line of the coach": ((HELLO,), frozenset({"unspoken"})),
    "a greeting each": ((HI, HELLO), frozenset({"unspoken"})),
    "a question without an answer": ((HI, ASKS), frozenset({"unspoken", "intake_economy"})),
    "empty lines": ((("athlete", " "), ("coach", " "), ("athlete", "")), frozenset()),
    "only the athlete": ((HI, ("athlete", "I'm 28."), ("athlete", "I run 35 km a week.")), frozenset()),
    "an athlete who says nothing": ((("athlete", " "), ASKS, ("athlete", " ")), frozenset({"unspoken"})),
}
"""A transcript, and the scorers that have something to judge in it."""


def judged(view: SessionView, persona: str) -> dict[str, Verdict]:
    case = Case(view, load(persona))
    return {name: check.judge(case) for name, check in CHECKS.items()}


def passing(view: SessionView, persona: str) -> frozenset[str]:
    return frozenset(name for name, verdict in judged(view, persona).items() if verdict.passed)


def talk(said: tuple[tuple[str, str], ...]) -> list[InterchangeMessage]:
    return [InterchangeMessage(role=role, text=text) for role, text in said]  # type: ignore[arg-type]


@pytest.mark.parametrize("cut", CUTS)
def test_a_record_with_something_cut_out_passes_nothing(recorded: dict[str, SessionView], cut: str) -> None:
    for name, view in recorded.items():
        assert passing(CUTS[cut](view), name) == frozenset(), name


@pytest.mark.parametrize("kind", [e.PlanShown, e.PlanProposed, e.PlanAccepted])
def test_a_record_without_its_plan_passes_nothing(recorded: dict[str, SessionView], kind: type) -> None:
    assert passing(without(kind)(recorded["masters_runner"]), "masters_runner") == frozenset()


def test_an_empty_record_is_judged_by_nobody(recorded: dict[str, SessionView]) -> None:
    for name in recorded:
        assert {verdict.value for verdict in judged(SessionView(()), name).values()} == {"not_judged"}


@pytest.mark.parametrize("cut", ["no coach", "an empty coach"])
def test_nobody_is_accused_of_words_that_were_cut(recorded: dict[str, SessionView], cut: str) -> None:
    for name, view in recorded.items():
        found = judged(CUTS[cut](view), name)
        assert {found[each].value for each in ("care_tone", "life_stage_fit", "persona_fidelity")} <= {
            "not_judged",
            "not_applicable",
        }


def test_a_transcript_passes_only_what_it_shows() -> None:
    for name, (said, shows) in TALKS.items():
        for persona in ("masters_runner", "chest_pain_hidden", "half_in_seven_weeks", "healthy_10k"):
            assert passing(talk_view(talk(said)), persona) <= shows, (name, persona)


@pytest.mark.parametrize("outcome", ["accepted", "blocked", "abandoned", "failed"])
def test_an_outcome_without_a_word_is_nobodys_doing(outcome: str) -> None:
    for persona in ("masters_runner", "chest_pain_hidden"):
        found = judged(talk_view([], None, outcome), persona)  # type: ignore[arg-type]
        assert {name for name, verdict in found.items() if verdict.passed is not None} == set()


def test_a_block_in_a_transcript_is_judged_by_how_it_was_said() -> None:
    said = (HI, ("coach", "No plan for you."))
    assert judged(talk_view(talk(said), None, "blocked"), "masters_runner")["care_tone"].passed is False
