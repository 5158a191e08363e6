"""A parent or partner who answers for the athlete: "he" and "my daughter" then tell of the athlete, of nobody else."""

from dataclasses import replace

from coach.profile.extraction.assertions import Assertions
from coach.profile.extraction.sayings import saying

OF_A_BIRTH = frozenset({"pregnant", "weeks_postpartum"})


def of_a_partner(text: str) -> bool:
    """Whether a birth or a pregnancy that `text` (any form of it) tells of is that of the writer's partner."""
    return saying("behalf", "partners_birth").search(text.lower()) is not None


def for_another(text: str, question: str) -> bool:
    """Whether the writer of `text` (a skeleton) answers for the athlete."""
    asked = saying("behalf", "question").search(question) and not saying("behalf", "not_question").search(question)
    told = saying("behalf", "text").search(text) and not saying("behalf", "speaks_of_self").search(text)
    return bool(asked or told)


def as_the_athlete(claims: Assertions, text: str, question: str) -> Assertions:
    """`claims` without the stretches that only the athlete's "he" or "she" opened, where somebody writes for them."""
    if not for_another(text, question):
        return claims
    whom = saying("behalf", "whom")
    kept = tuple(item for item in claims.stretches if item.standing != "other" or not whom.match(text, item.start))
    return replace(claims, stretches=kept)
