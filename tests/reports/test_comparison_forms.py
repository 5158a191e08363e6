"""Every form of a comparison: the verdict first, bounded, inert, as published, the same bytes each time."""

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from comparisons import LogBuilder, Population, scored
from jsonschema import Draft202012Validator
from junitparser import JUnitXml
from markdown_it import MarkdownIt

from evals.commands.options import POLICY_FILE
from reports import comparison_json, junit, terminal
from reports.compare import compare
from reports.comparison import Comparison
from reports.comparison_blocks import LIMIT, LONGEST, blocks
from reports.formats import FORMS, Compared, comparison_files
from reports.markdown import render
from reports.policy import Policy, read_policy
from reports.prompt_diffs import DiffLine, PromptDiff, prompt_diffs

SCHEMA = Path(__file__).parents[2] / "datasets" / "schema" / "comparison.schema.json"
HOSTILE = "</testcase><script>x</script> [a](http://evil.example) ]]> & \x00 \x1b[31m | `` ` \u202e @octocat\n# head"


def _failing(explanation: str) -> dict[str, Any]:
    found = [{"what": explanation, "quote": explanation, "rule": explanation}]
    return scored(explanation, passed=False, findings=found) | {"explanation": explanation}


def as_markdown(comparison: Comparison, limit: int = LIMIT) -> str:
    return render(blocks(comparison), limit=limit, longest=LONGEST)


@pytest.fixture
def fallen(logs: LogBuilder, thirty: Population, policy: Policy) -> Compared:
    """A candidate that fails every third session, with hostile words wherever a model's words may stand."""
    draw = random.Random(1)
    base = logs.build(thirty(lambda name, epoch: {"unspoken": "pass", "intake_fidelity": draw.random()}))

    def worse(name: str, epoch: int) -> dict[str, Any]:
        bad = draw.random() < 1 / 3
        return {
            "unspoken": _failing(HOSTILE) if bad else "pass",
            "intake_fidelity": draw.random(),
            HOSTILE: "not_judged",
        }

    hostile = {"models": {HOSTILE: HOSTILE}, "coach": HOSTILE}
    candidate = logs.but(run="cand", meta=hostile, errors={("p03", 1): HOSTILE}).build(thirty(worse))
    return Compared(compare(base, candidate, policy), base, candidate)


@pytest.mark.parametrize(
    ("form", "start"),
    [
        (lambda found: terminal.render(blocks(found)), "Coach evaluation: regressed (exit 1)\n"),
        (as_markdown, "## Coach evaluation: regressed (exit 1)\n"),
    ],
)
def test_the_verdict_comes_first_and_hostile_words_stay_words(
    fallen: Compared, form: Callable[[Comparison], str], start: str
) -> None:
    text = form(fallen.comparison)
    assert text.startswith(start)
    assert not {"\x00", "\x1b", "\u202e"} & set(text)
    assert "p03" in text


def test_markdown_holds_no_markup_of_a_model(fallen: Compared) -> None:
    text = as_markdown(fallen.comparison)
    html = MarkdownIt("gfm-like", {"html": True}).render(text)
    assert "<script" not in html
    assert "<a " not in html
    assert html.count("<h2") + html.count("<h3") == text.count("\n### ") + 1


def test_a_terminal_has_colours_where_it_is_one(fallen: Compared) -> None:
    assert "\x1b[" in terminal.render(blocks(fallen.comparison), colour=True)


@pytest.mark.parametrize("limit", [500, 3000, 65_536])
def test_markdown_fits_its_limit_and_counts_what_it_left_out(fallen: Compared, limit: int) -> None:
    text = as_markdown(fallen.comparison, limit=limit)
    assert len(text) <= limit
    assert "<details>" in text or limit < 65_536
    assert ("left out to keep" in text) == (limit < 65_536)
    assert text.count("<details>") == text.count("</details>")


def test_markdown_of_a_huge_comparison_fits_a_comment(logs: LogBuilder, policy: Policy) -> None:
    names = [f"persona_with_a_long_name_{number:04}" for number in range(700)]
    base = logs.build({(name, 1): {"unspoken": "pass"} for name in names})
    candidate = logs.but(run="cand").build({(name, 1): {"unspoken": _failing(HOSTILE * 20)} for name in names})
    text = as_markdown(compare(base, candidate, policy))
    assert len(text) < 65_536
    assert "### What changed" in text
    assert "new failures, left out to keep this short" in text


def test_every_form_is_made_and_the_same_runs_give_the_same_bytes(fallen: Compared, policy: Policy) -> None:
    again = Compared(compare(fallen.base, fallen.candidate, policy), fallen.base, fallen.candidate)
    assert set(comparison_files(fallen)) == set(FORMS)
    assert comparison_files(fallen) == comparison_files(again)


@pytest.mark.parametrize("own", [False, True])
def test_every_form_names_the_policy_and_says_beside_the_verdict_that_it_is_not_the_default(
    fallen: Compared, tmp_path: Path, *, own: bool
) -> None:
    """A comment is all that differs: the digest is that of the file."""
    path = tmp_path / "lax.toml" if own else POLICY_FILE
    if own:
        path.write_text(f"{POLICY_FILE.read_text()}# mine\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    found = replace(fallen, comparison=compare(fallen.base, fallen.candidate, read_policy(path, POLICY_FILE)))
    forms = {form: text.decode() for form, text in comparison_files(found).items()}
    forms["terminal"] = terminal.render(blocks(found.comparison))
    for form, text in forms.items():
        words = " ".join(text.split()).replace("\\", "")
        assert ("lax.toml" if own else "the default policy") in words, form
        assert digest[:16] in words, form
        assert ("by lax.toml, not by the default policy" in words) is (own and form != "json"), form
    assert json.loads(forms["json"])["comparison"]["policy"]["is_default"] is not own
    assert JUnitXml.fromstring(forms["xml"].encode()).name.endswith("not by the default policy") is own


def test_the_published_schema_is_the_one_that_the_code_makes() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == comparison_json.schema_text()


def test_the_json_form_keeps_to_its_schema_and_says_the_verdict(fallen: Compared) -> None:
    found = json.loads(comparison_json.render(fallen.comparison))
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(found)
    assert (found["standing"], found["exit_code"]) == ("regressed", 1)
    assert found["comparison"]["new_failures"][0]["explanation"] == HOSTILE
    assert "prompt_texts" not in found["comparison"]["base"]


def test_junit_has_a_case_for_every_persona_and_scorer_and_every_gate_line(logs: LogBuilder, policy: Policy) -> None:
    base = logs.build({("a", 1): {"outcome": "pass", "unspoken": "pass"}, ("b", 1): {"outcome": "pass"}})
    scores = {("a", 1): {"outcome": _failing(HOSTILE), "unspoken": "not_judged"}, ("b", 1): {"outcome": "pass"}}
    candidate = logs.but(run="cand", errors={("b", 1): HOSTILE}).build(scores)
    comparison = compare(base, candidate, policy)
    text = junit.render(comparison, candidate)
    suites = list(JUnitXml.fromstring(text.encode()))
    cases = {(suite.name, case.name): case.result for suite in suites for case in suite}
    assert {key: [type(it).__name__ for it in came] for key, came in cases.items() if key[0] != "gate"} == {
        ("outcome", "a"): ["Failure"],
        ("outcome", "b"): ["Error"],
        ("unspoken", "a"): ["Skipped"],
        ("unspoken", "b"): ["Error"],
    }
    assert {name for suite, name in cases if suite == "gate"} == {line.name for line in comparison.gate}
    assert [suite.failures for suite in suites if suite.name == "outcome"] == [1]
    took = dict(candidate.sessions.select("persona", "seconds").iter_rows())
    timed = {(suite.name, case.name): case.time for suite in suites for case in suite if suite.name != "gate"}
    assert timed == {key: pytest.approx(took[key[1]], abs=1e-4) for key in cases if key[0] != "gate"}
    assert float(JUnitXml.fromstring(text.encode()).time) == pytest.approx(sum(took.values()), abs=1e-4)
    assert "<script" not in text
    assert not {"\x00", "\x1b", "\u202e"} & set(text)
    assert "</testcase><script>x</script>" in cases["outcome", "a"][0].text


@pytest.mark.parametrize(
    ("before", "result"),
    [("not_applicable", "Failure"), ("not_judged", "Failure"), ("pass", "Failure"), (None, "Skipped")],
)
def test_junit_never_turns_a_failure_green(logs: LogBuilder, policy: Policy, before: str | None, result: str) -> None:
    """Cases that were skipped in the base, and those of a scorer that the base did not have."""
    base = logs.build({("a", 1): {"unspoken": "pass"} | ({"care_tone": before} if before else {})})
    candidate = logs.but(run="cand").build({("a", 1): {"unspoken": "pass", "care_tone": "fail"}})
    suites = JUnitXml.fromstring(junit.render(compare(base, candidate, policy), candidate).encode())
    assert [
        [type(it).__name__ for it in case.result] for suite in suites for case in suite if suite.name == "care_tone"
    ] == [[result]]


@pytest.mark.parametrize("second", ["fail", "not_judged"])
def test_junit_is_not_green_where_a_session_fails_as_before_or_is_not_judged(
    logs: LogBuilder, policy: Policy, second: str
) -> None:
    sessions = {("a", 1): {"care_tone": "pass"}, ("a", 2): {"care_tone": second}}
    base, candidate = logs.build(sessions), logs.but(run="cand").build(sessions)
    suites = JUnitXml.fromstring(junit.render(compare(base, candidate, policy), candidate).encode())
    (case,) = [case for suite in suites for case in suite if suite.name == "care_tone"]
    assert [type(it).__name__ for it in case.result] == ["Skipped"]
    assert "a/2" in case.result[0].text


@pytest.mark.parametrize("off", [(1,), (2,), (1, 2)])
def test_junit_is_not_green_where_an_athlete_went_off_script(
    logs: LogBuilder, policy: Policy, off: tuple[int, ...]
) -> None:
    clean = {"care_tone": "pass", "persona_fidelity": "pass"}
    base = logs.build({("a", epoch): clean for epoch in (1, 2)})
    strayed = {("a", epoch): clean | ({"persona_fidelity": "fail"} if epoch in off else {}) for epoch in (1, 2)}
    candidate = logs.but(run="cand").build(strayed)
    suites = JUnitXml.fromstring(junit.render(compare(base, candidate, policy), candidate).encode())
    cases = {suite.name: case.result for suite in suites for case in suite if suite.name != "gate"}
    assert [type(it).__name__ for it in cases["care_tone"]] == ["Skipped"]
    assert cases["care_tone"][0].text.split("\n") == [f"a/{epoch}: the athlete was off script" for epoch in off]
    assert [type(it).__name__ for it in cases["persona_fidelity"]] == ["Failure"]


def test_junit_of_a_persona_without_a_partner_is_an_error(logs: LogBuilder, policy: Policy) -> None:
    base = logs.build({("a", 1): {"outcome": "pass"}})
    candidate = logs.but(run="cand").build({("a", 1): {"outcome": "pass"}, ("b", 1): {"outcome": "fail"}})
    suites = JUnitXml.fromstring(junit.render(compare(base, candidate, policy), candidate).encode())
    assert [(case.name, len(case.result)) for suite in suites for case in suite if suite.name == "outcome"] == [
        ("a", 0),
        ("b", 1),
    ]


def prompted(logs: LogBuilder, text: str | None, digest: str) -> Any:
    texts = {} if text is None else {"intake.md": text}
    meta = {"prompts": {"intake.md": digest}, "prompt_texts": texts}
    return logs.but(run=f"r{digest}", meta=meta).build({("a", 1): {"outcome": "pass"}})


def test_a_changed_prompt_is_shown_line_by_line(logs: LogBuilder, policy: Policy) -> None:
    base, candidate = prompted(logs, "Be kind.\nAsk two.\n", "1"), prompted(logs, "Be kind.\n<b>Ask one.</b>\n", "2")
    lines = (
        DiffLine("place", "@@ -1,2 +1,2 @@"),
        DiffLine("same", "Be kind."),
        DiffLine("removed", "Ask two."),
        DiffLine("added", "<b>Ask one.</b>"),
    )
    assert prompt_diffs(base.header, candidate.header) == (PromptDiff("intake.md", True, 1, 1, lines),)  # noqa: FBT003
    page = as_markdown(compare(base, candidate, policy))
    assert "&lt;b&gt;Ask one" in page
    assert "the wording of prompts has no effect on it" in page


QUESTIONS, NOTES = "coach/profile/questions.yaml", "coach/plan/notes.yaml"


def test_changed_data_files_of_the_coach_are_named(logs: LogBuilder, policy: Policy) -> None:
    sessions = {("a", 1): {"outcome": "pass"}}
    runs = [
        logs.but(run=code, meta={"code_version": code, "data_files": files}).build(sessions)
        for code, files in (
            ("older", {}),
            ("old", {QUESTIONS: "a" * 64, NOTES: "c" * 64}),
            ("new", {QUESTIONS: "b" * 64, NOTES: "c" * 64}),
        )
    ]
    older, old, new = runs
    text = as_markdown(compare(old, new, policy))
    assert f"| file {QUESTIONS} | aaaaaaaaaaaaaaa" in text.replace("\\", "")
    assert "notes.yaml" not in text
    unknown = "data files (questions, notes, rules) changed is not known: the base did not record them"
    found = compare(older, new, policy)
    assert [unknown in caution for caution in found.cautions].count(True) == 1
    assert [change.what for change in found.changes] == ["code version"]
    assert not [caution for caution in compare(old, new, policy).cautions if "not known" in caution]


def test_a_prompt_without_its_text_is_said_to_be_unknown(logs: LogBuilder) -> None:
    base, candidate = prompted(logs, None, "1"), prompted(logs, "x", "2")
    (diff,) = prompt_diffs(base.header, candidate.header)
    assert (diff.known, diff.lines) == (False, ())
    assert prompt_diffs(base.header, base.header) == ()
