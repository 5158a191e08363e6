"""What a finished run came to, for the terminal: an outcome per session, a line per scorer. Reads samples as JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from coach.store.stored import of_kinds
from evals.budget import SPENT
from evals.checks.scorer_descriptions import measured
from evals.progress import spending_lines
from measures.reach import rates, sentences, shares, weakest_of

Json = Mapping[str, Any]
Scores = Mapping[str, Json]
"""Of a session, scorer to its score."""

WIDTH = 100
"""Columns that the tables need; where the terminal has fewer it scrolls or wraps them."""

_MOST_ROWS, _MOST_LINES = 16, 20
_PLAIN = frozenset({"pass", "fail"})
"""Values that the share passed says already."""
OFFLINE = "Offline players: this shows that the engine, the gate and the scorers work, not how good a coach is."
_LEAKS = {
    "age_categorization": "age",
    "goal_judgement": "judgement of the goal",
    "motive_naming": "motive",
    "reframe_reveal": "reframing",
    "internal_texts": "prompts",
}
OFF_SCRIPT = "the athlete went off script, so the session says nothing about the coach"
_UNENDED = "did not end"
_WHY = {"nothing_to_add": "the athlete had nothing to add"}
ATHLETES = "persona_fidelity"
"""The scorer of the athlete; where it fails, the others are not counted, since they speak of the coach."""


@dataclass(frozen=True, slots=True)
class _Session:
    """A sample's ending and scores: scorer to its metadata, with value, passed and reach.

    `error`: what broke the session, so that it says nothing about the coach: an error of the run, or no service.
    """

    name: str
    persona: str
    epoch: int
    labelled: str
    outcome: str
    turns: str
    why: str
    error: str | None
    scores: Scores

    @property
    def counts(self) -> Mapping[str, float]:
        return self.scores.get("cost", {}).get("counts") or {}

    @property
    def budget_was_spent(self) -> bool:
        return SPENT in f"{self.why} {self.error}"

    @property
    def off_script(self) -> bool:
        return is_off_script(self.scores)


class Broken(NamedTuple):
    """Of `sessions`, how many broke, how many ended as failed, and how many a budget stopped."""

    sessions: int
    broke: int
    failed: int
    stopped: int


def print_summary(header: Json, samples: Iterable[Json], console: Console | None = None) -> Broken:
    """Print the tables of an Inspect log's header and samples, both as JSON; how many sessions did not come off."""
    console = console or Console(width=max(WIDTH, Console().width))
    sessions, spec = [_session(sample) for sample in samples], header["eval"]
    meta = spec.get("metadata") or {}
    players = f"coach {meta.get('coach') or spec['model']}, athlete {meta.get('athlete')}{_heard(meta)}"
    console.print(f"run {meta.get('run')}: {players}, {_count(len(sessions))}\n", markup=False, highlight=False)
    counted = [session.scores for session in sessions if not session.off_script]
    table = scores_table(meta.get("scorer_versions", {}), [session.scores for session in sessions], counted)
    for part in (*_outcomes(sessions), table):
        console.print(part, highlight=False)
    for line in _failures(sessions):
        console.print(line, markup=False, highlight=False, style="red")
    spent = spending_lines(session.counts for session in sessions)
    offline = (OFFLINE,) if spec["model"].startswith("offline/") else ()
    for line in (*reaches(session.scores for session in sessions), *spent, *_budget_lines(sessions), *offline):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    stopped = sum(session.budget_was_spent for session in sessions)
    broke = sum(bool(session.error) and not session.budget_was_spent for session in sessions)
    failed = sum(session.outcome == "failed" and not session.error for session in sessions)
    return Broken(len(sessions), broke, failed, stopped)


def _count(sessions: int) -> str:
    return "1 session" if sessions == 1 else f"{sessions} sessions"


def _failures(sessions: Iterable[_Session]) -> list[str]:
    """A line for each session that broke, or whose athlete did not keep to the script, and for each failed score."""
    lines = []
    for session in sessions:
        if session.error and not session.budget_was_spent:
            lines.append(f"{session.name} broke: {session.error}")
        if session.off_script:
            lines.append(f"{session.name}: {OFF_SCRIPT}")
        lines += failed(session.name, that_count(session.scores))
    return first_of(lines, _MOST_LINES)


def is_off_script(scores: Scores) -> bool:
    """Whether the athlete did not keep to a script; who has none is not off it."""
    score = scores.get(ATHLETES, {})
    return score.get("passed") is False and bool((score.get("counts") or {}).get("off_script"))


def that_count(scores: Scores) -> Scores:
    """The scores that say something: where the athlete went off script, that of the athlete alone."""
    return {ATHLETES: scores[ATHLETES]} if is_off_script(scores) else scores


def failed(session: str, scores: Scores) -> list[str]:
    return [f"{session} failed {name}: {why(score)}" for name, score in scores.items() if score.get("passed") is False]


def first_of(lines: list[str], most: int) -> list[str]:
    """The first `most` lines, and how many more there are."""
    return [*lines[:most], *([f"... and {len(lines) - most} more"] if len(lines) > most else [])]


def why(score: Json) -> str:
    """The first finding of a failure with the words that it points to, and how many more; else the explanation."""
    found = score.get("findings") if score["passed"] is False else None
    if not found:
        return str(score.get("explanation", score["value"]))
    quoted = f": {found[0]['quote']!r}" if found[0].get("quote") else ""
    return f"{found[0]['what']}{quoted}" + (f" (and {len(found) - 1} more)" if len(found) > 1 else "")


def _budget_lines(sessions: Sequence[_Session]) -> list[str]:
    """One sentence where a budget ended sessions or kept them from beginning."""
    stopped = [each for each in sessions if each.budget_was_spent]
    if not stopped:
        return []
    begun = [each for each in stopped if each.turns != "-"]
    ended = f"{len(sessions) - len(stopped)} of {len(sessions)} sessions finished"
    return [f"The budget is spent: {ended}, {len(begun)} stopped, {len(stopped) - len(begun)} not started"]


def _session(sample: Json) -> _Session:
    meta, error = sample["metadata"], sample.get("error")
    outcome, turns, why, unserved = _ending(sample)
    return _Session(
        name=str(sample["id"]),
        persona=str(meta.get("persona_id")),
        epoch=meta.get("epoch", 0),
        labelled=str(sample["target"]),
        outcome=outcome,
        turns=turns,
        why=why,
        error=(why if outcome == _UNENDED else error["message"]) if error else unserved,
        scores={name: score.get("metadata") or {} for name, score in (sample.get("scores") or {}).items()},
    )


class _Ending(NamedTuple):
    """Outcome, turns of the athlete, why the session ended; `unserved`: the failed call that it ended with, if any."""

    outcome: str
    turns: str
    why: str
    unserved: str | None = None


def _ending(sample: Json) -> _Ending:
    stored = sample["store"].get("session")
    if not isinstance(stored, Mapping):
        return _Ending("broke", "-", sample["error"]["message"] if sample.get("error") else "no session was recorded")
    events = stored["events"]
    turns = str(sum(event["kind"] == "athlete_said" for event in events))
    closed = of_kinds(events, "session_closed")
    if not closed:
        return _Ending(_UNENDED, turns, stored.get("error") or "the record stops before the end")
    unserved = next((event["what"] for event in of_kinds(events, "model_failed") if event.get("service")), None)
    return _Ending(closed[-1]["outcome"], turns, closed[-1]["why"], unserved)


def _outcomes(sessions: Sequence[_Session]) -> list[Table | str]:
    """A row for each session; of many sessions, only for those that did not end as the persona's file expects."""
    apart = [each for each in sessions if each.outcome != each.labelled]
    counted = Counter(each.outcome for each in sessions)
    ended = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counted.items()))
    told = f"{len(sessions) - len(apart)} of {len(sessions)} sessions ended as expected ({ended})\n"
    shown = sessions if len(sessions) <= _MOST_ROWS else apart
    if not shown:
        return [told]
    table = Table("session", "ended", "expected", "athlete's messages", "why it ended")
    for each in sorted(shown, key=lambda each: (each.persona, each.epoch)):
        because = (
            ""
            if each.why == each.outcome
            else _WHY.get(each.why, each.why if " " in each.why else each.why.replace("_", " "))
        )
        table.add_row(each.name, each.outcome, each.labelled, each.turns, escape(because))
    return [table, *([told] if shown is apart else [])]


def _heard(meta: Json) -> str:
    """How well the coach heard, where it did not hear everything."""
    hearing = meta.get("hearing", "clean")
    return "" if hearing == "clean" else f", hearing {hearing}"


def scores_table(scorers: Iterable[str], sessions: Sequence[Scores], counted: Sequence[Scores]) -> Table:
    """A row for each scorer. `counted`: the sessions without those whose athlete went off script."""
    table = Table()
    table.add_column("scorer", no_wrap=True)
    off_script = ["off script"] if len(counted) < len(sessions) else []
    for heading in ("passed", "result (mean)", "does not apply", "not judged", *off_script):
        table.add_column(heading)
    for name in scorers:
        kept = sessions if name == ATHLETES else counted
        found = [each[name] for each in kept if name in each]
        judged = [each for each in found if each.get("passed") is not None or isinstance(each["value"], int | float)]
        decided = [bool(each["passed"]) for each in judged if each.get("passed") is not None]
        share = f"{sum(decided)}/{len(decided)}" if decided else "-"
        aside = sum(each["value"] == "not_applicable" for each in found)
        unjudged = len(kept) - len(judged) - aside
        apart = [str(len(sessions) - len(kept))] if off_script else []
        table.add_row(name, share, _values(name, judged), str(aside or ""), str(unjudged or ""), *apart)
    return table


def reaches(sessions: Iterable[Scores]) -> list[str]:
    """What each scorer says of its own reach, where it says anything: a pass means no more than this."""
    told: dict[str, list[Mapping[str, float]]] = {}
    for scores in sessions:
        for name, score in scores.items():
            told.setdefault(name, []).append(score.get("judged") or {})
    return [line for name, each in sorted(told.items()) if (line := _reach(name, weakest_of(each)))]


def _reach(name: str, known: Mapping[str, float]) -> str:
    if name == "unspoken" and known:
        seen = ", ".join(f"{_LEAKS.get(what, what)} {rate:.0%}" for what, rate in sorted(known.items()))
        return f"unspoken, without a judge model, finds this share of paraphrased leaks: {seen}"
    said = ", ".join([*sentences(known), *shares(rates(known), "{:g}".format)])
    return f"{name} {said}" if said else ""


def _values(scorer: str, judged: Sequence[Json]) -> str:
    numbers = [each["value"] for each in judged if isinstance(each["value"], int | float)]
    words = Counter(each["value"] for each in judged if isinstance(each["value"], str) and each["value"] not in _PLAIN)
    mean = [measured(scorer, sum(numbers) / len(numbers))] if numbers else []
    return ", ".join(mean + [f"{n} {word.replace('_', ' ')}" for word, n in sorted(words.items())])
