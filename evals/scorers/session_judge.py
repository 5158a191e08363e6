"""What a judge model says of a whole session, in one call, for several scorers: beside them, never instead.

It is measured in each run on labelled sessions; how far it may be believed stands beside every verdict.
"""

from collections.abc import Mapping

from inspect_ai.model import Model
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from coach.errors import ModelFailure
from evals.checks import session_judging as judging
from evals.checks.judging import Errors
from evals.checks.session_judging import JUDGED, VERSION, Judged
from evals.checks.verdict import not_judged
from evals.checks.view import RoleCall
from evals.interchange.read import cases
from evals.labelled import sessions
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import case_of, to_score, verdicts
from evals.scorers.judge_model import EACH, JudgeModel, all_of, answered_before, note, unanswered

NAMES: Mapping[Judged, str] = {name: f"judged_{name}" for name in JUDGED}
"""Scorer to the name of what the judge says for it."""


def session_judges(model: str | Model | None = None, each: int = EACH) -> list[Scorer]:
    """A scorer for each of `NAMES`; together they ask once a session."""
    judge = _SessionJudge(model, each)
    return [_registered(name, judge) for name in JUDGED]


class _SessionJudge:
    def __init__(self, model: str | Model | None, each: int) -> None:
        self._judge, self._each = JudgeModel(model, judging.instructions, judging.SessionFindings), each
        self._scores: dict[str, dict[Judged, Score]] = {}

    async def score(self, state: TaskState, name: Judged) -> Score:
        """Inspect runs the scorers of a sample one after another: the first asks for all."""
        if (known := answered_before(state, NAMES[name])) is not None:
            note(state, ())
            return known
        if name not in self._scores.get(state.uuid, ()):
            self._scores[state.uuid] = await self._ask(state)
        return self._scores[state.uuid].pop(name)

    async def _ask(self, state: TaskState) -> dict[Judged, Score]:
        case, calls = case_of(state), list[RoleCall]()
        if case is None or case.session.broke or not case.session.model_spoke:
            why = (case and case.session.broke) or "there is nothing to read"
            return dict.fromkeys(JUDGED, to_score(not_judged(why), VERSION))
        try:
            known = await self._judge.measured(lambda: self._measure(calls))
            answer = judging.answered(await self._judge.ask(judging.asked(case), calls, state.sample_id), case.session)
        except ModelFailure as failure:
            return dict.fromkeys(JUDGED, unanswered(failure, VERSION))
        finally:
            note(state, calls)
        by_words = await verdicts(state)
        scores: dict[Judged, Score] = {}
        for name in JUDGED:
            made = judging.verdict(name, answer, session=case.session, known=known[name], by_words=by_words.get(name))
            scores[name] = self._judge.signed(to_score(made, VERSION), known[name].told("sessions"))
        return scores

    async def _measure(self, calls: list[RoleCall]) -> dict[Judged, Errors]:
        labelled = {case.id: case for case in sessions.SET.cases("dev")}
        owners = {name: case.defect.owner if case.defect else None for name, case in labelled.items()}
        chosen = judging.sample(owners, self._each)

        async def answer(name: str) -> judging.Answer | None:
            talk = cases(sessions.session(labelled[name])).talk
            return judging.answered(await self._judge.ask(judging.asked(talk), calls), talk.session)

        answers = await all_of(map(answer, chosen))
        return judging.errors([(owners[name], each) for name, each in zip(chosen, answers, strict=True)])


def _registered(name: Judged, judge: _SessionJudge) -> Scorer:
    @scorer(metrics=[pass_rate()], name=NAMES[name], version=VERSION)
    def made() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            return await judge.score(state, name)

        return score

    return made()
