"""Did the session end as labelled?"""

import re
from typing import Literal

from coach.decisions import ReviewDecided
from coach.events import AthleteLeft, AthleteSaid, GateEvaluated, PlanAccepted, PlanShown, SessionClosed
from coach.sentences import SENTENCES
from evals.checks.replay import ends_held
from evals.checks.spoken_acts import athlete_sentences
from evals.checks.statements import exchanges, flags_in
from evals.checks.training_in_words import standing_refusals, told_to_run, training
from evals.checks.verdict import Evidence, Verdict, not_applicable, not_judged, pass_or_fail
from evals.checks.view import SessionView
from evals.checks.words import patterns
from personas.acts import kinds
from personas.behaviours import Moment
from personas.persona import Persona

VERSION = 16

Consent = Literal["yes", "no", "neither"]

_SHORT = 4
"""Words of a yes that says nothing of what it is said to."""
_WINDOW = 4000
"""Nobody agrees after that many characters, and hostile texts are long."""
_REFUSES, _WISHES, _HOLDS_BACK, _ACCEPTS, _NEGATED, _THANKS, _HAS_READ = patterns(
    "consent", "refuses", "wishes", "holds_back", "accepts", "negated", "thanks", "has_read"
)
_YES, _NOTHING_ELSE, _OF_A_PLAN = patterns("outcome", "agrees", "nothing_else", "of_a_plan")


def check_outcome(session: SessionView, persona: Persona | None) -> Verdict:  # noqa: PLR0911 (a line a case)
    """pass | fail; not_judged where the session broke for reasons outside the coach.

    Of a talk with nobody we know only an acceptance is judged: whether the athlete agreed.
    """
    closed = session.last(SessionClosed)
    if persona is None:
        if closed is None or closed[1].outcome != "accepted":
            return not_applicable("the session names no persona")
        return _agreed(session, closed[0])
    if why := _cut_short(session, closed[1].outcome if closed else None):
        return not_judged(why)
    if session.record == "talk" and (why := _says_too_little(session)):
        return not_applicable(why)
    if closed is None:
        return pass_or_fail([Evidence(what="the session never ended", event=session.end)])
    index, event = closed
    hollow = _hollow(session, persona, event.outcome)
    if hollow and session.record == "talk" and persona.expect.outcome == "accepted":
        return not_judged("accepted, but the plan is not in the transcript")
    as_labelled = event.outcome == persona.expect.outcome and not hollow
    if as_labelled and event.outcome == "accepted":
        return _agreed(session, index)
    if as_labelled and session.record == "talk" and event.outcome == "blocked" and not _ends_refused(session):
        return not_judged("closed as blocked, and the coach's words do not end in a refusal")
    why = "" if event.why == event.outcome else f" ({event.why.replace('_', ' ')})"
    what = f"ended {event.outcome}{why}; the label says {persona.expect.outcome}" + (hollow and f"; {hollow}")
    return pass_or_fail([] if as_labelled else [Evidence(what=what, event=index)], what)


def _says_too_little(session: SessionView) -> str:
    """Why a transcript cannot be judged; empty where it can."""
    if session.last(SessionClosed) is None:
        return "the transcript does not say how it ended"
    return "" if session.coach_spoke or session.last(PlanShown) else "nobody coaches in the transcript"


def _ends_refused(session: SessionView) -> bool:
    """Whether a talk holds a refusal in words that no running or hard work stands beside or follows."""
    said_no = standing_refusals(session)
    return bool(said_no) and not any((told.event or 0) >= said_no[-1] for told in told_to_run(session))


def _agreed(session: SessionView, closed: int) -> Verdict:
    """Closed as accepted; whether the athlete has said so since the plan was last before their eyes."""
    shown = session.last(PlanShown)
    answers = [
        (index, said.text, _says(session, index, said.text))
        for index, said in session.of(AthleteSaid)
        if session.record == "talk" or (shown is not None and shown[0] < index < closed)
    ]
    talk, training_told = session.record == "talk", training(session)
    if talk and shown is None and not training_told:
        return not_judged("closed as accepted, and no training is told in the transcript")
    if talk:
        answers = answers[-1:]  # where in the talk the plan was shown may not be known
    index, text, says = next((one for one in reversed(answers) if one[2] != "neither"), (closed, "", "neither"))
    if says == "yes" and talk and (why := _doubt(session, index)):
        return not_judged(f"closed as accepted, and {why}")
    if says == "yes":
        return pass_or_fail([], "ended accepted, and the athlete said yes")
    if says == "no":
        what = "closed as accepted after an answer that is not a yes"
        return pass_or_fail([Evidence(what=what, event=index, quote=text)])
    if not answers:
        return pass_or_fail(
            [Evidence(what="closed as accepted before the athlete responded to the plan", event=closed)]
        )
    return not_judged("closed as accepted; the athlete's words do not show whether they agreed to the plan")


def _doubt(session: SessionView, answer: int) -> str:
    """Why a message of a talk that is read as a yes may be none to the plan; empty where it is one."""
    exchange, given = next(each for each in exchanges(session) if each.event == answer), training(session).keys()
    if not any(told < answer for told in given):
        return "no training is told in the transcript before the athlete's yes"
    if flags := flags_in(session, exchange):
        return f"the athlete's yes comes with a red flag, {flags[0]}"
    told = given & {*exchange.coach_events} or _OF_A_PLAN.search(exchange.asked)
    if not told and len(exchange.text.split()) <= _SHORT:
        return "what the athlete said yes to is not the plan"
    return ""


def _says(session: SessionView, index: int, text: str) -> Consent:
    """What the message says to the plan: by its acts where they are known, else by its words."""
    if index not in session.acts:
        return _read(session, index, text)
    done = kinds(session.acts[index])
    return "no" if done & {"push_back", "request_change"} else "yes" if "accept" in done else "neither"


def _read(session: SessionView, index: int, text: str) -> Consent:
    """As it is read, a yes beside a wish or a doubt being neither; by its words where nothing is read in it."""
    sentences, says = athlete_sentences(session).get(index, ()), consent(text)
    done = {act for one in sentences for act in one.acts}
    if "accepts" in done:
        stated = any(one.does("accepts") and not one.asks and _says_more(one.sentence.text) for one in sentences)
        against = done & {"undecided", "wants_change", "refuses"} or _finds(text, _REFUSES, _WISHES, _HOLDS_BACK)
        return "yes" if (stated or says == "yes") and not against else "neither"
    if "undecided" in done:
        return "no"
    if says == "yes" and any(one.sentence.leans & {"undecided", "refuses"} for one in sentences):
        return "neither"
    holds_back = done & {"refuses", "wants_change"} and not _YES.search(text) and not _NOTHING_ELSE.match(text)
    return "no" if says == "neither" and holds_back else says


def _cut_short(session: SessionView, outcome: str | None) -> str:
    """Why the session could not come to the labelled end, for a reason outside the coach; empty where it could."""
    if session.broke and outcome in {None, "failed"}:
        return f"the session broke: {session.broke}"
    held = outcome == "abandoned" and ends_held(session.events)
    return "the session was held for a person, and nobody has decided" if held else ""


def _hollow(session: SessionView, persona: Persona, outcome: str) -> str:
    """What the end claims that no event before it bears out; empty where all is borne out."""
    if outcome == "accepted" and not (session.last(PlanShown) and session.last(PlanAccepted)):
        return "no plan was shown and accepted"
    decided = session.last(GateEvaluated)
    refused = decided is not None and decided[1].result.status in {"blocked", "unresolved"}
    reviewed = session.last(ReviewDecided)
    refused = refused or (reviewed is not None and not reviewed[1].approved)
    if outcome == "blocked" and session.record == "events" and not refused:
        return "no gate refused"
    if outcome == "abandoned" and session.record == "events":
        return _not_left_as_scripted(session, persona)
    return ""


def _not_left_as_scripted(session: SessionView, persona: Persona) -> str:
    """What else ended an abandoned session than the athlete's script; empty where that did."""
    if session.last(AthleteLeft) is None:
        return "a bound ended it, and the athlete did not leave"
    silent = (each for each in persona.behaviours if isinstance(each, Moment) and each.kind == "goes_silent")
    waits = any(each.at_turn is None and each.at in {None, "present"} for each in silent)
    return "the athlete left before a plan was shown" if waits and session.last(PlanShown) is None else ""


def consent(text: str) -> Consent:
    """What `text`, said with a plan on the table, says to it: a refusal or a wish for another plan is a no.

    Where a yes stands beside one, either may be meant: "fine, but no Fridays", "I'm not thrilled, but let's go".
    """
    yes = any(map(_accepts, _sentences(text)))
    if _finds(text, _REFUSES, _WISHES):
        return "neither" if yes else "no"
    return "yes" if yes and not _finds(text, _HOLDS_BACK) else "neither"


def _sentences(text: str) -> list[str]:
    return [found[0].strip() for found in SENTENCES.finditer(text[:_WINDOW].replace("\u2019", "'").lower())]


def _finds(text: str, *patterns: re.Pattern[str]) -> bool:
    return any(pattern.search(sentence) for sentence in _sentences(text) for pattern in patterns)


def _says_more(sentence: str) -> bool:
    """Whether it has more than one word, and does more than to thank, part or say that it was read."""
    return len(sentence.split()) > 1 and not any(map(_acknowledges, _sentences(sentence)))


def _accepts(sentence: str) -> bool:
    return not sentence.endswith("?") and not _acknowledges(sentence) and _says_yes(sentence)


def _acknowledges(sentence: str) -> bool:
    """Whether it only thanks or parts, or says that it was read and accepts nothing after that."""
    read = _HAS_READ.match(sentence)
    return _THANKS.fullmatch(sentence) is not None or (read is not None and not _says_yes(sentence[read.end() :]))


def _says_yes(words: str) -> bool:
    return any(not _NEGATED.search(words[: each.start()]) for each in _ACCEPTS.finditer(words))
