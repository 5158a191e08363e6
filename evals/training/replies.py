"""Trains the layer that weighs what the rules find in replies, from the train and dev splits of the labelled replies.

`python -m evals.training.replies` writes upper.onnx and heads.npz of coach/profile/extraction/learned and
prints how well replies are read that neither the rules nor the network learned from. `--weights-only` keeps the
network and fits the weights of the evidence anew, as is due when rules have changed; it needs no PyTorch. Two threads,
fixed seed: the same files again on the same processor and libraries. Never opens the test split.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import numpy as np

from coach.profile.extraction.learned import network
from coach.profile.extraction.learned.propositions import Proposition
from evals.checks.utterance import Utterance, readings
from evals.training.reply_corpus import corpus, examples, is_fresh, is_held, vocabulary
from evals.training.reply_files import write_heads
from evals.training.reply_weights import Gathered, by_rules_alone, counted, fit, gathered, out_of_fold, rates, trust

_THREADS = 2
_PARTS = ("look", "seen", "whole", "bias", "number", "number_bias")


def main() -> None:
    """Train, weigh, write, report."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--base", type=Path, help="folder with the pretrained model.safetensors")
    options.add_argument("--weights-only", action="store_true")
    chosen = options.parse_args()
    if not chosen.weights_only:
        train_network(chosen.base)
    weigh()


def train_network(folder: Path | None) -> None:
    """Writes both files, the heads without weights of evidence."""
    import torch

    from evals.training.exporting import write_upper
    from evals.training.network import base
    from evals.training.reply_network import Recipe, arrays, train

    torch.set_num_threads(_THREADS)
    among = examples(case for case in corpus() if not is_held(case))
    names = vocabulary(among)
    net = train(among, names, Recipe(), folder or base())
    write_upper(net.upper, network.UPPER)
    write_heads(network.HEADS, names, arrays(net.heads), {})
    network.heads.cache_clear()


def weigh() -> None:
    """Fits the weights of the evidence on the held-out replies and adds them to the heads; prints figures."""
    cases = [case for case in corpus() if is_held(case)]
    among = [gathered(case) for case in cases]
    trusted = trust(case for case in corpus() if is_fresh(case) and not is_held(case))
    with np.load(network.HEADS, allow_pickle=False) as held:
        names: list[Proposition] = [(name, said) for name, said in json.loads(str(held["propositions"]))]
        arrays = {name: held[name] for name in _PARTS}
    write_heads(network.HEADS, names, arrays, fit(among, trusted))
    _report(cases, among, trusted)


def _report(cases: Sequence[Utterance], among: Sequence[Gathered], trusted: Mapping[str, float]) -> None:
    alone: Counter[str] = Counter()
    for case in cases:
        alone.update(reading for _, reading in readings(by_rules_alone(case), case))
    click.echo(f"{len(cases)} replies held out")
    _line("rules alone", alone)
    _line("rules and network, weighed by other scenarios", counted(cases, among, out_of_fold(cases, among, trusted)))


def _line(what: str, total: Mapping[str, int]) -> None:
    precision, recall = rates(total)
    click.echo(f"{what}: precision {precision:.3f}, recall {recall:.3f} {dict(total)}")


if __name__ == "__main__":
    main()
