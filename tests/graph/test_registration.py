# SPDX-License-Identifier: Apache-2.0
"""G03: a second registration of one GE operator type is refused with a message, without an abort."""

from __future__ import annotations

from pathlib import Path

from support import native
from support.processes import output_of, run_python

SECOND_REGISTRATION = """
#include "graph/custom_op.h"
#include "graph/operator_reg.h"

namespace ge {
REG_OP(AddCustom)
    .INPUT(a, TensorType({DT_FLOAT}))
    .OUTPUT(b, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(AddCustom);

class AddCustom : public EagerExecuteOp {
 public:
  graphStatus Execute(gert::EagerOpExecutionContext*) override { return GRAPH_FAILED; }
};
REG_AUTO_MAPPING_OP(AddCustom);
}  // namespace ge
"""


def test_g03_a_second_registration_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "second.cpp"
    source.write_text(SECOND_REGISTRATION)
    library = native.compile_library(
        source,
        tmp_path / "libsecond.so",
        includes=native.cann_includes(),
        libraries=[native.cann_library("gert"), native.cann_library("ge_runner")],
    )
    result = run_python(
        f"""
        import ctypes
        import torch
        import torchair
        import ascendc_ops
        ctypes.CDLL({str(library)!r})
        backend = torchair.get_npu_backend(compiler_config=torchair.CompilerConfig())
        add = torch.compile(ascendc_ops.ascendc_add, fullgraph=True, backend=backend, dynamic=False)
        x = torch.ones(5).npu()
        print(add(x, x).cpu().tolist())
        """,
        cwd=tmp_path,
    )
    assert "[2.0, 2.0, 2.0, 2.0, 2.0]" in output_of(result)  # the first registration stays
    said = result.stdout + result.stderr
    assert "AddCustom" in said
    assert "registered" in said
