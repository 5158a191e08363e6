"""INTAKE as the offline coach does it: record, acknowledge, ask in groups, sum up."""

from typing import Any

from coach.profile.catalogue import catalogue
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.goal_capture import AGE, with_new_goal
from evals.offline.health_told import about_health, written_clearance
from evals.offline.no_plan_yet import no_plan_yet
from evals.offline.phrases import phrase, said_before
from evals.offline.questions import Put, due_questions, is_new
from evals.offline.recording import UNEVENTFUL, call_again, calls_for
from evals.offline.request_view import RequestView
from evals.offline.short_answers import corrects_summary, which_of_them
from evals.offline.short_clauses import figures_in, in_words
from evals.offline.side_questions import answer_to_side_question, as_values, in_whole_words
from evals.offline.summary import summary
from evals.offline.unclear_notes import about_notes, about_self_harm, is_self_harm, notes_of, open_notes, untold
from personas.acts import Ask, Plain, SumUp

READING = frozenset({"collect_data", "correct_data", "change_goal", "intake_complete"})
_SENSITIVE = frozenset({
    "symptoms", "known_conditions", "pain_signs", "tendon_pain_nrs", "eating_disorder_status", "bsi_status",
    "compensatory_behaviours", "pelvic_symptoms", "pregnancy_contraindications", "concussion_symptoms",
    "severe_hypo_last_24h",
})  # fmt: skip


def converse(seen: RequestView, seed: int) -> CoachReply:
    """Record what is new; else say what is due."""
    unread = seen.unread(READING) if seen.has_called(READING) else seen.turns
    unread = tuple(with_new_goal(turn, seen) for turn in unread)
    if unread and (calls := calls_for(seen, unread)):
        return CoachReply(calls=calls)
    if again := call_again(seen):
        return CoachReply(calls=(again,))
    if unread and (cleared := written_clearance(seen)):
        return CoachReply(calls=(cleared,))
    self_harm = is_self_harm(seen.newest)
    noted = notes_of(seen) if unread or self_harm or untold(seen) else None
    if not (self_harm and (noted or open_notes(seen))) and (asking := about_health(seen, seed)):
        return asking
    if noted:
        return CoachReply(calls=(noted,))
    return _speak(seen, seed)


def _speak(seen: RequestView, seed: int) -> CoachReply:
    if asking := _unsettled(seen, seed) or (no_plan_yet(seen, seed) if seen.get("no_plan_yet") else None):
        return asking
    due = due_questions(seen, seed)
    if isinstance(due, Call):
        return CoachReply(calls=(due,))
    side = answer_to_side_question(seen, seed)
    if not all(put.optional for put in due):
        lead = (side.text,) if side.text else _leading(seen, seed, due)
        text = " ".join(part for part in (*lead, *(put.text for put in due)) if part)
        return CoachReply(text, acts=(*side.acts, *(ask for put in due for ask in put.asks)))
    if not _recorded(seen) and corrects_summary(seen):
        text = phrase("what_is_wrong", seed, len(seen.turns))
        return CoachReply(text, acts=(Plain(kind="ask_more", words=text),))
    if not side.text and _summed_up(seen):
        return CoachReply(calls=(Call("intake_complete", {}),))
    return _summary(seen, seed, side, due)


def _unsettled(seen: RequestView, seed: int) -> CoachReply | None:
    """The question about what was told and is not clear; a block is explained first, beside a word on self-harm."""
    block = seen.get("no_plan_yet") or {}
    untold = block.get("kind") == "see_someone_first" and not block.get("told_already")
    asking = _block_beside_self_harm(seen, seed) if untold else about_notes(seen, seed)
    return asking or (which_of_them(seen, seed) if seen.is_free else None)


def _block_beside_self_harm(seen: RequestView, seed: int) -> CoachReply | None:
    """The block and the question about a word on self-harm that nobody has asked about; None where there is none."""
    asked = about_self_harm(seen, seed)
    if asked is None or not asked.text:
        return None
    told = no_plan_yet(seen, seed)
    return CoachReply(f"{told.text}\n\n{asked.text}".strip(), told.calls, acts=(*told.acts, *asked.acts))


def _summary(seen: RequestView, seed: int, side: CoachReply, optional: tuple[Put, ...]) -> CoachReply:
    place, known = len(seen.turns), seen.get("known", {})
    told = (
        f"{phrase('summary_lead', seed, place)} {summary(known, in_words(seen.get('goals', [])), in_whole_words(seen))}"
    )
    ask = phrase("summary_ask", seed, place)
    acts = (*side.acts, SumUp(facts=as_values(known), words=told), Plain(kind="ask_more", words=ask))
    besides = [f"{phrase('one_more', seed, place)} {put.text}" for put in optional]
    text = " ".join(part for part in (side.text, told, ask, *besides) if part)
    return CoachReply(text, acts=(*acts, *(act for put in optional for act in put.asks)))


def _summed_up(seen: RequestView) -> bool:
    """A summary was given, and the athlete has had nothing to add to it; one that they said is wrong is given again."""
    if not seen.has_done("sum_up") or (seen.coach_texts and said_before("what_is_wrong", seen.coach_texts[-1])):
        return False
    corrected = any(item["field"] in catalogue().fields for item in _just_recorded(seen))
    return not (seen.newest_kinds & {"sum_up", "ask_more"} and _recorded(seen) and corrected)


def _acknowledge(seen: RequestView, seed: int) -> str:
    place = len(seen.coach_texts)  # one on from the last wording, whatever lay between
    if "goals" in seen.news:
        purpose = "goal_change" if _has_asked(seen) else "opening"
        return phrase(purpose, seed, place, goal=in_words(seen.get("goals", [])))
    if not seen.get("manners", {}).get("acknowledge", True):
        return ""
    if not _recorded(seen):
        return phrase("unread", seed, place)
    if any(item.get("standing") == "declined" for item in _just_recorded(seen)):
        return phrase("acknowledge_declined", seed, place)
    if _just_told_something_hard(seen):
        return phrase("acknowledge_pain", seed, place)
    figure = figures_in(_just_recorded(seen))
    return phrase("acknowledge_echo", seed, place, echo=figure) if figure else phrase("acknowledge", seed, place)


def _has_asked(seen: RequestView) -> bool:
    """Whether the intake has begun: something was asked for in a message that did not ask for the age."""
    asked = [{act.field for act in turn.acts or () if isinstance(act, Ask)} for turn in seen.turns]
    return any(fields and AGE not in fields for fields in asked)


def _recorded(seen: RequestView) -> bool:
    """Whether the athlete's last words told something that was written down."""
    return bool(READING & set(seen.last_calls)) and bool(seen.fresh_results)


def _leading(seen: RequestView, seed: int, due: tuple[Put, ...]) -> tuple[str, ...]:
    """The words before the questions: an acknowledgement, and where something is asked again, that it is."""
    acknowledged = _acknowledge(seen, seed)
    if any(is_new(put, seen) for put in due) or not seen.get("manners", {}).get("acknowledge", True):
        return (acknowledged,)
    again = phrase("again" if len(due) == 1 else "again_some", seed, len(seen.coach_texts))
    return (again,) if said_before("acknowledge", acknowledged) else (acknowledged, again)


def _just_told_something_hard(seen: RequestView) -> bool:
    told = (item for item in _just_recorded(seen) if item["field"] in _SENSITIVE)
    return any(_adds_something(item, _recorded_before(seen, item["field"])) for item in told)


def _adds_something(item: dict[str, Any], before: Any) -> bool:
    """Whether the value is more than a no, and of a list more than what it held `before`."""
    value = item.get("value")
    if isinstance(value, list | tuple) and isinstance(before, list | tuple):
        return not set(value) <= set(before)
    return value not in UNEVENTFUL and value != before


def _recorded_before(seen: RequestView, field: str) -> Any:
    """What the last calls before the newest ones held of `field`; None where none did."""
    calls = [turn.calls for turn in seen.turns if turn.role == "assistant" and turn.calls]
    earlier = [item for made in calls[:-1] for _, given in made for item in given.get("items", [])]
    return next((item.get("value") for item in reversed(earlier) if item["field"] == field), None)


def _just_recorded(seen: RequestView) -> list[dict[str, Any]]:
    newest = next((turn for turn in reversed(seen.turns) if turn.role == "assistant"), None)
    return [item for _, given in newest.calls for item in given.get("items", [])] if newest else []
