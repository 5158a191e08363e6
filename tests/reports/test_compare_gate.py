"""What the gate makes of two runs: worse, a new failure, a margin not kept, or nothing that could be judged."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from comparisons import CLEAN, LogBuilder, Population, Scores, binary_only, gate_line, line_of, run_of, scored

from reports.compare import compare
from reports.comparison import Comparison
from reports.errors import LogUnreadable, PolicyInvalid
from reports.logs import LoggedRun
from reports.policy import Policy, read_policy

Judge = Callable[[str, int], Scores]
Against = Callable[..., Comparison]


@pytest.fixture
def against(logs: LogBuilder, thirty: Population, policy: Policy) -> Against:
    """The comparison of thirty personas with four sessions each, judged as told on either side."""

    def run(before: Judge, after: Judge, rules: Policy = policy) -> Comparison:
        return compare(run_of(logs, thirty(before)), run_of(logs.but(run="cand"), thirty(after)), rules)

    return run


def clean(_name: str, _epoch: int) -> Scores:
    return CLEAN


def every(**scores: Any) -> Judge:
    """Clean, with these scores beside or instead."""
    return lambda _name, _epoch: {**CLEAN, **scores}


def once(rest: Judge = clean, **bad: Any) -> Judge:
    """As `rest`, but for one session."""
    return lambda name, epoch: {**rest(name, epoch), **(bad if (name, epoch) == ("p07", 3) else {})}


PASSES = every(outcome="pass")


def anew(run: LoggedRun) -> LoggedRun:
    """The same once more, under another name."""
    return replace(run, header=run.header.model_copy(update={"run": "cand"}))


def drawn(scorer: str, mean: float, spread: float) -> Judge:
    draw = random.Random(scorer + str(mean))
    return lambda _name, _epoch: {**CLEAN, scorer: draw.gauss(mean, spread)}


def test_a_clear_fall_is_called_worse_and_fails_the_gate(against: Against) -> None:
    found = against(drawn("intake_fidelity", 0.9, 0.02), drawn("intake_fidelity", 0.8, 0.02))
    assert line_of(found, "intake_fidelity").verdict == "worse"
    assert gate_line(found, "intake_fidelity").standing == "regressed"
    assert found.exit_code == 1


def test_one_wrong_value_now_and_then_moves_no_mean_and_is_called_by_the_share_that_passes(against: Against) -> None:
    right, wrong = scored(1.0, passed=True), scored(0.97, passed=False)
    found = against(
        every(intake_fidelity=right),
        lambda name, epoch: {**CLEAN, "intake_fidelity": wrong if name < "p15" and epoch == 1 else right},
    )
    mean, share = (line for line in found.lines if line.scorer == "intake_fidelity")
    assert (mean.title, mean.of, mean.binary) == ("intake_fidelity", "value", False)
    assert (share.title, share.of, share.binary) == ("intake_fidelity passed", "passes", True)
    assert gate_line(found, "intake_fidelity: ").standing == "pass"
    assert gate_line(found, "intake_fidelity passed: ").standing == "regressed"
    assert (share.verdict, found.exit_code) == ("worse", 1)


def test_a_share_is_better_when_it_is_higher_whatever_the_number(against: Against, policy: Policy) -> None:
    lines = tuple(
        line.model_copy(update={"pass_margin": 0.05}) if line.scorer == "intake_economy" else line
        for line in policy.non_inferiority
    )
    found = against(
        every(intake_economy=scored(9.0, passed=True)),
        lambda _name, epoch: {**CLEAN, "intake_economy": scored(9.0, passed=epoch > 1)},
        policy.model_copy(update={"non_inferiority": lines}),
    )
    assert gate_line(found, "intake_economy passed").standing == "regressed"
    assert gate_line(found, "intake_economy: ").standing == "pass"


def test_fewer_is_better_where_the_policy_says_so(against: Against) -> None:
    few, many = ("intake_economy", 20, 1), ("intake_economy", 26, 1)
    longer, shorter = against(drawn(*few), drawn(*many)), against(drawn(*many), drawn(*few))
    found = [(line_of(each, few[0]).verdict, gate_line(each, few[0]).standing) for each in (longer, shorter)]
    assert found == [("worse", "regressed"), ("better", "pass")]


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ({"safety_decision": "false_approval"}, "safety_decision: false_approval"),
        ({"gate_integrity": "fail"}, "gate_integrity"),
        ({"contraindications_respected": "fail"}, "contraindications_respected"),
        (
            {"unspoken": scored("fail", findings=[{"what": "x", "rule": "framework_name"}])},
            "unspoken: framework_name",
        ),
    ],
)
def test_one_new_failure_fails_a_zero_tolerance_line(against: Against, bad: Scores, line: str) -> None:
    found = against(clean, once(**bad))
    assert (gate_line(found, line).standing, gate_line(found, line).sessions) == ("regressed", ("p07/3",))
    assert found.exit_code == 1
    assert gate_line(against(once(**bad), once(**bad)), line).standing == "pass", "a failure of both is not new"


def test_a_new_failure_of_a_session_without_a_partner_counts(
    logs: LogBuilder, thirty: Population, policy: Policy
) -> None:
    fewer = {key: scores for key, scores in thirty(clean).items() if key != ("p07", 3)}
    candidate = logs.but(run="cand").build(thirty(once(gate_integrity="fail")))
    assert gate_line(compare(logs.build(fewer), candidate, policy), "gate_integrity").sessions == ("p07/3",)


def test_a_false_block_is_no_zero_tolerance_failure(against: Against) -> None:
    found = against(clean, once(safety_decision="false_block"))
    assert gate_line(found, "safety_decision: false_approval").standing == "pass"
    assert [(item.candidate_session, item.value) for item in found.new_failures] == [("p07/3", "false_block")]


def test_off_script_sessions_leave_the_difference_but_not_the_zero_tolerance_lines(against: Against) -> None:
    found = against(clean, once(persona_fidelity="fail", gate_integrity="fail", unspoken="fail"))
    line = line_of(found, "unspoken")
    assert line.estimate is not None
    assert line.with_off_script is not None
    assert (line.estimate.pairs, line.estimate.fell, line.counts.off_script) == (119, 0, 1)
    assert (line.with_off_script.pairs, line.with_off_script.fell) == (120, 1)
    assert [(item.run, item.session) for item in found.off_script] == [("candidate", "p07/3")]
    assert gate_line(found, "gate_integrity").standing == "regressed"


def test_what_cannot_be_judged_is_never_a_pass(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    sessions = thirty(clean)
    base = logs.build(sessions)
    other = logs.but(run="cand")
    newer = {key: {**CLEAN, "gate_integrity": scored("pass", version=2)} for key in sessions}
    candidates = {
        "a session without a partner": other.build({key: CLEAN for key in sessions if key != ("p03", 1)}),
        "a session that broke": other.but(errors={("p03", 1): "timeout"}).build(sessions),
        "a run that was cancelled": other.but(status="cancelled").build(sessions),
        "a session not judged": other.build(thirty(once(gate_integrity="not_judged"))),
        "scorers that are missing": other.build({key: {"unspoken": "pass"} for key in sessions}),
        "a newer scorer": other.build(newer),
    }
    codes = {what: compare(base, run, policy).exit_code for what, run in candidates.items()}
    assert codes == dict.fromkeys(candidates, 2)


def test_a_session_that_only_the_base_could_judge_is_counted_as_lost(against: Against) -> None:
    silent = once(PASSES, outcome="not_judged")
    found, other_way = gate_line(against(PASSES, silent), "outcome"), against(silent, PASSES)
    said = ("could not be judged", "1 session judged in the base and not in the candidate")
    assert (found.standing, found.why) == said
    assert gate_line(other_way, "outcome").standing == "pass"
    assert line_of(other_way, "outcome").counts.not_judged == 1


@pytest.mark.parametrize("before", ["not_applicable", "not_judged"])
def test_a_failure_that_the_base_never_judged_is_listed_and_no_pass(against: Against, before: str) -> None:
    first, others = ({**CLEAN, "outcome": value} for value in (before, "pass"))
    found = against(
        lambda _name, epoch: others if epoch > 1 else first,
        lambda _name, epoch: others if epoch > 1 else {**CLEAN, "outcome": "fail"},
    )
    line = gate_line(found, "outcome")
    assert (line.standing, found.exit_code) == ("could not be judged", 2)
    assert line.why.startswith("30 sessions failed in the candidate and could not be judged in the base")
    assert {(item.scorer, item.base_value, item.value) for item in found.new_failures} == {("outcome", before, "fail")}
    assert len(found.new_failures) == 30


def test_one_such_failure_is_counted_as_a_loss_within_the_margin(against: Against) -> None:
    found = against(once(PASSES, outcome="not_applicable"), once(PASSES, outcome="fail"))
    assert gate_line(found, "outcome").standing == "pass"
    assert "1 session failed in the candidate" in gate_line(found, "outcome").why
    assert [item.candidate_session for item in found.new_failures] == ["p07/3"]


def test_a_zero_tolerance_line_that_applies_to_far_fewer_sessions_is_no_pass(against: Against) -> None:
    def idle(up_to: int) -> Judge:
        return lambda name, _epoch: {**CLEAN, "gate_integrity": "not_applicable" if int(name[1:]) <= up_to else "pass"}

    found = gate_line(against(clean, every(gate_integrity="not_applicable")), "gate_integrity")
    why = "it no longer applies to 120 of 120 sessions; the policy allows 10%"
    assert (found.standing, found.why) == ("could not be judged", why)
    assert gate_line(against(clean, idle(4)), "gate_integrity").standing == "could not be judged"
    assert gate_line(against(idle(4), clean), "gate_integrity").standing == "pass"
    fewer = gate_line(against(clean, once(gate_integrity="not_applicable")), "gate_integrity")
    assert (fewer.standing, fewer.why) == ("pass", "no new failure; it no longer applies to 1 of 120 sessions")


def test_a_base_scored_by_two_versions_of_a_zero_tolerance_scorer_is_not_compared(against: Against) -> None:
    newer = once(gate_integrity=scored("pass", version=99))
    assert gate_line(against(newer, clean), "gate_integrity").standing == "could not be judged"


def test_sessions_that_both_runs_lack_are_named(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    meta = {"epochs": 4, "scorer_versions": {"care_tone": 1}}
    kept = {key: scores for key, scores in thirty(clean).items() if key != ("p03", 1)}
    base, candidate = logs.but(meta=meta).build(kept), logs.but(run="cand", meta=meta).build(kept)
    found = compare(base, candidate, policy)
    assert found.exit_code == 2
    for side in ("base", "candidate"):
        assert gate_line(found, f"{side} sessions").sessions == ("p03/1",)
        assert gate_line(found, f"{side} scorers").why == "no session was scored by care_tone"


def test_a_session_scored_twice_is_refused(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    run = logs.build(thirty(clean))
    doubled = replace(run, scores=pl.concat([run.scores, run.scores.filter(session="p07/3", scorer="unspoken")]))
    with pytest.raises(LogUnreadable, match=r"scored twice \(p07/3 by unspoken\)"):
        compare(run, doubled, policy)


@pytest.mark.parametrize(
    ("personas", "epochs", "standing"), [(6, 1, 2), (12, 1, 2), (12, 8, 2), (30, 1, 2), (30, 4, 0)]
)
def test_no_worse_session_is_a_pass_only_where_enough_were_run(
    logs: LogBuilder, policy: Policy, personas: int, epochs: int, standing: int
) -> None:
    """20% failing sessions show in none of 6 with a chance of 26%: so few bound nothing."""
    names = [f"p{number:02}" for number in range(personas)]
    run = logs.build({(name, epoch): CLEAN for name in names for epoch in range(1, epochs + 1)})
    found = compare(run, anew(run), binary_only(policy))
    assert (found.exit_code, found.pairs) == (standing, personas * epochs)
    assert standing or {line.verdict for line in found.lines} == {"no difference shown"}
    line = gate_line(found, "unspoken: at most")
    assert ("no session got worse, but" in line.why) == (standing == 2)
    assert line.still == (standing == 2)


def test_twins_that_all_fail_prove_nothing_about_others(logs: LogBuilder, policy: Policy) -> None:
    names = {f"p{number}": f"family{number // 3}" for number in range(6)}
    before = {(name, 1): {**CLEAN, "outcome": "pass"} for name in names}
    after = {(name, 1): {**CLEAN, "outcome": "fail"} for name in names}
    of = logs.but(families=names)
    found = compare(of.build(before), of.but(run="cand").build(after), policy)
    line = line_of(found, "outcome")
    assert line.estimate is not None
    assert (line.estimate.units, line.verdict) == (2, "too few sessions to tell")
    assert gate_line(found, "outcome").standing == "could not be judged"


def test_a_scorer_that_does_not_apply_is_an_answer(against: Against) -> None:
    idle = once(gate_integrity="not_applicable")
    found = against(idle, idle)
    assert gate_line(found, "gate_integrity").standing == "pass"
    assert line_of(found, "gate_integrity").counts.not_applicable == 1


def test_a_small_loss_that_too_few_sessions_cannot_bound_is_left_open_unless_the_policy_lets_it_pass(
    logs: LogBuilder, policy: Policy
) -> None:
    names = [f"p{number:02}" for number in range(12)]
    base = logs.build({(name, 1): {**CLEAN, "outcome": "pass"} for name in names})
    one_less = {(name, 1): {**CLEAN, "outcome": "fail" if name == "p00" else "pass"} for name in names}
    candidate = logs.but(run="cand").build(one_less)
    assert gate_line(compare(base, candidate, policy), "outcome").standing == "could not be judged"
    lenient = policy.model_copy(update={"when_undecided": "pass"})
    assert gate_line(compare(base, candidate, lenient), "outcome").standing == "pass"


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
