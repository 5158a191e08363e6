"""Two runs against each other: what is compared, how a difference is tested, and what stands apart."""

from typing import Any

import pytest
from comparisons import CLEAN, LogBuilder, Population, line_of, scored

from evals.commands.stored_runs import restricted
from reports.compare import compare
from reports.errors import LogUnreadable
from reports.logs import LoggedRun
from reports.policy import Policy


def test_numbers_that_neither_pass_nor_fail_have_no_share(logs: LogBuilder, thirty: Population, policy: Policy) -> None:
    run = logs.build(thirty(lambda name, epoch: {**CLEAN, "intake_fidelity": 0.9}))
    assert [line.of for line in compare(run, run, policy).lines if line.scorer == "intake_fidelity"] == ["value"]


def test_one_trial_a_persona_is_tested_by_exact_mcnemar(logs: LogBuilder, policy: Policy) -> None:
    names = [f"p{number:02}" for number in range(21)]
    before = {(name, 1): {**CLEAN, "outcome": "pass" if index < 8 else "fail"} for index, name in enumerate(names)}
    after = {(name, 1): {**CLEAN, "outcome": "pass" if index in {7, 8} else "fail"} for index, name in enumerate(names)}
    line = line_of(compare(logs.build(before), logs.but(run="cand").build(after), policy), "outcome")
    assert line.estimate is not None
    assert (line.estimate.test, line.estimate.fell, line.estimate.rose) == ("exact McNemar", 7, 1)
    assert line.estimate.p == pytest.approx(0.0703, abs=5e-5)


def test_several_seeds_are_tested_with_clusters_and_twins_count_once(logs: LogBuilder, policy: Policy) -> None:
    names = [f"p{number:02}" for number in range(24)]
    families = {name: f"f{index // 2}" for index, name in enumerate(names)}
    sessions = {(name, epoch): {**CLEAN, "outcome": "pass"} for name in names for epoch in (1, 2)}
    run = logs.but(families=families).build(sessions)
    line = line_of(compare(run, run, policy), "outcome")
    assert line.estimate is not None
    assert (line.estimate.pairs, line.estimate.personas, line.estimate.units) == (48, 24, 12)
    assert line.estimate.test == "clustered paired t, bootstrap over clusters"


def test_few_personas_are_too_few_and_the_report_says_how_many_are_needed(logs: LogBuilder, policy: Policy) -> None:
    one = logs.build({("runner", epoch): CLEAN for epoch in range(1, 5)})
    assert {line.verdict for line in compare(one, one, policy).lines} == {"too few sessions to tell"}
    five = logs.build({(name, 1): CLEAN for name in "abcde"})
    line = line_of(compare(five, five, policy), "unspoken")
    assert line.why == "at least 6 independent personas are needed to tell"


@pytest.mark.parametrize(
    ("meta", "caution", "change"),
    [
        ({"datasets": {"personas": "x"}}, "The persona files differ", ("dataset personas", None, "x")),
        (
            {"judge": "anthropic/claude-opus-5-5"},
            "Different models judged (base none, candidate anthropic/claude-opus-5-5)",
            ("judge", "none", "anthropic/claude-opus-5-5"),
        ),
        ({"review": "hold"}, "(--review: base unknown, candidate hold)", ("review", "unknown", "hold")),
        ({"hearing": "hostile"}, "hearing differs (base clean, candidate hostile)", ("hearing", "clean", "hostile")),
    ],
)
def test_what_else_could_make_a_difference_is_said(
    logs: LogBuilder, policy: Policy, meta: dict[str, Any], caution: str, change: tuple[str, str | None, str]
) -> None:
    sessions = {("a", 1): CLEAN}
    base, candidate = logs.build(sessions), logs.but(run="cand", meta=meta).build(sessions)
    found = compare(base, candidate, policy)
    assert caution in " ".join(found.cautions)
    assert [(each.what, each.base, each.candidate) for each in found.changes] == [change]
    assert caution not in " ".join(compare(base, base, policy).cautions)


@pytest.mark.parametrize(
    ("base", "candidate", "caution"),
    [
        ("x", "x", None),
        ("x", "y", "The persona files differ"),
        ("x", None, "Whether the persona files changed is not known"),
    ],
)
def test_chosen_personas_keep_what_is_known_of_their_files(
    logs: LogBuilder, policy: Policy, base: str, candidate: str | None, caution: str | None
) -> None:
    """`candidate` None: it was run with the chosen persona alone."""

    def chosen(run: str, digest: str | None) -> LoggedRun:
        names = ["a"] if digest is None else ["a", "b"]
        built = logs.but(run=run, meta={"datasets": {"personas": digest or "z"}})
        return restricted(built.build({(name, 1): CLEAN for name in names}), ["a"])

    found = compare(chosen("base", base), chosen("cand", candidate), policy)
    said = [each for each in found.cautions if "persona files" in each]
    assert [each.startswith(caution or "") for each in said] == ([True] if caution else [])
    assert bool(found.changes) == (candidate == "y")


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
    newer = thirty(lambda name, epoch: {**CLEAN, "outcome": scored("fail", version=2)})
    found = compare(base, logs.but(run="cand").build(newer), policy)
    line = line_of(found, "outcome")
    assert (line.verdict, line.why) == ("not compared", "scorer versions differ: base 1, candidate 2")
    assert found.new_failures == ()


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


def test_the_size_that_would_have_been_seen_counts_twins_once(logs: LogBuilder, policy: Policy) -> None:
    """81 personas in 54 families, four sessions each: 3.6 points, not the 2.5 of 81 strangers."""
    families = {f"p{number:02}": f"f{number % 54}" for number in range(81)}
    run = logs.but(families=families).build({(name, epoch): CLEAN for name in families for epoch in range(1, 5)})
    assert line_of(compare(run, run, policy), "unspoken").smallest == pytest.approx(0.0363, abs=5e-5)
