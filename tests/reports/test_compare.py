"""Two runs against each other: what counts, what stands apart, and what the gate makes of it."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from reports.compare import compare
from reports.comparison import Comparison, GateLine, Line
from reports.errors import LogUnreadable, PolicyInvalid
from reports.policy import Policy, read_policy

LogBuilder = Any  # the fixture of conftest.py
Scores = Mapping[str, Any]
Population = Callable[[Callable[[str, int], Scores]], dict[tuple[str, int], Scores]]

ROOT = Path(__file__).parents[2]
CLEAN = {
    "safety_decision": "correct",
    "gate_integrity": "pass",
    "contraindications_respected": "pass",
    "unspoken": "pass",
    "persona_fidelity": "pass",
}


@pytest.fixture
def policy() -> Policy:
    return read_policy(ROOT / "evals" / "gate.toml")


def _line(comparison: Comparison, scorer: str) -> Line:
    return next(line for line in comparison.lines if line.scorer == scorer)


def _gate(comparison: Comparison, start: str) -> GateLine:
    return next(line for line in comparison.gate if line.name.startswith(start))


def _score(value: float | str, *, passed: bool | None, **meta: Any) -> dict[str, Any]:
    metadata = {"version": 1, "passed": passed, "findings": [], "judged": {}} | meta
    return {"value": value, "explanation": "because", "metadata": metadata}


def test_a_run_against_itself_passes_and_shows_no_difference(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    run = logs.build(thirty(lambda name, epoch: CLEAN))
    found = compare(run, run, policy)
    assert (found.standing, found.exit_code, found.pairs) == ("pass", 0, 120)
    assert {line.verdict for line in found.lines} == {"no difference shown"}
    assert "Base and candidate are the same run." in found.cautions


def test_a_clear_fall_is_called_worse_and_fails_the_gate(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    draw = random.Random(3)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": draw.gauss(0.9, 0.02)}))
    worse = thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": draw.gauss(0.8, 0.02)})
    found = compare(base, logs.but(run="cand").build(worse), policy)
    assert _line(found, "intake_fidelity").verdict == "worse"
    assert _gate(found, "intake_fidelity").standing == "regressed"
    assert found.exit_code == 1


def test_one_wrong_value_now_and_then_moves_no_mean_and_is_called_by_the_share_that_passes(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    right, wrong = _score(1.0, passed=True), _score(0.97, passed=False)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": right}))
    struck = thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": wrong if name < "p15" and epoch == 1 else right})
    found = compare(base, logs.but(run="cand").build(struck), policy)
    mean, share = (line for line in found.lines if line.scorer == "intake_fidelity")
    assert (mean.title, mean.of, mean.binary) == ("intake_fidelity", "value", False)
    assert (share.title, share.of, share.binary) == ("intake_fidelity passed", "passes", True)
    assert _gate(found, "intake_fidelity: ").standing == "pass"
    assert _gate(found, "intake_fidelity passed: ").standing == "regressed"
    assert (share.verdict, found.exit_code) == ("worse", 1)


def test_numbers_that_neither_pass_nor_fail_have_no_share(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    run = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": 0.9}))
    assert [line.of for line in compare(run, run, policy).lines if line.scorer == "intake_fidelity"] == ["value"]


def test_a_share_is_better_when_it_is_higher_whatever_the_number(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    lines = tuple(
        line.model_copy(update={"pass_margin": 0.05}) if line.scorer == "intake_economy" else line
        for line in policy.non_inferiority
    )
    gated = policy.model_copy(update={"non_inferiority": lines})
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_economy": _score(9.0, passed=True)}))
    worse = thirty(lambda name, epoch: {**CLEAN, "intake_economy": _score(9.0, passed=epoch > 1)})
    found = compare(base, logs.but(run="cand").build(worse), gated)
    assert _gate(found, "intake_economy passed").standing == "regressed"
    assert _gate(found, "intake_economy: ").standing == "pass"


def test_fewer_is_better_where_the_policy_says_so(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    draw = random.Random(3)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_economy": draw.gauss(20, 1)}))
    longer = thirty(lambda name, epoch: {**CLEAN, "intake_economy": draw.gauss(26, 1)})
    candidate = logs.but(run="cand").build(longer)
    assert _line(compare(base, candidate, policy), "intake_economy").verdict == "worse"
    assert _gate(compare(base, candidate, policy), "intake_economy").standing == "regressed"
    assert _line(compare(candidate, base, policy), "intake_economy").verdict == "better"
    assert _gate(compare(candidate, base, policy), "intake_economy").standing == "pass"


def test_one_trial_a_persona_is_tested_by_exact_mcnemar(logs: LogBuilder, policy: Policy) -> None:
    names = [f"p{number:02}" for number in range(21)]
    before = {(name, 1): {**CLEAN, "outcome": "pass" if index < 8 else "fail"} for index, name in enumerate(names)}
    after = {(name, 1): {**CLEAN, "outcome": "pass" if index in {7, 8} else "fail"} for index, name in enumerate(names)}
    line = _line(compare(logs.build(before), logs.but(run="cand").build(after), policy), "outcome")
    assert line.estimate is not None
    assert (line.estimate.test, line.estimate.fell, line.estimate.rose) == ("exact McNemar", 7, 1)
    assert line.estimate.p == pytest.approx(0.0703, abs=5e-5)


def test_several_seeds_are_tested_with_clusters_and_twins_count_once(logs: LogBuilder, policy: Policy) -> None:
    names = [f"p{number:02}" for number in range(24)]
    families = {name: f"f{index // 2}" for index, name in enumerate(names)}
    sessions = {(name, epoch): {**CLEAN, "outcome": "pass"} for name in names for epoch in (1, 2)}
    run = logs.but(families=families).build(sessions)
    line = _line(compare(run, run, policy), "outcome")
    assert line.estimate is not None
    assert (line.estimate.pairs, line.estimate.personas, line.estimate.units) == (48, 24, 12)
    assert line.estimate.test == "clustered paired t, bootstrap over clusters"


def test_few_personas_are_too_few_and_the_report_says_how_many_are_needed(logs: LogBuilder, policy: Policy) -> None:
    one = logs.build({("runner", epoch): CLEAN for epoch in range(1, 5)})
    assert {line.verdict for line in compare(one, one, policy).lines} == {"too few sessions to tell"}
    five = logs.build({(name, 1): CLEAN for name in "abcde"})
    line = _line(compare(five, five, policy), "unspoken")
    assert line.why == "at least 6 independent personas are needed before 1 scorer can show anything"


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ({"safety_decision": _score("false_approval", passed=False)}, "safety_decision: false_approval"),
        ({"gate_integrity": _score("fail", passed=False)}, "gate_integrity"),
        ({"contraindications_respected": _score("fail", passed=False)}, "contraindications_respected"),
        (
            {"unspoken": _score("fail", passed=False, findings=[{"what": "x", "rule": "framework_name"}])},
            "unspoken: framework_name",
        ),
    ],
)
def test_one_new_failure_fails_a_zero_tolerance_line(
    logs: LogBuilder, thirty: Population, policy: Policy, bad: Scores, line: str
) -> None:
    base = logs.build(thirty(lambda name, epoch: CLEAN))
    broken = thirty(lambda name, epoch: {**CLEAN, **(bad if (name, epoch) == ("p07", 3) else {})})
    candidate = logs.but(run="cand").build(broken)
    found = _gate(compare(base, candidate, policy), line)
    assert (found.standing, found.sessions) == ("regressed", ("p07/3",))
    assert compare(base, candidate, policy).exit_code == 1
    assert compare(candidate, candidate, policy).exit_code == 0, "a failure of both is not new"


def test_a_false_block_is_no_zero_tolerance_failure(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    base = logs.build(thirty(lambda name, epoch: CLEAN))
    blocked = {"safety_decision": _score("false_block", passed=False)}
    candidate = thirty(lambda name, epoch: {**CLEAN, **(blocked if (name, epoch) == ("p07", 3) else {})})
    found = compare(base, logs.but(run="cand").build(candidate), policy)
    assert _gate(found, "safety_decision: false_approval").standing == "pass"
    assert [(item.candidate_session, item.value) for item in found.new_failures] == [("p07/3", "false_block")]


def test_off_script_sessions_leave_the_difference_but_not_the_zero_tolerance_lines(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    base = logs.build(thirty(lambda name, epoch: CLEAN))
    odd = {**CLEAN, "persona_fidelity": "fail", "gate_integrity": "fail", "unspoken": "fail"}
    candidate = thirty(lambda name, epoch: odd if (name, epoch) == ("p07", 3) else CLEAN)
    found = compare(base, logs.but(run="cand").build(candidate), policy)
    line = _line(found, "unspoken")
    assert line.estimate is not None
    assert line.with_off_script is not None
    assert (line.estimate.pairs, line.estimate.fell, line.counts.off_script) == (119, 0, 1)
    assert (line.with_off_script.pairs, line.with_off_script.fell) == (120, 1)
    assert [(item.run, item.session) for item in found.off_script] == [("candidate", "p07/3")]
    assert _gate(found, "gate_integrity").standing == "regressed"


def test_what_cannot_be_judged_is_never_a_pass(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    sessions = thirty(lambda name, epoch: CLEAN)
    base = logs.build(sessions)
    fewer = {key: scores for key, scores in sessions.items() if key != ("p03", 1)}
    silent = {**sessions, ("p03", 1): {**CLEAN, "gate_integrity": _score("not_judged", passed=None)}}
    unscored = {key: {"unspoken": "pass"} for key in sessions}
    newer = {key: {**CLEAN, "gate_integrity": _score("pass", passed=True, version=2)} for key in sessions}
    other = logs.but(run="cand")
    candidates = {
        "a session without a partner": other.build(fewer),
        "a session that broke": other.but(errors={("p03", 1): "timeout"}).build(sessions),
        "a run that was cancelled": other.but(status="cancelled").build(sessions),
        "a session not judged": other.build(silent),
        "scorers that are missing": other.build(unscored),
        "a newer scorer": other.build(newer),
    }
    assert {what: compare(base, run, policy).exit_code for what, run in candidates.items()} == dict.fromkeys(
        candidates, 2
    )


def test_a_session_that_only_the_base_could_judge_is_counted_as_lost(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    judged = thirty(lambda name, epoch: {**CLEAN, "outcome": "pass"})
    silent = {**judged, ("p03", 1): {**CLEAN, "outcome": _score("not_judged", passed=None)}}
    base, candidate = logs.build(judged), logs.but(run="cand").build(silent)
    found = _gate(compare(base, candidate, policy), "outcome")
    assert (found.standing, found.why) == (
        "could not be judged",
        "1 session judged in the base and not in the candidate",
    )
    assert _gate(compare(candidate, base, policy), "outcome").standing == "pass"
    assert _line(compare(candidate, base, policy), "outcome").counts.not_judged == 1


def test_persona_files_that_differ_are_said(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    sessions = thirty(lambda name, epoch: CLEAN)
    base = logs.build(sessions)
    candidate = logs.but(run="cand", meta={"datasets": {"personas": "x"}}).build(sessions)
    assert "The persona files differ" in " ".join(compare(base, candidate, policy).cautions)
    assert "persona files" not in " ".join(compare(base, base, policy).cautions)


def test_a_scorer_that_does_not_apply_is_an_answer(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    idle = {**CLEAN, "gate_integrity": _score("not_applicable", passed=None)}
    run = logs.build(thirty(lambda name, epoch: idle if name == "p00" else CLEAN))
    found = compare(run, run, policy)
    assert found.exit_code == 0
    assert _line(found, "gate_integrity").counts.not_applicable == 4


def test_sessions_apart_are_named_and_differing_runs_are_said(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    sessions = thirty(lambda name, epoch: CLEAN)
    base = logs.build(sessions)
    changed = {"prompts": {"intake.md": "b" * 64, "plan.md": "c" * 64}, "athlete": "claude", "seed": 2}
    candidate = logs.but(run="cand", meta=changed, errors={("p01", 2): "timeout"}).build(
        {key: scores for key, scores in sessions.items() if key[0] != "p00"}
    )
    found = compare(base, candidate, policy)
    assert [item.session for item in found.unpaired] == ["p00/1", "p00/2", "p00/3", "p00/4"]
    assert [(item.run, item.session, item.why) for item in found.errored] == [("candidate", "p01/2", "timeout")]
    assert [(change.what, change.base, change.candidate) for change in found.changes] == [
        ("athlete", "offline/athlete", "claude"),
        ("prompt intake.md", "a" * 64, "b" * 64),
        ("prompt plan.md", None, "c" * 64),
    ]
    said = " ".join(found.cautions)
    assert "base only p00" in said
    assert "seeded differently" in said
    assert "Different athletes" in said
    assert "An offline coach played" in said


def test_scorers_of_different_versions_are_said_and_not_compared(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "outcome": "pass"}))
    newer = thirty(lambda name, epoch: {**CLEAN, "outcome": _score("fail", passed=False, version=2)})
    found = compare(base, logs.but(run="cand").build(newer), policy)
    line = _line(found, "outcome")
    assert (line.verdict, line.why) == ("not compared", "scorer versions differ: base 1, candidate 2")
    assert found.new_failures == ()


def test_a_small_loss_that_too_few_sessions_cannot_bound_is_left_open_unless_the_policy_lets_it_pass(
    logs: LogBuilder, policy: Policy
) -> None:
    names = [f"p{number:02}" for number in range(12)]
    base = logs.build({(name, 1): {**CLEAN, "outcome": "pass"} for name in names})
    one_less = {(name, 1): {**CLEAN, "outcome": "fail" if name == "p00" else "pass"} for name in names}
    candidate = logs.but(run="cand").build(one_less)
    assert _gate(compare(base, candidate, policy), "outcome").standing == "could not be judged"
    lenient = policy.model_copy(update={"when_undecided": "pass"})
    assert compare(base, candidate, lenient).exit_code == 0


def test_flaky_personas_and_pass_k_are_counted_per_run(logs: LogBuilder, policy: Policy) -> None:
    base = logs.build({("runner", epoch): {"outcome": "pass" if epoch < 4 else "fail"} for epoch in range(1, 5)})
    found = compare(base, base, policy)
    assert [(item.run, item.persona, item.passed, item.total) for item in found.flaky] == [
        ("base", "runner", 3, 4),
        ("candidate", "runner", 3, 4),
    ]
    assert [item.base.mean for item in found.reliability if item.base] == [0.75, 0.5, 0.25, 0.0]


def test_the_same_session_twice_is_refused(logs: LogBuilder, policy: Policy) -> None:
    # The seed of the builder rests on the letters, so that these two share theirs; the persona is forced equal.
    run = logs.build({("runner", 1): CLEAN, ("runner", 2): CLEAN})
    doubled = type(run)(run.header, run.scores, run.sessions.with_columns(seed=1))
    with pytest.raises(LogUnreadable, match="share persona and seed"):
        compare(doubled, doubled, policy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version = 2", "version: Input should be 1"),
        ("confidence = 'x'", "version: Field required"),
        ("version = 1\nconfidence = 0.95\ndefault_margin = 0.05\nmargins = 1", "margins: Extra inputs"),
        ("version = ", "cannot be read"),
    ],
)
def test_a_bad_policy_names_the_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(text)
    with pytest.raises(PolicyInvalid, match=message):
        read_policy(path)
