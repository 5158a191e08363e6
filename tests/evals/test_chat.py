"""A talk in the terminal, typed or played by a persona: how and why it ended."""

from pathlib import Path

import pytest
from coach_eval import coach_eval
from jsonl_log import read_entries
from typing_person import EndsWithCtrlC

PAST = "eating_disorder_past, reds_primary_indicator (coach explain-rule eating_disorder_past)"
LACKED = "rules that lacked an answer: eating_disorder_current"
ENDS = {
    "low_mood": "blocked; rules that fired: rf_self_harm (coach explain-rule rf_self_harm)",
    "will_not_talk_about_food": f"blocked; rules that fired: {PAST}; {LACKED}",
    "healthy_10k": "accepted",
}


@pytest.mark.parametrize(("persona", "ended"), ENDS.items(), ids=ENDS)
def test_a_talk_ends_with_the_rules_that_fired_or_lacked_an_answer(persona: str, ended: str) -> None:
    assert coach_eval("chat", "--persona", persona).out.splitlines()[-1] == f"the session ended: {ended}"


def test_ctrl_c_at_the_prompt_is_a_leaving_on_record_and_ends_as_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", EndsWithCtrlC("I want to run a 10k.\n"))
    assert "the session ended: abandoned" in coach_eval("chat", "--log", tmp_path / "log.jsonl", code=130).out
    kinds = [entry.event["kind"] for entry in read_entries(tmp_path / "log.jsonl")]
    assert ("athlete_left" in kinds, kinds[-1]) == (True, "session_closed")
