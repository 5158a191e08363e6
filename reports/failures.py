"""Which sessions turned: failing where their partner passed, and the other way round."""

from collections.abc import Sequence

from reports.comparison import Failure
from reports.lines import Material
from reports.pairing import Meeting


def new_failures(materials: Sequence[Material]) -> tuple[Failure, ...]:
    """By scorer, then persona and seed. Versions that differ cannot turn a session."""
    return tuple(
        _failure(material.scorer, meeting)
        for material in materials
        if material.incomparable is None
        for meeting in material.meetings
        if _turned(meeting, to=False)
    )


def count_mended(materials: Sequence[Material]) -> int:
    return sum(
        _turned(meeting, to=True)
        for material in materials
        if material.incomparable is None
        for meeting in material.meetings
    )


def _turned(meeting: Meeting, *, to: bool) -> bool:
    if meeting.base is None or meeting.candidate is None:
        return False
    return meeting.base["passed"] is not to and meeting.candidate["passed"] is to and meeting.base["passed"] is not None


def _failure(scorer: str, meeting: Meeting) -> Failure:
    base, candidate = meeting.base or {}, meeting.candidate or {}
    return Failure(
        scorer=scorer,
        persona=meeting.persona,
        base_session=meeting.base_session,
        candidate_session=meeting.candidate_session,
        base_value=base["value"],
        value=candidate["value"],
        explanation=candidate["explanation"],
        quotes=tuple(candidate["quotes"]),
        off_script=meeting.off_script,
    )
