# SPDX-License-Identifier: Apache-2.0
"""How far a result is from the exact one, in units in the last place (ulp)."""

from __future__ import annotations

import math

import torch

from ascendc_ops.accuracy import spacing


def assert_close_in_ulps(
    actual: torch.Tensor, exact: torch.Tensor, bound: float, scale: torch.Tensor | None = None
) -> None:
    """Fails unless ``actual`` is within ``bound`` ulp of ``exact`` (float64, on the CPU).

    The ulp is that of actual's dtype at ``scale``, by default at ``exact``. NaN must meet NaN. Where
    ``exact`` is infinite, ``actual`` must be that infinity; elsewhere an infinity counts as the first number
    past the largest one, as rounding takes it.
    """
    result = actual.detach().cpu()
    assert result.shape == exact.shape
    assert torch.equal(result.isnan(), exact.isnan()), "NaN in other places"
    assert torch.equal(result[exact.isinf()].double(), exact[exact.isinf()]), "infinities differ"
    finite = exact.isfinite()
    past_largest = 2.0 ** math.frexp(torch.finfo(result.dtype).max)[1]
    near = result[finite].double().clamp(-past_largest, past_largest)
    expected = exact[finite].clamp(-past_largest, past_largest)
    error = (near - expected).abs() / spacing((exact if scale is None else scale)[finite], result.dtype)
    worst = int(error.argmax()) if error.numel() else 0
    assert error.numel() == 0 or error[worst].item() <= bound, (
        f"{error[worst].item():.3f} ulp, not {bound}: {near[worst].item()}, not {exact[finite][worst].item()}"
    )
