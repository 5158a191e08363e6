"""Prompt diffs: line by line where the texts were kept, and said plainly where they were not."""

from pathlib import Path
from typing import Any

from reports.compare import compare
from reports.comparison_blocks import blocks
from reports.markdown import render
from reports.policy import read_policy
from reports.prompt_diffs import DiffLine, PromptDiff, prompt_diffs

POLICY = Path(__file__).parents[2] / "evals" / "gate.toml"


def meta(text: str | None, digest: str) -> dict[str, Any]:
    return {"prompts": {"intake.md": digest}, "prompt_texts": {} if text is None else {"intake.md": text}}


def test_a_changed_prompt_is_shown_line_by_line(logs: Any) -> None:
    sessions = {("a", 1): {"outcome": "pass"}}
    base = logs.but(meta=meta("Be kind.\nAsk two.\n", "1")).build(sessions)
    candidate = logs.but(run="cand", meta=meta("Be kind.\n<b>Ask one.</b>\n", "2")).build(sessions)
    lines = (
        DiffLine("place", "@@ -1,2 +1,2 @@"),
        DiffLine("same", "Be kind."),
        DiffLine("removed", "Ask two."),
        DiffLine("added", "<b>Ask one.</b>"),
    )
    assert prompt_diffs(base.header, candidate.header) == (PromptDiff("intake.md", True, 1, 1, lines),)  # noqa: FBT003
    page = render(blocks(compare(base, candidate, read_policy(POLICY))))
    assert "&lt;b&gt;Ask one" in page
    assert "the wording of prompts has no effect on it" in page


def test_a_prompt_without_its_text_is_said_to_be_unknown(logs: Any) -> None:
    sessions = {("a", 1): {"outcome": "pass"}}
    base = logs.but(meta=meta(None, "1")).build(sessions)
    candidate = logs.but(run="cand", meta=meta("x", "2")).build(sessions)
    (diff,) = prompt_diffs(base.header, candidate.header)
    assert (diff.known, diff.lines) == (False, ())
    assert prompt_diffs(base.header, base.header) == ()
