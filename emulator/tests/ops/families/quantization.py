# SPDX-License-Identifier: Apache-2.0
"""Quantisation and its way back."""

from __future__ import annotations

import npu_references as npu
import quantized_references as quantized
import torch
from cases import Case

X = torch.randn(4, 8) * 3
ROW = torch.rand(8) + 0.5
WIDE = torch.randn(70, 160) * 3
FLOAT16_DT, INT8_DT, BF16_DT, INT4_DT, FLOAT8_E5M2_DT, E1M2_DT = 1, 2, 27, 29, 35, 41

CASES = [
    *(
        Case(
            "AscendQuantV2",
            {"x": X, "scale": ROW, "offset": torch.ones(8)},
            lambda x, scale, offset, f=function: f(x * scale + offset).clamp(-128, 127).to(torch.int8),
            {"round_mode": mode},
            note=mode,
        )
        for mode, function in (
            ("round", torch.round),
            ("floor", torch.floor),
            ("ceil", torch.ceil),
            ("trunc", torch.trunc),
        )
    ),
    Case(
        "AscendAntiQuantV2",
        {"x": torch.randint(-128, 127, (4, 8), dtype=torch.int8), "scale": ROW, "offset": torch.ones(8)},
        lambda x, scale, offset: ((x + offset) * scale).bfloat16(),
        {"dst_type": BF16_DT},
    ),
    *(
        Case(
            "Quantize",
            {"x": X, "scales": ROW, "zero_points": torch.arange(8, dtype=torch.int32)},
            lambda x, scales, zero_points, d=dtype: npu.npu_quantize(x, scales, zero_points, d, 1),
            {"dtype": str(dtype), "axis": 1},
            note=str(dtype)[6:],
        )
        for dtype in (torch.qint8, torch.quint8, torch.qint32)
    ),
    Case("DynamicQuant", {"x": X.half(), "smooth_scales": ROW.half()}, npu.npu_dynamic_quant, tolerance=1e-6),
    Case("DynamicQuantV2", {"x": X.half()}, npu.npu_dynamic_quant_asymmetric, tolerance=1e-5),
    Case(
        "DynamicQuantV2",
        {"x": X.half()},
        lambda x: (*npu.npu_dynamic_quant(x), torch.zeros(4)),
        {"is_symmetrical": True},
        tolerance=1e-6,
        note="symmetrical",
    ),
    Case(
        "DynamicBlockQuant", {"x": WIDE}, npu.npu_dynamic_block_quant, {"col_block_size": 128}, tolerance=1e-6
    ),
    *(
        Case(
            "DynamicMxQuant",
            {"x": x},
            quantized.npu_dynamic_mx_quant,
            note=note,
        )
        for note, x in (
            ("odd number of blocks", WIDE.half()),
            ("zeros", torch.zeros(2, 64)),
            ("every exponent", torch.ldexp(torch.randn(40, 64), torch.randint(-140, 120, (40, 64)))),
            ("ties", torch.arange(-64, 64).reshape(2, 64) / 8),
        )
    ),
    Case("DynamicMxQuant", {"x": WIDE}, quantized.mx_quant_of_columns, {"axis": 0}, note="columns"),
    Case(
        "DynamicMxQuant",
        {"x": WIDE.bfloat16()},
        lambda x: quantized.npu_dynamic_mx_quant(x, E1M2_DT),
        {"dst_type": E1M2_DT},
        note="e1m2",
    ),
    Case("DynamicMxQuantWithDualAxis", {"x": WIDE}, quantized.npu_dynamic_mx_quant_with_dual_axis),
    Case("DynamicBlockMxQuant", {"x": WIDE}, quantized.npu_dynamic_block_mx_quant),
    Case("DynamicDualLevelMxQuant", {"x": WIDE.half()}, quantized.npu_dynamic_dual_level_mx_quant),
    Case("SwigluMxQuant", {"x": WIDE[:, :128].contiguous()}, quantized.npu_swiglu_mx_quant),
    Case(
        "FlatQuant",
        {"x": torch.randn(3, 4, 8), "kronecker_p1": torch.randn(4, 4), "kronecker_p2": torch.randn(8, 8)},
        lambda **inputs: quantized.npu_kronecker_quant(*inputs.values(), clip_ratio=0.5),
        {"clip_ratio": 0.5},
        tolerance=1e-6,
    ),
    *(
        Case(
            "RotateQuant",
            {"x": X, "rotation": torch.randn(4, 4)},
            function,
            {"y_dtype": dtype},
            tolerance=1e-6,
            note=f"to {dtype}",
        )
        for dtype, function in (
            (INT4_DT, quantized.npu_rotate_quant),
            (INT8_DT, lambda x, rotation: npu.npu_dynamic_quant((x.reshape(8, 4) @ rotation).reshape(4, 8))),
        )
    ),
    Case(
        "QuantMax",
        {"x": X.half(), "scale": torch.tensor([0.5])},
        npu.npu_quant_max,
        {"dst_type": FLOAT8_E5M2_DT},
    ),
    Case("TransQuantParamV2", {"scale": ROW}, npu.npu_trans_quant_param),
    Case(
        "TransQuantParamV2",
        {"scale": ROW, "offset": torch.linspace(-200, 200, 8)},
        npu.npu_trans_quant_param,
        note="offset",
    ),
    Case(
        "QuantUpdateScatter",
        {
            "var": torch.zeros(2, 6, 4, dtype=torch.int8),
            "indices": torch.tensor([1, 3], dtype=torch.int32),
            "updates": torch.randn(2, 2, 4),
            "quant_scales": torch.full((1, 1, 4), 0.05),
            "quant_zero_points": torch.full((1, 1, 4), 3.0),
        },
        npu.npu_quant_scatter,
        {"reduce": "update", "axis": -2},
    ),
    Case(
        "WeightQuantBatchMatmulV2",
        {
            "x": torch.randn(3, 8).half(),
            "weight": torch.randint(-128, 127, (8, 5), dtype=torch.int8),
            "antiquant_scale": torch.rand(1, 5).half(),
            "antiquant_offset": torch.randn(1, 5).half(),
        },
        npu.npu_weight_quant_batchmatmul,
        tolerance=2e-3,
    ),
    Case(
        "AddRmsNormDynamicQuant",
        {"x1": X.half(), "x2": X.flip(0).half(), "gamma": ROW.half(), "smooth_scale1": ROW.half()},
        npu.npu_add_rms_norm_dynamic_quant,
        tolerance=1e-3,
    ),
    Case(
        "RmsNormGradQuant",
        {
            "dy": X.half(),
            "x": X.flip(0).half(),
            "rstd": torch.rand(4, 1) + 0.5,
            "gamma": ROW.half(),
            "scale_x": torch.tensor([0.25]),
        },
        npu.npu_rms_norm_backward_quant,
        tolerance=1e-3,
    ),
]
