"""Does a judge model see the coach's understanding in what the athlete saw? Beside `unspoken`, never instead.

The judge plays the role `grader`. It is measured in each run on the same labelled texts; how far it may be believed
stands beside every verdict, and where it and the detectors differ is listed for a person.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, Model, get_model
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState
from inspect_ai.util import collect

from evals.budget import RunBudget, budget_of_run
from evals.checks.case import Case
from evals.checks.registry import CHECKS
from evals.checks.role_call import RoleCall
from evals.checks.unspoken.judging import (
    VERSION,
    Counted,
    Errors,
    JudgeFinding,
    Question,
    answered,
    asked,
    errors,
    instructions,
    question_of,
    sample,
)
from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.texts import Named
from evals.checks.verdict import Evidence, Verdict
from evals.checks.view import Line
from evals.labelled.leaks import SET
from evals.metrics.corrected_rate import corrected_rate
from evals.metrics.pass_rate import pass_rate
from evals.role_calls import role_call
from evals.scorers.adapter import KEY, case_of, to_score

NAME = "unspoken_judge"
ROLE = "grader"
EACH = 10
"""Leaks, and as many near misses, of every category on which the judge is measured."""

_LONGEST_ANSWER = 2048
_SHARES = ("precision", "recall", "specificity")
Answer = tuple[JudgeFinding, ...] | None


@scorer(metrics=[pass_rate(), corrected_rate()], version=VERSION)
def unspoken_judge(model: str | Model | None = None, each: int = EACH) -> Scorer:
    """`model`: the judge, where none plays the role `grader`; `each`: on how many labelled texts it is measured."""
    lock = asyncio.Lock()
    known: dict[str, dict[Counted, Errors]] = {}

    async def score(state: TaskState, target: Target) -> Score:
        judge = _PaidJudge(get_model(model, role=ROLE) if model is None else get_model(model))
        case = case_of(state)
        if case is None or not case.session.visible:
            nothing = Verdict(value="not_judged", passed=None, explanation="there is nothing to read")
            return to_score(nothing, VERSION)
        async with lock:  # the first session measures the judge, the others wait for it
            if judge.name not in known:
                known[judge.name] = await judge.measured(sample(SET.cases("dev"), each))
        answers = await collect(*(judge.ask(question) for question in _questions(case)))
        state.store.set(KEY, _with_calls(state.store.get(KEY), judge.calls))
        made = to_score(verdict(case, answers, known[judge.name]), VERSION)
        return made.model_copy(update={"metadata": {**(made.metadata or {}), "judge": judge.name}})

    return score


class _PaidJudge:
    """A judge model whose calls are kept in `calls` and charged to the run's budget."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._budget = budget_of_run.get() or RunBudget()
        self.calls: list[RoleCall] = []

    @property
    def name(self) -> str:
        return str(self._model)

    async def ask(self, question: Question) -> Answer:
        """One message, one call; without an answer once the run's budget is spent."""
        if self._budget.is_spent:
            return None
        turns: list[ChatMessage] = [ChatMessageSystem(content=instructions()), ChatMessageUser(content=asked(question))]
        output = await self._model.generate(turns, config=GenerateConfig(max_tokens=_LONGEST_ANSWER))
        call = role_call("judge", self._model, output)
        self.calls.append(call)
        self._budget.charge(call.model, call.tokens)
        return answered(output.completion)

    async def measured(self, labelled: Sequence[Labelled]) -> dict[Counted, Errors]:
        """How well the judge tells the labelled texts apart."""
        answers = await collect(*(self.ask(question_of(case)) for case in labelled))
        return errors(list(zip(labelled, answers, strict=True)))


def _with_calls(stored: Any, calls: Sequence[RoleCall]) -> Any:
    """The stored session with the judge's calls, which `cost` counts; the sample of another solver as it is."""
    if not isinstance(stored, dict):
        return stored
    return {**stored, "role_calls": [*stored.get("role_calls", ()), *(call.model_dump() for call in calls)]}


def _questions(case: Case) -> Iterator[Question]:
    persona, session = case.persona, case.session
    age = persona.truth.get("age_years") if persona else None
    athlete = Named(persona.speaks.name, age if isinstance(age, int) else None) if persona else None
    for line in session.visible:
        said = tuple(other.text for other in session.athlete_said if other.event < line.event)
        yield Question(line.text, athlete, said, session.internal)


def verdict(case: Case, answers: Sequence[Answer], known: dict[Counted, Errors]) -> Verdict:
    """What the answers to the messages of a case come to."""
    lines = case.session.visible
    found = [_evidence(line, one) for line, answer in zip(lines, answers, strict=True) for one in answer or ()]
    accused, unread = sum(bool(answer) for answer in answers), sum(answer is None for answer in answers)
    passed = False if accused else None if unread else True
    value = {True: "pass", False: "fail", None: "not_judged"}[passed]
    apart = tuple(_apart(case, lines, answers))
    counted = f"the judge accuses {accused} of {len(lines)} messages ({unread} answers unread)"
    return Verdict(
        value=value,
        passed=passed,
        explanation=f"{counted}; {told(known['any'])}; {len(apart)} differences from the detectors",
        findings=(*found, *apart),
        judged={**_numbers(known), "accused": accused, "messages": len(lines) - unread, "unread": unread},
    )


def told(known: Errors) -> str:
    """How far the judge may be believed, in words."""
    parts = (
        ("precision", known.precision, known.accused),
        ("recall", known.sensitivity, known.leaks),
        ("specificity", known.specificity, known.innocent),
    )
    shown = (f"{name} {share:.2f} (n={n})" if share is not None else f"{name} unknown" for name, share, n in parts)
    return f"on labelled texts of dev: {', '.join(shown)}"


def _numbers(known: dict[Counted, Errors]) -> dict[str, float]:
    shares = {
        f"{name} {what}": share
        for name, each in known.items()
        for what, share in zip(_SHARES, (each.precision, each.sensitivity, each.specificity), strict=True)
    }
    return {name: round(share, 3) for name, share in shares.items() if share is not None}


def _evidence(line: Line, one: JudgeFinding) -> Evidence:
    start = line.text.find(one.quote) if one.quote else -1
    where = {"start": start, "end": start + len(one.quote)} if start >= 0 else {}
    return Evidence(what=f"{one.category} (judge)", event=line.event, quote=one.quote, rule=one.category, **where)


def _apart(case: Case, lines: Sequence[Line], answers: Sequence[Answer]) -> Iterator[Evidence]:
    """What only one of the two sees: for a person to look at."""
    by_words = {(each.event, each.rule) for each in CHECKS["unspoken"].judge(case).findings}
    read = {line.event for line, answer in zip(lines, answers, strict=True) if answer is not None}
    by_judge = {(line.event, one.category) for line, answer in zip(lines, answers, strict=True) for one in answer or ()}
    for event, category in sorted(by_judge - by_words):
        yield Evidence(what=f"differs: {category} seen by the judge alone", event=event, rule=str(category))
    for event, rule in sorted((event, rule or "") for event, rule in by_words if event in read):
        if (event, rule) not in by_judge:
            yield Evidence(what=f"differs: {rule} seen by the detectors alone", event=event, rule=rule)
