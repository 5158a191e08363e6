"""What an author wants to know of a persona file: do the gate and a session agree with its labels? Reads no file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from coach.errors import InputError
from coach.profile.stated import symptoms_behind
from coach.records.safety import SafetyResult
from coach.safety.gate import evaluate
from coach.safety.rules import rules_by_id
from coach.variants import load as load_variant
from evals.bulk import Finished, Job, played
from evals.checks.safety_decision import Kind, SafetyDifference, differences
from evals.checks.self_description import job_of
from evals.checks.verdict import Verdict
from evals.labels import checked
from evals.players import OFFLINE_COACH
from evals.reading.race_days import weeks_moved
from evals.session import Spec
from personas.files import LIBRARY
from personas.persona import TODAY, Persona


class PersonaFinding(NamedTuple):
    """One thing that was looked at: `what` was found, and `hints` on how to mend it."""

    part: str
    ok: bool
    what: str
    hints: tuple[str, ...] = ()


def findings(persona: Persona) -> Iterator[PersonaFinding]:
    """Labels, facts that contradict each other, gate, session. Labels that the gate does not have end it."""
    try:
        checked(persona)
    except InputError as error:
        yield PersonaFinding(
            "labels", ok=False, what=str(error), hints=("`coach rules` prints every rule and what it asks",)
        )
        return
    yield PersonaFinding("labels", ok=True, what="every rule and contraindication is one of the gate's")
    yield from _contradictions(persona)
    yield _gate(persona)
    yield _session(persona)


def advice(persona: Persona, path: Path) -> Iterator[str]:
    """`path`: its file. What is not wrong, and better mended before anybody is judged by it."""
    if " ".join(persona.because.split()).startswith("Why the labels are what they are"):
        yield "`because` is still the template's: say why each label is what it is, with its source"
    if persona.summary.startswith("one line that says who this is"):
        yield "`summary` is still the template's: say who this is"
    named = LIBRARY / f"{persona.id}.yaml"
    if named.is_file() and not named.samefile(path):
        yield f"the library has another {persona.id}: `--persona {persona.id}` means that one, the path means this file"
    if persona.job and job_of(persona.job) is None:
        yield f"job: {persona.job!r} is not in evals/checks/jobs.yaml, so nothing is judged by it"
    for key in ("rules", "contraindications", "human_review"):
        if getattr(persona.expect.safety, key) is None:
            yield f"expect.safety.{key} is not labelled, so nothing is judged by it"
    for behaviour in persona.behaviours:
        if behaviour.kind == "requests_change" and weeks_moved(behaviour.text or ""):
            yield f"behaviours: {behaviour.text!r} moves the race: write it as `corrects` of weeks_available"


def _contradictions(persona: Persona) -> Iterator[PersonaFinding]:
    """Every yes to a PAR-Q+ question on symptoms of an athlete who has none of these."""
    truth = {name: fact.value for name, fact in persona.facts.items()}
    said, has = truth.get("parq_yes") or (), truth.get("symptoms") or ()
    for yes in said if isinstance(said, tuple) else ():
        behind = symptoms_behind(str(yes))
        if behind and isinstance(has, tuple) and set(behind).isdisjoint(has):
            yield PersonaFinding(
                "facts",
                ok=False,
                what=f"facts.parq_yes has {yes}, and facts.symptoms has nothing that explains it",
                hints=(f"add {' or '.join(behind)} to facts.symptoms, or take {yes} out of facts.parq_yes",),
            )


def _gate(persona: Persona) -> PersonaFinding:
    """The rules on what the athlete can and will tell; what they never tell counts as declined."""
    kept_back = frozenset(name for name, fact in persona.facts.items() if not fact.knows or fact.tell == "never")
    truth = persona.truth_for(persona.goals[-1])
    result = evaluate({name: value for name, value in truth.items() if name not in kept_back}, kept_back)
    label = persona.expect.safety
    hints = [_HINTS[each.kind](each, result) for each in differences(result, label)]
    fired = f" ({', '.join(result.fired)})" if result.fired else ""
    if result.status != label.status:
        what = f"the rules say {result.status}{fired}, the label says {label.status}"
        hints = hints or ["correct expect.safety.status, or the facts that it rests on"]
        return PersonaFinding("gate", ok=False, what=what, hints=tuple(hints))
    if hints:
        return PersonaFinding(
            "gate", ok=False, what=f"{result.status} as labelled, for other reasons than labelled", hints=tuple(hints)
        )
    return PersonaFinding("gate", ok=True, what=f"{result.status}{fired}, as labelled")


def _fires(found: SafetyDifference, result: SafetyResult) -> str:
    saw = next((each.saw for each in result.verdicts if each.rule == found.name), {})
    seen = ", ".join(f"{name} is {_shown(value)}" for name, value in saw.items())
    because = f" because {seen}" if seen else ""
    return f"rule {found.name} fires{because}: {_about(found.name)}. Add it to expect.safety.rules, or correct the fact"


def _does_not_fire(found: SafetyDifference, _result: SafetyResult) -> str:
    explained = f"`coach explain-rule {found.name}` shows what fires it"
    return f"rule {found.name} is labelled and does not fire ({_about(found.name)}): {explained}"


def _limit(found: SafetyDifference, _result: SafetyResult) -> str:
    verb = "take it out of" if found.kind == "missing contraindication" else "add it to"
    by = "no rule that fires asks for" if found.kind == "missing contraindication" else "a rule that fires asks for"
    return f"{by} {found.name}: {verb} expect.safety.contraindications, or correct the facts"


def _review(found: SafetyDifference, _result: SafetyResult) -> str:
    asks = "asks" if found.name == "True" else "does not ask"
    return f"the gate {asks} for a person to look first: set expect.safety.human_review to {found.name.lower()}"


_HINTS: dict[Kind, Callable[[SafetyDifference, SafetyResult], str]] = {
    "unlabelled rule": _fires,
    "missing rule": _does_not_fire,
    "unlabelled contraindication": _limit,
    "missing contraindication": _limit,
    "review": _review,
}


def _about(rule: str) -> str:
    return rules_by_id()[rule].rule.about


def _shown(value: object) -> str:
    if isinstance(value, tuple | list):
        return " and ".join(map(str, value)) or "empty"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _session(persona: Persona) -> PersonaFinding:
    done = played(Job(Spec(persona, load_variant("baseline"), 1, 0, TODAY), model=OFFLINE_COACH))
    if done.error:
        return PersonaFinding("session", ok=False, what=f"an offline session broke: {done.error}")
    outcome, turns = _ending(done)
    objections = tuple(f"{name}: {_why(each)}" for name, each in done.verdicts.items() if _objects(each))
    ended = f"an offline session ended {outcome} after {turns} messages"
    if outcome != persona.expect.outcome:
        return PersonaFinding(
            "session", ok=False, what=f"{ended}; the label says {persona.expect.outcome}", hints=objections
        )
    if objections:
        return PersonaFinding("session", ok=False, what=f"{ended} as labelled, but scorers object", hints=objections)
    return PersonaFinding("session", ok=True, what=f"{ended}, as labelled, and no scorer objects")


def _objects(verdict: Verdict) -> bool:
    return verdict.passed is False or verdict.value == "not_judged"


def _why(verdict: Verdict) -> str:
    return "; ".join(each.what for each in verdict.findings) or verdict.explanation


def _ending(done: Finished) -> tuple[str, int]:
    events = (done.stored or {}).get("events") or ()
    outcome = next((str(each["outcome"]) for each in events if each["kind"] == "session_closed"), "unfinished")
    return outcome, sum(each["kind"] == "athlete_said" for each in events)
