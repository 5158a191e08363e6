"""How a judge model is asked about a whole session, how its answer is read, and what it says for each scorer.

Calls no model. What it says stands beside the checks of the same names, never instead.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import Annotated, Any, Literal, get_args

from coach.events import AthleteSaid, CoachSaid, GateEvaluated, PlanAccepted, PlanShown
from coach.plan.present import plan_title, week_text
from coach.records.base import Record
from evals.checks.judging import (
    ANY_CASE,
    RUBRICS,
    Errors,
    draw,
    errors_by,
    findings_in,
    material,
    span_of,
    system_prompt,
)
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged
from evals.checks.view import Case, SessionView

VERSION = 2  # bump whenever a rubric, the question or the reading of answers changes

Judged = Literal["care_tone", "honest_telling", "persona_fidelity", "gate_integrity", "outcome", "unspoken"]
JUDGED: tuple[Judged, ...] = get_args(Judged)
Answer = Mapping[Judged, Sequence[Evidence | None]]
"""Scorer to what the judge names; None: its quote is not in the talk."""

_TOLD: Mapping[type, Callable[[Any], dict[str, str]]] = {
    AthleteSaid: lambda event: {"athlete": event.text},
    CoachSaid: lambda event: {"coach": event.text},
    GateEvaluated: lambda event: {"app": f"the safety check says {event.result.status}"},
    PlanShown: lambda _: {"app": "the plan is shown"},
    PlanAccepted: lambda _: {"app": "the plan is recorded as accepted"},
}
_FILE: Any = {"speaks": {"name"}, "goals": True, "facts": True, "behaviours": True}
"""What the judge gets of a persona: what is true and when it is told; no label, which would be the answer."""


class SessionFinding(Record):
    """What the judge names, the words that it quotes, and why."""

    scorer: Annotated[Judged, ANY_CASE]
    quote: str
    reason: str


class SessionFindings(Record):
    """The answer's form."""

    findings: tuple[SessionFinding, ...]


@cache
def instructions() -> str:
    return system_prompt(RUBRICS / "sessions", JUDGED)


def asked(case: Case) -> str:
    """The user's turn: the athlete's file, the plan, the recorded outcome and the talk."""
    session, persona = case.session, case.persona
    shown = session.last(PlanShown)
    plan = shown[1].plan if shown else None
    return material(
        {
            "athlete_file": persona.model_dump(mode="json", include=_FILE, exclude_none=True) if persona else None,
            "plan": [plan_title(plan), *map(week_text, plan.weeks), *plan.note_texts] if plan else None,
            "outcome": session.outcome,
            "talk": [_TOLD[type(event)](event) for _, event in session.of(*_TOLD)],
        }
    )


def answered(text: str | None, session: SessionView) -> Answer | None:
    """What the judge found; None where there is no whole answer or it cannot be read: neither a pass nor a fail."""
    read = findings_in(text, SessionFindings)
    if read is None:
        return None
    return {name: [_evidence(one, session) for one in read.findings if one.scorer == name] for name in JUDGED}


def _evidence(one: SessionFinding, session: SessionView) -> Evidence | None:
    """The finding at its words; None where nobody whom the scorer judges said them."""
    coach = () if one.scorer == "persona_fidelity" else session.visible
    athlete = session.athlete_said if one.scorer in {"persona_fidelity", "outcome"} else ()
    what = f"{one.scorer} (judge): {one.reason}"
    found = ((line, span_of(one.quote, line.text)) for line in (*coach, *athlete))
    return next(
        (Evidence.at(line.event, line.text, span, what=what, rule=one.scorer) for line, span in found if span), None
    )


def sample(owners: Mapping[str, str | None], each: int) -> tuple[str, ...]:
    """Ids to measure a judge on, always the same: `each` with a defect, scorers in turn, and `each` without.

    `owners`: id of a labelled session to the scorer whose business its defect is; None where it has none.
    """
    drawn = draw(owners)
    owned = ([case for case in drawn if owners[case] == name] for name in JUDGED)
    in_turn = [case for turn in zip_longest(*owned) for case in turn if case is not None]
    return (*in_turn[:each], *[case for case in drawn if owners[case] is None][:each])


def errors(answers: Sequence[tuple[str | None, Answer | None]]) -> dict[Judged, Errors]:
    """By scorer, against the sessions with a defect of its own and the clean ones; of each its owner and the answer."""
    named = [(owner, answer and {name for name in JUDGED if any(answer[name])}) for owner, answer in answers]
    return errors_by(JUDGED, named)


def verdict(
    name: Judged, answer: Answer | None, *, session: SessionView, known: Errors, by_words: Verdict | None
) -> Verdict:
    """What the judge says for one scorer, its errors beside it, and where the scorer itself says otherwise.

    It passes nothing where it caught no labelled defect of the kind, quoted what nobody said, or had nothing to judge.
    """
    if answer is None:
        return not_judged("the judge's answer was refused, broke off or could not be read", judged=known.shares(""))
    found = [each for each in answer[name] if each]
    dropped = len(answer[name]) - len(found)
    if not answer[name] and not _has_matter(name, session):
        return not_applicable("the session holds nothing that this scorer judges")
    passed = False if found else None if dropped or not known.caught else True
    counted = f"the judge names {len(found)} failures ({dropped} more with a quote that is not in the talk)"
    apart = () if by_words is None or passed is None else _apart(name, found, by_words)
    return Verdict(
        value={True: "pass", False: "fail", None: "not_judged"}[passed],
        passed=passed,
        explanation=f"{counted}; {known.told('sessions')}",
        findings=(*found, *apart),
        judged={**known.shares(""), "dropped": dropped},
    )


def _has_matter(name: Judged, session: SessionView) -> bool:
    """Whether there was an athlete to stay in the role, a plan to say yes to, a coach to judge."""
    if name == "persona_fidelity":
        return bool(session.athlete_said)
    agreed = session.outcome == "accepted" or any(session.of(PlanShown))
    return session.model_spoke and (name != "outcome" or agreed)


def _apart(name: Judged, found: Sequence[Evidence], by_words: Verdict) -> Iterator[Evidence]:
    """Where only one of the two fails the session: for a person to look at."""
    if found and by_words.passed is not False:
        yield found[0].model_copy(update={"what": f"differs: the judge fails it, the words say {by_words.value}"})
    if by_words.passed is False and not found:
        what = f"differs: the words fail it ({by_words.explanation[:120]}), the judge does not"
        yield Evidence(what=what, event=next((each.event for each in by_words.findings), None), rule=name)
