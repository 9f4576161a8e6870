# SPDX-License-Identifier: Apache-2.0
"""Calls of a model and what they give: results, changed inputs and gradients, on the NPU as on the CPU."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.utils._pytree import tree_leaves, tree_map_only

from ascendc_ops.accuracy import CpuFormulas


def on_device(model: Callable[..., Any], device: str) -> Callable[..., Any]:
    """A copy of a module there, without gradients; a function as it is."""
    if not isinstance(model, torch.nn.Module):
        return model
    copied = copy.deepcopy(model).to(device)
    copied.zero_grad()
    return copied


def inputs_on(inputs: Any, device: str) -> Any:
    """Copies of the tensors in ``inputs``, which require gradients where the originals do."""

    def moved(tensor: torch.Tensor) -> torch.Tensor:
        return tensor.detach().to(device, copy=True).requires_grad_(tensor.requires_grad)

    return tree_map_only(torch.Tensor, moved, inputs)


def _float_tensors(tree: Any) -> list[torch.Tensor]:
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]


def call(
    model: Callable[..., Any], inputs: Sequence[Any], parameters_of: Callable[..., Any], *, backward: bool
) -> dict[str, torch.Tensor]:
    """Calls ``model`` and returns what it computed, by name, on the CPU.

    Args:
        model: the compiled or plain callable.
        inputs: its arguments.
        parameters_of: the module whose gradients count, or a function.
        backward: also runs the backward pass from the sum of all results that require a gradient.
    """
    with torch.set_grad_enabled(backward):
        results = model(*inputs)
    values = {f"result {i}": leaf for i, leaf in enumerate(tree_leaves(results))}
    if backward:
        sums = [tensor.float().sum() for tensor in _float_tensors(results)]
        if not sums:
            raise ValueError(
                "backward pass: no result requires a gradient; give an input with "
                "requires_grad=True or a module with parameters"
            )
        torch.stack(sums).sum().backward()
        values |= {f"gradient of input {i}": leaf.grad for i, leaf in enumerate(_float_tensors(inputs))}
        if isinstance(parameters_of, torch.nn.Module):
            values |= {f"gradient of {name}": p.grad for name, p in parameters_of.named_parameters()}
    values |= {f"input {i} after the call": leaf for i, leaf in enumerate(tree_leaves(inputs))}
    return {name: v.detach().cpu() for name, v in values.items() if isinstance(v, torch.Tensor)}


def call_on_cpu(
    model: Callable[..., Any],
    calls: Sequence[Sequence[Any]],
    formulas: Mapping[Any, Callable[..., Any]],
    *,
    backward: bool,
) -> list[dict[str, torch.Tensor]]:
    """What ``call`` gives on the CPU, call by call; operators without a CPU kernel by ``formulas``."""
    reference = on_device(model, "cpu")
    with CpuFormulas(formulas):
        return [call(reference, inputs_on(inputs, "cpu"), reference, backward=backward) for inputs in calls]


def assert_equal(
    actual: Mapping[str, torch.Tensor],
    expected: Mapping[str, torch.Tensor],
    *,
    rtol: float | None,
    atol: float | None,
) -> None:
    """Fails unless the NPU's values are the CPU's, within ``torch.testing.assert_close``'s tolerances."""
    assert actual.keys() == expected.keys(), (
        f"the NPU gave {', '.join(actual) or 'nothing'}, the CPU {', '.join(expected) or 'nothing'}"
    )
    for name, value in actual.items():

        def message(text: str, name: str = name) -> str:
            return f"{name} on the NPU differs from the CPU's: {text}"

        torch.testing.assert_close(
            value,
            expected[name],
            rtol=rtol,
            atol=atol,
            equal_nan=True,
            msg=message,
        )
