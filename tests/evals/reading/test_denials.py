"""What a person says no to, by name or to all that was asked, is not asked again; a limited no settles nothing."""

import pytest

from evals.reading.denials import denied_entries, is_plain_no

CHEST = {"symptoms": ("exertional_chest_pain", "rest_chest_pain"), "parq_yes": ("q2",)}


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("I have no chest pain", CHEST),
        ("No chest pain. Never fainted.", {**CHEST, "symptoms": (*CHEST["symptoms"], "syncope")}),
        ("No, 4 days. Chest pain now and then", {}),
        ("no chest pain at rest", {}),
        ("no chest pain, except on hills", {}),
        ("my mum has asthma, I run", {}),
    ],
)
def test_a_no_by_name_denies_what_it_names(text: str, denied: dict[str, tuple[str, ...]]) -> None:
    assert dict(denied_entries(text)) == denied


@pytest.mark.parametrize(
    ("text", "plain"),
    [("no and no. never", True), ("nah all good", True), ("no idea", False), ("no, but my knee", False)],
)
def test_a_plain_no_says_nothing_else(text: str, *, plain: bool) -> None:
    assert is_plain_no(text) is plain
