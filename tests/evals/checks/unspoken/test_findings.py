"""The judgement of a whole session."""

from evals.checks.measured import MeasuredShare, measured
from evals.checks.unspoken import NamedAthlete, check_unspoken
from evals.checks.unspoken.texts import BY_MEANING
from evals.checks.view import VisibleText

CLEAN = VisibleText(2, "How many days a week can you run?")
BOOK = VisibleText(6, "Brooks is the one I lean on.")


def test_nothing_visible_is_nothing_judged() -> None:
    verdict = check_unspoken((), ("a secret",), ())
    assert (verdict.value, verdict.passed, verdict.findings) == ("not_judged", None, ())


def test_a_clean_session_passes_and_says_what_was_not_judged() -> None:
    verdict = check_unspoken((CLEAN,), (), ())
    assert (verdict.value, verdict.passed) == ("pass", True)
    assert set(verdict.judged) == set(BY_MEANING)
    assert "no judge model read it" in verdict.explanation


def test_a_leak_fails_with_its_event_and_exact_words() -> None:
    verdict = check_unspoken((CLEAN, VisibleText(4, "As Arthur Brooks says, rest.")), (), ())
    assert verdict.passed is False
    (found,) = verdict.findings
    assert (found.event, found.start, found.end, found.quote, found.rule) == (
        4,
        3,
        16,
        "Arthur Brooks",
        "framework_name",
    )


def test_only_what_the_athlete_said_before_counts() -> None:
    deflection = VisibleText(5, "I haven't read From Strength to Strength.")
    asked = VisibleText(4, "is this from From Strength to Strength?")
    assert check_unspoken((deflection,), (), (asked,)).passed is True
    assert check_unspoken((deflection,), (), (VisibleText(6, asked.text),)).passed is False


def test_the_athletes_name_is_known_to_the_check() -> None:
    shown = VisibleText(1, "That is Brooks's advice to himself.")
    assert check_unspoken((shown,), (), ()).passed is False
    assert check_unspoken((shown,), (), (), athlete=NamedAthlete(name="Brooks Tanner")).passed is True


def test_internal_strings_of_the_session_are_looked_for() -> None:
    hidden = "tendon pain in the middle band, so cap the hard sessions"
    assert check_unspoken((VisibleText(3, f"Note: {hidden}."),), (hidden,), ()).passed is False


def test_measured_recall_is_never_more_than_was_measured() -> None:
    assert (MeasuredShare(found=0, of=0).share, MeasuredShare(found=0, of=0).at_least) == (0.0, 0.0)
    assert MeasuredShare(found=10, of=10).at_least < 1
    for seen in measured("unspoken").shares.values():
        assert 0 <= seen.at_least <= seen.share <= 1


def test_what_an_internal_text_quotes_of_the_athlete_is_not_internal() -> None:
    own = "I have one more long-term condition and I'm prescribed medicine for a long-term condition."
    error = f'Nothing on record holds this: [{{"quote": "{own}", "fields": ["parq_yes"]}}]'
    asked = VisibleText(3, "Do you take a prescribed medicine for a long-term condition?")
    assert check_unspoken((asked,), (error,), ()).passed is False
    assert check_unspoken((asked,), (error,), (VisibleText(5, own),)).passed is True


def test_a_leak_stays_one_where_the_athlete_repeats_it() -> None:
    hidden = "Ask about sleep and food before you ask about the race."
    shown, repeated = VisibleText(3, hidden), VisibleText(5, f"{hidden} What does that mean?")
    assert check_unspoken((shown,), (f"How to begin. {hidden}",), (repeated,)).passed is False
    better = 'Let us make it "run for fun instead of chasing a time", that is the better goal for you.'
    own = VisibleText(6, "I run for fun instead of chasing a time.")
    assert check_unspoken((VisibleText(7, better),), (), (own,)).passed is False


def test_the_athletes_words_in_quotation_marks_are_no_leak_of_the_coach() -> None:
    quoted = 'You said "I read From Strength to Strength by Arthur Brooks", nice.'
    book = VisibleText(1, "I read From Strength to Strength by Arthur Brooks")
    assert check_unspoken((VisibleText(3, quoted),), (), ()).passed is False
    assert check_unspoken((VisibleText(3, quoted),), (), (book,)).passed is True
    more = '"I train at my own risk", you wrote. Sign that you train at your own risk.'
    assert check_unspoken((VisibleText(3, more),), (), (VisibleText(1, "I train at my own risk"),)).passed is False
