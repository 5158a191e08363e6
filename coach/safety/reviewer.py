"""The optional second opinion on a verdict: a model may add a worry or raise the severity, and can do nothing else.

Pure: what a model sends is checked (`problems`) and merged (`merge`). Knows no model, prompt, session or rule.
"""

from typing import Annotated, Final

from pydantic import Field

from coach.profile.catalogue import catalogue
from coach.profile.profile import Profile
from coach.records.base import Record
from coach.records.safety import Action, Concern, RuleVerdict, SafetyResult, Status

TOOL: Final = "review_profile"
DESCRIPTION: Final = (
    "Hand over what the verdict on this athlete misses. Required: concerns, a list, empty when it misses nothing. Each "
    "concern has id (a short name of your own in snake_case, or the id under fired whose severity should be higher), "
    "action (warn = the plan has to take care of it | flag_for_review = the same, and a person looks at it | block = "
    "no plan before somebody was seen), hint (shown to the athlete: one to three caring sentences, no jargon) and "
    "fields (names of the known fields that it rests on, at least one). Nothing that is already decided can be taken "
    "back or made milder."
)

RANK: Final[dict[Status, int]] = {"approved": 0, "approved_with_warnings": 1, "unresolved": 2, "blocked": 3}
"""How far a status is from a plan without a word."""


class ReviewProfile(Record):
    """The input of the tool `review_profile`."""

    concerns: Annotated[tuple[Concern, ...], Field(max_length=10)] = ()


def problems(review: ReviewProfile, profile: Profile) -> tuple[str, ...]:
    """What keeps the review from being merged, each in a sentence for the model: a worry must rest on known facts."""
    ids = [concern.id for concern in review.concerns]
    found = [f"{name}: stands twice" for name in sorted({each for each in ids if ids.count(each) > 1})]
    for concern in review.concerns:
        for name in concern.fields:
            if name not in catalogue().fields:
                found.append(f"{concern.id}: {name!r} is not a field")
            elif profile.get(name) is None:
                found.append(f"{concern.id}: nothing is known about {name}, so nothing can rest on it")
    return tuple(found)


def merge(result: SafetyResult, review: ReviewProfile, profile: Profile) -> SafetyResult:
    """`result` with the concerns added. Every rule, warning, limit and open question of `result` stays."""
    concerns = review.concerns
    verdicts = (*result.verdicts, *(_verdict(concern, profile) for concern in concerns))
    reached: list[Status] = [result.status, *(_status(concern.action) for concern in concerns)]
    status: Status = max(reached, key=RANK.__getitem__)
    changes = {
        "status": status,
        "requires_human_review": result.requires_human_review
        or any(concern.action == "flag_for_review" for concern in concerns),
        "fired": tuple(sorted({*result.fired, *(concern.id for concern in concerns)})),
        "warnings": tuple(sorted({*result.warnings, *(concern.hint for concern in concerns)})),
        "verdicts": tuple(sorted(verdicts, key=lambda each: (each.rule, each.proposed))),
    }
    return result.model_copy(update=changes)


def _status(action: Action) -> Status:
    return "blocked" if action == "block" else "approved_with_warnings"


def _verdict(concern: Concern, profile: Profile) -> RuleVerdict:
    saw = {name: profile[name] for name in sorted(concern.fields) if name in profile}
    return RuleVerdict(rule=concern.id, verdict="fired", action=concern.action, saw=saw, proposed=True)
