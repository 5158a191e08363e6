"""How far a week may grow where growth is capped."""

import pytest
from checks_sessions import HEALTHY, STARTED, relabelled, session
from plans import planned

from coach import events as e
from evals.checks.contraindications_respected import check_contraindications_respected


@pytest.mark.parametrize(
    ("shares", "found"),
    [((0.6, 0.8, 1.0), []), ((0.6, 0.8, 1.2), [3]), ((1.2, 1.2), [1]), ((0.4, 0.4, 0.4, 0.4, 1.0), [5])],
)
def test_going_back_to_present_volume_is_no_growth(shares: tuple[float, ...], found: list[int]) -> None:
    """Seen: "week 3 has 18.0 km after 14.5 km" of somebody who ran 18 km a week before a fever."""
    plan = planned(HEALTHY)
    present = float(str(HEALTHY.truth["current_weekly_volume_km"]))
    weeks = [
        plan.weeks[0].model_copy(update={"index": at, "phase": "taper", "days": (), "km": share * present})
        for at, share in enumerate(shares, 1)
    ]
    filled = plan.model_copy(update={"weeks": tuple(weeks)})
    capped = relabelled(HEALTHY, contraindications=("cap_volume_growth",))
    verdict = check_contraindications_respected(session(STARTED, e.PlanShown(plan=filled)), capped)
    grown = [each.what for each in verdict.findings if "km after" in each.what]
    assert [int(what.split("week ")[1].split()[0]) for what in grown] == found
