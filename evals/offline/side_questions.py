"""What the offline coach says to what is not an answer: why do you ask, what do you know, give me the plan."""

from collections.abc import Callable, Mapping

from coach.profile.catalogue import catalogue
from evals.offline.coach_reply import CoachReply
from evals.offline.phrases import phrase
from evals.offline.request_view import RequestView
from evals.offline.summary import everything
from personas.acts import Ask, Plain, TellKnown, kinds
from personas.questions import read_questions


def answer_to_side_question(seen: RequestView, seed: int) -> CoachReply:
    """An answer to the side question in the athlete's newest message; empty where there is none."""
    done = kinds(seen.heard)
    return next((answer(seen, seed) for kind, answer in _ANSWERS.items() if kind in done), CoachReply())


def _why(seen: RequestView, seed: int) -> CoachReply:
    """The athlete-facing reason of what the athlete names of all that was asked, else of what was asked last."""
    known = catalogue()
    spoken = [turn.acts or () for turn in seen.turns if turn.role == "assistant" and turn.texts]
    asked = [[act.field for act in acts if isinstance(act, Ask) and act.field in known.fields] for acts in spoken]
    meant = {act.field for act in read_questions(seen.newest) if isinstance(act, Ask)}
    named = [name for fields in asked for name in fields if name in meant]
    fields = named or (asked[-1] if asked else [])
    reasons = dict.fromkeys(known.questions[known.fields[name].question].why for name in fields)
    why = " ".join(list(reasons)[:2]) or "it helps me fit the plan to you."
    text = phrase("why_answer", seed, len(seen.turns), why=why)
    return CoachReply(text, acts=(Plain(kind="explain_why", words=text),))


def _known(seen: RequestView, seed: int) -> CoachReply:
    facts = seen.get("known", {})
    text = f"{phrase('known_lead', seed, len(seen.turns))} {everything(facts, in_whole_words(seen))}"
    return CoachReply(text, acts=(TellKnown(facts=as_values(facts), words=text),))


def in_whole_words(seen: RequestView) -> dict[str, str]:
    """What is told back as it was said: goals of which a few words leave something out, and notes."""
    goals = [goal["text"] for goal in seen.get("goals", ()) if len(goal["text"].split()) > _A_PLAIN_GOAL]
    return {**({"your goal": ", ".join(goals)} if goals else {}), **seen.also_told}


_A_PLAIN_GOAL = 9
"""Words that name a race and a time, or as much."""


def as_values(facts: Mapping[str, object]) -> dict[str, object]:
    """JSON values as those of facts: lists are tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}


def _phrase(purpose: str) -> Callable[[RequestView, int], CoachReply]:
    return lambda seen, seed: CoachReply(phrase(purpose, seed, len(seen.turns)))


_ANSWERS: Mapping[str, Callable[[RequestView, int], CoachReply]] = {
    "ask_known": _known,
    "ask_framework": _phrase("deflect"),
    "ask_why": _why,
    "ask_for_plan": _phrase("plan_soon"),
    "ask_language": _phrase("only_english"),
    "instruct": _phrase("off_topic"),
    "off_topic": _phrase("off_topic"),
}
