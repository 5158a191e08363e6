"""Does a judge model see the coach's understanding in what the athlete saw? Beside `unspoken`, never instead.

The judge plays the role `grader`. It is measured in each run on the same labelled texts; how far it may be believed
stands beside every verdict, and where it and the detectors differ is listed for a person.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from inspect_ai.model import Model
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import TaskState

from coach.errors import ModelFailure
from evals.checks.judging import Errors, span_of
from evals.checks.registry import CHECKS
from evals.checks.unspoken import judging
from evals.checks.unspoken.judging import VERSION, Counted, JudgeFinding, JudgeQuestion
from evals.checks.unspoken.labelled import LabelledText
from evals.checks.unspoken.texts import NamedAthlete
from evals.checks.verdict import Evidence, Verdict, not_judged
from evals.checks.view import Case, RoleCall, VisibleText
from evals.labelled.leaks import SET
from evals.metrics.corrected_rate import corrected_rate
from evals.metrics.pass_rate import pass_rate
from evals.scorers.adapter import case_of, to_score
from evals.scorers.judge_model import EACH, JudgeModel, all_of, answered_before, note, unanswered

NAME = "unspoken_judge"
Answer = tuple[JudgeFinding, ...] | None


@scorer(metrics=[pass_rate(), corrected_rate()], version=VERSION)
def unspoken_judge(model: str | Model | None = None, each: int = EACH) -> Scorer:
    """`each`: leaks of every category, and as many near misses, on which the judge is measured."""
    judge = JudgeModel(model, judging.instructions, judging.LeakFindings)

    async def score(state: TaskState, target: Target) -> Score:
        case, calls = case_of(state), list[RoleCall]()
        if (known_score := answered_before(state, NAME)) is not None:
            note(state, ())
            return known_score
        if case is None or case.session.broke or not case.session.visible:
            return to_score(not_judged((case and case.session.broke) or "there is nothing to read"), VERSION)

        async def ask(turn: str, of: int | str = "measured") -> Answer:
            return judging.answered(await judge.ask(turn, calls, of))

        async def measure() -> dict[Counted, Errors]:
            labelled = measured_on(each)
            answers = await all_of(ask(judging.asked(judging.question_of(one))) for one in labelled)
            return judging.errors(list(zip(labelled, answers, strict=True)))

        try:
            known = await judge.measured(measure)
            turns = [judging.asked(question) for question in _questions(case)]
            once = list(dict.fromkeys(turns))  # a plan says the same words of many days
            found = dict(zip(once, await all_of(ask(turn, state.sample_id) for turn in once), strict=True))
            answers = [found[turn] for turn in turns]
        except ModelFailure as failure:
            return unanswered(failure, VERSION)
        finally:
            note(state, calls)
        return judge.signed(to_score(verdict(case, answers, known), VERSION), known["any"].told("texts"))

    return score


@cache
def measured_on(each: int) -> tuple[LabelledText, ...]:
    """The labelled texts on which a judge is measured; `each` as in the scorer."""
    return judging.sample(SET.cases("dev"), each)


def _questions(case: Case) -> Iterator[JudgeQuestion]:
    persona, session = case.persona, case.session
    age = persona.truth.get("age_years") if persona else None
    athlete = NamedAthlete(name=persona.speaks.name, age=age if isinstance(age, int) else None) if persona else None
    for line in session.visible:
        said = tuple(other.text for other in session.athlete_said if other.event < line.event)
        yield JudgeQuestion(line.text, athlete, said, session.internal)


def verdict(case: Case, answers: Sequence[Answer], known: dict[Counted, Errors]) -> Verdict:
    """What the answers to the messages of a case come to.

    No pass where a kind of leak was never caught, an answer is unread, or the judge quotes what nobody said, which is
    no failure either.
    """
    lines, given = case.session.visible, answers
    answers = [
        None if each is None else judging.quoted(each, line.text) for line, each in zip(lines, given, strict=True)
    ]
    found = [_evidence(line, one) for line, answer in zip(lines, answers, strict=True) for one in answer or ()]
    accused, unread = sum(map(bool, answers)), sum(each is None for each in answers)
    dropped = sum(len(each or ()) for each in given) - len(found)
    read = sum(kept is not None and bool(kept) == bool(each) for kept, each in zip(answers, given, strict=True))
    blind = [name for name, each in known.items() if not each.caught]
    passed = False if accused else None if unread or dropped or blind else True
    value = {True: "pass", False: "fail", None: "not_judged"}[passed]
    apart = tuple(_apart(case, lines, answers))
    shares = {key: share for name, each in known.items() for key, share in each.shares(name).items()}
    counted = f"the judge accuses {accused} of {len(lines)} messages ({unread} answers unread)"
    counted += f", {dropped} more findings quote what nobody said" if dropped else ""
    counted += f" and caught no labelled leak of {', '.join(blind)}" if blind else ""
    return Verdict(
        value=value,
        passed=passed,
        explanation=f"{counted}; {known['any'].told('texts')}; {len(apart)} differences from the detectors",
        findings=(*found, *apart),
        judged={**shares, "accused": accused, "messages": read, "unread": unread, "dropped": dropped},
    )


def _evidence(line: VisibleText, one: JudgeFinding) -> Evidence:
    span = span_of(one.quote, line.text) or (0, 0)
    return Evidence.at(line.event, line.text, span, what=f"{one.category} (judge)", rule=one.category)


def _apart(case: Case, lines: Sequence[VisibleText], answers: Sequence[Answer]) -> Iterator[Evidence]:
    """What only one of the two sees: for a person to look at."""
    by_words = {(each.event, each.rule) for each in CHECKS["unspoken"].judge(case).findings}
    read = {line.event for line, answer in zip(lines, answers, strict=True) if answer is not None}
    by_judge = {(line.event, one.category) for line, answer in zip(lines, answers, strict=True) for one in answer or ()}
    for event, category in sorted(by_judge - by_words):
        yield Evidence(what=f"differs: {category} seen by the judge alone", event=event, rule=str(category))
    for event, rule in sorted((event, rule or "") for event, rule in by_words if event in read):
        if (event, rule) not in by_judge:
            yield Evidence(what=f"differs: {rule} seen by the detectors alone", event=event, rule=rule)
