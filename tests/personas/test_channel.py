"""What was meant by a text is what its speaker deposited, whoever joins texts on the way; of any other text nothing."""

from hypothesis import given
from hypothesis import strategies as st

from personas.acts import Ask, ChangeGoal, Correct, Decline, Plain, Simple, SumUp, Tell, as_json, from_json
from personas.channel import Channel, channel_of

TELL, NO, ASK = Tell(field="age_years", value=43), Decline(field="weight_kg"), Ask(field="sex")


def test_a_text_that_nobody_deposited_is_not_understood() -> None:
    channel = Channel()
    channel.deposit("43", (TELL,))
    assert channel.read("I am forty-three") is None


def test_the_newest_of_two_equal_texts_is_meant() -> None:
    channel = Channel()
    channel.deposit("no", (NO,))
    channel.deposit("no", (TELL,))
    assert channel.read("no") == (TELL,)
    assert channel.all_of("no") == ((NO,), (TELL,))


def test_messages_joined_by_an_engine_or_a_bridge_are_understood_in_their_parts() -> None:
    channel = Channel()
    channel.deposit("How old are you?", (ASK,))
    channel.deposit("That is done.", (Plain(kind="show_plan"),))
    assert set(channel.read("How old are you?\n\n  That is done.") or ()) == {ASK, Plain(kind="show_plan")}
    assert channel.read("How old are you?\n\nGoodbye!") is None


def test_a_lone_surrogate_is_replaced_as_the_engine_replaces_it() -> None:
    channel = Channel()
    channel.deposit("hm \ud83d", (TELL,))
    assert channel.read("hm ?") == (TELL,)


def test_players_of_one_seed_share_a_channel_and_those_of_another_do_not() -> None:
    assert channel_of(7001) is channel_of(7001)
    assert channel_of(7001) is not channel_of(7002)


values = st.one_of(
    st.none(), st.booleans(), st.integers(-999, 999), st.text(max_size=9), st.tuples(st.text(max_size=5))
)
acts = st.one_of(
    st.builds(Tell, field=st.text(max_size=9), value=values, words=st.text(max_size=9)),
    st.builds(Correct, field=st.text(max_size=9), value=values),
    st.builds(Ask, field=st.text(max_size=9), values=st.tuples(st.text(max_size=5)), open=st.booleans()),
    st.builds(SumUp, facts=st.dictionaries(st.text(max_size=5), values, max_size=3)),
    st.sampled_from([Simple(kind="accept"), Plain(kind="ask_goal"), ChangeGoal(keeps=True), NO]),
)


@given(st.lists(acts, max_size=5))
def test_acts_survive_being_stored(given_acts: list[object]) -> None:
    assert from_json(as_json(given_acts)) == tuple(given_acts)  # type: ignore[arg-type]


def test_the_same_answer_to_two_questions_is_told_apart_by_the_question() -> None:
    channel = Channel()
    for text, acts in (("Pregnant?", (ASK,)), ("no", (NO,)), ("Any chest pain?", (ASK,)), ("no", (TELL,))):
        channel.deposit(text, acts)
    assert channel.read("no", "Pregnant?") == (NO,)
    assert channel.read("no", "Any chest pain?") == (TELL,)
