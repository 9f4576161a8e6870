# SPDX-License-Identifier: Apache-2.0
"""How far a result is from the exact one, in units in the last place (ulp)."""

from __future__ import annotations

import torch

from ascendc_ops.accuracy import spacing


def assert_close_in_ulps(
    actual: torch.Tensor, exact: torch.Tensor, bound: float, scale: torch.Tensor | None = None
) -> None:
    """Fails unless ``actual`` is within ``bound`` ulp of ``exact`` (float64, on the CPU).

    The ulp is that of actual's dtype at ``scale``, by default at ``exact``. NaN must meet NaN. Where
    ``exact`` is infinite or rounds to infinity, ``actual`` must be that infinity.
    """
    result = actual.detach().cpu()
    rounded = exact.to(result.dtype)
    assert result.shape == exact.shape
    assert torch.equal(result.isnan(), exact.isnan()), "NaN in other places"
    finite = rounded.isfinite()
    assert torch.equal(result[rounded.isinf()], rounded[rounded.isinf()]), "infinities differ"
    magnitude = (exact if scale is None else scale)[finite]
    error = (result[finite].double() - exact[finite]).abs() / spacing(magnitude, result.dtype)
    assert error.numel() == 0 or error.max().item() <= bound, f"{error.max().item():.3f} ulp, bound {bound}"
