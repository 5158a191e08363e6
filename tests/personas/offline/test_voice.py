"""The athletes sound like people who type: measured against how terse, chatty, anxious ... athletes write."""

import re
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import pytest
from sampling import examples, share

from coach.profile.catalogue import catalogue
from personas.acts import Act, Correct, Tell
from personas.athlete import Reply
from personas.files import names
from personas.load import load
from personas.offline.values import number_words
from personas.offline.wordings import FactWords, facts, manner, styles
from personas.persona import Persona

Person = Callable[..., Persona]
Talk = Callable[..., list[Reply]]
COMMON = {
    "age_years": 28, "height_cm": 168, "weight_kg": 59, "training_days_per_week": 5, "current_weekly_volume_km": 35,
    "longest_run_last_30d_km": 14, "weeks_available": 12, "race_distance_km": 10, "goal_time_s": 2700,
    "recent_race_distance_km": 5, "recent_race_time_s": 1320, "sleep_hours_avg": 7.5, "running_experience_years": 4,
    "strength_equipment": True, "target_weekly_volume_km": 45,
}  # fmt: skip
GRAVE: dict[str, Any] = {
    "symptoms": ["exertional_chest_pain"],
    "eating_disorder_status": "current",
    "missed_cycles_consecutive": 4,
    "known_conditions": ["heart_failure"],
    "bsi_status": "current",
}
SHOUTS = {"eager": 0.35, "chatty": 0.25, "breezy": 0.2, "storyteller": 0.05, "grateful": 0.05}
"""The largest share of messages with an exclamation mark; 0 for the other styles."""
FIELDS = tuple(catalogue().fields)
PAIRS = tuple(" ".join(FIELDS[at : at + 2]) for at in range(0, len(FIELDS), 2))
_MEDICAL_TOPICS = {"health", "injuries", "cycle", "food"}


def said(reply: Reply) -> str:
    return reply.text or ""


def voiced(person: Person, style: str, **facts_of: Any) -> Persona:
    known = {**COMMON, **facts_of}
    return person(facts={name: {"value": value} for name, value in known.items()}, style=style, patience_turns=200)


def filler() -> Iterator[str]:
    for stock in manner().values():
        yield from stock
    for style in styles().values():
        yield from (
            *style.greeting,
            *style.openers,
            *style.again,
            *(line for of in style.chatter.values() for line in of),
        )


def medical() -> set[str]:
    """The words of the catalogue for every entry of a list about health."""
    known = catalogue()
    lists = (
        f for f in known.fields.values() if f.type == "list" and known.questions[f.question].topic in _MEDICAL_TOPICS
    )
    return {
        word.lower() for field in lists for choice in field.values.values() for word in choice.words if len(word) > 3
    }


def test_exclamation_marks_stay_with_the_keen_and_few(person: Person, talk: Talk) -> None:
    for style in sorted(styles()):
        told = [
            said(r) for seed in range(examples(3)) for r in talk(voiced(person, style), *PAIRS, "!ask_more", seed=seed)
        ]
        assert sum("!" in text for text in told) / len(told) <= SHOUTS.get(style, 0), style


def test_the_eager_do_shout_now_and_then(person: Person, talk: Talk) -> None:
    assert any("!" in said(r) for seed in range(4) for r in talk(voiced(person, "eager"), *PAIRS, seed=seed))


def plain(text: str) -> str:
    words = re.sub(r"[^a-z0-9']+", " ", text.lower()).strip()
    return f" {words} "


def test_no_filler_has_a_figure_or_a_medical_word() -> None:
    words = {plain(word) for word in medical()}
    assert " chest pain " in words
    spoken = [plain(text) for text in filler() if text not in manner()["zero"]]
    assert [text for text in spoken if re.search(r"\d", text) or any(word in text for word in words)] == []


def test_terse_athletes_answer_in_few_words(person: Person, talk: Talk) -> None:
    talks = [talk(voiced(person, "terse"), *FIELDS, *PAIRS, seed=seed)[1:] for seed in range(5)]
    texts = [said(reply) for replies in talks for reply in replies]
    assert median(len(text.split()) for text in texts) <= 8
    assert max(len(s.split()) for text in texts for s in re.split(r"[.?!] ", text)) <= 30
    assert not any(text[0].isupper() and text[1:2].islower() for text in texts)


def test_chatty_athletes_say_more_than_terse_ones(person: Person, talk: Talk) -> None:
    def words(style: str) -> float:
        asked = (" ".join(list(COMMON)[at : at + 2]) for at in range(0, len(COMMON), 2))
        return median(len(said(r).split()) for r in talk(voiced(person, style), *asked, seed=5)[1:])

    assert words("chatty") > 1.5 * words("terse")


def test_a_common_fact_has_at_least_twelve_wordings(person: Person, talk: Talk) -> None:
    for field in COMMON:
        someone = Persona.model_validate(
            {**voiced(person, "neutral").model_dump(mode="json"), "goals": [{"text": "I want to get faster"}]}
        )
        assert len({said(talk(someone, field, seed=seed)[1]).lower() for seed in range(60)}) >= 12, field


def test_a_grave_disclosure_carries_no_chatter(person: Person, talk: Talk) -> None:
    for style in sorted(styles()):
        for field, value in GRAVE.items():
            someone = voiced(person, style, **{field: value})
            lines = {line.strip(", ") for of in styles()[style].chatter.values() for line in of}
            for seed in range(examples(2)):
                text = said(talk(someone, field, seed=seed)[1])
                assert "!" not in text, (style, field)
                assert not any(line.lower() in text.lower() for line in lines if len(line.split()) > 2), text


def test_a_no_may_be_said_as_often_as_it_is_true(person: Person, talk: Talk) -> None:
    texts = [said(r).strip(".") for r in talk(voiced(person, "terse"), *FIELDS)]
    assert len(texts) > len(set(texts))


def figures(field: str, value: float) -> set[str]:
    """What may stand for the figure: in its own unit, in miles, pounds, feet, months, minutes or words."""
    shown = {f"{value:g}", f"{value / 1.609344:.1f}", f"{value / 1.609344:.0f}", f"{value * 2.2046226:.0f}"}
    shown |= {
        number_words(int(value)),
        f"{value / 100:.2f}",
        f"{value * 12:.0f}",
        number_words(round(value * 12)),
        "half",
    }
    if field == "height_cm":
        feet, inches = divmod(round(value / 2.54), 12)
        shown |= {f"{feet}'{inches}", f"{feet} foot {inches}", f"{feet} ft {inches}"}
    if field.endswith("_time_s"):
        minutes, seconds = divmod(round(value), 60)
        hours, of = divmod(minutes, 60)
        shown = {f"{hours}:{of:02d}", f"{hours}h{of:02d}"} if hours else {f"{minutes}:{seconds:02d}", f"{minutes} "}
    if field == "temp_c":
        shown |= {f"{value * 9 / 5 + 32:.1f}"}
    if "race_distance" in field:
        shown |= {"marathon", "mile", "1500 m", "800 m"}
    return shown


def stands_in(act: Tell | Correct, text: str) -> bool:
    """Whether the words give the value: its figure, or a word for each entry; a no or a yes needs none."""
    value, low = act.value, text.lower()
    if value in (None, "none", 0) or isinstance(value, bool | dict):
        return True
    if isinstance(value, int | float):
        return any(figure in low for figure in figures(act.field, value))
    entries = (value,) if isinstance(value, str) else tuple(value)
    return all(any(word in low for word in words_of(act.field, str(entry))) for entry in entries)


def words_of(field: str, entry: str) -> set[str]:
    choice, words = catalogue().fields[field].values[entry], facts()[field]
    noun = words.values[entry].noun if entry in words.values else ""
    own = {w for w in re.findall(r"\w+", noun.lower()) if len(w) > 3}
    return {w.lower() for w in (*choice.words, choice.say, entry)} | own


@pytest.mark.parametrize("name", share(names(), one_in=3))
def test_every_value_told_is_in_the_words_and_every_act_quotes_the_message(talk: Talk, name: str) -> None:
    persona = load(name)
    persona = persona.model_copy(update={"speaks": persona.speaks.model_copy(update={"typos": 0.0})})
    own = {field for field, fact in persona.facts.items() if fact.say}
    for reply in talk(persona, *PAIRS, "!ask_more", seed=3):
        acts: tuple[Act, ...] = reply.acts or ()
        assert all(act.words and act.words in said(reply) for act in acts)
        told = [act for act in acts if isinstance(act, Tell | Correct) and act.field not in own]
        assert [(act.field, act.value, act.words) for act in told if not stands_in(act, act.words)] == []


def test_the_check_of_values_sees_a_wrong_figure() -> None:
    assert stands_in(Tell(field="age_years", value=28), "I'm 28")
    assert not stands_in(Tell(field="age_years", value=28), "I'm 31")
    assert not stands_in(Tell(field="symptoms", value=("syncope",)), "I'm fine")


def _entries() -> Iterator[tuple[str, str, FactWords]]:
    return ((field, entry, words) for field, words in facts().items() for entry in words.values if entry != "none")


def test_every_wording_of_an_entry_names_it() -> None:
    for field, entry, words in _entries():
        own, names = words.values[entry], words_of(field, entry)
        assert [text for text in (*own.full, *own.tag) if not any(name in text.lower() for name in names)] == [], entry
        assert len(own.full) >= 6, (field, entry)


def test_one_session_is_not_counted_in_the_plural(person: Person, talk: Talk) -> None:
    one = person(facts={"hard_sessions_requested_per_week": {"value": 1}})
    for seed in range(12):
        assert not re.search(
            r"\b(1|one) hard sessions\b", said(talk(one, "hard_sessions_requested_per_week", seed=seed)[1])
        )


def test_what_nobody_asked_does_not_begin_with_yes(person: Person, talk: Talk) -> None:
    expecting = person(facts={"pregnant": {"value": True, "tell": "volunteers"}})
    for seed in range(12):
        assert not re.search(r"\byes\b", said(talk(expecting, seed=seed)[0]), re.IGNORECASE)


def test_hostile_athletes_complain_when_asked_again(person: Person, talk: Talk) -> None:
    again = [
        said(talk(voiced(person, "hostile"), "age_years", "age_years", seed=seed)[2]).lower() for seed in range(20)
    ]
    assert any("already" in text for text in again)
    assert all("28" in text for text in again)


ALREADY = re.compile(r"already|mentioned|as I said|like I (?:said|told)|again|same (?:as|answer)", re.IGNORECASE)


@pytest.mark.parametrize("style", ["neutral", "hostile", "argumentative"])
def test_nobody_says_they_said_it_already_who_denied_it_or_never_did(person: Person, talk: Talk, style: str) -> None:
    truth = {"symptoms": {"value": ["dark_urine_after_exercise"], "tell": "if_probed"}}
    for seed in range(12):
        replies = talk(
            person(facts=truth, style=style),
            "symptoms=syncope,palpitations",
            "symptoms=dark_urine_after_exercise",
            seed=seed,
        )
        assert not ALREADY.search(said(replies[-1])), said(replies[-1])


def test_what_was_said_before_is_marked_as_said(person: Person, talk: Talk) -> None:
    again = [said(talk(person(), "sleep_hours_avg", "sleep_hours_avg", seed=seed)[-1]) for seed in range(12)]
    assert any(ALREADY.search(text) for text in again)
    assert not [text for text in again if re.match(r"still I", text, re.IGNORECASE)]


@pytest.mark.parametrize("style", ["neutral", "storyteller", "engineer", "anxious"])
def test_a_no_to_thoughts_of_self_harm_is_plain(person: Person, talk: Talk, style: str) -> None:
    for seed in range(12):
        text = said(talk(person(style=style), "symptoms=self_harm_thoughts", seed=seed)[-1])
        assert re.match(r"(?:no|never)\b", text, re.IGNORECASE), text
        assert not re.search(r"know|symptom|think so|story|nominal|boring", text), text


@pytest.mark.parametrize("style", ["hostile", "brusque", "argumentative"])
def test_nobody_complains_of_questions_before_there_was_one(person: Person, talk: Talk, style: str) -> None:
    """Seen first of all: "this is taking forever", "how many more of these?"."""
    told = {"weeks_available": {"value": 12, "tell": "volunteers"}, "sex": {"value": "male", "tell": "volunteers"}}
    for seed in range(30):
        opening = said(talk(person(facts=told, style=style), seed=seed)[0])
        assert not re.search(r"forever|more of these|get on with it|next|already|else\?|ask", opening), opening
