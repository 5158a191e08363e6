"""What the terminal says of a run: sessions that tell nothing about the coach are counted apart."""

import io
from pathlib import Path

import pytest
from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from rich.console import Console

from evals.checks.measured import measured
from evals.checks.registry import CHECKS
from evals.scorers.full_session import scorers
from evals.summary import print_summary, reaches
from reports.eval_file import read_header, read_samples

ANSWERS = {"in_role": "I'm 28.", "out_of_role": "As an AI I have no body."}


@solver
def told() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.messages = [
            ChatMessageUser(content="A 10k, please."),
            ChatMessageAssistant(content="Lovely! How old are you?"),
            ChatMessageUser(content=ANSWERS[str(state.sample_id)]),
            ChatMessageAssistant(content="As Arthur Brooks puts it, strength changes over the years."),
        ]
        return state

    return solve


def summary(folder: Path, *who: str) -> str:
    """What is printed of a run with these athletes."""
    samples = [Sample(input="-", id=name, metadata={"persona": "healthy_10k"}) for name in who]
    (log,) = inspect_eval(
        Task(dataset=samples, solver=told(), scorer=scorers()),
        model="offline/coach",
        display="none",
        log_dir=str(folder),
        metadata={"scorer_versions": {name: check.version for name, check in CHECKS.items()}},
    )
    console = Console(width=140, file=io.StringIO())
    path = Path(log.location)
    print_summary(read_header(path), read_samples(path), console)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def row(printed: str, scorer: str) -> list[str]:
    (line,) = (line for line in printed.splitlines() if line.startswith(f"│ {scorer} "))
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_where_the_athlete_went_off_script_only_the_athlete_is_judged(tmp_path: Path) -> None:
    printed = summary(tmp_path, "in_role", "out_of_role")
    assert "out_of_role: the athlete went off script" in printed
    assert row(printed, "unspoken")[1] == "0/1"
    assert row(printed, "unspoken")[-1] == "1"
    assert row(printed, "persona_fidelity")[1] == "1/2"
    assert "in_role failed unspoken: framework name" in printed
    assert "out_of_role failed unspoken" not in printed


def test_without_such_a_session_there_is_no_such_column_and_what_a_pass_rests_on_is_said_in_words(
    tmp_path: Path,
) -> None:
    """Of a talk without acts, as here, the reader's measured share stands below the table."""
    printed, share = summary(tmp_path, "in_role"), measured("reader").shares["facts"].share
    assert "off script" not in printed
    assert row(printed, "unspoken")[1] == "0/1"
    assert f"persona_fidelity reads free text and finds {share:.0%} of" in printed


@pytest.mark.parametrize(
    ("scorer", "judged", "said"),
    [
        (
            "plan_validity", [{"rules_not_judged": 0.0}, {"rules_not_judged": 2.0}],
            "plan_validity left out 2 rules that had nothing to judge",
        ),
        (
            "plan_validity", [{"rules_not_judged": 0.0, "dates_judged": 0.0}],
            "plan_validity did not judge the plan's dates",
        ),
        (
            "judged_care_tone", [{"recall": 0.0, "specificity": 1.0, "dropped": 0.0}],
            "judged_care_tone recall 0, specificity 1",
        ),
    ],
)  # fmt: skip
def test_a_share_of_nothing_is_said_and_a_count_of_nothing_is_not(
    scorer: str, judged: list[dict[str, float]], said: str
) -> None:
    assert reaches([{scorer: {"judged": each}} for each in judged]) == [said]


def test_a_judges_shares_stand_with_their_numbers_and_its_counts_of_a_session_do_not() -> None:
    few = {
        "recall": 0.5, "recall_n": 2, "recall_unread": 8, "precision_n": 0, "dropped": 1, "accused": 1, "messages": 6,
    }  # fmt: skip
    more = {**few, "recall": 0.75, "recall_n": 4, "dropped": 3}
    said = "judged_care_tone quotes that nobody said: up to 3 a session, "
    assert reaches([{"judged_care_tone": {"judged": judged}} for judged in (more, few)]) == [
        f"{said}precision unknown (n=0), recall 0.5 (n=2, 8 unread)"
    ]
