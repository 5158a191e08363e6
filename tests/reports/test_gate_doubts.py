"""Runs that look fine and cannot be judged: what they leave open is said, and is never a pass."""

from dataclasses import replace
from pathlib import Path

import pytest
from comparisons import CLEAN, LogBuilder, Scores, binary_only, gate_line, line_of, run_of, scored

from evals.checks.scorer_descriptions import ABOUT
from evals.commands.options import POLICY_FILE
from evals.commands.policy_names import require_known
from evals.commands.written_pages import write_pages
from reports.blocks import Banner
from reports.compare import compare
from reports.comparison import Comparison
from reports.comparison_blocks import blocks
from reports.errors import LogUnreadable, PolicyInvalid
from reports.escape import file_name
from reports.policy import NonInferiority, Policy, read_policy
from reports.stored import read_stored, write_stored
from reports.terminal import render

GOOD: Scores = {**CLEAN, "outcome": "pass", "intake_economy": scored(8, passed=True)}
"""What 160 sessions of as many personas pass."""


def both(logs: LogBuilder, policy: Policy, base: list[Scores], candidate: list[Scores]) -> Comparison:
    """A session of each of as many personas."""
    runs = (
        run_of(logs.but(run=run), {(f"p{number:03}", 1): scores for number, scores in enumerate(judged)})
        for run, judged in (("base-run", base), ("cand", candidate))
    )
    return compare(*runs, policy)


def test_a_run_compared_with_itself_could_not_be_judged(logs: LogBuilder, policy: Policy) -> None:
    run = logs.build({(f"p{number:03}", 1): GOOD for number in range(160)})
    found = compare(run, run, binary_only(policy))
    assert (found.exit_code, gate_line(found, "runs").why) == (
        2,
        "base and candidate are the same run, so there is nothing to compare",
    )


def test_a_candidate_whose_record_does_not_hold_could_not_be_judged(logs: LogBuilder, policy: Policy) -> None:
    sessions = {(f"p{number:03}", 1): GOOD for number in range(160)}
    base, candidate = logs.build(sessions), logs.but(run="cand").build(sessions)
    found = compare(base, replace(candidate, doubts=("its scores were edited",)), binary_only(policy))
    assert (found.exit_code, gate_line(found, "candidate record").why) == (2, "its scores were edited")
    bare = compare(base, replace(candidate, has_manifest=False), binary_only(policy))
    assert (bare.exit_code, any("candidate has no manifest" in caution for caution in bare.cautions)) == (2, True)
    assert gate_line(bare, "candidate record").why.startswith("it has no manifest beside its log")
    write_stored(candidate, logs.folder / "kept")
    kept = compare(base, replace(read_stored(logs.folder / "kept"), has_manifest=False), binary_only(policy))
    assert (kept.exit_code, any("candidate is kept as tables" in caution for caution in kept.cautions)) == (0, True)


@pytest.mark.parametrize(("astray", "code"), [(0, 0), (2, 0), (12, 2), (80, 2)])
def test_athletes_who_leave_the_script_in_the_candidate_hide_nothing(
    logs: LogBuilder, policy: Policy, astray: int, code: int
) -> None:
    off = {**GOOD, "persona_fidelity": "fail", "outcome": "fail"}
    found = both(logs, binary_only(policy), [GOOD] * 160, [off] * astray + [GOOD] * (160 - astray))
    assert found.exit_code == code


def test_athletes_who_leave_the_script_as_often_in_both_are_bounded_by_the_policy(
    logs: LogBuilder, policy: Policy
) -> None:
    off = {**GOOD, "persona_fidelity": "fail"}
    some, many = ([off] * number + [GOOD] * (160 - number) for number in (32, 33))
    rules = binary_only(policy)
    assert (both(logs, rules, some, some).exit_code, both(logs, rules, many, many).exit_code) == (0, 2)


@pytest.mark.parametrize("unjudged", [{**GOOD, "outcome": "not_judged"}, {**CLEAN}])
def test_a_scorer_that_left_too_many_sessions_of_both_runs_unjudged_is_no_pass(
    logs: LogBuilder, policy: Policy, unjudged: Scores
) -> None:
    rules = binary_only(policy)
    few, many = ([unjudged] * number + [GOOD] * (160 - number) for number in (16, 90))
    assert gate_line(both(logs, rules, few, few), "outcome").standing == "pass"
    line = gate_line(both(logs, rules, many, many), "outcome")
    assert (line.standing, line.why) == ("could not be judged", "not judged in 90 of 160 pairs; the policy allows 10%")


LOWER = 'lower_is_better = ["cost", "loop_health", "intake_economy"'
LAST_LINE = 'pass_margin = 0.03\nbetter = "lower"'
SCRIPT = 'off_script = "persona_fidelity"'
OUTCOME = f'{LAST_LINE}\n[[non_inferiority]]\nscorer = "outcome"\nmargin = 0.05\n'


def zero(scorer: str, more: str = "") -> dict[str, str]:
    line = f'[[zero_tolerance]]\nscorer = "{scorer}"\n{more}\nbecause = "it must not happen"\n'
    return {LAST_LINE: f"{LAST_LINE}\n{line}"}


def margins(scorer: str, *values: float) -> dict[str, str]:
    lines = (f'\n[[non_inferiority]]\nscorer = "{scorer}"\nmargin = {value}\n' for value in values)
    return {LAST_LINE: LAST_LINE + "".join(lines)}


FAULTY: dict[str, tuple[dict[str, str], str]] = {
    "a misspelt scorer with a margin": ({'"intake_complete"\nmargin': '"intake_compleet"\nmargin'}, "did you mean"),
    "a misspelt scorer of zero tolerance": ({'"gate_integrity"': '"gate_integritty"'}, "did you mean"),
    "a misspelt value": ({"false_approval": "false_aproval"}, "did you mean"),
    "a misspelt rule": ({"framework_name": "framework_nam"}, "did you mean"),
    "a misspelt scorer of the script": ({SCRIPT: 'off_script = "persona_fidelty"'}, "did you mean"),
    "zero tolerance for a number": (zero("intake_fidelity", 'values = ["fail"]'), "intake_fidelity"),
    "zero tolerance for what never fails": (zero("cost"), "cost"),
    "a rule of a scorer without rules": (zero("care_tone", 'rules = ["shmaes_athlete_typo"]'), "`rules` for care_tone"),
    "a value for a rule": (zero("safety_decision", 'rules = ["false_approval"]'), "`rules` for safety_decision"),
    "a rule that no plan is judged by": (zero("plan_validity", 'rules = ["load_hard_cuont"]'), "load_hard_cuont"),
    "a margin that nothing exceeds": (margins("care_tone", 100), "care_tone"),
    "two margins for one scorer": (margins("care_tone", 0.02, 0.01), "care_tone"),
    "a margin for what is only reported": (margins("loop_health", 0.01), "loop_health"),
    "a margin for what has zero tolerance": (margins("gate_integrity", 0.01), "gate_integrity"),
    "fewer passes are better": ({LOWER: f'{LOWER}, "outcome"'}, "lower_is_better names outcome"),
    "fewer facts are better": ({LOWER: f'{LOWER}, "intake_complete"'}, "lower_is_better names intake_complete"),
    "a line that likes fewer passes": ({LAST_LINE: f'{OUTCOME}better = "lower"'}, 'better = "lower" for outcome'),
    "a share of what only passes or fails": ({LAST_LINE: f"{OUTCOME}pass_margin = 0.05"}, "pass_margin for outcome"),
    "two directions": ({LAST_LINE: 'better = "higher"'}, "has better = .* and stands in lower_is_better"),
    "more is better": ({LAST_LINE: "", ', "intake_economy"]': "]"}, "intake_economy is gated as if higher were better"),
    "a share that may be lost": ({LAST_LINE: "pass_margin = 1"}, r"2.pass_margin: Input should be less than 1"),
    "a default that lets all pass": ({"margin = 0.05": "margin = 1.0"}, "default_margin: Input should be less than 1"),
    "another scorer of the script": ({SCRIPT: 'off_script = "outcome"'}, 'off_script = "outcome"'),
}


@pytest.mark.parametrize(("edits", "named"), FAULTY.values(), ids=FAULTY)
def test_a_policy_that_lets_a_loss_pass_or_names_what_there_is_not_is_a_usage_error(
    tmp_path: Path, edits: dict[str, str], named: str
) -> None:
    path, text = tmp_path / "gate.toml", POLICY_FILE.read_text()
    require_known(read_policy(POLICY_FILE), POLICY_FILE)
    for right, wrong in edits.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    path.write_text(text)
    with pytest.raises(PolicyInvalid, match=named) as raised:
        require_known(read_policy(path), path)
    assert raised.value.exit_code == 64


def test_a_policy_that_gates_nothing_is_a_usage_error(tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(f"version = 1\nconfidence = 0.95\ndefault_margin = 0.05\nreport_only = {list(ABOUT)}\n")
    with pytest.raises(PolicyInvalid, match="gates no scorer"):
        require_known(read_policy(path), path)
    path.write_text(path.read_text().replace("'outcome', ", ""))
    require_known(read_policy(path), path)


def test_a_pass_fail_scorer_that_only_the_runs_know_has_one_direction_too(logs: LogBuilder, policy: Policy) -> None:
    run = logs.build({("p", 1): {**GOOD, "own": "pass", "count": scored(3, passed=True)}})
    require_known(policy.model_copy(update={"lower_is_better": ("count",)}), POLICY_FILE, run)
    with pytest.raises(PolicyInvalid, match="lower_is_better names own"):
        require_known(policy.model_copy(update={"lower_is_better": ("own",)}), POLICY_FILE, run)


def test_total_failure_fails_the_gate_whatever_the_policy_calls_better(logs: LogBuilder, policy: Policy) -> None:
    """Should such a policy get past the checks of its names."""
    line = NonInferiority(scorer="outcome", margin=0.05, better="lower")
    for update in ({"lower_is_better": ("outcome",)}, {"non_inferiority": (line,)}):
        rules = binary_only(policy).model_copy(update=update)
        found = both(logs, rules, [GOOD] * 60, [{**GOOD, "outcome": "fail"}] * 60)
        assert (found.exit_code, gate_line(found, "outcome").standing) == (1, "regressed")
        assert line_of(found, "outcome").verdict == "worse"


def test_no_gate_line_is_no_pass_in_any_form(logs: LogBuilder, policy: Policy) -> None:
    reported = [{"cost": scored(1.0)}] * 60
    found = both(logs, binary_only(policy).model_copy(update={"zero_tolerance": ()}), reported, reported)
    assert (found.exit_code, [line.why for line in found.gate]) == (2, ["the policy gates no scorer of these runs"])
    assert "All 0" not in render(blocks(found))


def test_zero_tolerance_for_what_no_session_was_judged_by_is_no_pass(logs: LogBuilder, policy: Policy) -> None:
    idle = [{**GOOD, "contraindications_respected": "not_applicable"}] * 160
    line = gate_line(both(logs, policy, idle, idle), "contraindications_respected")
    assert (line.standing, line.why) == ("could not be judged", "no session of either run was judged by it")


def test_a_scorer_that_stops_applying_to_many_sessions_is_no_pass(logs: LogBuilder, policy: Policy) -> None:
    rules, idle = binary_only(policy), {**GOOD, "outcome": "not_applicable"}
    few, many = ([idle] * number + [GOOD] * (160 - number) for number in (16, 17))
    assert gate_line(both(logs, rules, [GOOD] * 160, few), "outcome").standing == "pass"
    line = gate_line(both(logs, rules, [GOOD] * 160, many), "outcome")
    why = "it no longer applies to 17 of 160 sessions; the policy allows 10%"
    assert (line.standing, line.why) == ("could not be judged", why)


def test_a_line_for_a_scorer_of_neither_run_could_not_be_judged(logs: LogBuilder, policy: Policy) -> None:
    line = gate_line(both(logs, policy, [GOOD] * 9, [GOOD] * 9), "intake_complete")
    assert (line.standing, line.why) == ("could not be judged", "neither run was scored by it")


@pytest.mark.parametrize(("shift", "standing"), [(1, "pass"), (3, "regressed")])
def test_a_shift_of_all_sessions_is_its_own_bound(logs: LogBuilder, policy: Policy, shift: int, standing: str) -> None:
    after = {**GOOD, "intake_economy": scored(8 + shift, passed=True)}
    found = both(logs, policy, [GOOD] * 160, [after] * 160)
    assert gate_line(found, "intake_economy: ").standing == standing
    assert line_of(found, "intake_economy").verdict == "worse"


@pytest.mark.parametrize(("sessions", "failing"), [(6, 5), (12, 5), (160, 5)])
def test_table_and_gate_never_say_two_things_of_a_scorer(
    logs: LogBuilder, policy: Policy, sessions: int, failing: int
) -> None:
    after = [{**GOOD, "outcome": "fail"}] * failing + [GOOD] * (sessions - failing)
    found = both(logs, policy, [GOOD] * sessions, after)
    regressed = gate_line(found, "outcome").standing == "regressed"
    assert regressed == (line_of(found, "outcome").verdict == "worse")


def test_nothing_is_said_to_be_the_same_where_one_run_alone_was_judged(logs: LogBuilder, policy: Policy) -> None:
    base = [{**GOOD, "outcome": "not_applicable"}] * 40 + [GOOD] * 120
    found = both(logs, policy, base, [{**GOOD, "outcome": "fail"}] * 5 + [GOOD] * 155)
    text = render(blocks(found))
    assert "Every scorer found the same" not in text
    assert "none of 120" in text


def test_lines_that_too_few_sessions_leave_open_are_shown(logs: LogBuilder, policy: Policy) -> None:
    text = render(blocks(both(logs, binary_only(policy), [GOOD] * 12, [GOOD] * 12)))
    assert "no session got worse, but there are too few sessions" in " ".join(text.split())


def test_a_headline_counts_every_line(logs: LogBuilder, policy: Policy) -> None:
    (banner, *_) = blocks(both(logs, policy, [GOOD] * 12, [GOOD] * 12))
    assert isinstance(banner, Banner)
    number, _, names = banner.text.partition(" gate lines could not be judged (")
    named, _, more = names.partition(" and ")
    assert int(number) == len(named.split(", ")) + int(more.split()[0])


@pytest.mark.parametrize("number", [float("inf"), float("-inf")])
def test_a_score_that_is_no_finite_number_is_refused(logs: LogBuilder, policy: Policy, number: float) -> None:
    with pytest.raises(LogUnreadable, match=r"not finite numbers \(p008/1 by intake_economy\)"):
        both(logs, policy, [GOOD] * 9, [GOOD] * 8 + [{**GOOD, "intake_economy": scored(number, passed=True)}])


@pytest.mark.parametrize("run", ["../PWNED", "../../etc/x", "/srv/x", "..", "a\0b", "W" * 5000, "läufer/1"])
def test_no_name_of_a_run_leads_out_of_the_folder(tmp_path: Path, run: str) -> None:
    (path,) = write_pages({"md": b"x"}, tmp_path / "out", f"{run}..cand").values()
    assert path.resolve().parent == (tmp_path / "out").resolve()
    assert file_name("base-1..cand-2") == "base-1..cand-2"


def test_one_long_name_leaves_the_columns_of_the_table(logs: LogBuilder, policy: Policy) -> None:
    runs = (
        logs.but(run=run).build({("W" * 900, 1): {**GOOD, "outcome": came}})
        for run, came in (("base-run", "pass"), ("cand", "fail"))
    )
    text = render(blocks(compare(*runs, policy)))
    assert "because" in text.split("Newly failing")[1]
