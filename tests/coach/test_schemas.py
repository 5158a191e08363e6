"""The static schemas: each common goal has one of its own, and every other goal the generic one."""

from coach.profile.catalogue import catalogue
from coach.records.goal import Goal
from coach.schemas import schema_for, table

COMMON = {
    Goal(text="1500 m under 4:25", event="1500m"): "middle_distance",
    Goal(text="a fast mile", event="mile"): "middle_distance",
    Goal(text="parkrun", event="5k"): "five_and_ten",
    Goal(text="first 10k", event="10k", type="fitness"): "five_and_ten",
    Goal(text="half", event="half"): "long_distance",
    Goal(text="autumn marathon", event="marathon"): "long_distance",
    Goal(text="get fit", type="fitness"): "fitness",
    Goal(text="lose 5 kg", type="weight_loss"): "weight_loss",
    Goal(text="get back to running after the birth", type="health"): "return_to_running",
    Goal(text="start to run again", type="fitness"): "return_to_running",
    Goal(text="get stronger", type="fitness"): "strength",
    Goal(text="build some muscle", type="health"): "strength",
    Goal(text="the round of the lakes", event="round of the lakes"): "generic",
}


def test_a_common_goal_has_its_schema() -> None:
    for goal, schema in COMMON.items():
        assert next(entry.id for entry in table() if entry.fits(goal)) == schema, goal


def test_every_schema_asks_for_fields_of_the_catalogue_and_is_somebodys() -> None:
    assert {entry.id for entry in table()} == set(COMMON.values())
    assert {name for entry in table() for name in (*entry.required, *entry.recommended)} <= catalogue().fields.keys()


def test_several_goals_are_asked_about_together_and_nothing_twice() -> None:
    goals = (Goal(text="marathon", event="marathon"), Goal(text="lose 5 kg", type="weight_loss"))
    names = [field.name for field in schema_for(goals).fields]
    assert {"target_weekly_volume_km", "goal_weight_kg"} <= set(names)
    assert len(names) == len(set(names))
