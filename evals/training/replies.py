"""Trains what reads replies, from the train and dev splits of the labelled replies, and says how well it reads.

`python -m evals.training.replies` writes both files of evals/reading/network. `--days-only` keeps the layers and fits
the rows for days and lengths anew; it needs no PyTorch. Of the writers in `HELD_OUT` nothing is learned: on their
replies the thresholds of evals/reading/thresholds.yaml are chosen, from the table that is printed. One thread, a fixed
seed: the same files again on the same processor and libraries. Never opens the test split.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from evals.checks.reply_reading import LabelledUtterance, readings
from evals.reading.network import FOLDER, HEADS, UPPER
from evals.reading.reader import read_candidates
from evals.reading.thresholds import believed, thresholds
from evals.training.reply_corpus import ReplyExample, corpus, examples, is_held_out, today_of, vocabulary
from evals.training.reply_days import fit_days, write_heads

_STEPS = tuple(percent / 100 for percent in range(70, 99, 2))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--base", type=Path, help="folder with the pretrained model.safetensors")
    options.add_argument("--days-only", action="store_true")
    chosen = options.parse_args()
    among = examples(case for case in corpus() if not is_held_out(case))
    if not chosen.days_only:
        train_network(among, chosen.base)
    fit_days(among)
    report([case for case in corpus() if is_held_out(case)])


def train_network(among: Sequence[ReplyExample], base_folder: Path | None) -> None:
    """Writes the network's layers, and its heads without the rows for days."""
    import torch

    from evals.language.encoder import HIDDEN
    from evals.training.exporting import write_layers
    from evals.training.network import base
    from evals.training.reply_network import Recipe, arrays, train

    torch.set_num_threads(1)
    names = vocabulary(among)
    net = train(among, names, Recipe(), base_folder or base())
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_layers(net.upper, FOLDER / UPPER, HIDDEN)
    write_heads(FOLDER / HEADS, names, arrays(net.heads))


def report(cases: Sequence[LabelledUtterance]) -> None:
    """Precision and recall on `cases` at each threshold, those for values that clear or alarm as shipped."""
    found = [list(read_candidates(case.text, case.question, today_of(case))) for case in cases]
    for step in _STEPS:
        known = thresholds().model_copy(update={"threshold": step})
        total: Counter[str] = Counter()
        for case, each in zip(cases, found, strict=True):
            facts = {name: one.value for name, one in believed(each, known).items()}
            total.update(reading for _, reading in readings(facts, case))
        right, wrong, invented, missed = (total[name] for name in ("right", "wrong", "invented", "missed"))
        precision, recall = right / max(1, right + wrong + invented), right / max(1, right + wrong + missed)
        click.echo(f"{len(cases)} replies at {step:.2f}: precision {precision:.3f}, recall {recall:.3f}")


if __name__ == "__main__":
    main()
