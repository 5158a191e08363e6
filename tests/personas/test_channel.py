from personas.acts import Tell
from personas.channel import Channel

AGE = (Tell(field="pregnant", value=False, words="no"),)
PAIN = (Tell(field="symptoms", value=(), words="no"),)


def talked() -> Channel:
    channel = Channel()
    for text, acts in (("Pregnant?", ()), ("no", AGE), ("Any chest pain?", ()), ("No", PAIN)):
        channel.deposit(text.lower(), acts)
    return channel


def test_the_same_answer_to_two_questions_is_told_apart_by_the_question() -> None:
    assert talked().read("no", "pregnant?") == AGE
    assert talked().read("no", "Thanks. any chest pain?") == PAIN


def test_without_a_question_the_newest_message_of_a_text_counts() -> None:
    assert talked().read("no") == PAIN
    assert talked().all_of("no") == (AGE, PAIN)


def test_a_text_that_nobody_deposited_is_not_understood() -> None:
    assert talked().read("never mind") is None
    assert talked().read("I don't know whether that is so") is None


def test_joined_messages_do_what_all_of_them_do() -> None:
    assert talked().read("pregnant? any chest pain?") == ()
