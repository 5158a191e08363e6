"""Trains what reads replies beside the rules, from the train and dev splits of the labelled replies.

`python -m evals.training.replies` trains the two networks of coach/profile/extraction/learned/networks, one of them
apart from some replies; on these the weights of its evidence are fitted (weights.json), and how well they are read is
printed. `--weights-only` keeps the networks, as is due when rules have changed; it needs no PyTorch. Two threads,
fixed seeds: the same files again on the same processor and libraries. Never opens the test split.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from coach.profile.extraction.learned.network import APART, FOLDER, HEADS, UPPER, WHOLE
from coach.profile.extraction.learned.weighing import WEIGHTS
from evals.checks.utterance import Utterance, readings
from evals.training.reply_corpus import corpus, examples, is_fresh, is_held, vocabulary
from evals.training.reply_files import write_heads, write_weights
from evals.training.reply_weights import Gathered, by_rules_alone, counted, fit, gathered, out_of_fold, rates, trust

_THREADS = 2
_SEEDS = {WHOLE: 0, APART: 1}


def main() -> None:
    """Train, weigh, train anew on all, write, report."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--base", type=Path, help="folder with the pretrained model.safetensors")
    options.add_argument("--weights-only", action="store_true")
    chosen = options.parse_args()
    if not chosen.weights_only:
        train_network(corpus(), WHOLE, chosen.base)
        train_network((case for case in corpus() if not is_held(case)), APART, chosen.base)
    weigh()


def train_network(cases: Iterable[Utterance], name: str, base_folder: Path | None) -> None:
    """Writes both files of the network of this name."""
    import torch

    from evals.training.exporting import write_upper
    from evals.training.network import base
    from evals.training.reply_network import Recipe, arrays, train

    torch.set_num_threads(_THREADS)
    among = examples(cases)
    names = vocabulary(among)
    net = train(among, names, Recipe(seed=_SEEDS[name]), base_folder or base())
    to = FOLDER / name
    to.mkdir(parents=True, exist_ok=True)
    write_upper(net.upper, to / UPPER)
    write_heads(to / HEADS, names, arrays(net.heads))


def weigh() -> None:
    """Fits the weights of the evidence on the replies held out from one of the networks; prints figures."""
    cases = [case for case in corpus() if is_held(case)]
    among = [gathered(case, (APART,)) for case in cases]
    trusted = trust(case for case in corpus() if is_fresh(case) and not is_held(case))
    write_weights(WEIGHTS, fit(among, trusted))
    _report(cases, among, trusted)


def _report(cases: Sequence[Utterance], among: Sequence[Gathered], trusted: Mapping[str, float]) -> None:
    alone: Counter[str] = Counter()
    for case in cases:
        alone.update(reading for _, reading in readings(by_rules_alone(case), case))
    click.echo(f"{len(cases)} replies held out")
    _line("rules alone", alone)
    _line(
        "rules and one network, weighed by other scenarios", counted(cases, among, out_of_fold(cases, among, trusted))
    )


def _line(what: str, total: Mapping[str, int]) -> None:
    precision, recall = rates(total)
    click.echo(f"{what}: precision {precision:.3f}, recall {recall:.3f} {dict(total)}")


if __name__ == "__main__":
    main()
