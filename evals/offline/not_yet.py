"""What the offline coach says while there is no plan: why, whom to see, what goes on meanwhile."""

from typing import Any

from coach.safety.rules import contraindications, referrals
from evals.offline.phrases import phrase, said_before
from evals.offline.questions import Put, asked_in_vain, due_questions
from evals.offline.said import Call, Said
from evals.offline.seen import Seen
from personas.acts import Ask, CoachAct, Plain, kinds

_URGENT = ("crisis_line", "emergency", "emergency_or_doctor")
_NO_VISIT = ("self_care", "guardian", "coach_review")
_FOR_A_PLAN = ("no_race_goal",)
"""What it says is about a block of training; without one it would puzzle."""


def not_yet(seen: Seen, seed: int) -> Said:
    """Explain once; answer the first protest; then let the athlete go on or leave."""
    told, place = seen.get("no_plan_yet"), len(seen.turns)
    ask = phrase("not_yet_ask", seed, place)
    if told["kind"] == "facts_missing":
        due = due_questions(seen, seed)
        if isinstance(due, Call):
            return Said(calls=(due,))
        if due:
            return Said(" ".join([phrase("missing_lead", seed, place), *_texts(due)]), acts=_asks(due))
        if not told["told_already"]:
            return _explained(f"{phrase('missing_refused', seed, place)} {ask}", ask)
    if not told["told_already"]:
        parts = [phrase("not_yet_lead", seed, place), *told["say"], *_way_forward(told)]
        unheard = () if _names_one_of(told, _URGENT) else asked_in_vain(seen, seed)
        text = "\n\n".join([*parts, phrase(_meanwhile(told), seed, place), " ".join(_texts(unheard)) or ask])
        return _explained(text, "" if unheard else ask, unheard)
    return _once_told(seen, seed, ask)


def _explained(text: str, ask: str, due: tuple[Put, ...] = ()) -> Said:
    more: tuple[CoachAct, ...] = (Plain(kind="ask_more", words=ask),) if ask else ()
    return Said(text, acts=(Plain(kind="explain_block"), *_asks(due), *more))


def _texts(due: tuple[Put, ...]) -> list[str]:
    return [put.text for put in due]


def _asks(due: tuple[Put, ...]) -> tuple[Ask, ...]:
    return tuple(ask for put in due for ask in put.asks)


def _once_told(seen: Seen, seed: int, ask: str) -> Said:
    """An answer to the first protest, or the question for anything more where it was not put yet; else the end."""
    done = kinds(seen.heard)
    insists = "push_back" in done and "nothing_to_add" not in done
    if insists and not any(said_before("not_yet_again", text) for text in seen.coach_texts):
        whom = _whom_to_see(seen.get("no_plan_yet"))
        return _explained(" ".join([phrase("not_yet_again", seed, len(seen.turns)), *whom, ask]), ask)
    asked_for_more = any(said_before("not_yet_ask", text) for text in seen.coach_texts)
    if not asked_for_more and "nothing_to_add" not in done:
        return _explained(ask, ask)
    return Said(calls=(Call("intake_complete", {}),))


def _way_forward(told: dict[str, Any]) -> list[str]:
    """Whom to see; then what holds until then, unless nothing but help matters now."""
    whom = _whom_to_see(told)
    if _names_one_of(told, _URGENT):
        return whom
    left_out = [contraindications()[name].say for name in _FOR_A_PLAN]
    rest = [each for each in told["way_forward"] if each not in whom and each not in left_out]
    return [*whom, " ".join(rest)] if rest else whom


def _whom_to_see(told: dict[str, Any]) -> list[str]:
    known = set(referrals().values())
    return [each for each in told["way_forward"] if each in known]


def _meanwhile(told: dict[str, Any]) -> str:
    """Which words there are for the time until then: an emergency, a visit to prepare, or neither."""
    if _names_one_of(told, _URGENT):
        return "meanwhile_urgent"
    visits = tuple(name for name in referrals() if name not in (*_URGENT, *_NO_VISIT))
    return "meanwhile_visit" if _names_one_of(told, visits) else "meanwhile_alone"


def _names_one_of(told: dict[str, Any], names: tuple[str, ...]) -> bool:
    return any(referrals()[name] in told["way_forward"] for name in names)
