"""Trained layers as a file that ONNX Runtime runs: weights in one byte each, sums in 32-bit floats."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from evals.training.network import WIDTH, Lower, Upper

_OPSET = 17
_LARGE = 40_000
_STEPS = 127


def write_lower(lower: Lower, path: Path) -> None:
    """ids and kinds, batch by pieces, to hidden vectors."""
    ids = torch.zeros(1, 7, dtype=torch.long)
    _write(lower, (ids, ids), ["ids", "kinds"], "hidden", path)


def write_upper(upper: Upper, path: Path) -> None:
    """Hidden vectors to vectors."""
    _write(upper, (torch.zeros(1, 7, WIDTH),), ["hidden"], "vectors", path)


def _write(part: nn.Module, given: tuple[torch.Tensor, ...], inputs: list[str], output: str, path: Path) -> None:
    with TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        axes = {name: {1: "pieces"} for name in (*inputs, output)}
        torch.onnx.export(
            part.eval(), given, whole, input_names=inputs, output_names=[output], dynamic_axes=axes,
            opset_version=_OPSET, dynamo=False,
        )  # fmt: skip
        onnx.save(_in_bytes(onnx.load(whole)), path)


def _in_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """Every large matrix in steps of its own by row (of a table) or column."""
    graph = model.graph
    tables = {node.input[0] for node in graph.node if node.op_type == "Gather"}
    made = []
    for held in [one for one in graph.initializer if np.prod(one.dims) > _LARGE]:
        weights, axis = numpy_helper.to_array(held), 0 if held.name in tables else 1
        scale = np.abs(weights).max(axis=1 - axis, keepdims=True) / _STEPS + np.finfo(np.float32).tiny
        parts = {
            "steps": np.rint(weights / scale).astype(np.int8),
            "scale": scale.ravel().astype(np.float32),
            "zero": np.zeros(scale.size, dtype=np.int8),
        }
        graph.initializer.remove(held)
        graph.initializer.extend(numpy_helper.from_array(part, f"{held.name}.{name}") for name, part in parts.items())
        inputs = [f"{held.name}.{name}" for name in parts]
        made.append(helper.make_node("DequantizeLinear", inputs, [held.name], axis=axis))
    rest = list(graph.node)
    del graph.node[:]
    graph.node.extend((*made, *rest))
    return model
