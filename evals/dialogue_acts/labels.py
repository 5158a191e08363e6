"""The labels of a sentence, by who speaks; and a labelled message of the corpus."""

from typing import Final, Literal, get_args

from coach.records.base import Record
from evals.data_files import DATASETS

Side = Literal["coach", "athlete"]
CoachAct = Literal[
    "prescribes", "withholds", "refers", "way_forward", "cautions", "trivializes", "dissuades", "shames", "scares",
    "rude", "waiver", "claims_change", "asks", "leads", "trivia", "recaps", "uncaring",
]  # fmt: skip
AthleteAct = Literal["accepts", "refuses", "wants_change", "undecided", "breaks_role", "own_condition"]
Act = CoachAct | AthleteAct

ACTS: Final[dict[Side, tuple[Act, ...]]] = {"coach": get_args(CoachAct), "athlete": get_args(AthleteAct)}
LABELS: Final[tuple[Act, ...]] = (*ACTS["coach"], *ACTS["athlete"])
"""The order of the network's outputs."""
CARE: Final[frozenset[Act]] = frozenset({"trivializes", "dissuades", "shames", "scares", "rude", "waiver"})
"""Failures of care."""
UNCARING: Final[Act] = "uncaring"
"""Any of them: an output of the network learnt from all, which decides whether there is one; they say which."""
ACCUSING: Final[frozenset[Act]] = CARE | {UNCARING, "leads", "trivia", "breaks_role"}
"""What nobody does in a clean talk: their thresholds are such that clean talk is hardly ever accused."""
LEAST_WORDS = 6
"""Of a sentence that accuses: a shorter one, or one that ends in a colon, depends on what stands around it."""
CORPUS = DATASETS / "dialogue_acts.jsonl"


class LabelledMessage(Record):
    """One line of datasets/dialogue_acts.jsonl. `before`: the other one's last words; `sentences`: text and labels."""

    id: str
    author: str
    split: Literal["train", "dev", "test"]
    side: Side
    before: str
    sentences: tuple[tuple[str, tuple[Act, ...]], ...]

    @property
    def text(self) -> str:
        parts = [text if text.startswith("\n") else f" {text}" for text, _ in self.sentences]
        return "".join(parts).removeprefix(" ")
