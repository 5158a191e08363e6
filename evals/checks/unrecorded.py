"""What the athlete stated of their health and no record holds when a plan is shown or agreed.

By the acts beside the session; of a message without acts, by the reader of free text.
"""

from collections.abc import Iterable, Iterator

from coach import events as e
from evals.checks.health_notes import speaks_of
from evals.checks.held_facts import collected
from evals.checks.statements import StatedFact, statements, topic_of
from evals.checks.values import is_denial
from evals.checks.verdict import Evidence
from evals.checks.view import SessionView

_TOPICS = frozenset({"health", "injuries", "food", "cycle", "today"})


def unrecorded_statements(session: SessionView) -> Iterator[Evidence]:
    """The last word on each field of health before the last plan, where it affirms and nothing was recorded of it.

    A list that is asked about part by part keeps what was told of it until the athlete denies just that.

    A refusal, an answer not known and an unclear note that speaks of it are records too.
    """
    end = max((index for index, _ in session.of(e.PlanShown, e.PlanAccepted)), default=0)
    last = _last_words(each for each in statements(session).facts if each.exchange.event < end)
    for name, stated in last.items():
        if topic_of(name) in _TOPICS and not is_denial(stated.value) and not _is_held(session, stated, end):
            yield stated.evidence(name, f"stated as {stated.value!r}, and a plan was made without a record of it")


def _last_words(stated: Iterable[StatedFact]) -> dict[str, StatedFact]:
    last: dict[str, StatedFact] = {}
    for each in stated:
        before = last.get(each.field)
        if before is None or not _stands_beside(before, each):
            last[each.field] = each
    return last


def _stands_beside(before: StatedFact, later: StatedFact) -> bool:
    """Whether `later`, a no to some entries of a list, leaves what was told before."""
    told = before.value if isinstance(before.value, tuple | list) else ()
    return bool(told) and later.denied is not None and not later.value and not set(told) & set(later.denied)


def _is_held(session: SessionView, stated: StatedFact, end: int) -> bool:
    held = collected(session, end).get(stated.field)
    if held is not None and (held[1].standing != "given" or not is_denial(held[1].value)):
        return True
    notes = (note for index, note in session.of(e.NoteRecorded) if stated.exchange.event < index < end)
    return any(note.unclear and speaks_of(note, stated) for note in notes)
