"""What the gate makes of two runs: worse, a new failure, a margin not kept, or nothing that could be judged."""

import random
from pathlib import Path

import pytest
from comparisons import CLEAN, LogBuilder, Population, Scores, gate_line, line_of, scored

from reports.compare import compare
from reports.errors import PolicyInvalid
from reports.policy import Policy, read_policy


def test_a_clear_fall_is_called_worse_and_fails_the_gate(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    draw = random.Random(3)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": draw.gauss(0.9, 0.02)}))
    worse = thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": draw.gauss(0.8, 0.02)})
    found = compare(base, logs.but(run="cand").build(worse), policy)
    assert line_of(found, "intake_fidelity").verdict == "worse"
    assert gate_line(found, "intake_fidelity").standing == "regressed"
    assert found.exit_code == 1


def test_one_wrong_value_now_and_then_moves_no_mean_and_is_called_by_the_share_that_passes(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    right, wrong = scored(1.0, passed=True), scored(0.97, passed=False)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": right}))
    struck = thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": wrong if name < "p15" and epoch == 1 else right})
    found = compare(base, logs.but(run="cand").build(struck), policy)
    mean, share = (line for line in found.lines if line.scorer == "intake_fidelity")
    assert (mean.title, mean.of, mean.binary) == ("intake_fidelity", "value", False)
    assert (share.title, share.of, share.binary) == ("intake_fidelity passed", "passes", True)
    assert gate_line(found, "intake_fidelity: ").standing == "pass"
    assert gate_line(found, "intake_fidelity passed: ").standing == "regressed"
    assert (share.verdict, found.exit_code) == ("worse", 1)


def test_a_share_is_better_when_it_is_higher_whatever_the_number(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    lines = tuple(
        line.model_copy(update={"pass_margin": 0.05}) if line.scorer == "intake_economy" else line
        for line in policy.non_inferiority
    )
    gated = policy.model_copy(update={"non_inferiority": lines})
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_economy": scored(9.0, passed=True)}))
    worse = thirty(lambda name, epoch: {**CLEAN, "intake_economy": scored(9.0, passed=epoch > 1)})
    found = compare(base, logs.but(run="cand").build(worse), gated)
    assert gate_line(found, "intake_economy passed").standing == "regressed"
    assert gate_line(found, "intake_economy: ").standing == "pass"


def test_fewer_is_better_where_the_policy_says_so(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    draw = random.Random(3)
    base = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_economy": draw.gauss(20, 1)}))
    longer = thirty(lambda name, epoch: {**CLEAN, "intake_economy": draw.gauss(26, 1)})
    candidate = logs.but(run="cand").build(longer)
    assert line_of(compare(base, candidate, policy), "intake_economy").verdict == "worse"
    assert gate_line(compare(base, candidate, policy), "intake_economy").standing == "regressed"
    assert line_of(compare(candidate, base, policy), "intake_economy").verdict == "better"
    assert gate_line(compare(candidate, base, policy), "intake_economy").standing == "pass"


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ({"safety_decision": scored("false_approval", passed=False)}, "safety_decision: false_approval"),
        ({"gate_integrity": scored("fail", passed=False)}, "gate_integrity"),
        ({"contraindications_respected": scored("fail", passed=False)}, "contraindications_respected"),
        (
            {"unspoken": scored("fail", passed=False, findings=[{"what": "x", "rule": "framework_name"}])},
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
    found = gate_line(compare(base, candidate, policy), line)
    assert (found.standing, found.sessions) == ("regressed", ("p07/3",))
    assert compare(base, candidate, policy).exit_code == 1
    assert compare(candidate, candidate, policy).exit_code == 0, "a failure of both is not new"


def test_a_false_block_is_no_zero_tolerance_failure(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    base = logs.build(thirty(lambda name, epoch: CLEAN))
    blocked = {"safety_decision": scored("false_block", passed=False)}
    candidate = thirty(lambda name, epoch: {**CLEAN, **(blocked if (name, epoch) == ("p07", 3) else {})})
    found = compare(base, logs.but(run="cand").build(candidate), policy)
    assert gate_line(found, "safety_decision: false_approval").standing == "pass"
    assert [(item.candidate_session, item.value) for item in found.new_failures] == [("p07/3", "false_block")]


def test_off_script_sessions_leave_the_difference_but_not_the_zero_tolerance_lines(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    base = logs.build(thirty(lambda name, epoch: CLEAN))
    odd = {**CLEAN, "persona_fidelity": "fail", "gate_integrity": "fail", "unspoken": "fail"}
    candidate = thirty(lambda name, epoch: odd if (name, epoch) == ("p07", 3) else CLEAN)
    found = compare(base, logs.but(run="cand").build(candidate), policy)
    line = line_of(found, "unspoken")
    assert line.estimate is not None
    assert line.with_off_script is not None
    assert (line.estimate.pairs, line.estimate.fell, line.counts.off_script) == (119, 0, 1)
    assert (line.with_off_script.pairs, line.with_off_script.fell) == (120, 1)
    assert [(item.run, item.session) for item in found.off_script] == [("candidate", "p07/3")]
    assert gate_line(found, "gate_integrity").standing == "regressed"


def test_what_cannot_be_judged_is_never_a_pass(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    sessions = thirty(lambda name, epoch: CLEAN)
    base = logs.build(sessions)
    fewer = {key: scores for key, scores in sessions.items() if key != ("p03", 1)}
    silent = {**sessions, ("p03", 1): {**CLEAN, "gate_integrity": scored("not_judged", passed=None)}}
    unscored = {key: {"unspoken": "pass"} for key in sessions}
    newer = {key: {**CLEAN, "gate_integrity": scored("pass", passed=True, version=2)} for key in sessions}
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
    silent = {**judged, ("p03", 1): {**CLEAN, "outcome": scored("not_judged", passed=None)}}
    base, candidate = logs.build(judged), logs.but(run="cand").build(silent)
    found = gate_line(compare(base, candidate, policy), "outcome")
    assert (found.standing, found.why) == (
        "could not be judged",
        "1 session judged in the base and not in the candidate",
    )
    assert gate_line(compare(candidate, base, policy), "outcome").standing == "pass"
    assert line_of(compare(candidate, base, policy), "outcome").counts.not_judged == 1


def test_a_scorer_that_does_not_apply_is_an_answer(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    idle = {**CLEAN, "gate_integrity": scored("not_applicable", passed=None)}
    run = logs.build(thirty(lambda name, epoch: idle if name == "p00" else CLEAN))
    found = compare(run, run, policy)
    assert found.exit_code == 0
    assert line_of(found, "gate_integrity").counts.not_applicable == 4


def test_a_small_loss_that_too_few_sessions_cannot_bound_is_left_open_unless_the_policy_lets_it_pass(
    logs: LogBuilder, policy: Policy
) -> None:
    names = [f"p{number:02}" for number in range(12)]
    base = logs.build({(name, 1): {**CLEAN, "outcome": "pass"} for name in names})
    one_less = {(name, 1): {**CLEAN, "outcome": "fail" if name == "p00" else "pass"} for name in names}
    candidate = logs.but(run="cand").build(one_less)
    assert gate_line(compare(base, candidate, policy), "outcome").standing == "could not be judged"
    lenient = policy.model_copy(update={"when_undecided": "pass"})
    assert compare(base, candidate, lenient).exit_code == 0


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
