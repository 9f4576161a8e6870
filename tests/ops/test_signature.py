# SPDX-License-Identifier: Apache-2.0
"""One signature everywhere: schema, Python function, converter, GE prototype, documentation."""

from __future__ import annotations

import inspect

import pytest
import torch
from ascendc_ops.converters import add_custom as converter

import ascendc_ops
from ascendc_ops import ascendc_add
from support.cases import DTYPES, SUPPORTED_NAMES, assert_same, dtype_name, random_pair

OPERATOR = torch.ops.ascendc_ops.ascendc_add.default


def test_m08_schema() -> None:
    assert str(OPERATOR._schema) == "ascendc_ops::ascendc_add(Tensor x, Tensor y) -> Tensor"


def test_m08_no_argument_aliases_or_is_written() -> None:
    schema = OPERATOR._schema
    assert all(argument.alias_info is None for argument in [*schema.arguments, *schema.returns])
    assert not schema.is_mutable


def test_m08_function_has_the_schema_s_parameters() -> None:
    names = [argument.name for argument in OPERATOR._schema.arguments]
    assert list(inspect.signature(ascendc_add).parameters) == names


def test_m08_converter_has_the_schema_s_parameters() -> None:
    registered = []

    class FakeTorchair:
        @staticmethod
        def register_fx_node_ge_converter(operator: object) -> object:
            def keep(function: object) -> object:
                registered.append((operator, function))
                return function

            return keep

    converter.register(FakeTorchair)
    ((operator, function),) = registered
    assert operator is OPERATOR
    parameters = list(inspect.signature(function).parameters)
    assert parameters == [*(argument.name for argument in OPERATOR._schema.arguments), "meta_outputs"]


@pytest.mark.parametrize("key", ["Meta", "PrivateUse1", "Autograd", "CPU"])
def test_m08_every_implementation_is_registered(key: str) -> None:
    assert torch._C._dispatch_has_kernel_for_dispatch_key(OPERATOR.name(), key)


def test_m08_positional_and_keyword_calls_agree() -> None:
    x, y = (t.npu() for t in random_pair(100, torch.float32))
    expected = ascendc_add(x, y).cpu()
    assert_same(ascendc_add(x=x, y=y), expected)
    assert_same(ascendc_add(y=y, x=x), expected)
    assert_same(torch.ops.ascendc_ops.ascendc_add(x, y=y), expected)


def test_documentation_names_the_supported_dtypes() -> None:
    documentation = inspect.getdoc(ascendc_add) or ""
    for dtype in DTYPES:
        assert dtype_name(dtype) in documentation
    assert ", ".join(dtype_name(dtype) for dtype in DTYPES) == SUPPORTED_NAMES


def test_public_names_exist() -> None:
    assert all(hasattr(ascendc_ops, name) for name in ascendc_ops.__all__)
    assert ascendc_ops.library_path.is_file()
