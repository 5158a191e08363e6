"""What each sentence of the talk does, read from its words alone, with where it stands. Judges nothing.

A message is read without the one before it, so that one said often is read once a process.
"""

import re
from typing import NamedTuple

from coach.events import CoachSaid, PlanShown
from coach.states import State
from evals.checks.plan_in_text import DAY_NAME, days_in_text
from evals.checks.statements import exchanges
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView, per_session
from evals.dialogue_acts.labels import Act
from evals.dialogue_acts.reading import SentenceActs, acts_in

_WORD = re.compile(r"\w")


class Spoken(NamedTuple):
    """A sentence of the message at `event`."""

    event: int
    sentence: SentenceActs

    def does(self, *acts: Act) -> bool:
        return not self.acts.isdisjoint(acts)

    @property
    def acts(self) -> frozenset[Act]:
        return frozenset(self.sentence.acts)

    @property
    def asks(self) -> bool:
        return is_question(self.sentence.text)

    def evidence(self, rule: str, what: str) -> Evidence:
        one = self.sentence
        return Evidence(
            what=f"{rule}: {what}", event=self.event, start=one.start, end=one.end, quote=one.text, rule=rule
        )


def is_question(sentence: str) -> bool:
    return sentence.rstrip("*_ )\"'").endswith("?")


@per_session
def coach_sentences(session: SessionView) -> dict[int, tuple[Spoken, ...]]:
    """Event of each message of the coach to its sentences, without rows of training days."""
    return {
        index: tuple(Spoken(index, each) for each in acts_in(_without_rows(event.text), "coach"))
        for index, event in session.of(CoachSaid)
    }


def creditable_sentences(session: SessionView) -> dict[int, tuple[Spoken, ...]]:
    """`coach_sentences` without those of an engine that has closed: its fixed goodbye explains and offers nothing."""
    closed = {
        index for index, event in session.of(CoachSaid) if event.state is State.CLOSED and session.record == "events"
    }
    return {index: sentences for index, sentences in coach_sentences(session).items() if index not in closed}


@per_session
def plan_sentences(session: SessionView) -> dict[int, tuple[Spoken, ...]]:
    """Event of each plan shown to the sentences of its notes."""
    return {
        index: tuple(Spoken(index, each) for note in event.plan.note_texts for each in acts_in(note, "coach"))
        for index, event in session.of(PlanShown)
    }


@per_session
def athlete_sentences(session: SessionView) -> dict[int, tuple[Spoken, ...]]:
    """Event of each message of the athlete to its sentences."""
    return {
        each.event: tuple(Spoken(each.event, one) for one in acts_in(each.text, "athlete"))
        for each in exchanges(session)
    }


def _without_rows(text: str) -> str:
    """`text` with rows that tell a day of training blank, so that places stay."""
    parts, at = [], 0
    for row in days_in_text(text):
        opens = row.laid_out or (
            DAY_NAME.match(text, row.start) and not _WORD.search(text, text.rfind("\n", 0, row.start) + 1, row.start)
        )
        if opens and row.start >= at:
            parts += [text[at : row.start], _WORD.sub(" ", text[row.start : row.end])]
            at = row.end
    return "".join([*parts, text[at:]])
