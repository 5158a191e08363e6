"""Did the simulated athlete stay on script? A session that fails here says nothing about the coach."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from coach import sourced_yaml
from coach.events import AthleteLeft, BoundReached, CoachSaid, GateEvaluated, PlanShown
from coach.records.base import Record
from coach.sentences import SENTENCES
from evals.checks import self_description
from evals.checks.fidelity_facts import contradicts_self, off_script_facts, off_script_goals
from evals.checks.persona_script import PersonaScript, script_of
from evals.checks.replay import ends_held
from evals.checks.spoken_acts import athlete_sentences
from evals.checks.statements import Exchange, asks_before, exchanges, fact_source, statements
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.words import patterns
from evals.reading.goals import goals_in
from personas.persona import Persona

VERSION = 15

_BESIDE_QUESTIONS = frozenset({"answers_unasked", "tells_hidden", "repeats"})
"""What can be said only of a talk in which the athlete answers words of the coach."""


def check_persona_fidelity(session: SessionView, persona: Persona | None) -> Verdict:
    """pass | fail with every sentence off script; `counts.off_script` is 1 or 0, for reports to set them apart.

    not_judged where no answer to the coach is on record: who was asked nothing can keep to no script, and whether a
    fact was told unasked shows only beside what was asked. Which facts were told the acts say; without them the reader,
    and what it misses cannot be off script (`fact_source`). Of an athlete without a file only the role is judged, and
    whether what they say of themselves agrees; that passes nobody, and without a script nobody is off it.
    """
    if persona is None:
        parts = (contradicts_self, self_description.contradicts_own_history, self_description.contradicts_own_job)
        found = tuple(_once([*out_of_role(session), *(each for part in parts for each in part(session))]))
        why = "; ".join(each.what for each in found[:3])
        return pass_or_fail(found, explanation=why) if found else not_applicable("the session names no persona")
    talk, script = exchanges(session), script_of(persona)
    findings = tuple(_once(found for part in _PARTS for found in part(session, script)))
    if not any(each.asked.strip() for each in talk):
        findings = tuple(found for found in findings if found.rule not in _BESIDE_QUESTIONS)
    if not session.coach_spoke:
        findings = tuple(found for found in findings if found.rule != "stops_early")
    if not findings and not any(each.asked.strip() and each.text.strip() for each in talk):
        return not_judged("the record holds no answer of the athlete to the coach")
    if not findings and not statements(session).facts:
        return not_judged("the athlete stated nothing that could be compared with the persona's file")
    source, off = fact_source(session), float(bool(findings))
    why = source.beside("; ".join(found.what for found in findings[:3]) or "every message fits the persona's file")
    return pass_or_fail(findings, why, explanation=why, judged=source.judged, counts={"off_script": off})


def _once(findings: Iterable[Evidence]) -> Iterator[Evidence]:
    """What two parts found in the same message is one finding."""
    seen: set[tuple[int | None, str]] = set()
    for found in findings:
        if (found.event, found.what) not in seen:
            yield found
        seen.add((found.event, found.what))


def _stops(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """Left before anything had come of it: no plan, no word of why there is none, patience not used up."""
    left, patience = session.last(AthleteLeft), script.persona.speaks.patience_turns
    turns = len(session.athlete_said)
    if left is None or "goes_silent" in script.kinds or turns > patience or any(session.of(BoundReached)):
        return
    if any(session.of(PlanShown)) or _was_refused(session) or ends_held(session.events):
        return
    what = f"stops_early: left after {turns} messages, with patience for {patience}"
    yield Evidence(what=what, event=left[0], rule="stops_early")


def _was_refused(session: SessionView) -> bool:
    """The coach has spoken after a gate evaluation that did not approve."""
    gates = [i for i, event in session.of(GateEvaluated) if event.result.status in {"blocked", "unresolved"}]
    return bool(gates) and any(index > gates[0] for index, _ in session.of(CoachSaid))


PATH = Path(__file__).with_name("fidelity.yaml")

_NOISE = re.compile(r"[^\w']+")
_WORD = re.compile(r"\b\w+(?:_\w+)+")
_REPEATED_WORDS = 5
_SHARED_WORDS = 10
_TIMES = 3
_AGREED_TO = 2
_REMEMBERED = 8192
_OTHERS, _DENIES, _OWN, _TO_ANOTHER, _SPEAKS_FOR = patterns(
    "fidelity", "others", "denies", "own", "to_another", "speaks_for"
)


class WordPatterns(Record):
    """Patterns of one kind, with an example that they find and one that they leave alone."""

    patterns: tuple[str, ...]
    positive: str
    negative: str


@cache
def words() -> dict[str, WordPatterns]:
    return sourced_yaml.read_as(PATH, dict[str, WordPatterns])


@lru_cache(_REMEMBERED)
def find(kind: str, text: str) -> re.Match[str] | None:
    """The first match of a pattern of the kind in `text` in lower case."""
    text = text.lower()
    return next((found for pattern in words()[kind].patterns if (found := re.search(pattern, text))), None)


def off_script_words(session: SessionView, script: PersonaScript) -> Iterator[Evidence]:
    """What an athlete who stays with the file would not say."""
    talk = exchanges(session)
    yield from out_of_role(session, script.own_words)
    for exchange in talk:
        yield from _labels(exchange, script)
        yield from _conditions(exchange, script)
    yield from _repeats(session, talk, _folded(script.own_words))
    yield from _agrees(session, talk)


_LED_IN = 3
"""Words by which people lead into what they wanted to say."""


def out_of_role(session: SessionView, own_words: str = "") -> Iterator[Evidence]:
    """Words of a model, a script or a label, by pattern; of a message whose meaning nobody wrote down, as read too."""
    for exchange in exchanges(session):
        for rule in ("drops_role", "leaks_labels"):
            found = find(rule, exchange.text)
            if found and found.group() not in own_words:
                yield _evidence(exchange, rule, *found.span())
        if exchange.event not in session.acts:
            for one in athlete_sentences(session)[exchange.event]:
                text = one.sentence.text
                if one.does("breaks_role") and not (_opens(exchange, text) or _is_scripted(text, own_words)):
                    yield _evidence(exchange, "drops_role", one.sentence.start, one.sentence.end)


def _is_scripted(sentence: str, own_words: str) -> bool:
    """Whether the file has the sentence, but for up to three words at its beginning ("Oh, and ...")."""
    said, own = _folded(sentence).split(), f" {_folded(own_words)} "
    return any(f" {' '.join(said[at:])} " in own for at in range(_LED_IN + 1) if len(said) - at > _LED_IN)


def _opens(exchange: Exchange, sentence: str) -> bool:
    """Whether the sentence names the speaker's goal, with which a talk begins: nothing before it tells who speaks."""
    own = not _SPEAKS_FOR.search(sentence) and (_OWN.search(sentence) or not _TO_ANOTHER.search(sentence))
    return exchange.turn == 1 and bool(own) and any(goals_in(sentence))


def _evidence(exchange: Exchange, rule: str, start: int, end: int) -> Evidence:
    quote = exchange.text[start:end]
    return Evidence(what=f"{rule}: {quote!r}", event=exchange.event, start=start, end=end, quote=quote, rule=rule)


def _labels(exchange: Exchange, script: PersonaScript) -> Iterator[Evidence]:
    """Names of rules and limits, and long runs of words out of the reasons for the labels."""
    expect, own = script.persona.expect, script.own_words
    names = {*(expect.safety.rules or ()), *(expect.safety.contraindications or ()), *expect.must_collect}
    for found in _WORD.finditer(exchange.text.lower()):
        if found.group() in names and found.group() not in own:
            yield _evidence(exchange, "leaks_labels", *found.span())
    if shared := _shared(exchange.text, script.persona.because, own):
        yield Evidence(what=f"leaks_labels: {shared!r}", event=exchange.event, rule="leaks_labels")


@lru_cache(_REMEMBERED)
def _shared(text: str, because: str, own: str) -> str | None:
    """The first run of words of `text` that is one of `because` and none of the athlete's `own`."""
    said, reasons = _folded(text).split(), f" {_folded(because)} "
    runs = (" ".join(said[at : at + _SHARED_WORDS]) for at in range(len(said) - _SHARED_WORDS + 1))
    return next((run for run in runs if f" {run} " in reasons and run not in _folded(own)), None)


def _conditions(exchange: Exchange, script: PersonaScript) -> Iterator[Evidence]:
    """An illness that the file does not know, said to be one's own."""
    found = find("conditions", exchange.text)
    if found is None or _DENIES.search(found.group()) or _OTHERS.search(found.group()):
        return
    file = f"{script.own_words} {script.persona.summary} {script.persona.because}".lower()
    if found["thing"][:5] not in file:
        yield _evidence(exchange, "invents", *found.span())


@lru_cache(_REMEMBERED)
def _folded(text: str) -> str:
    return _NOISE.sub(" ", text).strip().lower()


def _repeats(session: SessionView, talk: tuple[Exchange, ...], own: str) -> Iterator[Evidence]:
    """A long sentence said to a third thing asked, or a whole message again to other words of the coach.

    The same answer to the same question again is the coach's doing.
    """
    said_to: dict[str, list[object]] = {}
    messages: dict[str, object] = {}
    for exchange in talk:
        whole, asked = _folded(exchange.text), _asked(session, exchange)
        again = len(whole.split()) >= _REPEATED_WORDS and messages.get(whole, asked) != asked
        messages.setdefault(whole, asked)
        if again:
            yield _evidence(exchange, "repeats", 0, len(exchange.text))
            continue
        for sentence in {_folded(part) for part in SENTENCES.findall(exchange.text)}:
            before = said_to.setdefault(sentence, [])
            if asked in before:
                continue
            before.append(asked)
            if len(before) == _TIMES and len(sentence.split()) >= _REPEATED_WORDS and sentence not in own:
                yield Evidence(what=f"repeats: {sentence!r}", event=exchange.event, quote=sentence, rule="repeats")


def _asked(session: SessionView, exchange: Exchange) -> object:
    """What the coach asked for: the fields; of words that ask for none, the words."""
    return frozenset(ask.field for ask in asks_before(session, exchange)) or exchange.asked


def _agrees(session: SessionView, talk: tuple[Exchange, ...]) -> Iterator[Evidence]:
    """Nothing but agreement, again and again, to questions that a yes does not answer."""
    tells = {stated.exchange.event for stated in statements(session).facts}
    bare = [each for each in talk if each.event not in tells and _is_bare_yes(session, each)]
    if len(bare) >= _AGREED_TO:
        for exchange in bare:
            yield _evidence(exchange, "agrees_to_everything", 0, len(exchange.text))


def _is_bare_yes(session: SessionView, exchange: Exchange) -> bool:
    """A yes to several things at once, none of which it tells."""
    several = len({ask.field for ask in asks_before(session, exchange)}) > 1
    return several and find("agrees", exchange.text) is not None


_PARTS = (
    off_script_facts,
    off_script_words,
    off_script_goals,
    self_description.off_script_history,
    self_description.off_script_job,
    _stops,
)
