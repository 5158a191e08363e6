"""The optional reviewer: asked before an approval stands, able to add and to raise, and never passed over."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from coach import variants
from coach.events import GateEvaluated, ModelCalled, PlanShown, ProfileReviewed, SessionClosed, ToolCalled
from coach.store.recorder import Recorder
from coach.variants import Variant
from evals.offline import OfflineCoach
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.request_view import RequestView
from evals.session import Seats, Spec, live
from personas.load import load
from personas.offline import OfflineAthlete

HINT = "That much travel and so little sleep together worry me a bit; let's talk to your doctor first."
WORRY = {"id": "tired_traveller", "action": "block", "hint": HINT, "fields": ["sleep_hours_avg"]}


class Reviewing(OfflineCoach):
    """Answers the review with `reviews`, one after the other; then with nothing to add."""

    def __init__(self, *reviews: Any) -> None:
        super().__init__(5)
        self.reviews = list(reviews)

    def say(self, seen: RequestView) -> CoachReply:
        if "review_profile" not in seen.tools or not self.reviews:
            return super().say(seen)
        given = self.reviews.pop(0)
        return CoachReply(calls=(Call("review_profile", given),)) if isinstance(given, dict) else CoachReply(text=given)


def reviewed(*, on: bool = True) -> Variant:
    base = variants.load("baseline")
    return replace(base, settings=base.settings.model_copy(update={"reviewer": on}))


def lived(client: OfflineCoach, variant: Variant) -> Recorder:
    spec = Spec(load("healthy_10k"), variant)
    return asyncio.run(
        live(
            spec,
            Seats(client, OfflineAthlete(spec.persona, 5), {"fast": "f", "reasoning": "r"}, channel=client.channel),
        )
    )


def of(recorder: Recorder, kind: type) -> list[Any]:
    return [event for event in recorder.events if isinstance(event, kind)]


def test_without_a_reviewer_no_model_is_asked_in_safety() -> None:
    recorder = lived(Reviewing({"concerns": [WORRY]}), reviewed(on=False))
    assert "SAFETY" not in {event.state for event in of(recorder, ModelCalled)}
    assert of(recorder, SessionClosed)[0].outcome == "accepted"


def test_a_reviewer_with_nothing_to_add_changes_nothing() -> None:
    recorder = lived(Reviewing(), reviewed())
    assert [event.concerns for event in of(recorder, ProfileReviewed)] == [()]
    assert of(recorder, GateEvaluated)[0].result.status == "approved"
    assert of(recorder, SessionClosed)[0].outcome == "accepted"


def test_a_worry_that_blocks_blocks_and_is_said_in_its_own_words() -> None:
    recorder = lived(Reviewing({"concerns": [WORRY]}), reviewed())
    (gate,) = of(recorder, GateEvaluated)
    assert gate.result.status == "blocked"
    assert HINT in gate.result.warnings
    assert not of(recorder, PlanShown)
    assert of(recorder, SessionClosed)[0].outcome == "blocked"


def test_a_worry_must_rest_on_a_known_fact() -> None:
    empty = {"concerns": [{**WORRY, "fields": ["months_since_myocarditis"]}]}
    recorder = lived(Reviewing(empty), reviewed())
    errors = [call.error for call in of(recorder, ToolCalled) if call.tool == "review_profile" and call.error]
    assert len(errors) == 1
    assert "nothing is known" in errors[0]


@pytest.mark.parametrize("answer", [{"status": "approved"}, "All fine, go ahead!"])
def test_an_answer_that_is_no_review_is_never_an_approval(answer: Any) -> None:
    recorder = lived(Reviewing(*([answer] * 40)), reviewed())
    assert not of(recorder, GateEvaluated)
    assert not of(recorder, PlanShown)
    assert of(recorder, SessionClosed)[0].outcome == "failed"
