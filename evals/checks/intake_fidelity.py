"""Is what was collected true? Compared with the persona's hidden truth, field by field."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from coach.events import AthleteSaid, CoachSaid, GateEvaluated
from coach.profile.catalogue import catalogue
from coach.profile.inference import applies
from coach.records.fact import Fact, Value
from coach.records.goal import Goal
from coach.safety import clinical_words
from coach.three_valued import compile_condition
from evals.checks.disclosed_persona import persona_as_disclosed
from evals.checks.distances_in_text import figures_in
from evals.checks.goals import goal_differences, meant_goal
from evals.checks.persona_script import script_of
from evals.checks.read_back import invented
from evals.checks.statements import asks, statements, topic_of
from evals.checks.values import is_absent, same
from evals.checks.verdict import Evidence, Verdict, fraction, not_judged
from evals.checks.view import SessionView, collected
from personas.behaviours import Contradicts, Corrects
from personas.persona import Persona

VERSION = 11

_TOLD_WHEN_ASKED = frozenset({"volunteers", "when_asked", "if_probed"})
"""Who tells late, or only when asked again, may have put the question off."""
_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d]+")
_HALF = 0.5


def check_intake_fidelity(session: SessionView, persona: Persona) -> Verdict:
    """The fraction of collected values that are true as far as told; wrong, stale and invented ones are listed.

    So are a field taken as refused or unknown that the athlete tells whoever asks, and goals and targets that are not
    the athlete's or were lost.
    """
    everything = collected(session)
    held = {name: (index, fact) for name, (index, fact) in everything.items() if fact.standing == "given"}
    goal = meant_goal(session, persona)
    truth = persona_as_disclosed(session, persona, len(session.events)).truth_for(goal)
    findings = [
        Evidence(what=wrong, event=index, quote=fact.raw or None, rule=name)
        for name, (index, fact) in held.items()
        if (wrong := _wrong(fact, truth.get(name), persona))
    ]
    findings += _assumed_away(session, truth, held, goal) if everything else ()
    findings += _never_refused(everything, persona)
    findings += (each for each in unsaid_facts(session) if each.rule not in {finding.rule for finding in findings})
    findings += goal_differences(session, persona)
    total = len(held) + sum(1 for finding in findings if finding.rule not in held)
    if not total:
        return not_judged("nothing was collected")
    return fraction(findings, total, f"{total - len(findings)} of {total} values are true")


def check_words(session: SessionView) -> Verdict:
    """Of a talk alone: fails where the coach states a value as the athlete's of a kind that nobody spoke of."""
    found = tuple(invented(session))
    if not found:
        return not_judged("no value was read back that nobody had said")
    return fraction(found, len(found), f"{len(found)} values were read back that nobody had said")


Held = dict[str, tuple[int, Fact]]
"""Field to the event that brought its fact, and the fact."""


def _never_refused(everything: Held, persona: Persona) -> Iterator[Evidence]:
    """Fields held as declined or not known, though the file has a value that the athlete knows and tells when asked."""
    script = script_of(persona)
    for name, (index, fact) in everything.items():
        true = persona.facts.get(name)
        if fact.standing == "given" or true is None or script.tells(name) not in _TOLD_WHEN_ASKED:
            continue
        if true.knows and not ("skips_optional" in script.kinds and fact.standing == "declined"):
            standing = fact.standing.replace("_", " ")
            what = f"taken as {standing}, though the athlete knows it: {clinical_words.fact(name, true.value)}"
            yield Evidence(what=what, event=index, quote=fact.raw or None, rule=name)


def _wrong(fact: Fact, true: Value, persona: Persona) -> str | None:
    name, got = fact.field, fact.value
    if same(name, got, true) or _is_true_in_part(fact, true):
        return None
    later = [each for each in script_of(persona).later(name) if isinstance(each, Corrects | Contradicts)]
    if any(each.first is not None and same(name, got, each.first) for each in later):
        return f"out of date: {clinical_words.fact(name, got)}; corrected since to {clinical_words.held(name, true)}"
    if true is None and name not in persona.facts:
        return f"invented: {clinical_words.fact(name, got)}"
    return f"wrong: {clinical_words.fact(name, got)}; the truth is {clinical_words.held(name, true)}"


def _is_true_in_part(fact: Fact, true: Value) -> bool:
    """Of a list that was asked about in part: all that was told is true, and nothing that was denied."""
    told, truth = (set(each) if isinstance(each, tuple) else set() for each in (fact.value, true))
    return fact.denied is not None and told <= truth and truth.isdisjoint(fact.denied)


def _assumed_away(session: SessionView, truth: dict[str, Value], held: Held, goal: Goal) -> Iterator[Evidence]:
    """Fields that the last gate took as not applying though in truth they do, where a question was to name them."""
    decided = session.last(GateEvaluated)
    profile = decided[1].profile if decided else {}
    missed = [name for name, value in profile.items() if value is None and name not in held]
    for name in sorted(missed):
        asked = applies(name, truth, (goal,)) is not False or _is_named_beside_its_opening(name)
        if not is_absent(name, truth.get(name)) and asked:
            what = f"taken as not applying, though it does: {clinical_words.fact(name, truth[name])}"
            yield Evidence(what=what, event=decided[0] if decided else None, rule=name)


@cache
def _is_named_beside_its_opening(name: str) -> bool:
    """Whether the question of the answer that opens the field names the field too."""
    opens = catalogue().fields[name].opens
    reads = compile_condition(opens).names if opens else frozenset()
    return any(name in each.fields and not reads.isdisjoint(each.fields) for each in catalogue().questions.values())


def unsaid_facts(session: SessionView) -> Iterator[Evidence]:
    """Of what is held last; a fact whose words stand in the talk was told, whatever the readers make of them."""
    said = statements(session)
    if not session.coach_spoke or not session.athlete_said:
        return  # the record holds no talk in which it could stand
    held = collected(session)
    sought = frozenset[str]().union(*(_words(fact.raw) for _, fact in held.values()))
    spoken_at = _first((at, sought & _words(line.text)) for at, line in session.of(AthleteSaid, CoachSaid))
    told_at = _first((each.exchange.event, (each.field,)) for each in said.facts)
    asked_at = _first((at, (topic_of(ask.field) for ask in asked)) for at, asked in asks(session).items())
    for name, (event, fact) in held.items():
        if fact.standing != "given" or name not in catalogue().fields:
            continue
        told = told_at.get(name, event) < event
        asked = asked_at.get(topic_of(name), event) < event
        if fact.raw and not _is_in(fact.raw, session, event, spoken_at):
            what = f"invented {name}: {fact.raw!r} is not in the talk"
        elif not told and (said.by_acts or not fact.raw) and not asked:
            what = f"invented {name}: nobody asked for it and nobody told it"
        elif not told and not fact.raw and said.by_acts:
            what = f"invented {name}: asked, and never answered"
        else:
            continue
        yield Evidence(what=what, event=event, quote=fact.raw or None, rule=name)


def _is_in(raw: str, session: SessionView, event: int, spoken_at: dict[str, int]) -> bool:
    """Every number of `raw`, and most of its words, which were first `spoken_at` an event; what a yes answers stands
    in the question."""
    words = _words(raw)
    known = {word for word in words if spoken_at.get(word, event) < event}
    numbers = {word for word in words if word[0].isdigit()} - known
    if numbers:
        spoken = [line.text for line in session.visible if line.event < event]
        figures = figures_in(" ".join(spoken))
        if not all(each in figures for number in numbers for each in figures_in(number)):
            return False
    return len(known) >= _HALF * len(words)


def _first(seen: Iterable[tuple[int, Iterable[str]]]) -> dict[str, int]:
    """Each name with the first event, of those in order, that has it."""
    first: dict[str, int] = {}
    for event, names in reversed([*seen]):
        first.update(dict.fromkeys(names, event))
    return first


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
