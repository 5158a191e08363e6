"""The rule files: what they promise a reviewer, and how a slip in one is told."""

import re
from pathlib import Path

import pytest

from coach.errors import FileError
from coach.profile.catalogue import catalogue
from coach.safety.rules import (
    contraindications,
    fields_read,
    healthy_profile,
    load,
    referrals,
    rules,
    sources,
)

GOOD = """\
group: trial
rules:
  - id: late_nights
    about: Short nights
    condition: sleep_hours_avg < 6
    action: warn
    scope: intake
    contraindications: [cap_hard_sessions_1]
    hint: Let's look after your nights first.
    sources:
      house: convention
    confidence: high
    basis: house
    fires:
      - {sleep_hours_avg: 5.9}
    spares:
      - {sleep_hours_avg: 6}
"""


def load_text(folder: Path, text: str) -> None:
    path = folder / "trial.yaml"
    path.write_text(text, encoding="utf-8")
    load([path])


def test_there_are_sixty_rules_and_each_knows_where_it_comes_from() -> None:
    assert len(rules()) == 60
    assert [each.rule.id for each in rules()] == sorted(each.rule.id for each in rules())
    assert all(set(each.rule.sources) <= set(sources()) for each in rules())


def test_every_source_contraindication_and_referral_is_used() -> None:
    used = {name for each in rules() for name in each.rule.contraindications}
    assert used == set(contraindications())
    assert {each.rule.referral for each in rules()} - {None} == set(referrals())


def test_the_healthy_profile_has_every_field_that_a_rule_reads() -> None:
    assert fields_read() <= set(healthy_profile())
    assert set(catalogue().screening) <= set(healthy_profile())


SPOKEN = [
    *((each.rule.id, each.rule.hint) for each in rules()),
    *((name, each.say) for name, each in contraindications().items()),
    *referrals().items(),
]


def test_what_the_athlete_hears_is_care_and_never_a_waiver() -> None:
    cold = r"WARNING|\b(?:gate|risks?|liab\w*|acknowledge|waiver|rule|warning|unsafe|your age|unrealistic)\b"
    for name, words in SPOKEN:
        assert not re.search(cold, words), name
        assert not any(each.rule.id in words for each in rules()), name
        assert words[0].isupper(), name
        assert words.rstrip("{}")[-1] in ".?!", name


def test_a_good_file_loads(tmp_path: Path) -> None:
    load_text(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("was", "now", "line", "what"),
    [
        ("sleep_hours_avg < 6\n", "sleep_hours_avg <\n", 5, "is not a condition"),
        ("sleep_hours_avg < 6\n", "sleep_hour_avg < 6\n", 5, "did you mean sleep_hours_avg"),
        ("sleep_hours_avg < 6\n", 'sleep_hours_avg < "six"\n', 5, "cannot be judged"),
        ("sleep_hours_avg < 6\n", 'sex == "femal"\n', 5, "is false whatever sex is"),
        ("sleep_hours_avg < 6\n", "sleep_hours_avg < 30\n", 5, "is true whatever sleep_hours_avg is"),
        ("sleep_hours_avg < 6\n", "sleep_hours_avg\n", 5, "must be true or false"),
        ("house: convention", "hause: convention", 11, "does not stand in sources.yaml"),
        ("    sources:\n      house: convention\n", "    sources: {}\n", 10, "sources"),
        ("    sources:\n      house: convention\n", "", 3, "sources: Field required"),
        ("    fires:\n      - {sleep_hours_avg: 5.9}\n", "    fires: []\n", 14, "fires"),
        ("    spares:\n      - {sleep_hours_avg: 6}\n", "", 3, "spares: Field required"),
        ("{sleep_hours_avg: 5.9}", "{sleep_hours_avg: 59}", 15, "must be between 0 and 24"),
        ("{sleep_hours_avg: 5.9}", "{sleeping: 5.9}", 15, "is not a field of the catalogue"),
        ("action: warn", "action: shout", 6, "action"),
        ("cap_hard_sessions_1", "cap_everything", 8, "does not stand in contraindications.yaml"),
        ("    confidence", "    cleared_by: nobody\n    when_cleared: warn\n    confidence", 12, "clearances"),
        ("    confidence", "    cleared_by: medical\n    confidence", 3, "go together"),
        ("    confidence", "    referral: oracle\n    confidence", 12, "referrals.yaml"),
        ("    confidence", "    colour: red\n    confidence", 12, "colour"),
        ("cap_hard_sessions_1", "cap_weekly_volume", 3, "needs the threshold"),
    ],
)
def test_a_slip_is_told_with_file_line_and_rule(tmp_path: Path, was: str, now: str, line: int, what: str) -> None:
    assert GOOD.count(was) == 1
    with pytest.raises(FileError) as caught:
        load_text(tmp_path, GOOD.replace(was, now))
    path, at, rule, message = caught.value.args
    assert (path, at, rule) == (str(tmp_path / "trial.yaml"), line, "late_nights")
    assert what in message


def test_a_rule_that_stands_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"late_nights: stands in the files twice"):
        load_text(tmp_path, GOOD + GOOD.split("rules:\n")[1])


def test_a_file_of_another_shape_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="a group and a list of rules"):
        load_text(tmp_path, "rules: [1]\n")
