"""Is what the athlete is told what is held? The plan, its changes and sessions in words, and what is read back."""

from collections.abc import Iterator

from coach.events import CoachSaid, PlanShown
from evals.checks.claimed_changes import claimed_only, contradictions
from evals.checks.plan_in_text import weeks_in_text
from evals.checks.read_back import answered_in_part, left_out, misquoted, reads_back
from evals.checks.session_words import sessions_against_themselves
from evals.checks.text_against_plan import differences, never_told
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.week_totals_in_text import week_totals_in_text

VERSION = 6


def check_honest_telling(session: SessionView) -> Verdict:
    """pass | fail; not_applicable where nothing was told that could be compared."""
    if not session.coach_spoke:
        said_nothing = not_applicable("the coach said nothing")
        return said_nothing if session.record == "talk" else not_judged("no words of the coach")
    findings = tuple(_findings(session))
    if findings:
        return pass_or_fail(findings)
    seen = _compared(session)
    if not seen:
        return not_applicable("nothing was told that could be compared")
    return pass_or_fail((), f"compared: {', '.join(seen)}")


def _findings(session: SessionView) -> Iterator[Evidence]:
    yield from differences(session)
    if (untold := never_told(session)) is not None:
        yield untold
    yield from contradictions(session)
    yield from claimed_only(session)
    yield from sessions_against_themselves(session)
    yield from misquoted(session)
    yield from left_out(session)
    yield from answered_in_part(session)


def _compared(session: SessionView) -> list[str]:
    told = [week for _, event in session.of(CoachSaid) for week in weeks_in_text(event.text)]
    numbers = [week.number or 1 for week in told]
    sums = any(each.sums for _, event in session.of(CoachSaid) for each in week_totals_in_text(event.text))
    parts = {
        "the week with itself": len(numbers) > len(set(numbers)) or (bool(told) and sums),
        "what was read back with what was said": reads_back(session),
        "the plan in words and its texts": any(session.of(PlanShown)),
    }
    return [what for what, seen in parts.items() if seen]
