"""What a small window holds of a request, and that it says what it does not hold."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from evals.local.answers import PromptMessage, fitted

TEXT = st.text(alphabet="ab cd", max_size=400)
TALK = st.lists(st.builds(PromptMessage, st.sampled_from(["user", "assistant"]), TEXT), min_size=1, max_size=12)
JOINTS = 2
"""Characters between messages that were joined."""


@given(TEXT, TEXT, TALK, st.integers(40, 3000))
def test_it_fits_the_room_the_roles_alternate_and_what_is_cut_is_counted(
    system: str, manual: str, talk: list[PromptMessage], room: int
) -> None:
    prompt = fitted(system, manual, talk, room)
    assert sum(len(message["content"]) for message in prompt.messages) <= room + JOINTS * (len(talk) + 1)
    roles = [message["role"] for message in prompt.messages if message["role"] != "system"]
    assert all(one != other for one, other in pairwise(roles))
    whole = sum(map(len, (system, manual, *(line.text for line in talk)))) <= room
    assert (prompt.dropped == 0) == whole
    if whole:
        assert "\n\n".join(m["content"] for m in prompt.messages).count("a") == sum(
            text.count("a") for text in (system, manual, *(line.text for line in talk))
        )


def test_the_newest_message_is_kept_from_both_ends_and_the_oldest_go() -> None:
    talk = [
        PromptMessage("user", "old " * 50),
        PromptMessage("assistant", "yes"),
        PromptMessage("user", f"begin {'x' * 900} end"),
    ]
    prompt = fitted("rules " * 100, "tools " * 100, talk, 400)
    newest = prompt.messages[-1]["content"]
    assert newest.startswith("begin")
    assert newest.endswith("end")
    assert prompt.messages[0]["content"].startswith("rules")
    assert "old" not in str(prompt.messages)
    assert prompt.dropped == 5
