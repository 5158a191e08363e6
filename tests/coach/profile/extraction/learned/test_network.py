"""The shipped network: what it refuses, and that it reads any text."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from coach.profile.extraction.learned.heads import StaleModel, load, made_with
from coach.profile.extraction.learned.network import FOLDER, HEADS, NETWORKS, WHOLE, committee, read
from coach.profile.extraction.learned.propositions import GIVEN, NOTHING, propositions
from coach.profile.extraction.learned.reading import windows


def test_heads_that_were_trained_on_other_fields_are_refused(tmp_path: Path) -> None:
    with np.load(FOLDER / WHOLE / HEADS) as held:
        np.savez(tmp_path / HEADS, **{**held, "about": '{"fields": "older", "numbers": ""}'})
    with pytest.raises(StaleModel, match="make train-replies"):
        load(tmp_path / HEADS)


def test_the_shipped_heads_fit_the_catalogue() -> None:
    for network in committee().members:
        heads = network.heads
        assert heads.look.shape == heads.seen.shape == heads.whole.shape
        assert len(heads.propositions) == len(heads.bias)
    assert set(made_with()) == {"fields", "numbers"}


def test_networks_together_say_what_lies_between_them() -> None:
    question, text = "Any medicines, and how old are you?", "Nothing but my blue puffer. I'm 43."
    alone = [read(question, text, (), (name,)).chances for name in NETWORKS]
    together = read(question, text, ()).chances
    assert len(alone) > 1
    for name, chance in together.items():
        told = [each[name] for each in alone if name in each]
        assert min(told) - 1e-6 <= chance <= max(told) + 1e-6
    assert any(together[name] != chance for name, chance in alone[0].items())


def test_every_proposition_has_a_chance() -> None:
    found = read("Do you sleep well?", "like a log, thanks", ())
    assert set(found.chances) == set(committee().propositions)
    assert all(0 <= chance <= 1 for chance in found.chances.values())


def test_a_text_without_words_says_nothing() -> None:
    assert max(read(None, "   ", ()).chances.values()) == 0


def test_a_long_reply_is_read_in_windows_that_overlap() -> None:
    text = "and then we walked on for a while " * 60
    found = list(windows("So?", text))
    assert len(found) > 1
    assert all(later.spans[0][0] < earlier.spans[-1][1] for earlier, later in pairwise(found))
    assert found[-1].spans[-1][1] == len(text.rstrip())


def test_the_end_of_a_long_reply_is_read() -> None:
    text = "we talked about the garden and the weather for ages. " * 20 + "I smoke twenty a day."
    found = read("What else should I know?", text, ())
    short = read("What else should I know?", "I smoke twenty a day.", ())
    assert found.chances["cv_risk_factors", "smoker"] > 0.5 * short.chances["cv_risk_factors", "smoker"]


def test_facts_become_propositions() -> None:
    facts = {
        "symptoms": (),
        "medications": ("insulin",),
        "sex": "female",
        "pregnant": False,
        "age_years": 33,
        "race_distance_km": 21.0975,
        "tendon_pain_nrs": 0,
        "weeks_postpartum": None,
    }
    assert propositions(facts) == {
        ("symptoms", GIVEN), ("symptoms", NOTHING), ("medications", GIVEN), ("medications", "insulin"),
        ("sex", "female"), ("pregnant", False), ("age_years", GIVEN), ("race_distance_km", 21.1),
        ("race_distance_km", GIVEN), ("tendon_pain_nrs", 0), ("tendon_pain_nrs", GIVEN), ("weeks_postpartum", None),
    }  # fmt: skip
