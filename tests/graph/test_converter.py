# SPDX-License-Identifier: Apache-2.0
"""C02: operators without a converter. TorchAir makes one, or its reason for not doing so reaches the user.

TorchAir looks for the GE operator named like torch's in CamelCase and passes tensors by position.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from support.cases import assert_same, random_pair
from support.compiling import CompiledForNpu

CompileNpu = Callable[..., CompiledForNpu]


def operator(namespace: str, schema: str) -> tuple[torch.library.Library, Callable[..., torch.Tensor]]:
    """An operator with a Meta and nothing else. It exists as long as the returned library does."""
    library = torch.library.Library(namespace, "FRAGMENT")
    library.define(schema)
    name = schema.partition("(")[0]
    library.impl(name, lambda *arguments: torch.empty_like(arguments[0]), "Meta")
    return library, getattr(getattr(torch.ops, namespace), name).default


def test_a_converter_is_made_for_matching_names(compile_npu: CompileNpu) -> None:
    library, add = operator("ascendc_ops_auto", "add_custom(Tensor x, Tensor y) -> Tensor z")
    x, y = random_pair(10, torch.float32)
    compiled = compile_npu(lambda x, y: add(x, y))
    assert_same(compiled(x.npu(), y.npu()), x + y)
    compiled.assert_compiled(graphs=1)
    del library


REFUSED = {
    "name without CamelCase": (
        "AddCustom(Tensor x, Tensor y) -> Tensor z",
        2,
        (),
        "No AscendIR Addcustom was found to be registered",
    ),
    "prototype not registered": (
        "never_registered(Tensor x) -> Tensor y",
        1,
        (),
        "No AscendIR NeverRegistered was found to be registered",
    ),
    "too few tensors": (
        "add_custom(Tensor x) -> Tensor z",
        1,
        (),
        r"the number of torch tensor inputs does not match the AscendIR AddCustom inputs.*"
        r"\['x'\].*\('y', 'required'\)",
    ),
    "too many tensors": (
        "add_custom(Tensor x, Tensor y, Tensor w) -> Tensor z",
        3,
        (),
        "the number of torch tensor inputs does not match the AscendIR AddCustom inputs",
    ),
    "Scalar argument": (
        "add_custom(Tensor x, Tensor y, Scalar s) -> Tensor z",
        2,
        (2.0,),
        "this op has scalar input: s, not support auto-generate converter",
    ),
    "attribute that GE lacks": (
        "add_custom(Tensor x, Tensor y, int n) -> Tensor z",
        2,
        (3,),
        r"torch non-tensor inputs greater than the AscendIR AddCustom attrs.*\['n'\]",
    ),
}


@pytest.mark.parametrize(("schema", "tensors", "others", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_c02_why_no_converter_is_made(
    compile_npu: CompileNpu, schema: str, tensors: int, others: tuple[float, ...], message: str
) -> None:
    namespace = "ascendc_ops_" + "".join(letter for letter in schema.lower() if letter.isalpha())
    library, function = operator(namespace, schema)
    x = torch.ones(4).npu()
    compiled = compile_npu(lambda *arguments: function(*arguments, *others))
    with pytest.raises(Exception, match=f"(?s){message}") as error:
        compiled(*[x] * tensors)
    assert schema.partition("(")[0].lower() in str(error.value).lower()
    del library
