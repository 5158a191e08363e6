"""STUB until merged."""

from personas.acts import Act


def acts_in(text: str, question: str | None, today: str | None) -> tuple[Act, ...]:
    return ()


class TrainedReader:
    def read(self, text: str, question: str | None = None) -> tuple[Act, ...] | None:
        return None
