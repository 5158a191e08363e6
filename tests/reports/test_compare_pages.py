"""A comparison in the terminal and as Markdown: readable, bounded, inert, the same bytes each time."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from reports import terminal
from reports.compare import compare
from reports.comparison import Comparison
from reports.comparison_blocks import LIMIT, LONGEST, blocks
from reports.markdown import render
from reports.policy import read_policy

LogBuilder = Any  # the fixture of conftest.py
Population = Callable[[Callable[[str, int], Mapping[str, Any]]], dict[tuple[str, int], Mapping[str, Any]]]
HOSTILE = "<script>x</script> [a](http://evil.example) \x1b[31m | `` ` \u202e @octocat\n# head"
POLICY = Path(__file__).parents[2] / "evals" / "gate.toml"


def _failing(explanation: str) -> dict[str, Any]:
    findings = [{"what": explanation, "quote": explanation, "rule": explanation}]
    metadata = {"version": 1, "passed": False, "findings": findings, "judged": {}}
    return {"value": explanation, "explanation": explanation, "metadata": metadata}


def as_markdown(comparison: Comparison, limit: int = LIMIT) -> str:
    return render(blocks(comparison), limit=limit, longest=LONGEST)


@pytest.fixture
def fallen(logs: LogBuilder, thirty: Population) -> Comparison:
    """A candidate that fails every third session, with hostile words wherever a model's words may stand."""
    draw = random.Random(1)
    base = logs.build(thirty(lambda name, epoch: {"unspoken": "pass", "intake_fidelity": draw.random()}))
    worse = thirty(
        lambda name, epoch: {
            "unspoken": _failing(HOSTILE) if draw.random() < 1 / 3 else "pass",
            "intake_fidelity": draw.random(),
            HOSTILE: "pass",
        }
    )
    hostile = {"models": {HOSTILE: HOSTILE}, "coach": HOSTILE}
    candidate = logs.but(run="cand", meta=hostile, errors={("p03", 1): HOSTILE}).build(worse)
    return compare(base, candidate, read_policy(POLICY))


def test_the_terminal_says_the_verdict_first_and_obeys_no_model(fallen: Comparison) -> None:
    text = terminal.render(blocks(fallen))
    assert text.startswith("Coach evaluation: regressed (exit 1)\n")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "p03" in text
    assert "\x1b[" in terminal.render(blocks(fallen), colour=True)


def test_markdown_says_the_verdict_first_and_shows_every_hostile_word_as_a_word(fallen: Comparison) -> None:
    text = as_markdown(fallen)
    html = MarkdownIt("gfm-like", {"html": True}).render(text)
    assert text.startswith("## Coach evaluation: regressed (exit 1)\n")
    assert "<script" not in html
    assert "<a " not in html
    assert "\x1b" not in text
    assert html.count("<h2") + html.count("<h3") == text.count("\n### ") + 1


@pytest.mark.parametrize("limit", [500, 3000, 65_536])
def test_markdown_fits_its_limit_and_counts_what_it_left_out(fallen: Comparison, limit: int) -> None:
    text = as_markdown(fallen, limit=limit)
    assert len(text) <= limit
    assert ("left out" in text) == (limit < 65_536)


def test_markdown_of_a_huge_comparison_fits_a_comment(logs: LogBuilder) -> None:
    names = [f"persona_with_a_long_name_{number:04}" for number in range(700)]
    base = logs.build({(name, 1): {"unspoken": "pass"} for name in names})
    candidate = logs.but(run="cand").build({(name, 1): {"unspoken": _failing(HOSTILE * 20)} for name in names})
    text = as_markdown(compare(base, candidate, read_policy(POLICY)))
    assert len(text) <= 65_536
    assert "### What changed" in text
    assert "newly failing sessions, left out to keep this short" in text


def test_the_same_logs_give_the_same_bytes(logs: LogBuilder, thirty: Population) -> None:
    run = logs.build(thirty(lambda name, epoch: {"outcome": "pass" if epoch < 4 else "fail"}))
    pages = [compare(run, run, read_policy(POLICY)) for _ in range(2)]
    assert as_markdown(pages[0]) == as_markdown(pages[1])
    assert terminal.render(blocks(pages[0])) == terminal.render(blocks(pages[1]))
