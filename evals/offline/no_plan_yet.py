"""What the offline coach says while there is no plan: what, why, whom to see, when it is urgent, the way back."""

import re
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.wording import listed
from coach.safety.rules import referrals
from evals.offline import questions
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.phrases import phrase, said_before
from evals.offline.request_view import RequestView
from evals.offline.side_questions import answer_to_side_question
from personas.acts import Ask, CoachAct, Decline, Plain, kinds

_ASKED = 3
"""So often somebody is asked for more whose words were not understood, before the talk ends."""
_MAY_I = re.compile(r"\b(?:can|could|may|should) (?:i|we)\b", re.IGNORECASE)
_SAFE = re.compile(r"\bare you safe\b[^.?!]*\?", re.IGNORECASE)
"""What a block for thoughts of self-harm asks."""
_URGENT = ("crisis_line", "emergency", "emergency_or_doctor")
_NO_VISIT = ("self_care", "guardian", "coach_review", "dietitian", "paediatrician")
"""No plan waits for what these say; the last two may be asked about a goal weight that need only be dropped."""
_TOPICS = {
    "you": "you", "running": "your running", "race": "your racing", "week": "your week", "food": "food and eating",
    "injuries": "injuries", "cycle": "your cycle", "health": "your health", "today": "how you are just now",
}  # fmt: skip
"""How a topic of the catalogue is named where facts of it are missing."""


_LEADS = {"urgent": "not_yet_lead_urgent", "visit": "not_yet_lead", "alone": "not_yet_lead_alone"}
"""Gravity to the purpose of phrases.yaml that opens a refusal."""


def no_plan_yet(seen: RequestView, seed: int) -> CoachReply:
    """Explain once; answer the first protest; then let the athlete go on or leave."""
    told, place = seen.get("no_plan_yet"), len(seen.turns)
    is_told = (told["told_already"] and not questions.only_asked(seen)) or _has_heard(told, seen)
    if told["kind"] == "a_person_looks_first":
        return CoachReply(calls=(Call("intake_complete", {}),))
    ask = phrase("not_yet_ask", seed, place)
    lacks_facts = told["kind"] == "facts_missing"
    due = questions.due_questions(seen, seed) if lacks_facts else questions.letter_due(seen, seed)
    if isinstance(due, Call):
        return CoachReply(calls=(due,))
    if not _names_one_of(told, _URGENT):  # who needs help now is asked nothing besides
        due = due or questions.not_understood(seen, seed)
    if due and (lacks_facts or is_told):
        withdrawn = not seen.newest_kinds.isdisjoint({"show_plan", "ask_accept"})
        lead = phrase("plan_set_aside" if withdrawn else "missing_lead", seed, place)
        return CoachReply(" ".join([lead, *_texts(due)]), acts=_asks(due))
    if lacks_facts and not is_told:
        purpose = "missing_refused" if _was_refused(told, seen) else "missing_unknown"
        return _explained(f"{phrase(purpose, seed, place, missing=_missing(told))} {ask}", ask)
    if not is_told:
        unheard = due or (() if _names_one_of(told, _URGENT) else questions.asked_in_vain(seen, seed))
        closing = " ".join(_texts(unheard)) or ask
        text = "\n\n".join([*_reasons(told, seed, place), *_way_forward(told, seed, place), closing])
        return _explained(text, "" if unheard else ask, unheard)
    return _once_told(seen, seed, ask)


def _has_heard(told: dict[str, Any], seen: RequestView) -> bool:
    """Whether one message of the coach gave all of these reasons, however often the gate has judged since."""
    return bool(told["say"]) and any(all(why in text for why in told["say"]) for text in seen.coach_texts)


def _explained(text: str, ask: str, due: tuple[questions.Put, ...] = ()) -> CoachReply:
    more: tuple[CoachAct, ...] = (Plain(kind="ask_more", words=ask),) if ask else ()
    safe = tuple(Plain(kind="ask_other", words=found.group()) for found in _SAFE.finditer(text))
    return CoachReply(text, acts=(Plain(kind="explain_block"), *_asks(due), *safe, *more))


def _texts(due: tuple[questions.Put, ...]) -> list[str]:
    return [put.text for put in due]


def _asks(due: tuple[questions.Put, ...]) -> tuple[Ask, ...]:
    return tuple(ask for put in due for ask in put.asks)


def _once_told(seen: RequestView, seed: int, ask: str) -> CoachReply:
    """An answer to the first protest and to what is asked besides, or the question for anything more where it was not
    put yet; else the end."""
    done = kinds(seen.heard)
    asks_to_run = not seen.understood and _MAY_I.search(seen.newest) is not None
    insists = asks_to_run or ("push_back" in done and "nothing_to_add" not in done)
    if insists and not any(said_before("not_yet_again", text) for text in seen.coach_texts):
        whom = seen.get("no_plan_yet")["way_forward"]
        return _explained(" ".join([phrase("not_yet_again", seed, len(seen.turns)), *whom, ask]), ask)
    if side := answer_to_side_question(seen, seed).text:
        return _explained(f"{side} {ask}", ask)
    asked_for_more = sum(said_before("not_yet_ask", text) for text in seen.coach_texts)
    more = asked_for_more < (1 if seen.understood else _ASKED) and "nothing_to_add" not in done
    if more or not seen.get("no_plan_yet")["told_already"]:  # the engine lets nobody go unspoken to
        return _explained(ask, ask)
    return CoachReply(calls=(Call("intake_complete", {}),))


def _was_refused(told: dict[str, Any], seen: RequestView) -> bool:
    """Whether the athlete would not say something of what is missing; not knowing it is no refusal."""
    said = (act for name in told.get("missing", ()) for act in questions.said_no_answer(name, seen))
    return any(isinstance(act, Decline) for act in said)


def _missing(told: dict[str, Any]) -> str:
    """What the missing facts are about, in words; all of it where the request names none."""
    known = catalogue()
    fields = [known.fields[name] for name in told.get("missing", ()) if name in known.fields]
    topics = dict.fromkeys(_TOPICS.get(known.questions[field.question].topic, "you") for field in fields)
    return listed(list(topics), "and") or "you"


def _reasons(told: dict[str, Any], seed: int, place: int) -> list[str]:
    """That there is no plan now, in words that fit how grave it is, and why."""
    return [phrase(_LEADS[_gravity(told)], seed, place), *told["say"]]


def _way_forward(told: dict[str, Any], seed: int, place: int) -> list[str]:
    """Whom to see, and the way back."""
    gravity, whom = _gravity(told), " ".join(told["way_forward"])
    if whom and gravity == "visit":
        whom = phrase("whom_lead", seed, place, whom=f"{whom[0].lower()}{whom[1:]}")
    return list(filter(None, [whom, phrase(f"meanwhile_{gravity}", seed, place)]))


def _gravity(told: dict[str, Any]) -> str:
    """What the time until then is for: help at once, a visit to prepare, or neither."""
    if _names_one_of(told, _URGENT):
        return "urgent"
    visits = tuple(name for name in referrals() if name not in (*_URGENT, *_NO_VISIT))
    return "visit" if _names_one_of(told, visits) else "alone"


def _names_one_of(told: dict[str, Any], names: tuple[str, ...]) -> bool:
    return any(referrals()[name] in told["way_forward"] for name in names)
