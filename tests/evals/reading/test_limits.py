"""A no that is limited, hedged or no answer clears nothing; a plain one still does."""

import pytest

from coach.profile.catalogue import catalogue
from evals.reading import read
from evals.reading.limits import Statement, is_limited, limits
from evals.reading.thresholds import clears

SYMPTOMS = (
    "Over the last year, has your body told you anything I should know: chest pain or pressure, running or resting, "
    "fainting or nearly fainting, a racing or skipping heart, breathlessness that didn't match the effort or came on "
    "lying flat, swollen ankles, leg pain on walking that eases with rest, a heart murmur, being worn out by everyday "
    "things, one swollen calf, dark urine after exercise, numbness around the saddle or bladder trouble, or a sudden "
    "severe headache or weakness? And in yourself, have you had any thoughts of hurting yourself?"
)
MEDICINES = "Do you take any medicines, tablets or inhalers?"
ACTIVE = "Have you been active for half an hour or more on at least three days a week over the last three months?"
BONES = "Have you ever had a stress fracture or another bone stress injury, and if so where does it stand?"
PAIN = "Is there bone pain in one spot, pain at night, limping, or pain that changes how you run?"
FOOD = (
    "Have you ever struggled with eating, now or in the past, and do you ever make up for food by vomiting, laxatives "
    "or extra exercise?"
)
LIMITED = [
    (SYMPTOMS, "symptoms", (
        "None of your business", "Nope, not answering", "Nothing I want to share", "none (that's a lie)",
        "none apart from the usual", "None bar one", "no apart from 3 and 5", "none during exercise",
        "none when resting", "None at the moment", "no symptoms with the medication",
        "nothing out of the ordinary for a heart patient",
    )),
    (MEDICINES, "medications", (
        "Nothing apart from my heart pills", "no, only the ones for my heart",
        "nothing except what the cardiologist gave me", "Nothing but my inhalers", "Nothing besides the usual tablets",
        "none on race days", "no inhalers", "nothing new",
    )),
    (ACTIVE, "regular_exercise_3m", (
        "twice a week", "once a week", "twice weekly", "1-2 times a week", "yes three times a month",
        "three days a week since Monday", "every day, 15 minutes walking", "Started last week, three times a week",
    )),
    (BONES, "bsi_status", (
        "nearly healed", "mostly healed", "fully healed they say, still hurts", "it's healed, says my boot",
        "no fracture yet, a stress reaction", "none this year", "none yet",
    )),
    (FOOD, "compensatory_behaviours", (
        "Past: no. Currently: sort of", "past no, now sort of", "no vomiting", "no laxatives", "Not now",
    )),
    (PAIN, "pain_signs", ("no pain at night", "no bone pain", "None with painkillers", "Nothing I can't run through")),
]  # fmt: skip


@pytest.mark.parametrize(("question", "field", "text"), [(q, f, text) for q, f, texts in LIMITED for text in texts])
def test_a_limited_answer_clears_nothing(question: str, field: str, text: str) -> None:
    fact = read(text, question).get(field)
    assert fact is None or not clears(field, fact.value)


@pytest.mark.parametrize(
    ("question", "text", "field", "value"),
    [
        (MEDICINES, "no meds", "medications", ()),
        (MEDICINES, "none prescribed", "medications", ()),
        (PAIN, "no", "pain_signs", ()),
        ("Any pain right now: focal bone pain, pain at night, limping?", "no pain", "pain_signs", ()),
        (BONES, "No", "bsi_status", "none"),
        (BONES, "Had one in 2021, fully healed", "bsi_status", "healed"),
        (FOOD, "Never, no", "compensatory_behaviours", False),
        ("Are you pregnant, or have you had a baby in the last year?", "not pregnant", "pregnant", False),
        ("Any surgery?", "knee reconstruction 5 months ago, no swelling", "knee_effusion", False),
        ("How well is your asthma controlled?", "well controlled, twice a day blue inhaler", "asthma_control", "well"),
    ],
)
def test_what_is_said_plainly_clears(question: str, text: str, field: str, value: object) -> None:
    assert read(text, question)[field].value == value


@pytest.mark.parametrize("text", ["No", "nope", "Not at all.", "definitely not", "None of those, thanks.", "never"])
def test_a_mere_no_to_any_part_of_the_questions_is_not_limited(text: str) -> None:
    known = catalogue()
    asked = [
        (f"Have you had {item.say}?", name)
        for each in known.questions.values()
        for item in each.items
        for name in item.asks
    ]
    lists = [(question, name) for question, name in asked if known.fields[name].type == "list"]
    assert len(lists) > 20
    assert [each for each in lists if is_limited(Statement(each[1], (), text, (0, 2), each[0], ()))] == []


def test_every_field_that_needs_amounts_is_in_the_catalogue() -> None:
    assert limits().least.keys() <= catalogue().fields.keys()


def test_half_an_inch_counts_once() -> None:
    assert read("5 ft 10 and a half", "How tall are you?")["height_cm"].value == 179.07
