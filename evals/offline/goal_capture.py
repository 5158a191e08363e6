"""GOAL_CAPTURE as the offline coach does it: ask for a goal, twice at most, and for the age, once; then record both."""

from dataclasses import replace
from typing import Any

from coach.profile.catalogue import catalogue
from coach.profile.sports import multisport_event, other_sport
from coach.profile.weight_goals import wants_to_lose_weight
from coach.records.goal import Goal
from coach.schemas import schema_for
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.health_told import complaints_told
from evals.offline.phrases import phrase
from evals.offline.questions import Put, worded_question
from evals.offline.request_view import RequestTurn, RequestView
from evals.reading.goals import goal_in, goals_in
from personas.acts import Act, Ask, ChangeGoal, Correct, Decline, DontKnow, Plain, RequestChange, StateGoal, Tell, kinds

AGE = "age_years"
_RUNNING = "running_now"
_ASKED_ENOUGH = 2
_ANY = {"text": "running, to begin with", "type": "fitness", "sport": "running"}


def capture(seen: RequestView, seed: int) -> CoachReply:
    """Call `capture_goal` with every goal stated, in the athlete's whole words, and the age where it is told.

    A goal in another sport is no goal here, however often it is named; of several sports it is the run.
    """
    words = seen.newest
    if sport := other_sport(words):
        text = phrase("other_sport", seed, len(seen.turns), sport=sport)
        return _asking(text, [], Plain(kind="ask_goal", words=text))
    goals = _changed(seen) if seen.get("new_goal") else _stated(seen) or seen.get("goals") or _as_answered(seen)
    goals = _with_weight(goals)
    age = _age(seen)
    part = phrase("run_part", seed, len(seen.turns)) if multisport_event(words) else ""
    if not goals:
        text = phrase("ask_goal", seed, len(seen.turns))
        return _asking(text, [], Plain(kind="ask_goal", words=text))
    if age is None and not _needs_no_age(seen):
        text, running = phrase("ask_age", seed, len(seen.turns)), _running(seen, goals, seed)
        beside = running[0].asks if running else ()
        whole = " ".join(filter(None, [part, text, *(put.text for put in running)]))
        return _asking(whole, goals, Ask(field=AGE, words=text), *beside)
    return CoachReply(part, calls=(Call("capture_goal", {"goals": goals, **({"age": age} if age else {})}),))


def _with_weight(goals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The goals; where the words of one say so and none is to lose weight, one of fitness is, or one more."""
    at = next((at for at, goal in enumerate(goals) if wants_to_lose_weight(goal["text"])), None)
    if at is None or any(goal["type"] == "weight_loss" for goal in goals):
        return goals
    loses = _dumped(Goal(text=goals[at]["text"], type="weight_loss"))
    return [*goals[:at], loses, *goals[at + 1 :]] if goals[at]["type"] == "fitness" else [*goals, loses]


def _asking(text: str, goals: list[dict[str, Any]], *acts: Act) -> CoachReply:
    return CoachReply(calls=(Call("capture_goal", {"goals": goals, "question": text}),), acts=acts)


def _running(seen: RequestView, goals: list[dict[str, Any]], seed: int) -> tuple[Put, ...]:
    """The question about the running of today, without what was told already; none where one question is enough."""
    if seen.get("manners", {}).get("questions_per_turn", 2) < 2:  # noqa: PLR2004 (the age is one)
        return ()
    wanted = {field.name for field in schema_for(tuple(map(Goal.model_validate, goals))).fields}
    told = {act.field for turn in seen.turns for act in turn.acts or () if isinstance(act, Tell | Correct)}
    question = catalogue().questions[_RUNNING]
    items = [item for item in question.items if wanted & item.asks.keys() and not told & item.asks.keys()]
    if not items:
        return ()
    fields = {name: values for item in items for name, values in item.asks.items()}
    return (worded_question({"id": _RUNNING, "question": question.worded(items), "fields": fields}, seen, seed, 0),)


def _needs_no_age(seen: RequestView) -> bool:
    """The age is known, or was asked for, or has to wait for a complaint, or the goal is looked at anew."""
    settled = AGE in seen.get("known", {}) or bool(seen.answers_to(AGE))
    return settled or bool(seen.get("goals")) or bool(seen.get("speaks_of_health") or complaints_told(seen))


def _age(seen: RequestView) -> dict[str, Any] | None:
    """The age as the athlete gave it, or the refusal; None where it was not spoken of, or is known as it is."""
    acts = [act for turn in seen.turns for act in turn.acts or ()]
    told = [act for act in acts if isinstance(act, Tell | Correct | Decline | DontKnow) and act.field == AGE]
    if not told or AGE in seen.get("known", {}):
        return None
    act = told[-1]
    if isinstance(act, Tell | Correct):
        return {"years": act.value, "raw": act.words}
    return {"raw": act.words, "standing": "declined" if isinstance(act, Decline) else "not_known"}


def _changed(seen: RequestView) -> list[dict[str, Any]]:
    """The goals that the newest change leaves; its words as they are where nobody knows what they mean."""
    acts = [act for turn in seen.turns for act in turn.acts or () if isinstance(act, ChangeGoal) and act.goal]
    new = _dumped(acts[-1].goal if acts and acts[-1].goal else another_goal(seen.newest, seen) or goal_in(seen.newest))
    return [*seen.get("goals", []), new] if seen.get("keeps_goal") else [new]


def another_goal(words: str, seen: RequestView) -> Goal | None:
    """The goal of the first race in `words` that is none of the present goals'."""
    present = {goal.get("event") for goal in seen.get("goals", ())}
    return next((goal for goal in goals_in(words) if goal.event not in present), None)


def with_new_goal(turn: RequestTurn, seen: RequestView) -> RequestTurn:
    """The turn with the goal that its words change to; a wish where they name no other race than the present one."""
    acts = turn.acts or ()
    settled = [_settled(act, seen) if isinstance(act, ChangeGoal) and act.goal is None else act for act in acts]
    return replace(turn, acts=tuple(settled)) if settled else turn


def _settled(act: ChangeGoal, seen: RequestView) -> Act:
    is_done = any(goal["text"] == act.words for goal in seen.get("goals", ()))
    goal = None if is_done else another_goal(act.words, seen)
    return act.model_copy(update={"goal": goal}) if goal else RequestChange(words=act.words)


def _stated(seen: RequestView) -> list[dict[str, Any]]:
    """Goals of the athlete's messages; one about another sport states none."""
    theirs = (turn for turn in _since_a_goal(seen) if turn.role == "user" and not other_sport(" ".join(turn.texts)))
    acts = [act for turn in theirs for act in turn.acts or ()]
    return [_dumped(act.goal) for act in acts if isinstance(act, StateGoal)]


def _since_a_goal(seen: RequestView) -> list[RequestTurn]:
    """What was said since goals were last recorded."""
    recorded = (
        name == "capture_goal" and bool(given.get("goals")) for turn in seen.turns for name, given in turn.calls
    )
    if not any(recorded):
        return list(seen.turns)
    last = max(at for at, turn in enumerate(seen.turns) if any(given.get("goals") for _, given in turn.calls))
    return list(seen.turns[last:])


def _dumped(goal: Goal) -> dict[str, Any]:
    return goal.model_dump(mode="json", exclude_none=True)


def _as_answered(seen: RequestView) -> list[dict[str, Any]]:
    """Asked enough, the last thing said has to do."""
    asked = sum(turn.role == "assistant" and "ask_goal" in kinds(turn.acts or ()) for turn in seen.turns)
    if asked < _ASKED_ENOUGH:
        return []
    said = seen.newest
    return [_dumped(goal_in(said))] if said else [_ANY]
