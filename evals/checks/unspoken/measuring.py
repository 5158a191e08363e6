"""How much the detectors catch on a split of the labelled corpus, written to measured.json. Run, never edited by hand.

`python -m evals.checks.unspoken.measuring --split dev`
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from evals.checks.unspoken.labelled import Labelled
from evals.checks.unspoken.meaning.corpus import read_cases
from evals.checks.unspoken.measured import PATH, Measured, Seen
from evals.checks.unspoken.scanning import scan
from evals.checks.unspoken.texts import Category

_READ = {
    "train": "the detectors were fitted to it",
    "dev": "its misses and false alarms by words were read while the lexicon was written, so the three "
    "figures of words are fitted; those of meaning are not",
}


def measure(cases: Iterable[Labelled], source: str) -> Measured:
    """Recall by category of all detectors together; a text is caught when any leak of its label is found."""
    caught, of = dict.fromkeys(get_args(Category), 0), dict.fromkeys(get_args(Category), 0)
    texts = innocent = accused = 0
    for case in cases:
        texts += 1
        found = {
            leak.category
            for leak in scan(
                case.text,
                athlete=case.persona.named,
                internal=case.internal or (),
                user_said=case.user_said or (),
            )
        }
        if case.label is None:
            innocent += 1
            accused += bool(found)
            continue
        of[case.label] += 1
        caught[case.label] += case.label in found
    told = f"{source}: {texts} texts, of which {texts - innocent} leak; {accused} of {innocent} innocent texts accused"
    return Measured(source=told, recall={name: Seen(caught=caught[name], of=of[name]) for name in caught})


def main() -> None:
    """Measure a split and write the file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--split", choices=("train", "dev", "test"), default="dev")
    options.add_argument("--to", type=Path, default=PATH)
    chosen = options.parse_args()
    read = f" ({_READ[chosen.split]})" if chosen.split in _READ else ""
    made = measure(read_cases(chosen.split), f"{chosen.split} split of datasets/leak_corpus.jsonl{read}")
    chosen.to.write_text(made.model_dump_json(indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
