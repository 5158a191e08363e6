"""From an athlete's words to facts: the rules read, the trained layer weighs what they found and adds to it."""

from datetime import date

from coach.profile.extraction.learned.layer import Reply, weighed
from coach.profile.extraction.learned.weighing import Hearer
from coach.profile.extraction.reader import by_rules
from coach.profile.extraction.records import Extraction


def extract(  # noqa: PLR0913 (what the asker knows)
    text: str,
    *,
    question: str | None = None,
    fields: tuple[str, ...] | None = None,
    today: date | None = None,
    put: tuple[str, ...] = (),
    hearer: Hearer = "anyone",
) -> Extraction:
    """The facts that `text` plainly states about its author.

    `question` is what was asked just before. `fields` limits the answer to these fields; without a question they
    are also what was asked. `today` dates relative sayings; without it no date is read. `put`: fields that the asker
    knows it asked for; of them less certainty is demanded, since what is not believed would be asked again. `hearer`:
    the coach hears doubtful alarms too, and less of what would clear an athlete, since its gate rests on it; a check
    hears less than anyone else, since it accuses somebody of what it heard.
    """
    found = by_rules(text, question=question, fields=fields, today=today)
    return weighed(Reply(text, question, fields, today, put, hearer), found)
