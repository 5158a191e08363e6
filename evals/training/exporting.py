"""Trained layers as a file that ONNX Runtime runs: weights in one byte each, sums in 32-bit floats."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from evals.training.network import LAYERS, SHARED, WIDTH, Layers

_OPSET = 17
_LARGE = 40_000
_STEPS, _STEPS_IN_INTEGERS = 127, 63
"""Of a weight to either side. Where vectors are bytes too, two products of 255 and 63 still fit into 16 bits, in which
processors without VNNI add them: the same numbers on every processor."""


def write_layers(layers: Layers, path: Path, given: str, *, in_integers: bool = False) -> None:
    """Vectors to vectors. `given`: what they are, `EMBEDDED` or `HIDDEN`, by which the encoder knows what to run first.

    `in_integers`: vectors are multiplied in bytes too, which takes half the time.
    """
    whole = _exported(layers, (torch.zeros(1, 7, WIDTH),), [given], "vectors")
    onnx.save(in_bytes(whole, in_integers=in_integers), path)


def read_upper(path: Path) -> Layers:
    """The upper layers of a file that `write_layers` wrote in integers, as floats again."""
    graph = onnx.load(path).graph
    held = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    parts = {name: value for name, value in held.items() if name.startswith("layers.")}
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name, steps = node.output[0].split("/MatMul")[0].strip("/").replace("/", "."), node.input[1]
            parts[f"{name}.weight"] = (held[steps] * held[steps.removesuffix("steps") + "scale"]).T
    upper = Layers(LAYERS - SHARED)
    upper.load_state_dict(parts)
    return upper


def _exported(part: nn.Module, given: tuple[torch.Tensor, ...], inputs: list[str], output: str) -> onnx.ModelProto:
    with TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        axes = {name: {1: "pieces"} for name in (*inputs, output)}
        torch.onnx.export(
            part.eval(), given, whole, input_names=inputs, output_names=[output], dynamic_axes=axes,
            opset_version=_OPSET, dynamo=False,
        )  # fmt: skip
        return onnx.load(whole)


def in_bytes(model: onnx.ModelProto, *, in_integers: bool = False) -> onnx.ModelProto:
    """Every large matrix in steps of its own by row (of a table) or column; of a table only rows asked for are read."""
    graph = model.graph
    tables = {node.input[0] for node in graph.node if node.op_type == "Gather"}
    for held in [one for one in graph.initializer if np.prod(one.dims) > _LARGE]:
        weights, axis = numpy_helper.to_array(held), 0 if held.name in tables else 1
        most = _STEPS_IN_INTEGERS if in_integers and axis == 1 else _STEPS
        scale = np.abs(weights).max(axis=1 - axis, keepdims=True) / most + np.finfo(np.float32).tiny
        parts = {
            "steps": np.rint(weights / scale).astype(np.int8),
            "scale": (scale if axis == 0 else scale.ravel()).astype(np.float32),
            "zero": np.zeros(scale.size, dtype=np.int8),
        }
        graph.initializer.remove(held)
        graph.initializer.extend(numpy_helper.from_array(part, f"{held.name}.{name}") for name, part in parts.items())
    small = {one.name.removesuffix(".steps") for one in graph.initializer if one.name.endswith(".steps")}
    made = list[onnx.NodeProto]()
    for node in graph.node:
        new = _on_bytes(node, small & set(node.input), in_integers=in_integers)
        have = {name for each in made for name in each.output}
        made += (each for each in new if each.output[0] not in have)
    del graph.node[:]
    graph.node.extend(made)
    _without_unused(graph)
    return model


def _on_bytes(node: onnx.NodeProto, small: set[str], *, in_integers: bool) -> list[onnx.NodeProto]:
    """The node, with what it needs to take the one matrix whose weights are `small`."""
    if not small:
        return [node]
    (name,), (out,), taken, make = small, node.output, node.input[0], helper.make_node
    steps, scale, zero = (f"{name}.{part}" for part in ("steps", "scale", "zero"))
    if node.op_type == "Gather":
        return [
            make("Gather", [steps, node.input[1]], [f"{out}.steps"]),
            make("Gather", [scale, node.input[1]], [f"{out}.scale"]),
            make("Cast", [f"{out}.steps"], [f"{out}.whole"], to=onnx.TensorProto.FLOAT),
            make("Mul", [f"{out}.whole", f"{out}.scale"], [out]),
        ]
    if in_integers and node.op_type == "MatMul":
        return [
            make("DynamicQuantizeLinear", [taken], [f"{taken}.steps", f"{taken}.scale", f"{taken}.zero"]),
            make("MatMulInteger", [f"{taken}.steps", steps, f"{taken}.zero", zero], [f"{out}.whole"]),
            make("Cast", [f"{out}.whole"], [f"{out}.float"], to=onnx.TensorProto.FLOAT),
            make("Mul", [f"{taken}.scale", scale], [f"{out}.size"]),
            make("Mul", [f"{out}.float", f"{out}.size"], [out]),
        ]
    return [make("DequantizeLinear", [steps, scale, zero], [name], axis=1), node]


def _without_unused(graph: onnx.GraphProto) -> None:
    used = {name for node in graph.node for name in node.input}
    kept = [one for one in graph.initializer if one.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
