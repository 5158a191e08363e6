"""Whatever the records accept, the rules answer: they never fall over, and order of findings is the block's."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coach.records.block import TrainingBlock

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "km": st.sampled_from([None, 0, 0.1, 5, 299]),
    "duration_min": st.sampled_from([0, 0.5, 45, 1440]),
    "zone": st.sampled_from([None, "E", "M", "T", "I", "R"]),
    "type": st.sampled_from(["run", "race", "strength", "cross", "mobility"]),
    "purpose": st.sampled_from(["easy", "long", "interval", "race", "walk_run", "hills", "strides", "race_pace"]),
    "rpe": st.integers(1, 10),
    "pace_s_per_km": st.sampled_from([None, [280, 300], [1, 3600]]),
    "hr_bpm": st.sampled_from([None, [150, 120], [100, 130]]),
    "steps": st.sampled_from(
        [[], [{"kind": "work"}], [{"kind": "walk", "duration_min": 5}], [{"kind": "run", "km": 1, "repeat": 100}]]
    ),
}
CHANGES = st.lists(
    st.sampled_from(sorted(VALUES)).flatmap(
        lambda key: st.tuples(st.integers(0, 11), st.integers(0, 6), st.just(key), VALUES[key])
    ),
    max_size=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES, contraindications=st.sets(st.sampled_from(["no_running", "walk_run_only", "cap_long_run"])))
def test_any_plan_that_the_records_accept_is_judged(case: Any, changes: Any, contraindications: set[str]) -> None:
    def edit(plan: dict[str, Any]) -> None:
        for week, day, key, value in changes:
            for session in plan["weeks"][week]["days"][day]["sessions"]:
                session[key] = 1.0 if key == "duration_min" and value is None else value

    broken = case.edited(edit).under(*sorted(contraindications))
    findings = broken.judged().findings
    assert isinstance(broken.plan, TrainingBlock)
    assert [found.week or 0 for found in findings] == sorted(found.week or 0 for found in findings)
    assert all(found.message for found in findings)
