# SPDX-License-Identifier: Apache-2.0
"""What the checker reports about a kernel on torch_npu's stream is the text of an exception in Python."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest
import torch

import cann_emulator

KERNEL = """#include "kernel_operator.h"
__global__ __vector__ void broken(GM_ADDR x) {
  AscendC::GlobalTensor<float> tensor;
  tensor.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x), 64);
  tensor.GetValue(64);
}
extern "C" void launch(void* stream, std::uint8_t* x) { broken<<<1, nullptr, stream>>>(x); }
"""


def test_a_report_is_an_exception(tmp_path: Path) -> None:
    (tmp_path / "broken.asc").write_text(KERNEL)
    compiler = cann_emulator.home() / "bin" / "bisheng"
    command = [compiler, "--npu-arch=dav-2201", "-shared", "-fPIC", "broken.asc", "-o", "broken.so"]
    subprocess.run(command, check=True, cwd=tmp_path)
    x = torch.zeros(64).npu()
    torch.npu.synchronize()
    stream = ctypes.c_void_p(torch.npu.current_stream().npu_stream)
    ctypes.CDLL(str(tmp_path / "broken.so")).launch(stream, ctypes.c_void_p(x.data_ptr()))
    with pytest.raises(
        RuntimeError, match=r"kernel broken, block 0 of 1: GetValue at broken\.asc:5: element"
    ):
        torch.npu.synchronize()
    assert not x.cpu().any()  # the stream works again
