"""Words that something went wrong with on their way to the athlete."""

from checks_sessions import broken_rules


def test_the_same_long_message_again_is_found_once() -> None:
    text = (
        "Thank you. Before I plan anything, a few questions about your health, the same for everyone who comes to me."
    )
    assert broken_rules(text, "Fine.", text) == ["again"]
