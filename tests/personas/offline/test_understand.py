import pytest

from coach.profile.catalogue import catalogue
from personas.offline.understand import understand
from personas.offline.wordings import asks, facts

ASKED = [
    ("Mind telling me your age?", {"age_years"}),
    ("What year were you born in?", {"age_years"}),
    ("Before anything else, roughly how tall and heavy are you?", {"height_cm"}),
    ("Paint me a picture of your running over the past month: how many k per week?", {"current_weekly_volume_km"}),
    ("On a normal week, what kind of mileage are we talking about?", {"current_weekly_volume_km"}),
    ("If life plays along, how many days could you commit to training each week?", {"training_days_per_week"}),
    ("What's the furthest you've gone in one go lately?", {"longest_run_last_30d_km"}),
    ("And when is the big day?", {"weeks_available"}),
    ("For how many years has running been a steady part of your life?", {"running_experience_years"}),
    ("Have you kept up some kind of exercise routine these last few months?", {"regular_exercise_3m"}),
    ("Has your heart ever done anything weird, like racing or skipping beats?", {"symptoms"}),
    ("Ever blacked out or felt faint during a workout?", {"symptoms"}),
    ("Are you currently being treated by a doctor for anything?", {"known_conditions"}),
    ("Which prescriptions are you on, if any?", {"medications"}),
    ("Any niggles or old injuries that flare up?", {"bsi_status", "pain_signs"}),
    ("How's the Achilles, any stiffness on a scale of 0 to 10?", {"tendon_pain_nrs"}),
    ("How are your nights? Getting enough rest?", {"sleep_hours_avg"}),
    ("Have you ever struggled with food?", {"eating_disorder_status"}),
    ("Could you be pregnant, or have you recently given birth?", {"pregnant", "weeks_postpartum"}),
    ("Is there a finish time you're dreaming of?", {"goal_time_s"}),
    ("Do you smoke, or is there early heart disease in your family?", {"cv_risk_factors"}),
    ("Has a physician given you the green light to train?", {"clearances"}),
    ("Did you bang your head recently or have a concussion?", {"days_since_concussion"}),
]


@pytest.mark.parametrize(("text", "fields"), ASKED, ids=[text[:40] for text, _ in ASKED])
def test_a_question_in_any_wording_is_understood(text: str, fields: set[str]) -> None:
    assert fields <= {question.field for question in understand(text).questions}


@pytest.mark.parametrize("name", list(catalogue().questions))
def test_every_question_of_the_catalogue_is_understood_whole(name: str) -> None:
    fields = {field for field, entry in catalogue().fields.items() if entry.question == name}
    assert fields <= {q.field for q in understand(catalogue().questions[name].text).questions}


def test_a_statement_asks_nothing() -> None:
    heard = understand("Thanks, you're 43 and run 45 km a week. I'll put your plan together.")
    assert (heard.questions, heard.other) == ((), ())


def test_several_questions_in_one_message_are_all_heard() -> None:
    heard = understand("Got it.\nTell me:\n- your age\n- your height\n- any medication you take")
    assert {q.field for q in heard.questions} == {"age_years", "height_cm", "medications"}


def test_a_question_names_its_values_and_no_more() -> None:
    question = understand("Any chest pain or fainting?").questions[0]
    assert {"exertional_chest_pain", "syncope"} <= set(question.values)
    assert "unilateral_calf_swelling" not in question.values
    assert not question.open


def test_anything_else_opens_a_question() -> None:
    assert understand("Any chest pain, fainting or anything else like that?").questions[0].open


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ("Did I get that right?", "confirm"),
        ("Is anything wrong or missing?", "anything_wrong"),
        ("Anything I got wrong?", "anything_wrong"),
        ("Is there anything else you'd like to add?", "anything_else"),
        ("I can't put together a plan until a doctor has seen you.", "block"),
        ("With that in mind, I'd want you to see your doctor about the chest pain first.", "block"),
        ("Why does this goal matter to you?", "motive"),
        ("Are you ready to begin?", "ready"),
        ("Take care and all the best!", "goodbye"),
        ("If you like, you can skip this one: do you have a gym?", "optional"),
    ],
)
def test_what_a_message_is_about_is_heard(text: str, gist: str) -> None:
    assert gist in understand(text).gists


def test_a_question_about_a_stop_is_no_refusal_of_a_plan() -> None:
    assert "block" not in understand("Any injury that made you stop running before we could start?").gists


def test_a_question_nobody_foresaw_is_known_as_unclear() -> None:
    assert understand("Quel est le sens de la vie?").other == ("unclear",)


def test_every_field_of_the_catalogue_can_be_said_and_heard() -> None:
    assert set(facts()) == set(asks().fields) == set(catalogue().fields)
