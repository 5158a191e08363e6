"""What an answer does as a whole: a plain no or yes, a refusal, not knowing, taking something back."""

from coach.profile.extraction.sayings import saying


def plain_no(text: str) -> tuple[int, int] | None:
    """Where `text` says no to the question as a whole."""
    found = saying("replies", "plain_no").search(text)
    return found.span("no") if found else None


def plain_yes(text: str) -> tuple[int, int] | None:
    """Where `text` opens with a yes."""
    found = saying("replies", "plain_yes").match(text)
    return found.span() if found else None


def refusal(text: str) -> int | None:
    """Where the speaker refuses to answer."""
    found = saying("replies", "declined").search(text)
    return found.start() if found else None


def ignorance(text: str) -> int | None:
    """Where the speaker says that they do not know."""
    found = saying("replies", "not_known").search(text)
    return found.start() if found else None


def corrections(text: str) -> list[int]:
    """Where the speaker takes back what was just said."""
    return [match.start() for match in saying("replies", "correction").finditer(text)]
