# SPDX-License-Identifier: Apache-2.0
"""Runs one declared call on an npu and compares it with plain torch on the CPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
import torchair
from conformance_cases import Case, map_leaves
from conformance_references import CHECKS, COMPILED_REFERENCES, REFERENCES

# Relative and absolute; torch.testing's for the others. A graph may round a factor, which torch keeps in
# float64, to the tensor's dtype: with numbers around 1 that is one unit in the last place.
TOLERANCES = {torch.float16: (1e-3, 1e-3), torch.bfloat16: (1.6e-2, 8e-3)}

# TorchAir subtracts two sums of products, where torch adds up differences.
LOOSER = {"aten.batch_norm_backward_reduce.default": {torch.float32: (1e-4, 1e-4)}}


def check(case: Case, mode: str) -> str | None:
    """None if ``case`` gives in ``mode`` ("compiled" or "eager") what it gives on the CPU, else the reason.

    What the call writes into its arguments is compared as well.
    """
    try:
        got = _on_npu(case, _run_compiled if mode == "compiled" else _run_eager)
    except Exception as error:
        return f"fails: {_summary(error)}"
    references = REFERENCES | COMPILED_REFERENCES if mode == "compiled" else REFERENCES
    try:
        expected = _on_cpu(case, references.get(case.operator, case.function))
    except Exception as error:
        return f"no reference: {_summary(error)}"
    if mode == "compiled" and case.operator in CHECKS:
        return _check_random(case, got[0], expected[0])
    try:
        _assert_equal(got, expected, TOLERANCES | LOOSER.get(case.operator, {}))
    except AssertionError as error:
        return f"differs: {_summary(error)}"
    return None


def npu_works() -> bool:
    """Whether simple work still gives the right numbers in this process."""
    try:
        return (torch.full((2,), 3.0, device="npu") * 2).tolist() == [6.0, 6.0]
    except RuntimeError:
        return False


def _on_cpu(case: Case, function: Callable[..., Any]) -> tuple[Any, list[torch.Tensor]]:
    arguments, keywords = case.make_arguments()
    if keywords.get("device") == "npu":
        keywords["device"] = "cpu"
    torch.manual_seed(0)
    result = function(*arguments, **keywords)
    return result, _tensors((arguments, keywords))


def _check_random(case: Case, got: torch.Tensor, expected: torch.Tensor) -> str | None:
    """Shape and dtype equal the CPU's; the numbers are those of another generator."""
    if (got.shape, got.dtype) != (expected.shape, expected.dtype):
        return f"differs: {got.dtype} {tuple(got.shape)} instead of {expected.dtype} {tuple(expected.shape)}"
    arguments, keywords = case.make_arguments()
    return CHECKS[case.operator](got.cpu(), *arguments, **keywords)


def _on_npu(case: Case, run: Callable[..., Any]) -> tuple[Any, list[torch.Tensor]]:
    to_npu = lambda leaf: leaf.npu() if isinstance(leaf, torch.Tensor) else leaf  # noqa: E731
    arguments, keywords = map_leaves(case.make_arguments(), to_npu)
    torch.npu.manual_seed(0)
    result = run(case, arguments, keywords)
    torch.npu.synchronize()
    return result, _tensors((arguments, keywords))


def _run_eager(case: Case, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    return case.function(*arguments, **keywords)


def _run_compiled(case: Case, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Fails unless the call became exactly one graph."""
    torch._dynamo.reset()
    backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
    graphs = 0

    def counting_backend(module: torch.fx.GraphModule, inputs: list[torch.Tensor]) -> Any:
        nonlocal graphs
        compiled = backend(module, inputs)
        graphs += 1
        return compiled

    function = case.function
    compiled = torch.compile(
        lambda *args, **kwargs: function(*args, **kwargs),
        backend=counting_backend,
        fullgraph=True,
        dynamic=False,
    )
    with torch.no_grad():
        result = compiled(*arguments, **keywords)
    if graphs != 1:
        raise AssertionError(f"{graphs} graphs instead of 1")
    return result


def _tensors(value: Any) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    map_leaves(value, lambda leaf: found.append(leaf) if isinstance(leaf, torch.Tensor) else None)
    return found


def _assert_equal(got: Any, expected: Any, tolerances: Mapping[torch.dtype, tuple[float, float]]) -> None:
    if isinstance(expected, (list, tuple)):
        assert isinstance(got, (list, tuple)), f"expected {len(expected)} results, got {type(got).__name__}"
        assert len(got) == len(expected), f"expected {len(expected)} results, got {len(got)}"
        for got_item, expected_item in zip(got, expected, strict=True):
            _assert_equal(got_item, expected_item, tolerances)
    elif isinstance(expected, torch.Tensor):
        assert isinstance(got, torch.Tensor), f"expected a tensor, got {type(got).__name__}"
        if got.dtype == expected.dtype == torch.float8_e8m0fnu:  # which assert_close cannot subtract
            got, expected = got.cpu().view(torch.uint8), expected.view(torch.uint8)
        rtol, atol = tolerances.get(expected.dtype, (None, None))
        torch.testing.assert_close(
            got.detach().cpu(), expected.detach(), rtol=rtol, atol=atol, equal_nan=True
        )
    else:
        assert got == expected, f"expected {expected!r}, got {got!r}"


def _summary(error: BaseException) -> str:
    """The lines that say most, of a message that may be a page long."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    by_ge = [line for line in lines if 'node "' in line]
    return f"{type(error).__name__}: {' '.join(by_ge[:1] or lines[:6])}"[:400]
