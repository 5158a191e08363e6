from collections.abc import Callable
from datetime import date

import pytest

from personas.athlete import AthleteView
from personas.files import names
from personas.load import load
from personas.persona import Persona
from personas.prompted import read_seen, system_prompt, what_is_seen

Person = Callable[..., Persona]
_SHORT = 12
"""Tags so short are words that anybody uses."""


def test_the_date_of_the_race_is_counted_from_the_day_of_the_talk(person: Person) -> None:
    assert '"race_date": "2026-03-29"' in system_prompt(person(), date(2026, 1, 5))
    assert '"race_date": "2026-04-05"' in system_prompt(person(), date(2026, 1, 12))


def test_nothing_that_we_say_of_an_athlete_of_the_library_is_in_the_prompt() -> None:
    for name in names():
        persona, prompt = load(name), system_prompt(load(name), date(2026, 1, 5))
        own = {persona.summary, persona.because, *persona.tags} - {persona.speaks.name}
        assert [words for words in own if len(words) > _SHORT and words in prompt] == [], name
        assert [words for words in (f'"{name}"', '"expect"') if words in prompt] == [], name


@pytest.mark.parametrize(
    "heard", [AthleteView("How old are you?", "intake"), AthleteView("Your plan.", "present", "week 1")]
)
def test_what_is_seen_can_be_read_back(heard: AthleteView) -> None:
    assert read_seen(what_is_seen(heard)) == heard
