"""Hearing is imperfect on purpose, the same way every time, and never invents what nobody said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.profile.validation import check_value
from evals.offline.hearing import MISHEARINGS, Hearing, Mishearing
from personas.acts import Act, Ask, Tell
from personas.channel import Channel

SAID = (Tell(field="current_weekly_volume_km", value=27), Tell(field="symptoms", value=("syncope", "palpitations")))


def heard(mode: str, seed: int, acts: tuple[Act, ...] = SAID) -> tuple[Act, ...] | None:
    channel = Channel()
    channel.deposit("words", acts)
    return Hearing(channel, mode, seed).read("words")  # type: ignore[arg-type]


def test_clean_hearing_hears_everything() -> None:
    for seed in range(20):
        assert heard("clean", seed) == SAID, seed


def test_the_same_seed_mishears_in_the_same_way_and_noise_grows_with_the_mode() -> None:
    assert [heard("hostile", seed) for seed in range(50)] == [heard("hostile", seed) for seed in range(50)]
    altered = {mode: sum(heard(mode, seed) != SAID for seed in range(400)) for mode in ("measured", "hostile")}
    assert 0 < altered["measured"] < altered["hostile"]


@given(st.integers(0, 5000))
def test_what_is_misheard_could_have_been_said(seed: int) -> None:
    for act in heard("hostile", seed) or ():
        assert isinstance(act, Tell)
        assert act.field in {each.field for each in SAID}  # type: ignore[union-attr]
        assert check_value(act.field, act.value) is None


def test_a_text_that_is_not_understood_stays_so_and_questions_are_heard_as_they_are() -> None:
    assert Hearing(Channel(), "hostile", 1).read("words") is None
    assert heard("hostile", 3, (Ask(field="age_years"),)) == (Ask(field="age_years"),)


@pytest.mark.parametrize(
    ("name", "field", "value", "wrong"),
    [
        ("seven_for_one", "training_days_per_week", 7, 1),
        ("miles_for_km", "current_weekly_volume_km", 40, 24.9),
        ("entry_lost", "symptoms", ("syncope", "palpitations"), ("palpitations",)),
        ("all_lost", "symptoms", ("syncope",), ()),
    ],
)
def test_each_mishearing_makes_its_own_mistake(name: str, field: str, value: object, wrong: object) -> None:
    channel = Channel()
    channel.deposit("words", (Tell(field=field, value=value), Tell(field="age_years", value=17)))
    first, second = Mishearing(channel, name, frozenset({field})).read("words") or ()
    assert (first.value, second.value) == (wrong, 17)  # type: ignore[union-attr]


def test_every_mishearing_leaves_alone_what_it_cannot_be_about() -> None:
    for change in MISHEARINGS.values():
        assert change("female") == "female"
        assert change(None) is None
